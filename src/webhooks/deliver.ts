import type { Logger } from '../log'
import type { DeliveryRow, PassedOver, Waiting } from '../store/outbox'
import type { Store } from '../store/store'

/** Sends one webhook: gives the status of the answer, throws when there was none. */
type Send = (
  url: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
) => Promise<{ status: number }>

export interface DelivererOptions {
  version: string
  /** Seconds before each retry. */
  retryDelays: readonly number[]
  now: () => number
  /** Others may leave deliveries behind: looks after so many milliseconds at the latest. */
  lookMs?: number
  send: Send
}

/**
 * A receiver may take its 15 s to answer, and the others are not to wait for it: each has a line of its own. A key is
 * bounded over all the receivers that it names, or one key with many hanging ones would keep those of the others waiting.
 */
const AT_ONCE = { receiver: 8, key: 128, all: 512 }
const STOP_MS = 2000
const RETRY_MS = 1000
const LONGEST_SLEEP_MS = 60_000

/** Empties the outbox: what is due goes out, what fails waits for its next time. Rows survive a restart. */
export class Deliverer {
  private readonly sending = new Map<string, Waiting & { answered: Promise<void> }>()
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
    await this.answered()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    // An attempt that is cut short is repeated by whoever is next.
    await Promise.race([this.answered(), Bun.sleep(STOP_MS)])
    await this.letGo([...this.sending.keys()]).catch(() => {})
  }

  private async answered(): Promise<void> {
    await Promise.all([...this.sending.values()].map(({ answered }) => answered))
  }

  private async sendDue(): Promise<void> {
    try {
      // Whichever is answered next comes here again.
      while (!this.stopped && this.sending.size < AT_ONCE.all) {
        const room = AT_ONCE.all - this.sending.size
        const due = await this.store.takeDeliveries(room, this.passedOver())
        if (due.length === 0) return this.wakeAt(await this.store.nextDelivery(this.passedOver()))
        await this.letGo(due.filter((one) => !this.start(one)).map(({ recordId }) => recordId))
      }
    } catch (error) {
      this.log.error('webhooks could not be delivered', { error: String(error) })
      this.wakeAt(this.options.now() + RETRY_MS)
    }
  }

  private passedOver(): PassedOver {
    const under = [...this.sending.values()]
    return {
      receivers: full(
        under.map(({ receiver }) => receiver),
        AT_ONCE.receiver,
      ),
      keys: full(under.map(keyOf), AT_ONCE.key),
    }
  }

  private wakeAt(instant: number | undefined): void {
    clearTimeout(this.timer)
    const { lookMs = LONGEST_SLEEP_MS } = this.options
    if (this.stopped || (instant === undefined && !this.options.lookMs)) return
    const until = instant === undefined ? lookMs : instant - this.options.now()
    const wait = Math.min(Math.max(until, 0), lookMs)
    this.timer = setTimeout(() => void this.wake(), wait)
  }

  /** Of the deliveries that were due together only as many go out as their lines have room for. */
  private start(waiting: Waiting): boolean {
    const { recordId } = waiting
    const { receivers, keys } = this.passedOver()
    if (this.stopped || receivers.includes(waiting.receiver) || keys.includes(keyOf(waiting)))
      return false
    this.sending.set(recordId, { ...waiting, answered: this.finish(recordId) })
    return true
  }

  private async letGo(recordIds: readonly string[]): Promise<void> {
    if (recordIds.length > 0) await this.store.letGo(recordIds)
  }

  private async finish(recordId: string): Promise<void> {
    try {
      const delivery = await this.store.findDelivery(recordId)
      if (delivery) await this.deliver(delivery)
    } catch (error) {
      this.log.error('webhooks could not be delivered', { error: String(error) })
      // The store gets a moment, the receiver is spared a storm.
      await Bun.sleep(RETRY_MS)
      await this.letGo([recordId]).catch(() => {})
    }
    this.sending.delete(recordId)
    await this.sendDue()
  }

  private async deliver(delivery: DeliveryRow): Promise<void> {
    const { recordId, url, event, signature, unsigned } = delivery
    const { now, retryDelays, version, send } = this.options
    const attempts = delivery.attempts + 1
    const { status, error, final } = await send(url, new Uint8Array(delivery.body), {
      'content-type': 'application/json',
      'user-agent': `Service-Webhook/${version}`,
      'x-service-event': event,
      'webhook-id': recordId,
      'webhook-timestamp': String(Math.floor(now() / 1000)),
      ...(signature !== null && { 'x-service-signature': `sha256=${signature}` }),
    }).then(judge, (reason) => ({ status: null, error: sentence(reason), final: false }))
    const delay = retryDelays[attempts - 1]
    const nextAttemptAt = final || delay === undefined ? null : now() + delay * 1000
    await this.store.recordAttempt({ recordId, attempts, status, error, nextAttemptAt })
    const remark = unsigned && { unsigned: 'the webhook secret cannot be opened' }
    this.log.info('webhook attempt', { task: recordId, attempts, status, error, ...remark })
  }
}

const keyOf = ({ keyId }: Waiting): number => keyId ?? 0

/** The lines that have no room. */
function full<Line>(lines: readonly Line[], atOnce: number): Line[] {
  const counts = new Map<Line, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= atOnce).map(([line]) => line)
}

/** A redirect is not followed, not a success, and would be the same the next time: it must be no way round the address rules. */
function judge({ status }: { status: number }) {
  if (status < 300) return { status, error: null, final: true }
  if (status < 400) return { status, error: 'redirects are not followed', final: true }
  return { status, error: `answered with status ${status}`, final: false }
}

function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
