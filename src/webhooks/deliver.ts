import type { Logger } from '../log'
import type { DeliveryRow } from '../store/outbox'
import type { Store } from '../store/store'

/** Sends one webhook: gives the status of the answer, throws when there was none. */
export type Send = (
  url: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
) => Promise<{ status: number }>

export interface DelivererOptions {
  version: string
  /** Seconds before each retry. */
  retryDelays: readonly number[]
  now: () => number
  send: Send
}

const AT_ONCE = 8
const STOP_MS = 2000
const LONGEST_SLEEP_MS = 60_000

/** Empties the outbox: what is due goes out, what fails waits for its next time. Rows survive a restart. */
export class Deliverer {
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  private again = false
  private stopped = false

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    private readonly options: DelivererOptions,
  ) {}

  /** Delivers everything that is due now, then sleeps until the next is. */
  async wake(): Promise<void> {
    this.again = true
    this.running ??= this.loop()
    await this.running
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    // An attempt that is cut short is repeated after the next start: its row is unchanged.
    await Promise.race([this.running, Bun.sleep(STOP_MS)])
  }

  private async loop(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        this.again = false
        const due = await this.store.dueDeliveries(AT_ONCE)
        await Promise.all(due.map((delivery) => this.deliver(delivery)))
        if (due.length === AT_ONCE) this.again = true
      }
    } catch (error) {
      this.log.error('webhooks could not be delivered', { error: String(error) })
    } finally {
      this.running = undefined
    }
    await this.sleep()
  }

  private async sleep(): Promise<void> {
    clearTimeout(this.timer)
    const next = await this.store.nextDelivery()
    if (next === undefined || this.stopped) return
    const wait = Math.min(Math.max(next - this.options.now(), 0), LONGEST_SLEEP_MS)
    this.timer = setTimeout(() => void this.wake(), wait)
  }

  private async deliver(delivery: DeliveryRow): Promise<void> {
    const { recordId, url, event, signature } = delivery
    const { now, retryDelays, version, send } = this.options
    const attempts = delivery.attempts + 1
    const { status, error } = await send(url, new Uint8Array(delivery.body), {
      'content-type': 'application/json',
      'user-agent': `Service-Webhook/${version}`,
      'x-service-event': event,
      'webhook-id': recordId,
      'webhook-timestamp': String(Math.floor(now() / 1000)),
      ...(signature !== null && { 'x-service-signature': `sha256=${signature}` }),
    }).then(judge, (reason) => ({ status: null, error: sentence(reason) }))
    const delay = retryDelays[attempts - 1]
    const nextAttemptAt = error === null || delay === undefined ? null : now() + delay * 1000
    await this.store.recordAttempt({ recordId, attempts, status, error, nextAttemptAt })
    this.log.info('webhook attempt', { task: recordId, attempts, status, error })
  }
}

/** A redirect is not followed, and not a success: it must be no way round the address rules. */
function judge({ status }: { status: number }) {
  const failed = status >= 300
  return { status, error: failed ? `answered with status ${status}` : null }
}

function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
