import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of records: `files/<id>/<attempt>/<path>`; uploads: `uploads/<name>`; bodies on their way: `incoming/`. */
export class Files {
  constructor(private readonly folder: string) {}

  attemptFolder(id: string, attempt: number): string {
    return join(this.folder, 'files', id, String(attempt))
  }

  artifact(id: string, attempt: number, path: string): string {
    return join(this.attemptFolder(id, attempt), path)
  }

  upload(name: string): string {
    return join(this.folder, 'uploads', name)
  }

  /** A folder for bodies that are still arriving or being examined; emptied at start. */
  async incoming(): Promise<string> {
    const folder = join(this.folder, 'incoming')
    await mkdir(folder, { recursive: true })
    return folder
  }

  async prepare(): Promise<void> {
    await rm(join(this.folder, 'incoming'), { recursive: true, force: true })
    await mkdir(join(this.folder, 'uploads'), { recursive: true })
    await mkdir(join(this.folder, 'files'), { recursive: true })
  }

  /** True when the file that an executor reported is there whole. */
  async isWhole(id: string, attempt: number, path: string, size: number): Promise<boolean> {
    const found = await stat(this.artifact(id, attempt, path)).catch(() => undefined)
    return found?.isFile() === true && found.size === size
  }

  /** Removes every attempt's files but the one named; 0 removes all. */
  async keepOnly(id: string, attempt: number): Promise<void> {
    const attempts = await readdir(join(this.folder, 'files', id)).catch(() => [])
    const stale = attempts.filter((name) => name !== String(attempt))
    await Promise.all(stale.map((name) => this.removeAttempt(id, name)))
  }

  async removeRecord(id: string): Promise<void> {
    await rm(join(this.folder, 'files', id), { recursive: true, force: true })
  }

  private async removeAttempt(id: string, attempt: string): Promise<void> {
    const folder = join(this.folder, 'files', id, attempt)
    // A process that is just dying may still write there: what it leaves is nothing's file, and no reason to stop.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}
