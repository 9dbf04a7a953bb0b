import { existsSync, statfsSync } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { idAt, newId } from './ids'

const INPUT = 'input'
/** `record/<id>/<attempt>/<sha256>/<path>`; without the digest in records of before. */
const LENT = /^record\/(\w+)\/(\d+)\/(?:([0-9a-f]{64})\/)?(.+)$/

/** What names a stored artifact: some columns of its row. */
export interface Artifact {
  recordId: string
  attempt: number
  path: string
  /** Of its content, in hexadecimal. */
  sha256: string
}

/** A file that was to be read is kept no more; the sentence is for the client. */
export class Gone extends Error {
  constructor(said: string) {
    super(`The file ${said} is not kept any more.`)
  }
}

/**
 * Files of records: `files/<id>/<attempt>/<path>`, those that came with them `files/<id>/input/<name>`, what they were made
 * into when asked for `files/<id>/documents/<name>`; uploads: `uploads/<name>`; bodies on their way: `incoming/`.
 * What gives a path gives one on this machine, where nothing lies once the file is gone.
 */
export class Files {
  constructor(protected readonly folder: string) {}

  /** Where the work of an attempt writes. */
  attemptFolder(id: string, attempt: number): string {
    return join(this.folder, 'files', id, String(attempt))
  }

  artifact(artifact: Artifact): Promise<string> {
    return this.local(this.artifactKey(artifact))
  }

  upload(name: string): Promise<string> {
    return this.local(uploadKey(name))
  }

  /** The name under which another record's artifact is lent to a record's work. */
  lentName({ recordId, attempt, sha256, path }: Artifact): string {
    return `record/${recordId}/${attempt}/${sha256}/${path}`
  }

  /** What is lent under a name of {@link lentName}; undefined: it is gone. */
  async readLent(name: string): Promise<Uint8Array | undefined> {
    const file = Bun.file(await this.readable('', name))
    return (await file.exists()) ? file.bytes() : undefined
  }

  /**
   * Where the work of an attempt reads the files it may, by the words its input has for them.
   * @param files by those words the names they are kept under
   * @throws Gone
   */
  async lend(
    id: string,
    _attempt: number,
    files: Record<string, string>,
  ): Promise<Record<string, string>> {
    const lent: Record<string, string> = {}
    for (const [said, name] of Object.entries(files)) {
      const path = await this.readable(id, name)
      if (!existsSync(path)) throw new Gone(said)
      lent[said] = path
    }
    return lent
  }

  /** By the name it is kept under: `input/<name>` came with the record, a lent one is another's, any other is an upload. */
  readable(id: string, name: string): Promise<string> {
    const [, recordId, attempt, sha256 = '', path = ''] = LENT.exec(name) ?? []
    if (recordId) return this.artifact({ recordId, attempt: Number(attempt), sha256, path })
    return isInput(name) ? this.local(recordKey(id, name)) : this.upload(name)
  }

  protected artifactKey({ recordId, attempt, path, sha256 }: Artifact): string {
    return recordKey(recordId, `${attempt}/${this.version(sha256)}${path}`)
  }

  /** The part of a key that tells contents of one name apart. */
  protected version(_sha256: string): string {
    return ''
  }

  protected async local(key: string): Promise<string> {
    return join(this.folder, key)
  }

  /** Moves a file to its key, whole and on disk before this resolves, the names of its folders too. */
  protected async keep(key: string, from: string): Promise<void> {
    const file = join(this.folder, key)
    await mkdir(dirname(file), { recursive: true })
    await sync(from)
    await rename(from, file)
    for (let name = dirname(key); name !== '.'; name = dirname(name))
      await sync(join(this.folder, name))
  }

  /**
   * Takes a file over for a record that is about to be accepted, as `name` (`input/<name>`), kept before this resolves.
   * Those of one that is not accepted after all are removed by the caller, after a crash by the sweep.
   */
  adoptInput(id: string, from: string, name: string): Promise<void> {
    return this.keep(recordKey(id, name), from)
  }

  /** Takes a file over as the artifact that a row tells of, kept before this resolves. */
  adoptArtifact(from: string, artifact: Artifact): Promise<void> {
    return this.keep(this.artifactKey(artifact), from)
  }

  /** A document that a finished record was made into, and what is told of it; undefined: it was not made yet. */
  async document<Told extends { sha256: string }>(
    id: string,
    name: string,
  ): Promise<{ file: string; told: Told } | undefined> {
    const told: Told | undefined = await Bun.file(await this.local(documentKey(id, `${name}.json`)))
      .json()
      .catch(() => undefined)
    if (!told) return undefined
    return { file: await this.local(documentKey(id, this.version(told.sha256) + name)), told }
  }

  /** Keeps such a document with its record, whole at every moment: two may be made at once, while a third is sent. */
  async keepDocument(
    id: string,
    name: string,
    bytes: Uint8Array,
    told: { sha256: string },
  ): Promise<string> {
    const key = documentKey(id, this.version(told.sha256) + name)
    const own = this.incoming(newId())
    await Bun.write(own, bytes)
    await this.keep(key, own)
    await Bun.write(own, JSON.stringify(told))
    await this.keep(documentKey(id, `${name}.json`), own)
    return this.local(key)
  }

  /** Takes a file over among the uploads, kept before this resolves. */
  keepUpload(from: string, name: string): Promise<void> {
    return this.keep(uploadKey(name), from)
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

  /** @param alone no other server has the folder: what lies in `incoming` is nobody's */
  async prepare(alone: boolean): Promise<void> {
    const incoming = join(this.folder, 'incoming')
    const old = idAt(Date.now() - LONGEST_BODY_MS)
    for (const name of await readdir(incoming).catch(() => []))
      if (alone || name < old) await rm(join(incoming, name), { recursive: true, force: true })
    for (const name of ['incoming', 'uploads', 'files'])
      await mkdir(join(this.folder, name), { recursive: true })
    await sync(this.folder)
  }

  /** Keeps what an executor has written, before its row is; false where it is not there whole, or another by now. */
  async keepArtifact({ recordId, attempt, path, size }: Artifact & { size: number }) {
    const found = await stat(join(this.attemptFolder(recordId, attempt), path)).catch(
      () => undefined,
    )
    return found?.isFile() === true && found.size === size
  }

  /** Removes what the work of a record that has ended needs no more. */
  settled(id: string, attempt: number): Promise<void> {
    return this.removeAttempts(id, attempt - 1)
  }

  /** Removes the files of the attempts up to `last`; a later one may be at work. What came with the record stays. */
  async removeAttempts(id: string, last: number): Promise<void> {
    const attempts = await readdir(join(this.folder, 'files', id)).catch(() => [])
    const stale = attempts.filter((name) => Number(name) <= last)
    await Promise.all(stale.map((name) => this.removeAttempt(id, name)))
  }

  /** Removes what the attempts of a record that has ended left beside those of its rows; gives how many files. */
  async keepListed(id: string, attempt: number, rows: readonly Artifact[]): Promise<number> {
    await this.removeAttempts(id, attempt - 1)
    const folder = this.attemptFolder(id, attempt)
    const listed = new Set(rows.map(({ path }) => path))
    const found = await filesBelow(folder)
    const stray = found.filter((file) => !listed.has(relative(folder, file)))
    await Promise.all(stray.map((file) => rm(file, { force: true })))
    return stray.length
  }

  async removeUpload(name: string): Promise<void> {
    await rm(join(this.folder, uploadKey(name)), { force: true })
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

/** Of names that files are kept under, those that came with their record. */
export const isInput = (name: string): boolean => name.startsWith(`${INPUT}/`)

const uploadKey = (name: string) => `uploads/${name}`
const recordKey = (id: string, name: string) => `files/${id}/${name}`
const documentKey = (id: string, name: string) => recordKey(id, `documents/${name}`)

/** Above the time that a body may take to arrive and to be judged. */
const LONGEST_BODY_MS = 3_600_000

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

/** Of a file's content, in hexadecimal. */
export async function digestOf(file: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(file).stream()) hash.update(chunk)
  return hash.digest('hex')
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
