/** A real minus sign: a hyphen is too short beside figures. */
const MINUS = '−'
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Ten to a whole power, e.g. 10⁻³. */
export const powerOfTen = (exponent: number): string =>
  `10${exponent < 0 ? '⁻' : ''}${String(Math.abs(exponent)).replace(/\d/g, (digit) => RAISED[Number(digit)] ?? '')}`

/** A number as a journal prints it: a real minus, groups of three from five digits on. */
export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(Math.min(20, decimals))
  const [whole = '0', part] = text.split('.')
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  const zero = Number(text) === 0
  return `${value < 0 && !zero ? MINUS : ''}${grouped}${part ? `.${part}` : ''}`
}

/** A single number with about `digits` significant digits, without trailing zeros. */
export function short(value: number, digits = 3): string {
  if (value === 0) return '0'
  const size = Math.floor(Math.log10(Math.abs(value)))
  if (size >= 7 || size < -4) {
    const lead = value / 10 ** size
    return `${fixed(Number(lead.toPrecision(digits)), Math.min(2, digits - 1)).replace(/\.?0+$/, '')}×${powerOfTen(size)}`
  }
  const text = fixed(value, Math.max(0, digits - 1 - size))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
