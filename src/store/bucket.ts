import { link, mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Away, errorCode, reasonOf } from '../errors'
import { type Artifact, digestOf, Files } from './files'

/** Object storage that speaks the protocol of S3. */
export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Copies of objects that a server keeps at hand, in bytes. */
const MOST_COPIES = 256_000_000
/** For one answer of the storage, a large object with it. */
const ANSWER_MS = 30_000
const AGAIN_MS = 100
/** What another server is just writing has no row yet; an object of this age gets none any more. */
const STRAY_MS = 86_400_000
/** Objects that are listed, and removed, together. */
const SOME = 100

/**
 * Files in object storage. An object never changes under its key: where a name may get another content, as artifacts and
 * documents do, its digest is part of the key, so that a row names the bytes it tells of. The folder holds the work of
 * this server, and copies of what it read or wrote last; it is emptied at start.
 */
export class Bucket extends Files {
  private readonly client: Bun.S3Client
  /** By key, the least lately used first; of size 0 until they are whole. */
  private readonly copies = new Map<string, { size: number; whole: Promise<void> }>()
  private bytes = 0

  constructor(
    folder: string,
    settings: BucketSettings,
    private readonly now: () => number,
  ) {
    super(join(folder, 'scratch'))
    this.client = new Bun.S3Client(settings)
  }

  override async prepare(alone: boolean): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
    await mkdir(join(this.folder, 'copies'), { recursive: true })
    await super.prepare(alone)
  }

  override attemptFolder(id: string, attempt: number): string {
    return join(super.attemptFolder(id, attempt), 'written')
  }

  /** Under names of the attempt's own: a copy may go while the work still needs it. */
  override async lend(id: string, attempt: number, files: Record<string, string>) {
    const copies = Object.entries(await super.lend(id, attempt, files))
    const folder = join(super.attemptFolder(id, attempt), 'lent')
    await mkdir(folder, { recursive: true })
    const links = copies.map(async ([said, copy], index) => {
      const path = join(folder, String(index))
      await link(copy, path)
      return [said, path]
    })
    return Object.fromEntries(await Promise.all(links))
  }

  override async keepArtifact(artifact: Artifact & { size: number }): Promise<boolean> {
    const written = join(this.attemptFolder(artifact.recordId, artifact.attempt), artifact.path)
    const key = this.artifactKey(artifact)
    let isWhole = true
    await this.copy(key, async (part) => {
      // By a name of its own it stays as it is, whatever the work writes next.
      await link(written, part)
      isWhole = (await digestOf(part)) === artifact.sha256
      if (!isWhole) throw new Error('The file was written anew.')
      await this.put(key, part)
    }).catch((error) => {
      isWhole &&= errorCode(error) !== 'ENOENT'
      if (isWhole) throw error
    })
    return isWhole
  }

  override async settled(id: string, attempt: number): Promise<void> {
    await this.removeWork(id, attempt)
    if (attempt > 1) await this.removeAttempts(id, attempt - 1)
  }

  override async removeAttempts(id: string, last: number): Promise<void> {
    await this.removeWork(id, last)
    await this.remove(`files/${id}/`, (key) => attemptOf(key) <= last)
  }

  override async keepListed(id: string, attempt: number, rows: readonly Artifact[]) {
    await this.removeWork(id, attempt)
    const listed = new Set(rows.map((row) => this.artifactKey(row)))
    return this.remove(`files/${id}/`, (key) => attemptOf(key) <= attempt && !listed.has(key))
  }

  override async removeRecord(id: string): Promise<void> {
    await super.removeRecord(id)
    await this.remove(`files/${id}/`)
  }

  override async removeUpload(name: string): Promise<void> {
    await this.remove(`uploads/${name}`)
  }

  override recordFolders(): AsyncGenerator<string[]> {
    return this.oldNames('files/')
  }

  override uploadNames(): AsyncGenerator<string[]> {
    return this.oldNames('uploads/')
  }

  protected override version(sha256: string): string {
    return `${sha256}/`
  }

  protected override async local(key: string): Promise<string> {
    await this.copy(key, (part) => this.ask(() => Bun.write(part, this.client.file(key)))).catch(
      (error) => {
        if (!isMissing(error)) throw error
      },
    )
    return this.copyPath(key)
  }

  protected override async keep(key: string, from: string): Promise<void> {
    await this.copy(key, async (part) => {
      await rename(from, part)
      await this.put(key, part)
    })
  }

  private async put(key: string, file: string): Promise<void> {
    await this.ask(() => this.client.write(key, Bun.file(file)))
  }

  private copyPath(key: string): string {
    return join(this.folder, 'copies', new Bun.CryptoHasher('sha256').update(key).digest('hex'))
  }

  /** Has the copy of an object made, once however many want it. @param make writes it under the name it is given */
  private async copy(key: string, make: (part: string) => Promise<unknown>): Promise<void> {
    const known = this.copies.get(key)
    if (known) {
      this.copies.delete(key)
      this.copies.set(key, known)
      return known.whole
    }
    const path = this.copyPath(key)
    const part = `${path}.${crypto.randomUUID()}`
    const copy = { size: 0, whole: make(part).then(() => rename(part, path)) }
    this.copies.set(key, copy)
    try {
      await copy.whole
    } catch (error) {
      this.copies.delete(key)
      await rm(part, { force: true })
      throw error
    }
    copy.size = Bun.file(path).size
    this.bytes += copy.size
    for (const [old, { size }] of this.copies) {
      if (this.bytes <= MOST_COPIES) break
      if (size > 0 && old !== key) await this.dropCopy(old)
    }
  }

  private async dropCopy(key: string): Promise<void> {
    this.bytes -= this.copies.get(key)?.size ?? 0
    this.copies.delete(key)
    await rm(this.copyPath(key), { force: true })
  }

  private async removeWork(id: string, last: number): Promise<void> {
    await super.removeAttempts(id, last)
    // A later attempt may be at work in it.
    await rmdir(join(this.folder, 'files', id)).catch(() => {})
  }

  /** Removes objects, and gives how many; what the storage does not remove now goes with its record, or by the sweep. */
  private async remove(prefix: string, isUnwanted = (_key: string) => true): Promise<number> {
    let removed = 0
    try {
      for await (const objects of this.objects(prefix)) {
        const keys = objects.map(({ key }) => key).filter(isUnwanted)
        await Promise.all(keys.map((key) => this.dropCopy(key)))
        await Promise.all(keys.map((key) => this.ask(() => this.client.delete(key))))
        removed += keys.length
      }
    } catch (error) {
      if (!(error instanceof Away)) throw error
    }
    return removed
  }

  private async *oldNames(prefix: string): AsyncGenerator<string[]> {
    const before = this.now() - STRAY_MS
    for await (const objects of this.objects(prefix)) {
      const old = objects.filter(({ lastModified = '' }) => Date.parse(lastModified) < before)
      yield [...new Set(old.map(({ key }) => key.slice(prefix.length).replace(/\/.*/, '')))]
    }
  }

  private async *objects(prefix: string) {
    let after: { startAfter?: string } = {}
    for (;;) {
      const asked = { prefix, maxKeys: SOME, ...after }
      const { contents = [], isTruncated } = await this.ask(() => this.client.list(asked))
      yield contents
      const last = contents.at(-1)
      if (!isTruncated || !last) return
      after = { startAfter: last.key }
    }
  }

  /** @throws Away whatever the storage answers, but for an object that it does not have */
  private async ask<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    for (let isAgain = false; ; isAgain = true) {
      try {
        return await inTime(request())
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'S3Error' || isMissing(error)) throw error
        // A connection that the storage has closed by now is found out by the request on it.
        if (isAgain || errorCode(error) === LATE)
          throw new Away(`the object storage (${errorCode(error)})`, { cause: error })
        await Bun.sleep(AGAIN_MS)
      }
    }
  }
}

/** Puts, reads and removes a small object; what came of it, as a sentence. */
export async function probeBucket(
  settings: BucketSettings,
): Promise<{ reachable: boolean; sentence: string }> {
  const named = `The bucket ${settings.bucket} at ${settings.endpoint}`
  const file = new Bun.S3Client(settings).file(`probe/${crypto.randomUUID()}`)
  const steps = {
    takes: () => file.write('burin'),
    gives: () => file.text(),
    removes: () => file.delete(),
  }
  for (const [verb, step] of Object.entries(steps)) {
    try {
      await inTime<unknown>(step())
    } catch (error) {
      const reason = `${errorCode(error)}, ${reasonOf(error)}`.replace(/\.$/, '')
      return { reachable: false, sentence: `${named} ${verb} no object: ${reason}.` }
    }
  }
  return { reachable: true, sentence: `${named} takes, gives and removes objects.` }
}

const LATE = 'Timeout'
const isMissing = (error: unknown) => errorCode(error) === 'NoSuchKey'

/** @throws Error as Bun's own where the storage does not answer */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${ANSWER_MS / 1000} seconds`)
    late.reject(Object.assign(error, { name: 'S3Error', code: LATE }))
  }, ANSWER_MS)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/** Of an object's key; not a number for what came with the record or was made of it. */
const attemptOf = (key: string) => Number(key.split('/')[2])
