import { useState } from 'preact/hooks'
import { Refusal, UNREACHED } from './client'
import { words } from './words'

export interface Sending {
  busy: boolean
  /** What was refused, as far as it belongs to no field. */
  fault: string | undefined
  /** What was refused of each field. */
  fields: Readonly<Record<string, string>>
  /** Does the work; true when it was not refused. */
  send: (work: () => Promise<unknown>) => Promise<boolean>
}

/** For a form or a button: one thing at a time, and what the server refuses stands where it belongs. */
export function useSending(names: readonly string[] = []): Sending {
  const [state, set] = useState<Omit<Sending, 'send'>>(READY)
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    set({ ...READY, busy: true })
    try {
      await work()
      set(READY)
      return true
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
      const { fields } = reason
      const placed = Object.keys(fields)
      const all = placed.length > 0 && placed.every((one) => names.includes(one))
      set({ busy: false, fields, fault: all ? undefined : sentenceOf(reason) })
      return false
    }
  }
  return { ...state, send }
}

const READY = { busy: false, fault: undefined, fields: {} }

/** Why something did not work, for people. */
export function sentenceOf({ status, message }: Refusal): string {
  return status === UNREACHED ? words.faults.unreached : message
}
