/** Units by their signs, with the usual powers of ten, and what is counted per something else. */
const BASE =
  '(?:[kMGTPmµunpcdh]?(?:m|s|g|L|l|mol|M|J|W|N|Pa|V|A|K|Hz|eV|B|bit|cal|Wh|F|T|U|Da|bar)|%|°C|°F|Ω|min|hr?|d|days?|weeks?|months?|years?|yr|ha|t|mmHg|IU|cells?|beats?|breaths?|counts?|events?|copies|requests?|tokens?|words?|images?|frames?|persons?|people|inhabitants?)'
const POWER = '(?:\\^[-−]?\\d|[-−]\\d|⁻?[¹²³⁴⁵⁶⁷⁸⁹])'
/** Of lengths alone a figure without a sign is a power: m2, but T1 and t2 are names. */
const FACTOR = new RegExp(`^(?:${BASE}${POWER}?|[kdcmµun]?m[23])$`)
const POWERED = new RegExp(`(?:${POWER}|m[23])$`)
const SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A unit with a power or of one over another, as a journal prints it: `mm^3` becomes mm³; undefined for other words. */
function compoundUnit(text: string): string | undefined {
  const parts = text.trim().split(/(\s*[/·*]\s*)/)
  const factors = parts.filter((_, i) => i % 2 === 0)
  if (factors.length > 3 || factors.some((each) => !FACTOR.test(each))) return undefined
  const powered = factors.some((each) => POWERED.test(each))
  // "A/B" and "M/F" are names of two groups.
  const ratio = factors.length > 1 && !factors.every((each) => /^[A-Z]$/.test(each))
  if (!powered && !ratio) return undefined
  return parts
    .map((part, i) => (i % 2 === 0 ? raised(part) : part.trim().replace('*', '·')))
    .join('')
}

const raised = (factor: string) =>
  factor
    .replace(/^u(?=[a-zA-Z])/, 'µ')
    .replace(
      /\^?([-−])?(\d)$/,
      (_, minus: string | undefined, digit: string) =>
        `${minus ? '⁻' : ''}${SIGNS[Number(digit)] ?? digit}`,
    )

/** Places of such units in a text: in brackets, or behind "in". */
export function compoundUnitsIn(text: string): { at: number; unit: string }[] {
  return [
    ...text.matchAll(
      /\((?:units?:? ?|in )?([^()]{2,24})\)|\b(?:in|as|units?:?|units? is|units? are) ([^\s,;()]{2,20}?)(?=[\s,;)]|\.?$|\.\s)/g,
    ),
  ].flatMap((match) => {
    const unit = compoundUnit(match[1] ?? match[2] ?? '')
    return unit === undefined ? [] : [{ at: match.index, unit }]
  })
}
