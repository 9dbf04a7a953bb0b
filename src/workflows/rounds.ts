import type { Call } from '../forms/engines'
import { remarksOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import { type Desk, tell } from './desk'

/** Rounds that may be refused before a model is no longer asked. */
const MOST_REFUSED = 2
/** Longest side of the picture that a model sees, in pixels: larger ones are scaled down by those who take them. */
export const PICTURE_SIDE = 1568
/** Time that is left for drawing and exports, in milliseconds. */
const RESERVE_MS = 15_000
/** Time that the drawing of a further candidate and its exports may need, in milliseconds. */
const CANDIDATE_RESERVE_MS = 30_000

/** A round of improvement, as report.json tells it. */
interface Round {
  by: string
  accepted: boolean
  reason: string
}

/**
 * Asks for a better figure, `most` times at the most. `ask` is told what became of earlier rounds, a sentence each, and
 * gives the round; undefined: nothing is to be changed; a string: why the rounds end.
 */
export async function improved<One extends Round>(
  desk: Desk,
  { by, call, most }: { by: One['by']; call: Call; most: (rounds: readonly One[]) => number },
  ask: (earlier: string[]) => Promise<One | string | undefined>,
): Promise<One[]> {
  const rounds: One[] = []
  let longest = 0
  const refused = () => rounds.filter(({ accepted }) => !accepted).length
  while (rounds.length < most(rounds) && refused() < MOST_REFUSED) {
    const began = Date.now()
    if (began + longest + RESERVE_MS > call.deadline) {
      desk.log('no time is left for another round', 'stderr')
      break
    }
    const round = await ask(
      rounds.map(({ accepted, reason }) => `${accepted ? 'kept' : 'refused'}: ${reason}`),
    )
    if (round === undefined) desk.log(`${by}: nothing to change after ${rounds.length} rounds`)
    else if (typeof round === 'string') tell(desk, remarksOf('doubt', [round]))
    if (round === undefined || typeof round === 'string') break
    rounds.push(round)
    desk.log(`${by} round ${rounds.length}: ${round.reason}`)
    longest = Math.max(longest, Date.now() - began)
  }
  return rounds
}

/** Further candidates from the second on, as many as the request prefers and time allows; a string: why they end. */
export async function variants<One extends object>(
  desk: Desk,
  { deadline }: Call,
  make: (variant: number) => Promise<One | string | null>,
): Promise<One[]> {
  const made: One[] = []
  let longest = 0
  for (let variant = 2; variant <= desk.candidates; variant++) {
    const began = Date.now()
    const isLate = began + longest + CANDIDATE_RESERVE_MS > deadline
    const next = isLate ? 'no time is left for it' : await make(variant)
    if (next === null || typeof next === 'string') {
      desk.log(`candidate ${variant}: ${next}`, 'stderr')
      break
    }
    made.push(next)
    longest = Math.max(longest, Date.now() - began)
  }
  return made
}

/** What a model makes, or why it does not; a job that ends and a defect of ours are thrown. */
export async function orReason<T>({ signal }: Call, making: Promise<T>): Promise<T | string> {
  try {
    return await making
  } catch (error) {
    if (signal.aborted || !(error instanceof Error) || error instanceof TypeError) throw error
    return error.message.replace(/\.$/, '')
  }
}

/** The rounds of a layout's or a reader's own search, as they stand beside those of a model. */
export function ownRounds({ rounds }: Record<string, unknown>): object[] {
  return Array.isArray(rounds) ? rounds.map((round) => ({ by: 'local', ...round })) : []
}

/** A figure as PNG, as large as a model sees it. */
export function pictureOf({ figure }: Desk, { scene, svg }: { scene: Scene; svg: string }) {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(scene.width, scene.height))
  const size = {
    width: Math.max(1, Math.floor(scale * scene.width)),
    height: Math.max(1, Math.floor(scale * scene.height)),
  }
  return figure.png(svg, size)
}
