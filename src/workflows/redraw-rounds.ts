import { labelAgreement } from '../figure/label-check'
import { redrawn } from '../figure/redraw'
import type { Call } from '../forms/engines'
import type { Likeness, PictureReading } from '../forms/reading'
import type { RedrawOperation } from '../forms/redraw'
import { remarksOf } from '../forms/remarks'
import type { Box, Scene } from '../forms/scene'
import { type Desk, tell } from './desk'

/** One round, as report.json tells it. */
interface RedrawRound {
  by: 'redraw'
  accepted: boolean
  /** What was kept; of a round that was not, what was asked. */
  operations: RedrawOperation[]
  reason: string
}

export interface RedrawRounds {
  scene: Scene
  rounds: RedrawRound[]
}

/** What is redrawn. */
export interface Redraw {
  scene: Scene
  reading: PictureReading
  /** Words that should stand in the figure; null: nobody knows. */
  planned: readonly string[] | null
}

/** Longer side of the pictures that a model sees, in pixels. */
const SHOWN_SIDE = 1568
/** Rounds that may be refused before nobody is asked any more. */
const MOST_REFUSED = 2
/** Time that is left for drawing and exports, in milliseconds. */
const RESERVE_MS = 20_000
/** Likenesses that differ by less are the same: letters of another face. */
const SAME = 0.0005
/** The same of an error at one place, as a share of it and in levels of 0 to 255. */
const SAME_SHARE = 1.02
const SAME_LEVELS = 0.2
/** What is added must bring its place so much nearer. */
const GAIN = 0.97
/** Pasted pixels are always most like the picture: words in their place may cost so much of the likeness. */
const WORDS_COST = 0.01
/** Of the words, and of the shapes and connectors, that were read. */
const MOST_LOST = 0.3

/**
 * Lets a model mend what was read of a picture, in up to `most` rounds. A change is kept only where likeness and the agreement of
 * words do not fall, and no more than a third of the figure goes.
 */
export async function redrawRounds(
  desk: Desk,
  { scene, reading, planned }: Redraw,
  most: number,
  call: Call,
): Promise<RedrawRounds> {
  const { redraw } = desk.engines
  const judge = await judgeOf(scene, reading, planned)
  const rounds: RedrawRound[] = []
  let best = scene
  let refused = 0
  while (redraw && rounds.length < most && refused < MOST_REFUSED) {
    if (Date.now() + RESERVE_MS > call.deadline) {
      desk.log('redraw: no time is left for another round', 'stderr')
      break
    }
    const shown = best
    const { operations, ended } = await redraw(
      {
        scene: shown,
        ...(planned && { planned, missing: missingIn(desk, shown, planned) }),
        earlier: rounds.map(
          ({ accepted, reason }) => `${accepted ? 'kept' : 'refused'}: ${reason}`,
        ),
        picture: async () => (await desk.shown(reading.figure, SHOWN_SIDE)).png,
        drawing: async () => drawingOf(desk, shown),
      },
      call,
    )
    if (ended !== undefined) {
      tell(desk, remarksOf('doubt', [ended]))
      break
    }
    if (operations.length === 0) {
      desk.log(`redraw: nothing to change after ${rounds.length} rounds`)
      break
    }
    const tried = await kept(desk, best, operations, judge)
    best = tried.scene
    rounds.push(tried.round)
    if (!tried.round.accepted) refused += 1
    desk.log(`redraw round ${rounds.length}: ${tried.round.reason}`)
  }
  return { scene: best, rounds }
}

function drawingOf({ figure }: Desk, scene: Scene): Promise<Uint8Array> {
  const scale = Math.min(1, SHOWN_SIDE / Math.max(scene.width, scene.height))
  const side = (length: number) => Math.max(1, Math.floor(scale * length))
  return figure.png(figure.svg(scene), { width: side(scene.width), height: side(scene.height) })
}

const missingIn = ({ figure }: Desk, scene: Scene, planned: readonly string[]) =>
  figure.checkLabels(scene, planned).check.missing

/** Judges scenes against the one that was read first. */
interface Judge {
  try(before: Scene, operations: readonly RedrawOperation[]): Promise<Scene | string>
}

async function judgeOf(
  first: Scene,
  reading: PictureReading,
  planned: readonly string[] | null,
): Promise<Judge> {
  const wordsAtFirst = wordsOf(first)
  const partsAtFirst = partsOf(first)
  const agreement = (scene: Scene) => (planned ? labelAgreement(scene, planned) : 1)
  const compare = async (scene: Scene, places: readonly Box[]): Promise<Likeness> =>
    reading.compare(scene, places)
  return {
    async try(before, operations) {
      const places: Box[] = []
      const gains: boolean[] = []
      let after = before
      for (const operation of operations) {
        const next = redrawn(after, operation, reading.colours)
        if (typeof next === 'string') return next
        after = next.scene
        places.push(...next.places)
        gains.push(...next.places.map(() => operation.op.startsWith('add_')))
      }
      const lost = Math.max(
        lostShare(wordsAtFirst, wordsOf(after)),
        lostShare(partsAtFirst, partsOf(after)),
      )
      if (lost > MOST_LOST) return `${Math.round(100 * lost)} % of what was read would go`
      const [agreed, agrees] = [agreement(before), agreement(after)]
      if (agrees < agreed) return 'fewer of the planned words would be there'
      const [was, is] = [await compare(before, places), await compare(after, places)]
      const words =
        agrees > agreed || operations.some(({ op }) => op === 'set_text' || op === 'add_text')
      if (is.whole < was.whole - (words ? WORDS_COST : SAME))
        return `likeness would fall from ${was.whole} to ${is.whole}`
      // A word that was planned and not painted cannot look like the picture.
      if (agrees > agreed) return after
      if (is.drawn < was.drawn - SAME) return `likeness would fall from ${was.drawn} to ${is.drawn}`
      const isWorse = is.off.some((off, at) => off > SAME_SHARE * (was.off[at] ?? 0) + SAME_LEVELS)
      if (isWorse) return 'it would look less like the picture there'
      const isVain = is.off.some((off, at) => gains[at] && off >= GAIN * (was.off[at] ?? 0))
      return isVain ? 'the picture does not show it there' : after
    },
  }
}

/** What is refused before others are kept may be kept after them. */
const PASSES = 2

/** The batch as a whole; where that is refused, its operations one by one. */
async function kept(
  { signal }: Desk,
  before: Scene,
  operations: RedrawOperation[],
  judge: Judge,
): Promise<{ scene: Scene; round: RedrawRound }> {
  const whole = await judge.try(before, operations)
  if (typeof whole !== 'string') {
    const reason = `${counted(operations.length)} kept`
    return { scene: whole, round: { by: 'redraw', accepted: true, operations, reason } }
  }
  let best = before
  const good: RedrawOperation[] = []
  let open = operations.length > 1 ? operations : []
  let refusals: string[] = []
  for (let pass = 0; pass < PASSES && open.length > 0; pass++) {
    const left: RedrawOperation[] = []
    refusals = []
    for (const operation of open) {
      signal.throwIfAborted()
      const next = await judge.try(best, [operation])
      if (typeof next === 'string') {
        left.push(operation)
        refusals.push(`${told(operation)}: ${next}`)
      } else {
        best = next
        good.push(operation)
      }
    }
    if (left.length === open.length) break
    open = left
  }
  const accepted = good.length > 0
  const why = refusals.length > 0 ? refusals.join('; ') : whole
  const count = `${good.length} of ${counted(operations.length)} kept`
  const reason = !accepted
    ? why
    : good.length < operations.length
      ? `${count}: ${why}`
      : `${count}, one by one: all at once, ${why}`
  return {
    scene: best,
    round: { by: 'redraw', accepted, operations: accepted ? good : operations, reason },
  }
}

/** An operation and what it is about, as a model that reads it again knows it. */
function told(operation: RedrawOperation): string {
  const { op } = operation
  if (op === 'merge') return `${op} ${operation.ids.join(', ')}`
  if (op === 'add_text') return `${op} ${JSON.stringify(operation.text)}`
  return `${op} ${op === 'add_shape' ? operation.form : operation.id}`
}

const wordsOf = ({ elements }: Scene) =>
  elements.flatMap(({ kind, label = '' }) => (kind === 'text' ? label.split(/\s+/) : []))

const partsOf = ({ elements }: Scene) =>
  elements.flatMap(({ kind, id }) => (kind === 'shape' || kind === 'connector' ? [id] : []))

/** The share that is not there any more; by number, because a word may be mended. */
function lostShare(before: readonly string[], after: readonly string[]): number {
  return before.length === 0 ? 0 : Math.max(0, 1 - after.length / before.length)
}

const counted = (count: number) => `${count} operation${count === 1 ? '' : 's'}`
