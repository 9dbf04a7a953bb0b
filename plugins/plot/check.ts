/** Deeper data have no form that can be drawn, and recursion over them would end in an overflow. */
const DEEPEST = 64
const MOST_ROWS = 100_000
const NO_DATA = 'the document holds no data: give records, columns, or names with numbers.'
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Why data cannot be read, in a sentence that names the field; undefined where they can. */
export function refuseData(text: string): string | undefined {
  if (depthOf(text) > DEEPEST) return `the document is nested deeper than ${DEEPEST} levels.`
  const value = parsed(text)
  if (value === undefined) return `the document is not valid JSON: ${faultOf(text)}`
  if (value === null || typeof value === 'boolean') return NO_DATA
  const long = tooLong(value)
  if (long !== undefined)
    return `the document has a list of ${long} entries; ${MOST_ROWS} are the most. Aggregate or sample the data.`
  if (isEmpty(value)) return NO_DATA
  return refuseFrame(value)
}

/** What stands around data in the notations of other programs, where no data are inside. */
function refuseFrame(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const name of ['datasets', 'series', 'values', 'data']) {
    const inner: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    if (Array.isArray(inner) && inner.length === 0) return `${name} is empty: ${NO_DATA}`
    if (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'url'))
      return 'the data have to stand in the document itself: an address is not fetched.'
  }
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

function faultOf(text: string): string {
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
function depthOf(text: string): number {
  let [depth, deepest, quoted] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted) {
      if (code === BACKSLASH) i++
      else if (code === QUOTE) quoted = false
    } else if (code === QUOTE) quoted = true
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (code === 0x5d || code === 0x7d) depth--
  }
  return deepest
}

/** The length of a list with too many entries, the outermost first: its entries are not looked at. */
function tooLong(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && value.length > MOST_ROWS) return value.length
  for (const name in value) {
    const found = tooLong(Reflect.get(value, name))
    if (found !== undefined) return found
  }
  return undefined
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  if (typeof value !== 'object') return false
  return Object.values(value).every(isEmpty)
}
