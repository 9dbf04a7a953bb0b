import { problems } from '../errors'

export interface BodyLimits {
  /** Bodies that may be open at once, of all callers and of one. */
  open: number
  openOfCaller: number
  /** Bytes of them that may lie on disk, of all callers and of one. */
  bytes: number
  bytesOfCaller: number
}

interface Share {
  open: number
  bytes: number
}

/** A body that is being received or examined. */
export interface OpenBody {
  /** Counts bytes that go to disk. @throws Problem 503 */
  grow(bytes: number): void
  close(): void
}

/** Bounds what bodies on their way may take up, so that nobody fills the disk or the memory with unfinished ones. */
export class OpenBodies {
  private readonly all: Share = { open: 0, bytes: 0 }
  private readonly callers = new Map<string, Share>()

  constructor(private readonly limits: BodyLimits) {}

  /** @throws Problem 503 with Retry-After when too many are open */
  enter(caller: string): OpenBody {
    const mine = this.callers.get(caller) ?? { open: 0, bytes: 0 }
    const { open, openOfCaller } = this.limits
    if (this.all.open >= open || mine.open >= openOfCaller) throw problems.tooManyBodies()
    this.callers.set(caller, mine)
    const own = { bytes: 0, closed: false }
    this.add(mine, 1, 0)
    return {
      grow: (bytes) => {
        own.bytes += bytes
        this.add(mine, 0, bytes)
        if (this.all.bytes > this.limits.bytes || mine.bytes > this.limits.bytesOfCaller)
          throw problems.tooManyBodies()
      },
      close: () => {
        if (own.closed) return
        own.closed = true
        this.add(mine, -1, -own.bytes)
        if (mine.open === 0) this.callers.delete(caller)
      },
    }
  }

  private add(mine: Share, open: number, bytes: number): void {
    for (const share of [this.all, mine]) {
      share.open += open
      share.bytes += bytes
    }
  }
}
