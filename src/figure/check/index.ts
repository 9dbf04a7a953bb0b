import { FAULT_KINDS, type Fault, type FaultCounts, type FaultKind } from '../../forms/fault'
import { roundedTo } from '../../forms/numbers'
import { rememberedOf } from '../../forms/remembered'
import type { Scene, SceneElement } from '../../forms/scene'
import { type Found, roomAround, Work } from './found'
import { type CheckOptions, notDrawn, notSaid } from './grounding'
import { type Layers, layersOf } from './layers'
import { SENTENCES } from './sentences'
import { emptySpace, idsDoubled, nearlyAligned, thingsOverlap } from './things'
import { wireEnds, wiresThrough, wiresTogether, wiresUnnamed } from './wires'
import { wordsLeave, wordsOver, wordsSeen, wordsSmall, wordsStruck } from './words'

export interface Checked {
  faults: Fault[]
  counts: FaultCounts
  /** Why not everything was measured, a sentence. */
  unmeasured?: string
}

/** Everything that is measured, in the order in which it is told; what hangs on more than the scene has its options. */
const CHECKS: readonly (
  | ((layers: Layers, work: Work) => Found[])
  | { by: (layers: Layers, options: CheckOptions) => Found[] }
)[] = [
  wordsOver,
  wordsStruck,
  wordsLeave,
  wordsSmall,
  wordsSeen,
  wireEnds,
  wiresThrough,
  wiresTogether,
  wiresUnnamed,
  thingsOverlap,
  idsDoubled,
  { by: notSaid },
  { by: notDrawn },
  nearlyAligned,
  emptySpace,
]

/** Measures the faults of a figure on its real geometry. The same scene gives the same faults in the same order. */
export function check(scene: Scene, options: CheckOptions = {}): Checked {
  return checkedOf(measured(scene, options))
}

export type Measured = ReturnType<typeof measured>

/** What was measured, put into words. */
export function checkedOf({ layers, found, isDone }: Measured): Checked {
  const faults = found.map((one, index) => faultOf(one, layers, index < MOST_ROOMS))
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
  const { layers, found, isDone } = geometryOf(
    options.paper === undefined ? scene : { ...scene, paper: options.paper },
  )
  return {
    ...{ layers, isDone },
    found: CHECKS.flatMap((one, at) => ('by' in one ? one.by(layers, options) : (found[at] ?? []))),
  }
}

/** What the scene alone shows: a figure is measured while it is arranged, and once more with its text. */
const geometryOf = rememberedOf((scene: Scene) => {
  const layers = layersOf(scene)
  const work = new Work()
  const found = CHECKS.map((one) => ('by' in one ? [] : one(layers, work)))
  return { layers, found, isDone: work.isDone }
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

function faultOf(found: Found, layers: Layers, withRoom = true): Fault {
  const { kind, of, other, by, soft } = found
  return {
    kind,
    id: idOf(of),
    other: idOf(other),
    hard: FAULT_KINDS[kind] && !soft,
    sentence: SENTENCES[kind]({
      ...found,
      n: saidAs(kind, by),
      room: withRoom ? roomOf(found, layers) : 'look for room',
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

function roomOf({ box, of, element }: Found, layers: Layers): string {
  if (!box) return 'look for room'
  const own = [of, element].filter((each) => each !== undefined)
  const sides = Object.entries(roomAround(layers, box, own)).filter(
    ([, free]) => free >= LEAST_ROOM,
  )
  if (sides.length === 0) return 'there is no room beside it'
  const told = sides.sort(([, a], [, b]) => b - a).slice(0, 2)
  return `free of it are ${told.map(([side, free]) => `${Math.round(free)} ${side}`).join(' and ')}`
}
