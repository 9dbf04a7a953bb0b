import type { Telling } from './telling'

/** One event as it is sent: encoded once, shared by every subscriber. */
export interface EventRow {
  seq: number
  event: string
  /** JSON on one line. */
  data: string
}

const TAIL_ROWS = 256
const END_STEP_MS = 10

interface Watch {
  /** The newest rows, contiguous, so that live subscribers need not read the table. */
  tail: EventRow[]
  /** Called at each commit. */
  readers: Set<() => void>
}

interface Others {
  work(): void
  changed(ids: readonly string[] | undefined): void
}

/** Wake-ups: a lost hint costs a moment, never an event, because rows are always in the table. */
export class Hints implements Telling {
  private readonly watches = new Map<string, Watch>()
  private over = false
  private readonly others: Others[] = []

  /** True once the server is about to go: streams end with what is stored. */
  get ended(): boolean {
    return this.over
  }

  /** Open streams. */
  get readers(): number {
    return [...this.watches.values()].reduce((all, { readers }) => all + readers.size, 0)
  }

  /** Announces rows that a transaction has just committed. */
  committed(recordId: string, rows: readonly EventRow[]): void {
    const watch = this.watches.get(recordId)
    if (!watch) return
    // Another server has written in between.
    if (rows[0]?.seq !== (watch.tail.at(-1)?.seq ?? 0) + 1) watch.tail = []
    watch.tail.push(...rows)
    watch.tail.splice(0, watch.tail.length - TAIL_ROWS)
    wake(watch)
  }

  /** Calls back when other servers tell that something waits, or that records have changed; undefined: any may have. */
  onOthers(
    work: () => void,
    changed: (ids: readonly string[] | undefined) => void = () => {},
  ): void {
    this.others.push({ work, changed })
  }

  work(): void {
    for (const { work } of this.others) work()
  }

  records(ids: readonly string[]): void {
    for (const id of ids) {
      const watch = this.watches.get(id)
      if (!watch) continue
      watch.tail = []
      wake(watch)
    }
    for (const { changed } of this.others) changed(ids)
  }

  missed(): void {
    this.records([...this.watches.keys()])
    for (const { changed } of this.others) changed(undefined)
    this.work()
  }

  /** Lets every reader end its stream; resolves when all have, at the latest after `graceMs`. */
  async end(graceMs: number): Promise<void> {
    this.over = true
    for (const watch of this.watches.values()) wake(watch)
    const until = performance.now() + graceMs
    while (this.watches.size > 0 && performance.now() < until) await Bun.sleep(END_STEP_MS)
  }

  /** Keeps a record's tail while someone reads it, who hears of each commit; call the result when done. */
  watch(recordId: string, hear: () => void): () => void {
    const watch = this.watches.get(recordId) ?? { tail: [], readers: new Set() }
    this.watches.set(recordId, watch)
    watch.readers.add(hear)
    return () => {
      watch.readers.delete(hear)
      if (watch.readers.size === 0) this.watches.delete(recordId)
    }
  }

  /** Rows after `seq` where the tail still reaches back that far; undefined: read the table. */
  after(recordId: string, seq: number, limit: number): EventRow[] | undefined {
    const tail = this.watches.get(recordId)?.tail
    const first = tail?.[0]
    if (!tail || !first || first.seq > seq + 1) return undefined
    return tail.slice(seq + 1 - first.seq, seq + 1 - first.seq + limit)
  }
}

function wake({ readers }: Watch): void {
  for (const hear of readers) hear()
}
