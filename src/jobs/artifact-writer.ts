import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDiskFull } from '../errors'
import { kindOf } from '../forms/outputs'
import type { Report } from '../store/append'

const PATH = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*){0,4}$/

/**
 * Writes the files of one attempt: each whole or not at all, synced to disk before the job may end.
 * SVG passes `clean` first: nothing else is ever stored.
 */
export class ArtifactWriter {
  private readonly syncing: Promise<void>[] = []
  private readonly folders = new Set<string>()
  /** The first thing that the disk refused. */
  private refusal: unknown

  constructor(
    private readonly folder: string,
    private readonly clean: (svg: string) => string,
    private readonly report: (report: Report) => void,
  ) {}

  /** True once there was no room on the disk for a file. */
  get noRoom(): boolean {
    return isDiskFull(this.refusal)
  }

  /**
   * That there is no room for a file is told by {@link synced}: nobody needs to wait for one.
   * @throws Error when the path leaves the folder or is malformed, or the content is not what its name says
   */
  async write(path: string, content: Uint8Array | string | object, kind?: string): Promise<void> {
    if (typeof path !== 'string' || !PATH.test(path) || path.length > 200)
      throw new Error(`The artifact path ${JSON.stringify(path)?.slice(0, 200)} is not valid.`)
    const bytes = artifactBytes(path, content, this.clean)
    const file = join(this.folder, path)
    try {
      writeWhole(file, bytes)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.refusal ??= error
      return
    }
    this.syncing.push(
      sync(file).catch((error) => {
        this.refusal ??= error
      }),
    )
    this.addFolders(file)
    this.report({
      type: 'artifact',
      path,
      kind: kind === undefined ? kindOf(path) : String(kind),
      size: bytes.byteLength,
      sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    })
  }

  /**
   * Resolves when every file written so far, and the folders that name them, are on disk.
   * @throws Error when the disk has refused one of them
   */
  async synced(): Promise<void> {
    await Promise.all(this.syncing)
    if (this.refusal) throw this.refusal
    await Promise.all([...this.folders].map(sync))
  }

  /** A new file's folder, and those that name it: the attempt's, the record's, and the one of all records. */
  private addFolders(file: string): void {
    const top = dirname(dirname(this.folder))
    for (let folder = dirname(file); !this.folders.has(folder); folder = dirname(folder)) {
      this.folders.add(folder)
      if (folder === top) return
    }
  }
}

/**
 * A file as it is kept: SVG passes `clean` first, a value becomes JSON.
 * @throws Error when the content is not what its name says
 */
export function artifactBytes(
  path: string,
  content: Uint8Array | string | object,
  clean: (svg: string) => string,
): Uint8Array {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    const isValue = typeof content === 'object' && content !== null && !isBuffer(content)
    if (isValue && path.endsWith('.json'))
      return Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
    throw new Error(`The artifact ${path} is neither text nor bytes.`)
  }
  if (/\.svg$/i.test(path))
    return Buffer.from(
      clean(typeof content === 'string' ? content : new TextDecoder().decode(content)),
    )
  return typeof content === 'string' ? Buffer.from(content) : content
}

const isBuffer = (content: object) => content instanceof ArrayBuffer || ArrayBuffer.isView(content)

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** At once: the thread has nothing else to do, and each step in another one costs more than the write. */
function writeWhole(file: string, bytes: Uint8Array): void {
  const part = `${file}.part`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(part, bytes)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
