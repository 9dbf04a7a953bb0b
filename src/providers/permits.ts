import type { Denial, FromLedger, PermitRequest, Settlement, ToLedger } from './messages'

/** Asked before each request; the server decides (concurrency, breaker, budgets). */
export interface Permits {
  /**
   * Resolves when the request may be made, or with the reason why not.
   * @throws the signal's reason, when the asker gives up
   */
  ask(request: PermitRequest, signal: AbortSignal): Promise<Permit | Denial>
}

export interface Permit {
  /** To be called once, when the request is over. */
  settle(settlement: Settlement): void
}

export function isDenial(answer: Permit | Denial): answer is Denial {
  return 'reason' in answer
}

/** Permits from a server at the other end of a channel: `receive` takes what comes from it. */
export function remotePermits(send: (message: ToLedger) => void): {
  permits: Permits
  receive(message: FromLedger): void
} {
  const waiting = new Map<number, (answer: Permit | Denial) => void>()
  let last = 0
  const receive = (message: FromLedger) => {
    const { id } = message
    const resolve = waiting.get(id)
    waiting.delete(id)
    resolve?.(
      message.type === 'denied'
        ? message.denial
        : { settle: (settlement) => send({ type: 'settle', id, settlement }) },
    )
  }
  const ask = async (request: PermitRequest, signal: AbortSignal): Promise<Permit | Denial> => {
    signal.throwIfAborted()
    last += 1
    const id = last
    const { promise, resolve, reject } = Promise.withResolvers<Permit | Denial>()
    const giveUp = () => {
      // What was granted in the meantime comes back by this as well.
      if (waiting.delete(id)) send({ type: 'withdraw', id })
      reject(signal.reason)
    }
    waiting.set(id, resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    send({ type: 'permit', id, request })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }
  return { permits: { ask }, receive }
}
