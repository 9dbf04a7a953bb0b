import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import { Problem, problems } from '../errors'
import { parseJson } from '../intake/json'
import { bodyChecker } from '../intake/schema'
import { newId } from '../store/ids'
import type { Context } from './context'

/** Read and dropped beyond a limit: to close while the client still sends could reset the answer away. */
const LINGER_BYTES = 16_000_000
/** A body up to this size stays in memory. */
const SMALL_BYTES = 16_384
/** For a whole body to arrive; a connection that stands still longer is closed before. */
export const ARRIVAL_MS = 240_000

/** A body that has arrived; what nobody has taken over of it goes with its reader. */
export interface Received extends AsyncDisposable {
  /** Of the raw body, in hexadecimal. */
  sha256: string
  /** The body itself where it is small, else its file. */
  body: Uint8Array<ArrayBuffer> | { file: string }
  /** A path in a folder of this body's own, where examination may write. */
  target: string
}

/**
 * Receives a body of at most `limit` bytes, chunked ones too. What is not small goes to disk while it is hashed: this
 * process never holds it.
 * @throws Problem 408, 413, or 503 when too many bodies are open, or a large one comes while memory is short
 */
export async function receive(
  ctx: Context,
  request: Request,
  { limit, caller }: { limit: number; caller: string },
): Promise<Received> {
  const space = ctx.openBodies.enter(caller)
  const folder = ctx.store.files.incoming(newId())
  const keep = new Keeper(folder, (bytes) => {
    if (ctx.isShortOfMemory()) throw problems.tooManyBodies()
    space.grow(bytes)
  })
  const discard = async () => {
    space.close()
    keep.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for await (const chunk of bounded(request, limit)) {
      const { byteLength } = chunk
      keep.add(chunk)
      await shares.take(byteLength)
    }
    return { ...keep.end(), target: join(folder, 'part'), [Symbol.asyncDispose]: discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Of a body of the admin: a name, numbers and an address. */
const SMALL_FORM_BYTES = 16_384

/** Reads and checks the bodies of a route that takes only small ones: 413 and 415 before 422. @param credited as of {@link requireJson} */
export function formReader<Schema extends TSchema>(ctx: Context, schema: Schema, credited = true) {
  const check = bodyChecker(schema, { ...ctx, nullIsAbsent: true })
  return async (request: Request): Promise<Static<Schema>> => {
    const unread = requireJson(request, credited)
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of bounded(request, SMALL_FORM_BYTES)) chunks.push(chunk)
    try {
      return check(parseJson(joined(chunks))) as Static<Schema>
    } catch (error) {
      return unread(error)
    }
  }
}

/** Bytes of all bodies that are hashed and written before everything else has its turn: a few milliseconds. */
const TURN_BYTES = 2_000_000

/** Parts the event loop between the bodies that arrive and all else. */
class Shares {
  private left = TURN_BYTES
  private next: Promise<void> | undefined

  /** Resolves at once, or in the next turn of the loop when this one has had its bytes. */
  async take(bytes: number): Promise<void> {
    this.left -= bytes
    if (this.left > 0) return
    this.next ??= new Promise((resolve) =>
      setImmediate(() => {
        this.left = TURN_BYTES
        this.next = undefined
        resolve()
      }),
    )
    await this.next
  }
}

const shares = new Shares()

/**
 * A body must say that it is JSON, because a page of another site may send any other unasked (CORS). Of a caller who shows
 * who he is, one that does not say so is taken where it can be read: what is given passes on why it could not.
 * @throws Problem 415
 */
export function requireJson(request: Request, credited: boolean): (error: unknown) => never {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const says = /^application\/([\w.-]+\+)?json$/.test(type)
  if (!says && !credited) throw problems.notJson()
  return (error) => {
    const [fault] = error instanceof Problem ? (error.options.faults ?? []) : []
    const isEmpty = fault?.type === 'missing' && fault.loc.length === 1
    const isUnread = fault?.type === 'json_invalid' || isEmpty
    throw isUnread && !says ? problems.notJson() : error
  }
}

/**
 * Keeps a body in memory until it is no longer small, then in a file. It writes at once: the runtime takes in what
 * arrives whether it is read or not, and while a write is awaited a whole body gathers in memory.
 */
class Keeper {
  private readonly hash = new Bun.CryptoHasher('sha256')
  private chunks: Uint8Array<ArrayBuffer>[] = []
  private size = 0
  private file: number | undefined
  private opened = false

  constructor(
    private readonly folder: string,
    private readonly grow: (bytes: number) => void,
  ) {}

  private get path(): string {
    return join(this.folder, 'body')
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.hash.update(chunk)
    this.size += chunk.byteLength
    if (this.file === undefined && this.size <= SMALL_BYTES) {
      this.chunks.push(chunk)
      return
    }
    const known = this.file === undefined ? joined([...this.chunks, chunk]) : chunk
    this.chunks = []
    this.grow(known.byteLength)
    this.file ??= this.open()
    writeSync(this.file, known)
    letGo(chunk)
  }

  end(): Pick<Received, 'sha256' | 'body'> {
    this.close()
    const body = this.file === undefined ? joined(this.chunks) : { file: this.path }
    return { sha256: this.hash.digest('hex'), body }
  }

  close(): void {
    if (this.opened && this.file !== undefined) closeSync(this.file)
    this.opened = false
  }

  private open(): number {
    mkdirSync(this.folder, { recursive: true })
    const file = openSync(this.path, 'w')
    this.opened = true
    return file
  }
}

/** Gives its memory back at once: as garbage, what arrived in a second is more than all else of the process. */
function letGo(chunk: Uint8Array<ArrayBuffer>): void {
  chunk.buffer.transfer(0)
}

function joined(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

async function* bounded(request: Request, limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit + LINGER_BYTES) throw problems.bodyTooLarge(limit)
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > limit + LINGER_BYTES) break
    if (size <= limit) yield chunk
    else letGo(chunk)
  }
  if (size > limit) throw problems.bodyTooLarge(limit)
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!request.body) return
  const reader = request.body.getReader()
  const state = { whole: false, late: false }
  // Not a race of promises: the one that never settles would keep every chunk that won.
  const timer = setTimeout(() => {
    state.late = true
    reader.cancel().catch(() => {})
  }, ARRIVAL_MS)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (state.late) throw problems.bodyTooSlow(ARRIVAL_MS / 1000)
      state.whole = done
      if (done) return
      yield value
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'The body ended before it was complete.')
  } finally {
    clearTimeout(timer)
    if (!state.whole) reader.cancel().catch(() => {})
  }
}
