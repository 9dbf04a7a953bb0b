const split = (words: string) => words.trim().split(/\s+/)

/**
 * The closed language of expressions (https://vega.github.io/vega/docs/expressions/): what reads a datum and computes.
 * Nothing that interacts, loads or looks at the clock, and nothing that can grow without end: no regular expressions, no
 * lists or texts made to a length. Lots may spread points over their place and nothing else.
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  split(`
    isArray isBoolean isDate isDefined isNumber isObject isString isValid isNaN isFinite
    toBoolean toDate toNumber toString
    if abs acos asin atan atan2 ceil clamp cos exp floor hypot log max min pow random round
    sin sqrt tan
    cumulativeNormal cumulativeLogNormal cumulativeUniform densityNormal densityLogNormal
    densityUniform quantileNormal quantileLogNormal quantileUniform
    datetime date day dayofyear year quarter month week hours minutes seconds milliseconds
    time timezoneoffset timeOffset
    utc utcdate utcday utcdayofyear utcyear utcquarter utcmonth utcweek utchours utcminutes
    utcseconds utcmilliseconds utcOffset
    dayFormat dayAbbrevFormat format monthFormat monthAbbrevFormat timeFormat timeParse
    utcFormat utcParse timeUnitSpecifier
    indexof lastindexof length lower upper slice split substring trim truncate parseFloat
    parseInt
    extent inrange join peek reverse sort span
    rgb hsl lab hcl luminance contrast bandwidth
  `),
)

const CONSTANTS = new Set(
  split(
    'datum true false null undefined NaN E LN2 LN10 LOG2E LOG10E MAX_VALUE MIN_VALUE PI SQRT1_2 SQRT2 width height',
  ),
)

const TOKEN =
  /\s+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[\p{L}_$][\p{L}\p{N}_$]*|===|!==|==|!=|<=|>=|&&|\|\||<<|>>>|>>|[-+*/%<>!?:,.()[\]&|^~]/uy

/** Brackets and choices inside each other. */
const DEEPEST = 24
/** Parts of one expression. */
const LONGEST = 300

/** What of an expression is outside the language, as a noun phrase; undefined where it is inside. */
export function faultOfExpression(text: string): string | undefined {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (!found) return `the sign ${JSON.stringify([...text.slice(at)][0] ?? '')}`
    if (found[0].trim() !== '') tokens.push(found[0])
  }
  if (tokens.length > LONGEST) return `more than ${LONGEST} parts`
  let [depth, choices] = [0, 0]
  for (const [i, token] of tokens.entries()) {
    if (token === '(' || token === '[') depth++
    else if (token === ')' || token === ']') depth--
    else if (token === '?') choices++
    if (depth > DEEPEST || choices > DEEPEST * 2) return `more than ${DEEPEST} levels`
    const fault = faultOfToken(token, tokens[i - 1], tokens[i + 1], tokens[i - 2])
    if (fault !== undefined) return fault
  }
  return depth === 0 ? undefined : 'a bracket that is not closed'
}

function faultOfToken(token: string, before = '', after = '', second = ''): string | undefined {
  if (/^["']/.test(token)) {
    // A name in brackets behind a value is a member of it.
    const member = before === '[' && /^(?:[\p{L}\p{N}_$)\]]|["'])/u.test(second)
    return member && isPrototypes(token.slice(1, -1)) ? `the member ${token}` : undefined
  }
  // A slash where a value is due would begin a regular expression.
  if (token === '/' && !/[\p{L}\p{N}_$)\]"']$/u.test(before)) return 'a regular expression'
  if (!/^[\p{L}_$]/u.test(token)) return undefined
  if (before === '.') {
    if (after === '(') return `a call of .${token}`
    return isPrototypes(token) ? `the member ${token}` : undefined
  }
  if (after === '(') return FUNCTIONS.has(token) ? undefined : `the function ${token}`
  return CONSTANTS.has(token) ? undefined : `the name ${token}`
}

/** Members that every object has: they are no columns, and lead out of the data. */
export const isPrototypes = (name: string): boolean =>
  name.replace(/\\/g, '') in Object.prototype || name === 'prototype'

/** The columns that an expression reads of its row, by their names. */
export function columnsRead(text: string): string[] {
  const found = text.matchAll(
    /\bdatum\s*(?:\.\s*([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\])/gu,
  )
  return [...found].map(([, name, double, single]) =>
    (name ?? double ?? single ?? '').replace(/\\(.)/g, '$1'),
  )
}

/** Whether an expression draws lots. */
export const drawsLots = (text: string): boolean => /\brandom\s*\(/.test(text)

/** Whether an expression says itself what a missing value comes to; arithmetic takes it for 0. */
export const mindsMissing = (text: string): boolean =>
  /\b(?:null|undefined|isValid|isNumber|isNaN|isFinite)\b/.test(text)
