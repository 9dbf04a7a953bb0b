import { useCallback, useEffect, useState } from 'preact/hooks'
import { Refusal, UNREACHED } from './client'
import { sentenceOf } from './use-sending'

interface Answered<Answer> {
  /** The last answer; it stays while a newer one, or that of another question, is asked for. */
  answer: Answer | undefined
  /** Why there is no newer one. */
  fault: string | undefined
  /** Asks again now. */
  again: () => void
}

/** While nobody answers, as during a restart. */
const AGAIN_MS = 2000

/**
 * Asks when `name` changes, again after `every` milliseconds (undefined: not again), and again while nobody answers.
 * @param name of the question: another name is another question. What must not show the answer of another one has a `key`
 */
export function useAnswer<Answer>(
  name: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  every?: (answer: Answer) => number | undefined,
): Answered<Answer> {
  const [state, set] = useState<{ answer?: Answer; fault?: string }>({})
  const [round, setRound] = useState(0)
  // The question belongs to its name: a new closure is not a new question.
  useEffect(() => {
    const over = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (ms: number | undefined) => {
      if (ms !== undefined && !over.signal.aborted) timer = setTimeout(() => void look(), ms)
    }
    const look = async () => {
      try {
        const answer = await ask(over.signal)
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
  }, [name, round])
  const again = useCallback(() => setRound((one) => one + 1), [])
  return { answer: state.answer, fault: state.fault, again }
}
