import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config'
import { reasonOf } from '../errors'
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
  { terminal, config }: { terminal: Terminal; config: Pick<Config, 'MAX_JSON_BYTES'> },
): Promise<string> {
  const text = textOf(await readAll(file, terminal, config.MAX_JSON_BYTES))
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

/** @throws Misused where there is no folder for it */
export async function requireFolder(out: string): Promise<void> {
  await access(dirname(out)).catch((error) => {
    throw unusable(dirname(out), error)
  })
}

/** Writes a file whole or not at all; a device or a pipe is written to, never replaced. @throws Misused */
export async function writeWhole(out: string, bytes: Uint8Array): Promise<void> {
  const target = await realpath(out).catch(() => out)
  const isPlain = await stat(target).then(
    (found) => found.isFile(),
    () => true,
  )
  const part = isPlain ? join(dirname(target), `.burin-${process.pid}.part`) : target
  try {
    await writeFile(part, bytes)
    if (isPlain) await rename(part, target)
  } catch (error) {
    if (isPlain) await rm(part, { force: true })
    throw unusable(out, error)
  }
}

/** The system's words without its code and path. */
function unusable(file: string, error: unknown): Misused {
  const [reason = ''] = reasonOf(error)
    .replace(/^[A-Z]+: /, '')
    .split(', ')
  const isFolder = reason.includes('operation on a directory')
  return new Misused(`${nameOf(file)} cannot be used: ${isFolder ? 'it is a folder' : reason}.`)
}

export const nameOf = (file: string) => (file === '-' ? 'Standard input' : file)
