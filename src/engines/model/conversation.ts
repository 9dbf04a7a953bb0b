import type { TSchema } from '@sinclair/typebox'
import type { Call } from '../../forms/engines'
import { firstJsonObject, type ModelAnswer, type Part, type Turn } from '../../providers/call'
import type { StageModel } from '../../providers/job-models'
import { ProviderFailed } from '../../providers/wire/failure'
import type { Prompt } from './prompts'
import { wireSchema } from './wire-schema'

/** What is asked, and how the answer is read. */
export interface Question<Value> {
  prompt: Prompt
  user: readonly Part[]
  answer: { name: string; schema: TSchema }
  /** Reads as much of an answer as is sound; `value` undefined: nothing of it is. */
  read(answer: Readonly<Record<string, unknown>>): Reading<Value> | Promise<Reading<Value>>
}

export interface Reading<Value> {
  value: Value | undefined
  /** What is broken, a sentence each; what `value` leaves out for it. */
  faults: readonly string[]
}

/** How often a broken answer goes back. */
const REPAIRS = 2
/** Faults that one repair speaks of. */
const MOST_FAULTS = 20
/** Characters of a broken answer that go back with its faults. */
const MOST_ECHO = 60_000

/** Asks a model for JSON, as {@link untilSound}. */
export function converse<Value>(
  model: StageModel,
  { prompt, user, answer, read }: Question<Value>,
  call: Pick<Call, 'log'>,
): Promise<Sound<Value>> {
  const schema = { name: answer.name, schema: wireSchema(answer.schema) }
  return untilSound(
    model,
    {
      what: 'answer',
      again: 'with the whole JSON object, these faults mended and all else as it was.',
      user,
      ask: (turns) => model.ask({ system: prompt.text, turns, schema }),
      read({ text, finish }) {
        const found = firstJsonObject(text)
        if (found) return read(found)
        return broken(
          finish === 'length'
            ? 'The answer was too long and is cut off: answer more briefly.'
            : 'The answer holds no JSON object.',
        )
      },
    },
    call,
  )
}

/** One exchange of any form. */
export interface Exchange<Value> {
  user: readonly Part[]
  /** What is asked for, in the words of the log: the answer, the drawing. */
  what: string
  /** How a broken one is to be answered again. */
  again: string
  ask(turns: readonly Turn[]): Promise<ModelAnswer>
  read(answer: ModelAnswer): Reading<Value> | Promise<Reading<Value>>
}

/** The soundest answer, and the faults that it still has. */
export interface Sound<Value> {
  value: Value
  faults: readonly string[]
}

/** The reading of an answer of which nothing is sound. */
export const broken = (fault: string): Reading<never> => ({ value: undefined, faults: [fault] })

/**
 * Asks a model and reads its answer; a broken one goes back with its faults.
 *
 * @throws ProviderFailed when no answer could be read at all
 */
export async function untilSound<Value>(
  model: StageModel,
  { user, what, again, ask, read }: Exchange<Value>,
  call: Pick<Call, 'log'>,
): Promise<Sound<Value>> {
  let turns: Turn[] = [{ user }]
  let best: Sound<Value> | undefined
  for (let repair = 0; ; repair++) {
    const answer = await ask(turns).catch((error) => failedRepair(error, best, call))
    if (!answer) break
    const { value, faults } = await read(answer)
    if (value !== undefined && (!best || faults.length <= best.faults.length))
      best = { value, faults }
    if (faults.length === 0 || repair === REPAIRS) break
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
    const which = `repair ${repair + 1} of ${REPAIRS}`
    const line = `the ${what} goes back for ${which}: ${faults[0]}${more}`
    call.log(`Provider ${model.provider}: ${line}`, 'stderr')
    const echo = answer.text.slice(0, MOST_ECHO) || '(nothing)'
    turns = [{ user }, { assistant: echo }, { user: [{ text: complaint(faults, again) }] }]
  }
  if (!best) throw model.failed({ kind: 'unreadable', repairs: REPAIRS })
  return best
}

/** An answer that is sound in part is better than none because its repair failed. */
function failedRepair(
  error: unknown,
  best: object | undefined,
  { log }: Pick<Call, 'log'>,
): undefined {
  if (!best || !(error instanceof ProviderFailed)) throw error
  log(`${error.message} The answer is used as far as it is sound.`, 'stderr')
}

function complaint(faults: readonly string[], again: string): string {
  const shown = faults.slice(0, MOST_FAULTS).map((fault) => `- ${fault}`)
  const more = faults.length - shown.length
  return [
    'The answer cannot be used as it is:',
    ...shown,
    ...(more > 0 ? [`- and ${more} more of these`] : []),
    `Answer again ${again}`,
  ].join('\n')
}
