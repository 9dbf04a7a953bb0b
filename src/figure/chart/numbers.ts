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
  const decimals = Math.max(0, digits - 1 - size)
  const rounded = Number(value.toFixed(Math.min(20, decimals)))
  return fixed(rounded, decimalsFor(rounded, decimals))
}

function decimalsFor(value: number, most: number): number {
  for (let digits = 0; digits < most; digits++) {
    if (Math.abs(value - Number(value.toFixed(digits))) < 1e-12 * Math.max(1, Math.abs(value)))
      return digits
  }
  return most
}

export interface Tick {
  value: number
  label: string
}

/** A step of 1, 2, 2.5 or 5 times a power of ten that cuts `range` into about `count` parts. */
function roundStep(range: number, count: number): number {
  const rough = range / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 2.5, 5].find((each) => each * power >= rough * 0.999) ?? 10) * power
}

/** Multiples of a round step inside a range, about `count` of them. */
export function linearTicks([low, high]: readonly [number, number], count: number): Tick[] {
  if (!(high > low)) return [{ value: low, label: short(low) }]
  const step = roundStep(high - low, count)
  const decimals = decimalsFor(Number(step.toPrecision(6)), 12)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const value = Number(((first + i) * step).toPrecision(14))
    return { value, label: fixed(value, decimals) }
  })
}
