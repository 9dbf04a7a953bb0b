import { statfsSync } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

const INPUT = 'input'
const LENT = 'record/'
const DOCUMENTS = 'documents'

/**
 * Files of records: `files/<id>/<attempt>/<path>`, those that came with them `files/<id>/input/<name>`, what they were made
 * into when asked for `files/<id>/documents/<name>`; uploads: `uploads/<name>`; bodies on their way: `incoming/`.
 */
export class Files {
  constructor(private readonly folder: string) {}

  attemptFolder(id: string, attempt: number): string {
    return join(this.folder, 'files', id, String(attempt))
  }

  artifact(id: string, attempt: number, path: string): string {
    return join(this.attemptFolder(id, attempt), path)
  }

  /** The name under which another record's artifact is lent to a record's work. */
  lentName(id: string, attempt: number, path: string): string {
    return `${LENT}${id}/${attempt}/${path}`
  }

  /** What is lent under a name of {@link lentName}; undefined: it is gone. */
  async readLent(name: string): Promise<Uint8Array | undefined> {
    const file = Bun.file(join(this.folder, 'files', name.slice(LENT.length)))
    return (await file.exists()) ? file.bytes() : undefined
  }

  upload(name: string): string {
    return join(this.folder, 'uploads', name)
  }

  /**
   * A file that a record's work may read, by the name it is kept under: `input/<name>` came with it,
   * `record/<id>/<attempt>/<path>` is another record's, any other is an upload.
   */
  readable(id: string, name: string): string {
    if (name.startsWith(LENT)) return join(this.folder, 'files', name.slice(LENT.length))
    return name.startsWith(`${INPUT}/`) ? join(this.folder, 'files', id, name) : this.upload(name)
  }

  /**
   * Takes a file over into the folder of a record that is about to be accepted, as `name` (`input/<name>`), on disk
   * before this resolves. The folder of one that is not accepted after all is removed by the caller, after a
   * crash by the sweep at the next start.
   */
  async adoptInput(id: string, from: string, name: string): Promise<void> {
    const record = join(this.folder, 'files', id)
    await mkdir(join(record, INPUT), { recursive: true })
    await sync(from)
    await rename(from, join(record, name))
    for (const folder of [join(record, INPUT), record, join(this.folder, 'files')])
      await sync(folder)
  }

  private documentFile(id: string, name: string): string {
    return join(this.folder, 'files', id, DOCUMENTS, name)
  }

  /** A document that a finished record was made into, whole once what is told of it lies beside it; and that, else undefined. */
  async document(id: string, name: string): Promise<{ file: string; told: unknown }> {
    const file = this.documentFile(id, name)
    const told = await Bun.file(`${file}.json`)
      .json()
      .catch(() => undefined)
    return { file, told }
  }

  /** Keeps such a document with its record, whole at every moment: two may be made at once, while a third is sent. */
  async keepDocument(id: string, name: string, bytes: Uint8Array, told: unknown): Promise<void> {
    const file = this.documentFile(id, name)
    const own = `${file}.${crypto.randomUUID()}`
    await Bun.write(own, bytes)
    await rename(own, file)
    await Bun.write(own, JSON.stringify(told))
    await rename(own, `${file}.json`)
  }

  /** Takes a file over among the uploads, on disk before this resolves. */
  async keepUpload(from: string, name: string): Promise<void> {
    await sync(from)
    await rename(from, this.upload(name))
    await sync(join(this.folder, 'uploads'))
  }

  /** The ids of all records that have a folder, some at a time. */
  recordFolders(): AsyncGenerator<string[]> {
    return namesIn(join(this.folder, 'files'))
  }

  /** The names of all uploads, some at a time. */
  uploadNames(): AsyncGenerator<string[]> {
    return namesIn(join(this.folder, 'uploads'))
  }

  /** The disk of the data folder, in bytes. */
  disk(): { free: number; total: number } {
    const { bavail, blocks, bsize } = statfsSync(this.folder)
    return { free: bavail * bsize, total: blocks * bsize }
  }

  /** Free space on the disk, in millions of bytes. */
  freeMegabytes(): number {
    return this.disk().free / 1_000_000
  }

  /** Where a body that is still arriving or being examined may have a folder of its own; emptied at start. */
  incoming(id: string): string {
    return join(this.folder, 'incoming', id)
  }

  async prepare(): Promise<void> {
    await rm(join(this.folder, 'incoming'), { recursive: true, force: true })
    for (const name of ['incoming', 'uploads', 'files'])
      await mkdir(join(this.folder, name), { recursive: true })
    await sync(this.folder)
  }

  /** True when the file that an executor reported is there whole. */
  async isWhole(id: string, attempt: number, path: string, size: number): Promise<boolean> {
    const found = await stat(this.artifact(id, attempt, path)).catch(() => undefined)
    return found?.isFile() === true && found.size === size
  }

  /** Removes the files of the attempts up to `last`; a later one may be at work. What came with the record stays. */
  async removeAttempts(id: string, last: number): Promise<void> {
    const attempts = await readdir(join(this.folder, 'files', id)).catch(() => [])
    const stale = attempts.filter((name) => Number(name) <= last)
    await Promise.all(stale.map((name) => this.removeAttempt(id, name)))
  }

  /** Removes what lies in the folder of a record that has ended and is none of its `paths`; gives how many files. */
  async keepListed(id: string, attempt: number, paths: readonly string[]): Promise<number> {
    await this.removeAttempts(id, attempt - 1)
    const folder = this.attemptFolder(id, attempt)
    const listed = new Set(paths)
    const found = await filesBelow(folder)
    const stray = found.filter((file) => !listed.has(relative(folder, file)))
    await Promise.all(stray.map((file) => rm(file, { force: true })))
    return stray.length
  }

  async removeUpload(name: string): Promise<void> {
    await rm(this.upload(name), { force: true })
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

/** Names that are looked at together. */
const SOME = 200

async function* namesIn(folder: string): AsyncGenerator<string[]> {
  let names: string[] = []
  for await (const { name } of await opendir(folder)) {
    names.push(name)
    if (names.length < SOME) continue
    yield names
    names = []
  }
  yield names
}

/** Bun's own recursive listing would follow links out of the folder. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
  return (await Promise.all(found)).flat()
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
