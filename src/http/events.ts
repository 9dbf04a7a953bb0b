import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems } from '../errors'
import type { EventRow } from '../store/hints'
import { isLast } from '../store/moves'
import type { Store } from '../store/store'
import { jobSecurity } from './auth'
import type { Context } from './context'
import { JobId, visibleRecord } from './jobs'
import { CALLER, operation } from './operation'

const PAGE = 200
/** What a reader that has stopped may hold; long lines make a page shorter. */
const PAGE_BYTES = 64_000
const HEARTBEAT_MS = 15_000
const STALLED_MS = 30_000
/** Browser pages that load an SVG on its artifact event otherwise overwrite their own "done". */
const HOLD_MS = 500

const EVENTS = `Every frame has \`id\` (1, 2, 3...), \`event\` and \`data\` (JSON on one line). All events are kept: a stream starts
with the first, or after \`Last-Event-ID\`.

| event | data |
|---|---|
| status | \`{"state":"queued"}\`, \`{"state":"started"}\`, last \`{"state":"finished","code","status","error"}\` |
| log | \`{"stream","line"}\` |
| progress | \`{"stage","step","steps","percent"}\` |
| artifact | \`{"kind","name","path","url","updated_at","size"}\` |`

const EXAMPLE = ['{"state":"queued"}', '{"state":"started"}']
  .map((data, index) => frame({ seq: index + 1, event: 'status', data }))
  .join('')

const LastEvent = Type.String({
  description: 'Replays what came after this event; the query is for where no header can be sent.',
})

export function eventRoutes(ctx: Context) {
  return new Elysia({ detail: { tags: ['Jobs'], security: jobSecurity(ctx.config) } }).get(
    '/api/events/:job_id',
    ({ request, params }) => getEvents(ctx, request, params.job_id),
    operation('streamEvents', 'Status, log lines, progress and files of a job as they come', {
      params: JobId,
      query: Type.Object({ last_event_id: Type.Optional(LastEvent) }),
      headers: Type.Object({ 'Last-Event-ID': Type.Optional(LastEvent) }),
      answers: {
        200: Type.String({
          description: 'The stream; the server closes it after the last event.',
          contentTypes: ['text/event-stream'],
          example: EXAMPLE,
        }),
        204: Type.Void({ description: 'The last event was seen already; nothing more will come.' }),
      },
      refused: [...CALLER, problems.jobNotFound(), problems.draining()],
      description: EVENTS,
    }),
  )
}

/** Everything from the start, or after `Last-Event-ID`, until `finished`. */
async function getEvents(ctx: Context, request: Request, id: string): Promise<Response> {
  await visibleRecord(ctx, request, id)
  if (ctx.store.hints.ended) throw problems.draining()
  const known = await lastKnown(ctx.store, request, id)
  if (known && isLast(known)) return new Response(null, { status: 204 })
  const stream = new EventStream(ctx.store, id, known?.seq ?? 0)
  return new Response(new ReadableStream<Uint8Array>(stream, { highWaterMark: 0 }), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** The event that the client saw last; an id that is no integer of the job is none, and replays from the start. */
async function lastKnown(
  store: Store,
  request: Request,
  id: string,
): Promise<EventRow | undefined> {
  const query = new URL(request.url).searchParams.get('last_event_id')
  const given = request.headers.get('last-event-id') || (query ?? '')
  if (!/^[1-9]\d{0,8}$/.test(given)) return undefined
  const seq = Number(given)
  const [row] = await store.eventsAfter(id, seq - 1, 1)
  return row?.seq === seq ? row : undefined
}

/** One subscriber: a cursor over the events table, pulled by the client's own reading, no queue of its own. */
class EventStream implements UnderlyingDefaultSource<Uint8Array> {
  private artifactSentAt = 0
  private pageRows = PAGE
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly unwatch: () => void
  private greeted = false
  private closed = false
  private isNews = false
  private wake = () => {}

  constructor(
    private readonly store: Store,
    private readonly id: string,
    private after: number,
  ) {
    this.unwatch = store.hints.watch(id, () => this.hear())
  }

  private hear(): void {
    this.isNews = true
    this.wake()
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(this.timer)
    if (this.closed) return
    this.isNews = false
    let rows = await this.read()
    if (rows.length === 0 && !this.store.hints.ended) {
      await this.news()
      rows = await this.read()
    }
    const last = rows.at(-1)
    if (last && isLast(last)) await this.hold()
    const lead = this.greeted ? '' : 'retry: 2000\n\n'
    this.greeted = true
    if (last) this.after = last.seq
    const over = this.store.hints.ended
    const idle = over ? '' : ': still here\n\n'
    const text = lead + (rows.length > 0 ? rows.map(frame).join('') : idle)
    if (this.closed) return
    if (text !== '') controller.enqueue(encoder.encode(text))
    if (rows.some(({ event }) => event === 'artifact')) this.artifactSentAt = performance.now()
    if (over || (last && isLast(last))) {
      this.cancel()
      controller.close()
      return
    }
    this.timer = setTimeout(() => {
      this.cancel()
      controller.error(new Error('the reader made no progress'))
    }, STALLED_MS)
  }

  /** Resolves when there may be rows that the last reading did not see, at the latest after a heartbeat's time. */
  private async news(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.wake = resolve
      this.timer = setTimeout(resolve, this.greeted ? HEARTBEAT_MS : 0)
      if (this.isNews) resolve()
    })
    clearTimeout(this.timer)
  }

  /** A page of rows; the last event of all comes alone, so that it can be held back. */
  private async read(): Promise<EventRow[]> {
    const rows =
      this.store.hints.after(this.id, this.after, this.pageRows) ??
      (await this.store.eventsAfter(this.id, this.after, this.pageRows))
    const page = fitting(rows)
    // Rows that would be cut again are not read again.
    this.pageRows = page.length < rows.length ? page.length + 1 : PAGE
    const last = page.at(-1)
    return page.length > 1 && last && isLast(last) ? page.slice(0, -1) : page
  }

  /** Waits until the last artifact frame sent here is old enough. */
  private async hold(): Promise<void> {
    const wait = this.artifactSentAt + HOLD_MS - performance.now()
    if (this.artifactSentAt > 0 && wait > 0) await Bun.sleep(wait)
  }

  /** Called by the run time too, when the reader goes. */
  cancel(): void {
    if (this.closed) return
    this.closed = true
    clearTimeout(this.timer)
    this.unwatch()
    this.wake()
  }
}

/** The first rows, one at least, that fit into a page. */
function fitting(rows: EventRow[]): EventRow[] {
  let size = 0
  const over = rows.findIndex(({ data }) => {
    size += data.length
    return size > PAGE_BYTES
  })
  return over < 0 ? rows : rows.slice(0, Math.max(1, over))
}

const encoder = new TextEncoder()

function frame({ seq, event, data }: EventRow): string {
  return `id: ${seq}\nevent: ${event}\ndata: ${data}\n\n`
}
