import { useEffect, useState } from 'preact/hooks'
import { useApiKey } from './api-key'
import { type Answer, type Asked, call, type Name, Refusal, UNREACHED } from './client'
import { sentenceOf } from './use-sending'

interface Answered<A> {
  /** The last answer; it stays while a newer one, or that of another question, is asked for. */
  answer?: A
  /** Why there is no newer one. */
  fault?: string
}

/** While nobody answers, as during a restart. */
const AGAIN_MS = 2000

/**
 * Asks when the question or the visitor's key changes, again after `every` milliseconds (undefined: not again), and again
 * while nobody answers.
 * @param asked null: nothing is asked yet. What must not show the answer of another question has a `key`
 */
export function useAnswer<Op extends Name>(
  op: Op,
  asked: Asked<Op> | null = {} as Asked<Op>,
  every?: (answer: Answer<Op>) => number | undefined,
): Answered<Answer<Op>> & { again: () => void } {
  const key = useApiKey()
  const [state, set] = useState<Answered<Answer<Op>>>({})
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!asked) return set({})
    const over = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (ms: number | undefined) => {
      if (ms !== undefined && !over.signal.aborted) timer = setTimeout(() => void look(), ms)
    }
    const look = async () => {
      try {
        const answer = await call(op, { ...asked, signal: over.signal } as Asked<Op>)
        if (over.signal.aborted) return
        set({ answer })
        later(every?.(answer))
      } catch (reason) {
        if (over.signal.aborted) return
        if (!(reason instanceof Refusal)) throw reason
        const fault = sentenceOf(reason)
        set((before) => ({ ...before, fault }))
        if (reason.status === UNREACHED || reason.status >= 500) later(AGAIN_MS)
      }
    }
    void look()
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [op, JSON.stringify(asked), key, round])
  return { ...state, again: () => setRound((one) => one + 1) }
}
