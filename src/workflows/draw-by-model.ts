import type { DrawBrief, Drawn } from '../forms/drawing'
import type { Call } from '../forms/engines'
import { OUTPUTS } from '../forms/outputs'
import { remarksOf } from '../forms/remarks'
import { ranked } from './candidates'
import { type Desk, write } from './desk'
import { unsaidIn } from './grounding'
import {
  doubtsOf,
  finished,
  type Held,
  hardFaults,
  type LookRound,
  lookRounds,
  type Workpiece,
} from './look-rounds'
import { orReason, pictureOf, variants } from './rounds'

/** A figure that a model drew, and what is told of it. */
export interface DrawnFigure {
  /** Before its rounds. */
  first: Workpiece
  piece: Workpiece
  rounds: LookRound[]
  /** The other candidates, the best first. */
  others: Workpiece[]
}

/** Of the edges; more of them without a line or an end, and the drawing is none. */
const MOST_UNREADABLE = 0.3
/** Hard faults for each thing, and one in any case; a drawing that keeps more was made by who draws badly. */
const MOST_HARD = 0.2

/**
 * Lets a model draw the figure of a text, look at it and patch it. A string: it did not come to a figure that can be shown,
 * and why. Null: the text is structured, and laid out as it is written.
 */
export async function drawByModel(
  desk: Desk,
  brief: DrawBrief,
  rounds: number,
  stage: (name: 'draw' | 'check' | 'look') => Call,
): Promise<DrawnFigure | string | null> {
  const call = stage('draw')
  const first = await candidate(desk, brief, call, true)
  if (first === null || typeof first === 'string') return first
  stage('check')
  const { best, others } = await chosen(desk, first, brief, call)
  const unusable = whyUnusable(desk, best.piece)
  if (unusable !== undefined) return unusable
  const { plan } = best.held
  const looked = await lookRounds(desk, best.piece, best.held, rounds, stage('look'))
  const { piece } = looked
  const hard = hardFaults(piece)
  if (hard.length > Math.max(1, MOST_HARD * piece.diagram.nodes.length))
    return `the drawing keeps ${hard.length} faults in ${piece.diagram.nodes.length} things, such as: ${hard[0]?.sentence}`
  desk.remarks.push(...remarksOf('unmet', plan?.unmet), ...doubtsOf(piece))
  return { piece, others, first: best.piece, rounds: looked.rounds }
}

interface Candidate {
  piece: Workpiece
  held: Held
}

async function candidate(
  desk: Desk,
  brief: DrawBrief,
  call: Call,
  isShown = false,
): Promise<Candidate | string | null> {
  const answer = await answeredDrawing(desk, call, (grown) =>
    desk.engines.draw?.(brief, call, isShown ? grown : undefined),
  )
  if (answer === null || typeof answer === 'string') return answer
  const held = { brief, plan: answer.plan }
  return { piece: finished(answer, held), held }
}

/** What a model draws, shown while it comes in; a string: why there is none; null: nobody draws it. */
export async function answeredDrawing(
  desk: Desk,
  call: Call,
  ask: (grown: (svg: string) => void) => Promise<Drawn | null> | undefined,
): Promise<Drawn | string | null> {
  const drafts = shownWhileDrawn(desk)
  const asked = orReason(call, Promise.resolve(ask(drafts.show)))
  const answer = (await asked.finally(drafts.end)) ?? null
  if (answer !== null && typeof answer !== 'string')
    for (const line of answer.dropped) desk.log(`left out of the drawing: ${line}`, 'stderr')
  return answer
}

/**
 * As many drawings as the request prefers, the best of them first: by hard faults, what the text does not say, and soft
 * ones; where a model sees, the one that it takes at one look at all.
 */
async function chosen(desk: Desk, first: Candidate, brief: DrawBrief, call: Call) {
  const all = [
    first,
    ...(await variants(desk, call, (variant) => candidate(desk, { ...brief, variant }, call))),
  ]
  const sorted = ranked(desk, all, costOf, ({ piece }) => piece.diagram)
  const drawings = sorted.map(({ piece: { scene, faults } }) => ({
    faults,
    picture: () => pictureOf(desk, { scene, svg: desk.figure.svg(scene) }),
  }))
  const taken = sorted.length > 1 && (await desk.engines.choose?.({ brief, drawings }))
  if (taken) desk.log(`candidate ${taken.best + 1} is taken: ${taken.why}`)
  const best = (taken && sorted[taken.best]) || sorted[0] || first
  return { best, others: sorted.flatMap((one) => (one === best ? [] : [one.piece])) }
}

/** A hard fault, or a part that the text does not say, is as bad as five soft ones. */
const SOFT_COST = 0.2

function costOf({ piece }: Candidate): number {
  const hard = hardFaults(piece).length
  return hard + unsaidIn(piece.diagram) + SOFT_COST * (piece.faults.length - hard)
}

/** Why a drawing cannot be shown; undefined: it can, and what is wrong with it is told in run.log. */
export function whyUnusable(desk: Desk, { scene, faults }: Workpiece): string | undefined {
  const edges = scene.elements.filter(({ role }) => role === 'edge')
  const lost = new Set(faults.filter(({ kind }) => kind === 'edge_unnamed').map(({ id }) => id))
  const share = edges.length === 0 ? 0 : lost.size / edges.length
  if (share > MOST_UNREADABLE)
    return `${Math.round(100 * share)} % of the drawing's arrows lead nowhere`
  for (const { sentence } of faults) desk.log(`fault: ${sentence}`)
  return undefined
}

/** Writes the groups that are there so far, one file after the other; what comes while one is written waits for its end. */
function shownWhileDrawn(desk: Desk) {
  let writing: Promise<void> | undefined
  let ended = false
  return {
    show(svg: string): void {
      if (writing || ended) return
      writing = write(desk, OUTPUTS.draft, svg)
        // Half a drawing that cannot be cleaned is not shown.
        .catch(() => {})
        .finally(() => {
          writing = undefined
        })
    },
    async end(): Promise<void> {
      ended = true
      await writing
    },
  }
}
