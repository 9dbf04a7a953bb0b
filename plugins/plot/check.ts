/** Deeper data have no form that can be drawn, and recursion over them would end in an overflow. */
export const DEEPEST = 64
const MOST_ROWS = 100_000

/** Why data cannot be read, in a sentence that names the field; undefined where they can. */
export function refuseData(text: string): string | undefined {
  if (depthOf(text) > DEEPEST) return `the document is nested deeper than ${DEEPEST} levels.`
  const value = parsed(text)
  if (value === undefined) return `the document is not valid JSON: ${faultOf(text)}`
  if (value === null || typeof value === 'boolean')
    return 'the document holds no data: give records, columns, or names with numbers.'
  const largest = longestList(value)
  if (largest > MOST_ROWS)
    return `the document has a list of ${largest} entries; ${MOST_ROWS} are the most. Aggregate or sample the data.`
  if (isEmpty(value))
    return 'the document holds no data: give records, columns, or names with numbers.'
  return undefined
}

/** A JSON document's value; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function faultOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return error instanceof Error
      ? `${error.message.replace(/^JSON Parse error: /, '').slice(0, 200)}.`
      : 'it cannot be read.'
  }
}

/** Levels of brackets outside strings. */
export function depthOf(text: string): number {
  let [depth, deepest, quoted] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (quoted) {
      if (character === '\\') i++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return deepest
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce(
    (most: number, each) => Math.max(most, longestList(each)),
    0,
  )
  return Array.isArray(value) ? Math.max(value.length, inner) : inner
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  if (typeof value !== 'object') return false
  return Object.values(value).every(isEmpty)
}
