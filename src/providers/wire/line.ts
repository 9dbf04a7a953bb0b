import type { Connection } from '../messages'
import type { Clock } from './clock'
import { callJson, callMedia, type DoorLimits, type JsonCall, timeoutOf } from './door'
import { type Failure, isPassing } from './failure'
import { bytesOfBase64, MAX_PICTURE_BYTES } from './picture-call'

/** Thrown where an attempt cannot go on; never leaves this room. */
export class LineBroken extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind)
  }
}

export interface LineLimits extends DoorLimits {
  clock: Pick<Clock, 'sleep'>
}

/** How often a poll or a fetch may fail in passing before the attempt does: what was submitted is paid for. */
const PATIENCE = 3
const SECOND = 1000
/** For a word of farewell, in milliseconds. */
export const FAREWELL_MS = 2000

/**
 * One attempt of an adapter of our own: several requests to one provider, within one span of time.
 *
 * @throws LineBroken from every member that asks, or the signal's reason
 */
export class Line {
  private readonly until: number

  constructor(
    readonly target: Connection,
    private readonly limits: LineLimits,
  ) {
    this.until = limits.now() + limits.timeoutMs
  }

  /** One request; the answer is JSON, or undefined. */
  async ask(call: JsonCall): Promise<unknown> {
    const got = await callJson(this.target, call, this.rest())
    if ('failure' in got) throw this.broken(got.failure)
    return got.body
  }

  /** The same for what may be repeated. */
  askAgain(call: JsonCall): Promise<unknown> {
    return this.patiently(() => this.ask(call))
  }

  private async sleep(seconds: number): Promise<void> {
    const { clock, signal = new AbortController().signal } = this.limits
    const ms = Math.min(seconds * SECOND, this.until - this.limits.now())
    if (ms > 0) await clock.sleep(ms, signal)
  }

  /**
   * Looks at what was submitted until it is done. What is given up before may go on at the provider: it is cancelled,
   * where that can be done, but for what has failed there.
   */
  async untilDone<Done extends object>(
    everySeconds: number,
    cancel: JsonCall | undefined,
    look: () => Promise<Done | undefined>,
  ): Promise<Done> {
    try {
      for (;;) {
        const done = await look()
        if (done) return done
        await this.sleep(everySeconds)
      }
    } catch (error) {
      const hasFailed = error instanceof LineBroken && error.failure.kind === 'task failed'
      if (cancel && !hasFailed) await this.farewell(cancel)
      throw error
    }
  }

  /** A picture that an answer holds, as base64, as a data URL, or by its address. */
  async picture(named: unknown): Promise<Uint8Array> {
    const text = Array.isArray(named) ? named[0] : named
    if (typeof text !== 'string' || text === '') throw new LineBroken({ kind: 'no picture' })
    const bytes = /^https?:/i.test(text)
      ? await this.patiently(() => this.fetched(text))
      : bytesOfBase64(text)
    if (!bytes) throw new LineBroken({ kind: 'bad picture' })
    if (bytes.byteLength > MAX_PICTURE_BYTES) throw new LineBroken({ kind: 'too_large' })
    return bytes
  }

  /** Says that the rest is not wanted any more; whether that is heard does not matter. */
  private async farewell(call: JsonCall): Promise<void> {
    const { now } = this.limits
    await callJson(this.target, call, { timeoutMs: FAREWELL_MS, now }).catch(() => undefined)
  }

  private async fetched(url: string): Promise<Uint8Array> {
    const got = await callMedia(this.target, url, MAX_PICTURE_BYTES, this.rest())
    if ('bytes' in got) return got.bytes
    throw this.broken(got.failure)
  }

  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        const passing = error instanceof LineBroken && isPassing(error.failure)
        if (!passing || error.failure.kind === 'timeout' || tries === PATIENCE) throw error
        await this.sleep(tries)
      }
    }
  }

  private rest(): DoorLimits {
    const timeoutMs = this.until - this.limits.now()
    if (timeoutMs <= 0) throw new LineBroken(timeoutOf(this.limits.timeoutMs))
    return { ...this.limits, timeoutMs }
  }

  /** What takes too long is told of the whole attempt. */
  private broken(failure: Failure): LineBroken {
    return new LineBroken(failure.kind === 'timeout' ? timeoutOf(this.limits.timeoutMs) : failure)
  }
}
