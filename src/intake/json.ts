import { type Fault, MOST_FAULTS, unprocessable } from '../errors'
import { isTooDeep, MAX_DEPTH } from '../forms/json-depth'
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
  const scanner = new Scanner(text)
  try {
    scanner.document()
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

class Scanner {
  private at = 0

  constructor(private readonly text: string) {}

  document(): void {
    this.space()
    this.value()
    this.space()
    if (this.at < this.text.length) throw new Fail(this.at, 'Extra data')
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at += 1
  }

  private value(): void {
    const first = this.text[this.at]
    if (first === '{') this.members()
    else if (first === '[') this.items()
    else if (first === '"') this.string()
    else this.token(/(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y)
  }

  private token(pattern: RegExp): void {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found) throw new Fail(this.at, 'Expecting value')
    this.at += found[0].length
  }

  private string(): void {
    const start = this.at
    for (this.at += 1; this.at < this.text.length; this.at++) {
      const char = this.text[this.at] ?? ''
      if (char === '"') {
        this.at += 1
        return
      }
      if (char < ' ') throw new Fail(this.at, 'Invalid control character at')
      if (char === '\\') this.escape()
    }
    throw new Fail(start, 'Unterminated string starting at')
  }

  private escape(): void {
    const start = this.at
    this.at += 1
    const kind = this.text[this.at] ?? ''
    if (kind === 'u') {
      if (!/^[\da-fA-F]{4}$/.test(this.text.slice(this.at + 1, this.at + 5)))
        throw new Fail(start + 1, 'Invalid \\uXXXX escape')
      this.at += 4
    } else if (!'"\\/bfnrt'.includes(kind)) throw new Fail(start, 'Invalid \\escape')
  }

  private items(): void {
    this.at += 1
    this.space()
    if (this.take(']')) return
    for (;;) {
      this.value()
      this.space()
      if (this.take(']')) return
      if (!this.take(',')) throw new Fail(this.at, "Expecting ',' delimiter")
      this.space()
    }
  }

  private members(): void {
    this.at += 1
    this.space()
    if (this.take('}')) return
    for (;;) {
      if (this.text[this.at] !== '"')
        throw new Fail(this.at, 'Expecting property name enclosed in double quotes')
      this.string()
      this.space()
      if (!this.take(':')) throw new Fail(this.at, "Expecting ':' delimiter")
      this.space()
      this.value()
      this.space()
      if (this.take('}')) return
      if (!this.take(',')) throw new Fail(this.at, "Expecting ',' delimiter")
      this.space()
    }
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false
    this.at += 1
    return true
  }
}
