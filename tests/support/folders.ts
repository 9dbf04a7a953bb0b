import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The drop-in plugins that misbehave on demand. */
export const FIXTURE_PLUGINS = join(import.meta.dir, '..', 'fixtures', 'plugins')

const made = new Set<string>()

/** A new empty folder. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'burin-test-'))
  made.add(folder)
  return folder
}

export function removeTempFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
  made.clear()
}
