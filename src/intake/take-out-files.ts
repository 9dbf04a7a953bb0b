import { writeFile } from 'node:fs/promises'
import { type BodyFile, FILE_KINDS, type FileKind } from '../forms/body-files'

/** What stands in the body for a file: not blank, so that only the real checks of the field decide. */
const PLACEHOLDER = 'file'

/** The base64 files of a body. */
interface TakenOut {
  /** By field: the file, or why its text is none. */
  files: Record<string, BodyFile | { refused: string }>
  /** How long their texts were. */
  characters: number
}

/** Takes base64 files out of a parsed body: each is decoded and written to `<target>.<field>.<kind>`. */
export async function takeOutFiles(
  body: unknown,
  kinds: Readonly<Record<string, FileKind>>,
  target: string,
): Promise<TakenOut> {
  const taken: TakenOut = { files: {}, characters: 0 }
  if (typeof body !== 'object' || body === null) return taken
  for (const [name, kind] of Object.entries(kinds)) {
    const text: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined
    if (typeof text !== 'string' || !/\S/.test(text)) continue
    taken.files[name] = await write(text, kind, `${target}.${name}.${kind}`)
    taken.characters += text.length
    Reflect.set(body, name, PLACEHOLDER)
  }
  return taken
}

async function write(text: string, kind: FileKind, path: string) {
  const decoded = decode(text, FILE_KINDS[kind])
  if (typeof decoded === 'string') return { refused: decoded }
  await writeFile(path, decoded)
  const sha256 = new Bun.CryptoHasher('sha256').update(decoded).digest('hex')
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
