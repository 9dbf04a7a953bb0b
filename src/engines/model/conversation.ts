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

/**
 * Asks a model and reads its answer; a broken one goes back with its faults. Gives the soundest answer with the faults
 * that it still has.
 *
 * @throws ProviderFailed when no answer could be read at all
 */
export async function converse<Value>(
  model: StageModel,
  question: Question<Value>,
  call: Pick<Call, 'log'>,
): Promise<{ value: Value; faults: readonly string[] }> {
  const { prompt, answer: wanted } = question
  const schema = { name: wanted.name, schema: wireSchema(wanted.schema) }
  let turns: Turn[] = [{ user: question.user }]
  let best: { value: Value; faults: readonly string[] } | undefined
  for (let repair = 0; ; repair++) {
    const answer = await model
      .ask({ system: prompt.text, turns, schema })
      .catch((error) => failedRepair(error, best, call))
    if (!answer) break
    const { value, faults } = await readAnswer(answer, question)
    if (value !== undefined && (!best || faults.length <= best.faults.length))
      best = { value, faults }
    if (faults.length === 0 || repair === REPAIRS) break
    call.log(repairLine(model.provider, faults, repair + 1), 'stderr')
    const echo = answer.text.slice(0, MOST_ECHO) || '(nothing)'
    turns = [{ user: question.user }, { assistant: echo }, { user: [{ text: complaint(faults) }] }]
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

async function readAnswer<Value>({ text, finish }: ModelAnswer, { read }: Question<Value>) {
  const found = firstJsonObject(text)
  if (found) return read(found)
  const why =
    finish === 'length'
      ? 'The answer was too long and is cut off: answer more briefly.'
      : 'The answer holds no JSON object.'
  return { value: undefined, faults: [why] }
}

function repairLine(provider: string, [first = '', ...more]: readonly string[], repair: number) {
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  return `Provider ${provider}: the answer goes back for repair ${repair} of ${REPAIRS}: ${first}${others}`
}

function complaint(faults: readonly string[]): string {
  const shown = faults.slice(0, MOST_FAULTS).map((fault) => `- ${fault}`)
  const more = faults.length - shown.length
  return [
    'The answer cannot be used as it is:',
    ...shown,
    ...(more > 0 ? [`- and ${more} more of these`] : []),
    'Answer again with the whole JSON object, these faults mended and all else as it was.',
  ].join('\n')
}
