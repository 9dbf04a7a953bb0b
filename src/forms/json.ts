export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Levels of JSON that are read: nothing honest has more, and what walks a value may call itself for each. */
export const MAX_DEPTH = 64

/** Counted in one pass before parsing, so that a hostile nest never reaches a recursive function. */
export function isTooDeep(json: Uint8Array | string): boolean {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json
  let depth = 0
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]
    if (quoted) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return false
}

/** The JSON in a text, without members named `__proto__`; undefined: there is none that can be read, or it is too deep. */
export function readJson(json: Uint8Array | string): unknown {
  if (isTooDeep(json)) return undefined
  try {
    const text = typeof json === 'string' ? json : new TextDecoder().decode(json)
    return JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value))
  } catch {
    return undefined
  }
}

/** Where the braces that open at `start` are closed again, strings not counted; undefined: nowhere, or they are too deep. */
export function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{') {
      if (++depth > MAX_DEPTH) return undefined
    } else if (char === '}' && --depth === 0) return at + 1
  }
  return undefined
}
