/** What the files for operators say, read as their programs read them. */
import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dir, '..', '..')

export const said = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Instruction {
  name: string
  words: string
}

/** The instructions of the Dockerfile, stage by stage; a line goes on after a backslash. */
export function dockerStages(): Instruction[][] {
  const stages: Instruction[][] = []
  for (const line of said('Dockerfile').replaceAll('\\\n', ' ').split('\n')) {
    const [, name, words = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === undefined) continue
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, words: words.trim() })
  }
  return stages
}

/** The settings that the image is run with. */
export function imageSettings(): Record<string, string> {
  const words = (dockerStages().at(-1) ?? []).filter(({ name }) => name === 'ENV')
  return Object.fromEntries(
    words.flatMap(({ words }) =>
      words.split(' ').map((pair) => pair.split('=') as [string, string]),
    ),
  )
}

/** What the image asks itself whether it is well, for `/bin/sh -c`. */
export function imageHealthcheck(): string {
  const found = (dockerStages().at(-1) ?? []).find(({ name }) => name === 'HEALTHCHECK')
  return /CMD (.*)$/.exec(found?.words ?? '')?.[1] ?? ''
}

/** A number that no user of this machine has. */
const NOBODY = 10_001

/**
 * What a command begins with so that it runs as in the image, where it owns `own` alone: as nobody, if this process may
 * choose, else without the right to write `folder`.
 */
export function asInImage(folder: string, own: readonly string[]): string[] {
  chmodSync(folder, 0o555)
  if (process.getuid?.() !== 0) return []
  for (const path of own) chownSync(path, NOBODY, NOBODY)
  return ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
}
