import { type Fault, MOST_FAULTS, unprocessable } from '../errors'
import { isTooDeep, MAX_DEPTH } from '../forms/json'
import { codePoints } from './code-points'

/**
 * Parses a JSON body strictly: valid UTF-8, no NUL, no lone surrogates, at most 64 levels.
 * @throws Problem 422 with `json_invalid`, `missing` or `value_error`
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0)
    throw unprocessable([{ loc: ['body'], msg: 'Field required', type: 'missing', input: null }])
  const text = decodeUtf8(bytes)
  if (isTooDeep(bytes))
    throw unprocessable([
      {
        loc: ['body'],
        msg: `Value error, nested deeper than ${MAX_DEPTH} levels`,
        type: 'value_error',
      },
    ])
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const { at, reason } = locateJsonError(text)
    throw invalid(codePoints(text.slice(0, at)), reason)
  }
  const faults: Fault[] = []
  findBadText(value, ['body'], faults)
  if (faults.length > 0) throw unprocessable(faults)
  return value
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid(0, 'The body is not valid UTF-8')
  }
}

function invalid(at: number, reason: string) {
  return unprocessable([
    {
      loc: ['body', at],
      msg: 'JSON decode error',
      type: 'json_invalid',
      input: {},
      ctx: { error: reason },
    },
  ])
}

/** Walks a value whose depth is bounded; `path` is where it stands and is copied for a fault alone. */
function findBadText(value: unknown, path: (string | number)[], faults: Fault[]): void {
  if (typeof value === 'string') note(badText(value), path, faults)
  else if (Array.isArray(value)) {
    for (let index = 0; index < value.length && faults.length < MOST_FAULTS; index++)
      visit(value[index], index, path, faults)
  } else if (value !== null && typeof value === 'object') {
    for (const name of Object.keys(value)) {
      if (faults.length >= MOST_FAULTS) return
      note(badText(name), path, faults)
      visit(Reflect.get(value, name), name, path, faults)
    }
  }
}

function visit(value: unknown, part: string | number, path: Fault['loc'], faults: Fault[]): void {
  path.push(part)
  findBadText(value, path, faults)
  path.pop()
}

function note(reason: string | undefined, path: Fault['loc'], faults: Fault[]): void {
  if (reason) faults.push({ loc: [...path], msg: `Value error, ${reason}`, type: 'value_error' })
}

function badText(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain NUL characters'
  if (!text.isWellFormed()) return 'must not contain lone surrogates'
  return undefined
}

/**
 * Where and why a text is no JSON, in the words of Python's decoder, which FastAPI quotes. Only called for a text
 * that `JSON.parse` has refused, nested at most 64 levels.
 */
function locateJsonError(text: string): { at: number; reason: string } {
  let at = 0
  const fail = (reason: string, where = at): never => {
    throw new Fail(where, reason)
  }
  /** Steps over what a sticky pattern finds here. */
  const take = (token: RegExp): boolean => {
    token.lastIndex = at
    const found = token.test(text)
    if (found) at = token.lastIndex
    return found
  }
  const space = () => take(/[ \t\n\r]*/y)
  const string = () => {
    const start = at
    at += 1
    while (take(/[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y));
    if (take(/"/y)) return
    if (at >= text.length) fail('Unterminated string starting at', start)
    if (text[at] !== '\\') fail('Invalid control character at')
    if (text[at + 1] === 'u') fail('Invalid \\uXXXX escape', at + 1)
    fail('Invalid \\escape')
  }
  const list = (close: RegExp, item: () => void) => {
    at += 1
    space()
    if (take(close)) return
    for (;;) {
      item()
      space()
      if (take(close)) return
      if (!take(/,/y)) fail("Expecting ',' delimiter")
      space()
    }
  }
  const value = () => {
    if (text[at] === '{') list(/\}/y, member)
    else if (text[at] === '[') list(/\]/y, value)
    else if (text[at] === '"') string()
    else if (!take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y))
      fail('Expecting value')
  }
  const member = () => {
    if (text[at] !== '"') fail('Expecting property name enclosed in double quotes')
    string()
    space()
    if (!take(/:/y)) fail("Expecting ':' delimiter")
    space()
    value()
  }
  try {
    space()
    value()
    space()
    if (at < text.length) fail('Extra data')
  } catch (error) {
    if (error instanceof Fail) return { at: error.at, reason: error.message }
    throw error
  }
  return { at: 0, reason: 'Expecting value' }
}

class Fail extends Error {
  constructor(
    readonly at: number,
    reason: string,
  ) {
    super(reason)
  }
}
