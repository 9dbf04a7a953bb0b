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

/** A receiver may take its 15 s to answer, and the others are not to wait for it. */
const AT_ONCE = 32
const STOP_MS = 2000
const RETRY_MS = 1000
const LONGEST_SLEEP_MS = 60_000

/** Empties the outbox: what is due goes out, what fails waits for its next time. Rows survive a restart. */
export class Deliverer {
  private readonly sending = new Map<string, Promise<void>>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private stopped = false

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    private readonly options: DelivererOptions,
  ) {}

  /** Sends what is due now and resolves when it is answered; wakes itself when the next is due. */
  async wake(): Promise<void> {
    await this.sendDue()
    await Promise.all(this.sending.values())
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    // An attempt that is cut short is repeated after the next start: its row is unchanged.
    await Promise.race([Promise.all(this.sending.values()), Bun.sleep(STOP_MS)])
  }

  private async sendDue(): Promise<void> {
    const room = AT_ONCE - this.sending.size
    // Whichever is answered next comes here again.
    if (this.stopped || room <= 0) return
    try {
      const due = await this.store.dueDeliveries(room, [...this.sending.keys()])
      for (const delivery of due) this.start(delivery)
      const next = await this.store.nextDelivery([...this.sending.keys()])
      if (next !== undefined) this.wakeAt(next)
    } catch (error) {
      this.log.error('webhooks could not be delivered', { error: String(error) })
      this.wakeAt(this.options.now() + RETRY_MS)
    }
  }

  private wakeAt(instant: number): void {
    clearTimeout(this.timer)
    if (this.stopped) return
    const wait = Math.min(Math.max(instant - this.options.now(), 0), LONGEST_SLEEP_MS)
    this.timer = setTimeout(() => void this.wake(), wait)
  }

  private start(delivery: DeliveryRow): void {
    const { recordId } = delivery
    // Two that look at the same moment find the same rows.
    if (this.stopped || this.sending.has(recordId)) return
    this.sending.set(recordId, this.finish(delivery))
  }

  private async finish(delivery: DeliveryRow): Promise<void> {
    try {
      await this.deliver(delivery)
    } catch (error) {
      this.log.error('webhooks could not be delivered', { error: String(error) })
      // Its row is due as before: the store gets a moment, the receiver is spared a storm.
      await Bun.sleep(RETRY_MS)
    }
    this.sending.delete(delivery.recordId)
    await this.sendDue()
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
