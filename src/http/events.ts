import type { EventRow } from '../store/hints'
import { isLast } from '../store/moves'
import { isTerminal } from '../store/states'
import type { Store } from '../store/store'
import type { Context } from './context'
import { visibleRecord } from './jobs'

const PAGE = 200
const HEARTBEAT_MS = 15_000
const STALLED_MS = 30_000
/** Browser pages that load an SVG on its artifact event otherwise overwrite their own "done". */
const HOLD_MS = 500

/** `GET /api/events/{job_id}`: everything from the start, or after `Last-Event-ID`, until `finished`. */
export async function getEvents(ctx: Context, request: Request, id: string): Promise<Response> {
  const record = await visibleRecord(ctx, request, id)
  const last = await ctx.store.lastSeq(id)
  const after = resumePoint(request, last)
  if (isTerminal(record.status) && after === last) return new Response(null, { status: 204 })
  const stream = new EventStream(ctx.store, id, after, request.signal, ctx.draining)
  return new Response(stream.readable(), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** An id that is no integer of the job replays from the start. */
function resumePoint(request: Request, last: number): number {
  const query = new URL(request.url).searchParams.get('last_event_id')
  const id = request.headers.get('last-event-id') ?? query ?? ''
  const seq = /^\d{1,9}$/.test(id) ? Number(id) : 0
  return seq <= last ? seq : 0
}

/** One subscriber: a cursor over the events table, pulled by the client's own reading, no queue of its own. */
class EventStream {
  private artifactSentAt = 0
  private stalled: ReturnType<typeof setTimeout> | undefined
  private readonly unwatch: () => void
  private greeted = false
  private closed = false
  private wake = () => {}

  constructor(
    private readonly store: Store,
    private readonly id: string,
    private after: number,
    signal: AbortSignal,
    private readonly draining: () => boolean,
  ) {
    this.unwatch = store.hints.watch(id)
    signal.addEventListener('abort', () => {
      this.close()
      this.wake()
    })
  }

  readable(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.pull(controller),
        cancel: () => this.close(),
      },
      { highWaterMark: 0 },
    )
  }

  private async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(this.stalled)
    if (this.closed) return
    const rows = await this.nextRows()
    const last = rows.at(-1)
    if (last && isLast(last)) await this.hold()
    const lead = this.greeted ? '' : 'retry: 2000\n\n'
    this.greeted = true
    if (last) this.after = last.seq
    const text = lead + (rows.length > 0 ? rows.map(frame).join('') : ': still here\n\n')
    if (this.closed) return
    controller.enqueue(encoder.encode(text))
    if (rows.some(({ event }) => event === 'artifact')) this.artifactSentAt = performance.now()
    if ((last && isLast(last)) || this.draining()) {
      this.close()
      controller.close()
      return
    }
    this.stalled = setTimeout(() => {
      this.close()
      controller.error(new Error('the reader made no progress'))
    }, STALLED_MS)
  }

  /** The next rows; none after a heartbeat's time. */
  private async nextRows(): Promise<EventRow[]> {
    // Asked for before the table is read: a commit in between must not be missed.
    const hint = Promise.withResolvers<void>()
    this.wake = hint.resolve
    const takeBack = this.store.hints.once(this.id, hint.resolve)
    const rows = await this.read()
    if (rows.length > 0) {
      takeBack()
      return rows
    }
    const timer = setTimeout(hint.resolve, this.greeted ? HEARTBEAT_MS : 0)
    await hint.promise
    takeBack()
    clearTimeout(timer)
    return this.read()
  }

  /** A page of rows; the last event of all comes alone, so that it can be held back. */
  private async read(): Promise<EventRow[]> {
    const rows =
      this.store.hints.after(this.id, this.after, PAGE) ??
      (await this.store.eventsAfter(this.id, this.after, PAGE))
    const last = rows.at(-1)
    return rows.length > 1 && last && isLast(last) ? rows.slice(0, -1) : rows
  }

  /** Waits until the last artifact frame sent here is old enough. */
  private async hold(): Promise<void> {
    const wait = this.artifactSentAt + HOLD_MS - performance.now()
    if (this.artifactSentAt > 0 && wait > 0) await Bun.sleep(wait)
  }

  private close(): void {
    if (this.closed) return
    this.closed = true
    clearTimeout(this.stalled)
    this.unwatch()
  }
}

const encoder = new TextEncoder()

function frame({ seq, event, data }: EventRow): string {
  return `id: ${seq}\nevent: ${event}\ndata: ${data}\n\n`
}
