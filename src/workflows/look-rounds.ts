import { countsOf } from '../figure/check'
import { diagramOf } from '../figure/diagram-of'
import { exact } from '../figure/exact'
import { isNamed } from '../figure/patch'
import type { Diagram } from '../forms/diagram'
import type { DrawBrief, DrawingPlan } from '../forms/drawing'
import type { Call } from '../forms/engines'
import type { Fault } from '../forms/fault'
import { STANDARD_STYLE } from '../forms/look'
import { type Remark, remarksOf } from '../forms/remarks'
import type { Scene, SceneElement } from '../forms/scene'
import type { Desk } from './desk'
import { groundingOf } from './grounding'
import { improved, pictureOf } from './rounds'

/** A figure between two looks: made exact and measured. */
export interface Workpiece {
  scene: Scene
  /** As who drew it wrote it, and its definitions: what a model that looks again is shown. */
  source: string
  frame: string
  diagram: Diagram
  /** What stays wrong. */
  faults: Fault[]
  /** Of every kind, those that stay. */
  counts: Record<string, number>
  mended: number
  /** To the picture that it is drawn of, up to 1; absent: it is of a text. */
  likeness?: number
}

/** What a figure is held against. */
export interface Held {
  brief: DrawBrief
  /** What its drawer said it would draw; absent: nobody has. */
  plan?: DrawingPlan | undefined
  /** A person's wish in words: what it says may be written too, and words may go. */
  instruction?: string
  /** A picture that it is to be like: as PNG, and how a drawing of it is finished. */
  picture?: {
    original: Uint8Array
    finish(drawn: Finishing, plan: Held['plan'], still: ReadonlySet<string>): Promise<Workpiece>
  }
}

/** What an answer gives, before it is finished. */
export type Finishing = Pick<Workpiece, 'scene' | 'source' | 'frame'>

/** What is held against nothing but itself. */
export const PLAIN_BRIEF: DrawBrief = {
  ...{ text: '', material: true, caption: null, context: [], ratio: 'auto' },
  style: STANDARD_STYLE,
}

/** One round, as report.json tells it. */
export interface LookRound {
  by: 'look'
  accepted: boolean
  /** Ids of what was changed. */
  groups: readonly string[]
  reason: string
}

/** More rounds make no figure better. */
const MOST_ROUNDS = 3
/** Rounds for faults alone. */
const FAULT_ROUNDS = 2
/** Of the labels that stood there at first. */
const MOST_LOST = 0.3
/** Likenesses to a picture that differ by less are the same: letters of another face. */
const SAME = 0.0005
/** What mends a fault may cost so much of the likeness: a word that was to be painted and is not. */
const MENDED_COST = 0.01

/** Makes a scene exact, measures it, and reads off what it says. `still`: ids of groups that stay as they are. */
export function finished(
  { scene, source, frame }: Finishing,
  { brief, plan, instruction }: Held,
  still: ReadonlySet<string> = new Set(),
): Workpiece {
  const said = [brief.text, brief.caption, ...brief.context, instruction].filter((one) => one)
  const made = exact(scene, still, {
    ...(brief.text !== '' && { text: said.join('\n\n') }),
    ...(plan && { plan }),
  })
  const faults = made.faults.filter(({ mended }) => !mended)
  const diagram = diagramOf(made.scene, brief.text)
  return {
    ...{ source, frame, faults, diagram },
    counts: countsOf(faults),
    scene: made.scene,
    mended: made.faults.length - faults.length,
  }
}

export const hardFaults = ({ faults }: Pick<Workpiece, 'faults'>) =>
  faults.filter(({ hard }) => hard)

/** What stays badly wrong. */
export const doubtsOf = (piece: Workpiece): Remark[] =>
  remarksOf(
    'doubt',
    hardFaults(piece).map(({ sentence }) => sentence),
  )

/**
 * Lets a model look at a figure and patch it: `asked` rounds, and {@link FAULT_ROUNDS} where hard faults stay. A round is
 * kept only where no hard fault becomes more, no less is grounded and no more than {@link MOST_LOST} of the labels go.
 */
export async function lookRounds(
  desk: Desk,
  first: Workpiece,
  toHold: Held,
  asked: number,
  call: Call,
): Promise<{ piece: Workpiece; rounds: LookRound[]; declined?: string }> {
  const { look } = desk.engines
  if (!look) return { piece: first, rounds: [] }
  let piece = first
  let held = toHold
  let declined: string | undefined
  const isWish = toHold.instruction !== undefined
  const most = (rounds: readonly LookRound[]) => {
    if (isWish) return rounds.some(({ accepted }) => accepted) ? 0 : MOST_ROUNDS
    return Math.min(MOST_ROUNDS, Math.max(asked, hardFaults(piece).length > 0 ? FAULT_ROUNDS : 0))
  }
  const rounds = await improved<LookRound>(desk, { by: 'look', call, most }, async (earlier) => {
    const { scene, source, frame, faults } = piece
    const answer = await look(
      {
        ...{ brief: held.brief, scene, source, frame, earlier },
        // A person's wish is done, and nothing else.
        faults: isWish ? [] : faults,
        ...(held.instruction !== undefined && { instruction: held.instruction }),
        ...(held.picture && { original: held.picture.original }),
        picture: () => pictureOf(desk, { scene, svg: desk.figure.svg(scene) }),
      },
      call,
    )
    if (answer.ended !== undefined) return answer.ended
    declined = answer.declined
    if (!answer.scene) return undefined
    const now = { ...held, plan: planAfter(held.plan, scene, answer.scene, answer.changed) }
    const drawn = { ...answer, scene: answer.scene }
    const still = stillIn(answer.scene, answer.changed)
    const after = held.picture
      ? await held.picture.finish(drawn, now.plan, still)
      : finished(drawn, now, still)
    const worse = worseIn(first, piece, after, isWish)
    if (worse === undefined) [piece, held] = [after, now]
    const groups = answer.changed
    const reason = worse ?? `${groups.length} group${groups.length === 1 ? '' : 's'} changed`
    return { by: 'look', accepted: worse === undefined, groups, reason }
  })
  return { piece, rounds, ...(declined !== undefined && { declined }) }
}

/** Ids of what a patch leaves as it was: all but what it changed, with its parts, and the connectors that lead there. */
export function stillIn({ elements }: Scene, changed: readonly string[]): Set<string> {
  const moved = new Set(changed)
  // What stands in a panel by a name of its own is no part of it.
  const parents = new Map(
    elements.filter((one) => !isNamed(one)).map(({ id, parent }) => [id, parent]),
  )
  const isMoved = (id: string | undefined): boolean =>
    id !== undefined && (moved.has(id) || isMoved(parents.get(id)))
  const isChanged = ({ id, from, to }: SceneElement) =>
    [id, from?.element, to?.element].some(isMoved)
  return new Set(elements.filter((element) => !isChanged(element)).map(({ id }) => id))
}

/** A plan without the relations whose connectors were drawn anew on purpose: they may lead elsewhere now. */
function planAfter(
  plan: DrawingPlan | undefined,
  before: Scene,
  after: Scene,
  changed: readonly string[],
): DrawingPlan | undefined {
  const edgesIn = ({ elements }: Scene) => elements.filter(({ role }) => role === 'edge')
  const stays = new Set(edgesIn(after).map(({ id }) => id))
  const redrawn = edgesIn(before).filter(({ id }) => changed.includes(id) && stays.has(id))
  const isRedrawn = (relation: DrawingPlan['edges'][number]) =>
    redrawn.some(({ from, to }) => from?.element === relation.from && to?.element === relation.to)
  return plan && { ...plan, edges: plan.edges.filter((relation) => !isRedrawn(relation)) }
}

/** Why a round is not to be kept, in words. */
function worseIn(
  first: Workpiece,
  before: Workpiece,
  after: Workpiece,
  isWish: boolean,
): string | undefined {
  const [was, is] = [hardFaults(before), hardFaults(after)]
  if (is.length > was.length)
    return `hard faults would rise from ${was.length} to ${is.length}: ${is.at(-1)?.sentence}`
  if (isWish) return undefined
  const [share, shareAfter] = [groundedShare(before), groundedShare(after)]
  if (shareAfter < share)
    return `the share that the text says would fall from ${share} to ${shareAfter}`
  const slack = is.length < was.length ? MENDED_COST : SAME
  if ((after.likeness ?? 0) < (before.likeness ?? 0) - slack)
    return `likeness would fall from ${before.likeness} to ${after.likeness}`
  const lost = lostShare(first, after)
  if (lost > MOST_LOST) return `${Math.round(100 * lost)} % of the labels would go`
  return undefined
}

function groundedShare({ diagram }: Workpiece): number {
  const { nodes, edges, grounded_nodes, grounded_edges } = groundingOf(diagram)
  return Number(((grounded_nodes + grounded_edges) / Math.max(1, nodes + edges)).toFixed(3))
}

/** Of a drawing of a picture by number, since a label may have been misread. */
function lostShare(first: Workpiece, after: Workpiece): number {
  const [labels, left] = [labelsOf(first.diagram), labelsOf(after.diagram)]
  const lost = labels.filter((label) => {
    const at = left.indexOf(label)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const gone = first.likeness === undefined ? lost.length : lost.length - left.length
  return labels.length === 0 ? 0 : gone / labels.length
}

const labelsOf = ({ nodes, edges, groups }: Diagram) =>
  [...nodes, ...edges, ...groups].flatMap(({ label }) => (label ? [label] : []))
