import type { Logger } from '../log'
import { Child } from './child'
import type { AnyFacts, Examine, ExecutorSettings, FromExecutor, Probe } from './protocol'

/** Below the 10 s that an acceptance may take, so that the answer names the file and not the time. */
const PROBE_MS = 8_000
const IDLE_MS = 60_000
const WATCH_MS = 50

export interface ProberOptions {
  settings: ExecutorSettings
  memoryBytes: number
}

interface Turn {
  probe: Probe
  resolve: (facts: AnyFacts | undefined) => void
}

/** A process, and the turn that it works for. */
interface Warm {
  child: Child
  hear: (message: FromExecutor) => void
  ended: (how: string) => void
}

/**
 * A reserved executor that examines clients' files before acceptance: a full queue cannot starve it, and a file that
 * crashes or hangs a decoder takes only this process along. Started at the first probe, ended when idle.
 */
export class Prober {
  private warm: Warm | undefined
  private readonly turns: Turn[] = []
  private busy = false
  private idle: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly log: Logger,
    private readonly options: ProberOptions,
  ) {}

  /** The facts of a file; `undefined` when the look into it crashed, hung or took too much memory. */
  readonly probe = ((probe: Probe) => {
    const { promise, resolve } = Promise.withResolvers<AnyFacts | undefined>()
    this.turns.push({ probe, resolve })
    void this.next()
    return promise
    // A turn is answered with the facts of its own probe.
  }) as Examine

  stop(): void {
    clearTimeout(this.idle)
    this.warm?.child.kill()
    this.warm = undefined
  }

  private async next(): Promise<void> {
    if (this.busy) return
    const turn = this.turns.shift()
    if (!turn) {
      this.idle = setTimeout(() => this.stop(), IDLE_MS)
      return
    }
    clearTimeout(this.idle)
    this.busy = true
    turn.resolve(await this.examine(turn.probe).catch((error) => this.failed(turn.probe, error)))
    this.busy = false
    void this.next()
  }

  private async examine(probe: Probe): Promise<AnyFacts | undefined> {
    const { promise, resolve } = Promise.withResolvers<AnyFacts | undefined>()
    this.warm ??= this.start()
    const mine = this.warm
    const giveUp = (reason: string) => {
      // A process that was killed ends a little later, when the next one may be at work already.
      if (this.warm === mine) {
        this.failed(probe, reason)
        this.stop()
      }
      resolve(undefined)
    }
    mine.ended = giveUp
    mine.hear = (message) => {
      if (message.type === 'probed') resolve(message.facts)
    }
    const until = performance.now() + PROBE_MS
    const watch = setInterval(() => {
      if (performance.now() > until) giveUp(`longer than ${PROBE_MS} ms`)
      else if (mine.child.residentBytes() > this.options.memoryBytes) giveUp('too much memory')
    }, WATCH_MS)
    mine.child.send({ type: 'probe', probe })
    return promise.finally(() => clearInterval(watch))
  }

  private failed(probe: Probe, reason: unknown): undefined {
    this.log.error('a file could not be examined', { probe: probe.name, reason: String(reason) })
  }

  private start(): Warm {
    const warm: Warm = {
      child: new Child(this.options.settings, {
        message: (message) => warm.hear(message),
        exit: (how) => warm.ended(how),
      }),
      hear: () => {},
      ended: () => {},
    }
    return warm
  }
}
