import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config'
import { Misused } from './words'

/** What a command speaks through. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  stdin: AsyncIterable<Uint8Array>
  /** Resolves when it has been taken. */
  stdout(content: string | Uint8Array): Promise<void>
  stderr(text: string): void
  /** Somebody looks at standard error. */
  watched: boolean
}

/** The terminal of this process. */
export function ownTerminal(): Terminal {
  return {
    ...{ env: process.env, stdin: process.stdin, watched: process.stderr.isTTY },
    // Whoever has read enough closes the pipe: that is no failure.
    stdout: (content) => new Promise((taken) => process.stdout.write(content, () => taken())),
    stderr: (text) => void process.stderr.write(text),
  }
}

/** The whole of a file, or of standard input for `-`. @throws Misused where it is none, empty or too large */
export async function readAll(
  file: string,
  { stdin }: Terminal,
  mostBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    if (file !== '-' && (await stat(file)).isDirectory()) throw new Misused('it is a folder')
    for await (const part of file === '-' ? stdin : Bun.file(file).stream()) {
      size += part.byteLength
      if (size > mostBytes)
        throw new Misused(`it is larger than the ${mostBytes} bytes that are taken`)
      parts.push(part)
    }
  } catch (error) {
    throw unusable(file, error)
  }
  if (size === 0) throw unusable(file, new Misused('it is empty'))
  return Buffer.concat(parts)
}

/** A whole file as text. @throws Misused */
export async function readText(
  file: string,
  terminal: Terminal,
  { MAX_JSON_BYTES }: Config,
): Promise<string> {
  const text = textOf(await readAll(file, terminal, MAX_JSON_BYTES))
  if (text === undefined) throw unusable(file, new Misused('it is no text in UTF-8'))
  return text
}

/** Undefined for what is no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** @throws Misused where nothing can be written under this name */
export async function requireRoom(out: string): Promise<void> {
  const isFolder = (path: string) =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
  if (await isFolder(out)) throw unusable(out, new Misused('it is a folder; name a file in it'))
  if (await isFolder(dirname(out))) return
  throw unusable(out, new Misused(`there is no folder ${dirname(out)}`))
}

/** Writes a file whole or not at all; a device or a pipe is written to, never replaced. @throws Misused */
export async function writeWhole(out: string, bytes: Uint8Array): Promise<void> {
  const target = await realpath(out).catch(() => out)
  const isFile = await stat(target).then(
    (found) => found.isFile(),
    () => true,
  )
  const part = isFile ? join(dirname(target), `.${basename(target)}.${process.pid}.part`) : target
  try {
    await writeFile(part, bytes)
    if (isFile) await rename(part, target)
  } catch (error) {
    if (isFile) await rm(part, { force: true }).catch(() => {})
    throw unusable(out, error)
  }
}

/** The system's words without its code and path. */
function unusable(file: string, error: unknown): Misused {
  const said = error instanceof Error ? error.message : String(error)
  const [reason] = said.replace(/^[A-Z]+: /, '').split(', ')
  return new Misused(`${nameOf(file)} cannot be used: ${reason}.`)
}

export const nameOf = (file: string) => (file === '-' ? 'Standard input' : file)
