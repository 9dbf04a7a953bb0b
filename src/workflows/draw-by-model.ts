import type { DrawBrief } from '../forms/drawing'
import type { Call } from '../forms/engines'
import { OUTPUTS } from '../forms/outputs'
import { remarksOf } from '../forms/remarks'
import { type Desk, write } from './desk'
import { groundingOf } from './grounding'
import {
  doubtsOf,
  finished,
  type Held,
  hardFaults,
  type LookRound,
  lookRounds,
  type Workpiece,
} from './look-rounds'
import { pictureOf } from './rounds'

/** A figure that a model drew, and what is told of it. */
export interface DrawnFigure {
  /** Before its rounds. */
  first: Workpiece
  piece: Workpiece
  rounds: LookRound[]
  /** The other candidates, the best first. */
  others: Workpiece[]
}

/** Time that the exports of a figure may need, in milliseconds. */
const RESERVE_MS = 30_000
/** Of the edges; more of them without a line or an end, and the drawing is none. */
export const MOST_UNREADABLE = 0.3
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
  const drafts = shownWhileDrawn(desk)
  const first = await drawn(desk, brief, call, drafts.show).finally(drafts.end)
  if (first === null || typeof first === 'string') return first
  stage('check')
  const { best, others } = await ranked(desk, first, brief, call)
  const unreadable = unreadableShare(best.piece)
  if (unreadable > MOST_UNREADABLE)
    return `${Math.round(100 * unreadable)} % of the drawing's arrows lead nowhere`
  for (const { sentence } of best.piece.faults) desk.log(`fault: ${sentence}`)
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

async function drawn(
  { engines, log }: Desk,
  brief: DrawBrief,
  call: Call,
  grown: (svg: string) => void,
): Promise<Candidate | string | null> {
  try {
    const answer = (await engines.draw?.(brief, call, grown)) ?? null
    if (answer === null) return null
    for (const line of answer.dropped) log(`left out of the drawing: ${line}`, 'stderr')
    const held = { brief, plan: answer.plan }
    return { piece: finished(answer, held), held }
  } catch (error) {
    if (call.signal.aborted || !(error instanceof Error) || error instanceof TypeError) throw error
    return error.message.replace(/\.$/, '')
  }
}

/**
 * As many drawings as the request prefers, the best of them first: by hard faults, what the text does not say, and soft
 * ones; where a model sees, the one that it takes at one look at all.
 */
async function ranked(desk: Desk, first: Candidate, brief: DrawBrief, call: Call) {
  const all = [first]
  let longest = 0
  for (let variant = 2; variant <= desk.candidates; variant++) {
    const began = Date.now()
    if (began + longest + RESERVE_MS > call.deadline) {
      desk.log(`no time is left for candidate ${variant}`, 'stderr')
      break
    }
    const next = await drawn(desk, { ...brief, variant }, call, () => {})
    if (next === null || typeof next === 'string') {
      desk.log(`candidate ${variant}: ${next}`, 'stderr')
      break
    }
    all.push(next)
    longest = Math.max(longest, Date.now() - began)
  }
  const costs = new Map(all.map((one) => [one, costOf(one.piece)]))
  const sorted = all.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0))
  if (sorted.length > 1)
    for (const [index, one] of sorted.entries())
      desk.log(
        `candidate ${index + 1}: ${one.piece.diagram.nodes.length} things, cost ${costs.get(one)}`,
      )
  const best = (sorted.length > 1 && (await chosen(desk, sorted, brief))) || sorted[0] || first
  const others = sorted.filter((one) => one !== best)
  return { best, others: others.map(({ piece }) => piece) }
}

/** What a model takes that sees them all. */
async function chosen(
  desk: Desk,
  sorted: readonly Candidate[],
  brief: DrawBrief,
): Promise<Candidate | undefined> {
  const drawings = sorted.map(({ piece: { scene, faults } }) => ({
    faults,
    picture: () => pictureOf(desk, { scene, svg: desk.figure.svg(scene) }),
  }))
  const taken = await desk.engines.choose?.({ brief, drawings })
  if (taken) desk.log(`candidate ${taken.best + 1} is taken: ${taken.why}`)
  return taken && sorted[taken.best]
}

/** A hard fault, or a part that the text does not say, is as bad as five soft ones. */
const SOFT_COST = 0.2

function costOf(piece: Workpiece): number {
  const { nodes, edges, grounded_nodes, grounded_edges } = groundingOf(piece.diagram)
  const hard = hardFaults(piece).length
  const unsaid = nodes + edges - grounded_nodes - grounded_edges
  return Number((hard + unsaid + SOFT_COST * (piece.faults.length - hard)).toFixed(2))
}

/** The share of connectors that join nothing. */
export function unreadableShare({ scene, faults }: Workpiece): number {
  const edges = scene.elements.filter(({ role }) => role === 'edge')
  const lost = new Set(faults.filter(({ kind }) => kind === 'edge_unnamed').map(({ id }) => id))
  return edges.length === 0 ? 0 : lost.size / edges.length
}

/** Writes the groups that are there so far, one file after the other; what comes while one is written waits for its end. */
export function shownWhileDrawn(desk: Desk) {
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
