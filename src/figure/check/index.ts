import { FAULT_KINDS, type Fault, type FaultCounts, type FaultKind } from '../../forms/fault'
import { roundedTo } from '../../forms/numbers'
import { rememberedOf } from '../../forms/remembered'
import type { Scene, SceneElement } from '../../forms/scene'
import { edgesOverlap, edgesThrough, edgesUnjoined, looseEnds } from './edge-faults'
import { Budget, clearances, type Finding } from './findings'
import { type FlatScene, flattened } from './flat-scene'
import { type CheckOptions, missingParts, unsupportedText } from './grounding'
import { duplicateIds, emptySpace, nearAlignments, nodesOverlap } from './node-faults'
import { SENTENCES } from './sentences'
import { lowContrast, smallText, textCrossed, textOverflows, textOverlaps } from './text-faults'

export interface Checked {
  faults: Fault[]
  counts: FaultCounts
  /** Why not everything was measured, a sentence. */
  unmeasured?: string
}

/** Everything that is measured, in the order in which it is told; what hangs on more than the scene has its options. */
const CHECKS: readonly (
  | ((flat: FlatScene, work: Budget) => Finding[])
  | { by: (flat: FlatScene, options: CheckOptions) => Finding[] }
)[] = [
  textOverlaps,
  textCrossed,
  textOverflows,
  smallText,
  lowContrast,
  looseEnds,
  edgesThrough,
  edgesOverlap,
  edgesUnjoined,
  nodesOverlap,
  duplicateIds,
  { by: unsupportedText },
  { by: missingParts },
  nearAlignments,
  emptySpace,
]

/** Measures the faults of a figure on its real geometry. The same scene gives the same faults in the same order. */
export function check(scene: Scene, options: CheckOptions = {}): Checked {
  return checkedOf(measured(scene, options))
}

export type Measured = ReturnType<typeof measured>

/** What was measured, put into words. */
export function checkedOf({ flat, found, isDone }: Measured): Checked {
  const faults = found.map((one, index) => faultOf(one, flat, index < MOST_ROOMS))
  return {
    faults,
    counts: countsOf(faults),
    ...(isDone && {
      unmeasured: 'The drawing has too many outlines in one place; not all of it was measured.',
    }),
  }
}

/** The faults before they are put into words, and what they were measured on. */
export function measured(scene: Scene, options: CheckOptions = {}) {
  const { flat, found, isDone } = geometryOf(
    options.paper === undefined ? scene : { ...scene, paper: options.paper },
  )
  return {
    ...{ flat, isDone },
    found: CHECKS.flatMap((one, at) => ('by' in one ? one.by(flat, options) : (found[at] ?? []))),
  }
}

/** What the scene alone shows: a figure is measured while it is arranged, and once more with its text. */
const geometryOf = rememberedOf((scene: Scene) => {
  const flat = flattened(scene)
  const work = new Budget()
  const found = CHECKS.map((one) => ('by' in one ? [] : one(flat, work)))
  return { flat, found, isDone: work.isDone }
})

/** Faults for which room is sought. */
const MOST_ROOMS = 200

/** How many there are of every kind. */
export function countsOf(faults: readonly Pick<Fault, 'kind'>[]): FaultCounts {
  const counts = Object.fromEntries(
    Object.keys(FAULT_KINDS).map((kind) => [kind, 0]),
  ) as FaultCounts
  for (const { kind } of faults) counts[kind]++
  return counts
}

function faultOf(found: Finding, flat: FlatScene, withRoom = true): Fault {
  const { kind, of, other, by, soft } = found
  return {
    kind,
    id: idOf(of),
    other: idOf(other),
    hard: FAULT_KINDS[kind] && !soft,
    sentence: SENTENCES[kind]({
      ...found,
      n: saidAs(kind, by),
      room: withRoom ? roomOf(found, flat) : 'look for room',
      who: calledBy(of),
      them: calledBy(other),
    }),
    mended: false,
    by: roundedTo(by, 2),
  }
}

/** As its author named it. */
function idOf(element: SceneElement | undefined): string | null {
  const { node, edge, panel } = element?.data ?? {}
  return node ?? edge ?? panel ?? element?.id ?? null
}

const calledBy = (element: SceneElement | undefined): string => idOf(element) ?? 'the canvas'

/** Small measures to a tenth. */
function saidAs(kind: FaultKind, by: number): string {
  return kind === 'crossing' || by >= 10 ? String(Math.round(by)) : by.toFixed(1)
}

/** Less is no room. */
const LEAST_ROOM = 6

function roomOf({ box, of, element }: Finding, flat: FlatScene): string {
  if (!box) return 'look for room'
  const own = [of, element].filter((each) => each !== undefined)
  const sides = Object.entries(clearances(flat, box, own)).filter(([, free]) => free >= LEAST_ROOM)
  if (sides.length === 0) return 'there is no room beside it'
  const told = sides.sort(([, a], [, b]) => b - a).slice(0, 2)
  return `free of it are ${told.map(([side, free]) => `${Math.round(free)} ${side}`).join(' and ')}`
}
