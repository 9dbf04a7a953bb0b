import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type BodyParts, FILE_KINDS, type FileKind } from '../forms/body-files'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN = new Set([0x7b, 0x5b])
const CLOSE = new Set([0x7d, 0x5d])
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Not blank, so that only the real checks of the field decide. */
const PLACEHOLDER = '"file"'
const BLANK = '" "'

/**
 * Takes base64 files out of a JSON body: each is decoded and written to `<target>.<field>.<kind>`. What is no JSON object
 * comes back as it is: the one strict parser judges the rest.
 */
export async function takeOutFiles(
  body: Uint8Array,
  kinds: Readonly<Record<string, FileKind>>,
  target: string,
): Promise<BodyParts> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const files: BodyParts['files'] = {}
  const pieces: Uint8Array[] = []
  let end = 0
  for (const { name, value } of topLevelStrings(bytes)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    const text = kind && stringAt(bytes, value)
    if (kind === undefined || text === undefined) continue
    const blank = text.trim() === ''
    pieces.push(bytes.subarray(end, value.start), emptyOr(text, blank))
    end = value.end
    // A name that comes twice: the last one counts, as in every JSON parser.
    if (blank) delete files[name]
    else files[name] = await write(text, kind, `${target}.${name}.${kind}`)
  }
  return { rest: Buffer.concat([...pieces, bytes.subarray(end)]), files }
}

function emptyOr(text: string, blank: boolean): Buffer {
  if (!blank) return Buffer.from(PLACEHOLDER)
  return Buffer.from(text === '' ? '""' : BLANK)
}

async function write(text: string, kind: FileKind, path: string) {
  const decoded = decode(text, FILE_KINDS[kind])
  if (typeof decoded === 'string') return { refused: decoded }
  await writeFile(path, decoded)
  const sha256 = createHash('sha256').update(decoded).digest('hex')
  return { path, bytes: decoded.byteLength, sha256 }
}

/** The file, or why the text is none. White space is ignored. */
function decode(text: string, mediaType: string): Uint8Array | string {
  // RFC 2397: parameters, as a file's name, stand between the type and the encoding.
  const [, type = '', encoding] = /^\s*data:([^;,]*)(?:;[^;,]*)*?(;base64)?,/i.exec(text) ?? []
  const isUrl = /^\s*data:/i.test(text)
  if (isUrl && !(type.toLowerCase() === mediaType && encoding !== undefined))
    return `a data URL must begin with data:${mediaType};base64,`
  try {
    const decoded = Uint8Array.fromBase64(isUrl ? text.slice(text.indexOf(',') + 1) : text)
    return decoded.byteLength > 0 ? decoded : 'must not be empty'
  } catch {
    return 'must be base64 in the standard alphabet'
  }
}

interface Range {
  start: number
  /** Exclusive. */
  end: number
}

/** The strings that are values of the outermost object, quotes included; ends at the first fault. */
function* topLevelStrings(bytes: Buffer): Generator<{ name: string; value: Range }> {
  let at = skipSpace(bytes, 0)
  if (bytes[at] !== 0x7b) return
  do {
    at = skipSpace(bytes, at + 1)
    const key = stringRange(bytes, at)
    const name = key && stringAt(bytes, key)
    if (!key || name === undefined) return
    at = skipSpace(bytes, key.end)
    if (bytes[at] !== COLON) return
    at = skipSpace(bytes, at + 1)
    const value = stringRange(bytes, at)
    if (value) yield { name, value }
    at = skipSpace(bytes, value ? value.end : valueEnd(bytes, at))
  } while (bytes[at] === COMMA)
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  while (SPACE.has(bytes[at] ?? 0)) at += 1
  return at
}

function stringRange(bytes: Buffer, start: number): Range | undefined {
  if (bytes[start] !== QUOTE) return undefined
  for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = at - 1
    while (bytes[escapes] === BACKSLASH) escapes -= 1
    if ((at - escapes) % 2 === 1) return { start, end: at + 1 }
  }
  return undefined
}

/** The text of a string; undefined where it is malformed. */
function stringAt(bytes: Buffer, { start, end }: Range): string | undefined {
  const inner = bytes.toString('utf8', start + 1, end - 1)
  try {
    return /[\\\u0000-\u001f]/.test(inner) ? String(JSON.parse(`"${inner}"`)) : inner
  } catch {
    return undefined
  }
}

/** Where a number, a word, a list or an object ends. */
function valueEnd(bytes: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = (stringRange(bytes, at)?.end ?? bytes.length) - 1
    else if (OPEN.has(byte)) depth += 1
    else if (depth === 0 && (byte === COMMA || CLOSE.has(byte))) return at
    else if (CLOSE.has(byte)) depth -= 1
  }
  return bytes.length
}
