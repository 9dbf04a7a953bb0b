import { FAULT_KINDS, type FaultKind } from '../../forms/fault'
import type { Scene, SceneElement } from '../../forms/scene'
import { type Measured, measured } from '../check'
import type { Finding } from '../check/findings'
import type { FlatScene } from '../check/flat-scene'
import type { CheckOptions } from '../check/grounding'

/** Elements in the place of those of their ids. */
export type Mend = readonly SceneElement[]

/** A figure while it is made exact, with what was measured on it. */
export interface Figure {
  scene: Scene
  found: readonly Finding[]
  flat: FlatScene
  /** How often it may still be measured anew. */
  left: { tries: number }
  /** All of that, and how it was measured. */
  known: Measured
  options: CheckOptions
}

/** Measurings of a figure of usual size; one of many parts has fewer, since all are held against all. */
const TRIES = 120
const USUAL = 300
const MANY = 1200

export function figureOf(
  scene: Scene,
  options: CheckOptions = {},
  left = { tries: TRIES },
): Figure {
  const known = measured(scene, options)
  const { found, flat, isDone } = known
  const size = flat.parts.length + flat.words.length
  left.tries -= isDone ? TRIES : Math.max(1, (size / USUAL) * Math.max(1, size / MANY))
  return { scene, found, flat, left, known, options }
}

/** Nothing moves more, but the end of a line and words that it strikes, in units of a canvas 1600 wide. */
export const MOST = { move: 12, end: 40, label: 40 } as const

/**
 * Makes the mends that make nothing worse: neither the number of any kind of fault nor how bad its faults are together.
 * What harms together is tried apart.
 */
export function mended(figure: Figure, mends: readonly Mend[]): Figure {
  if (mends.length === 0 || figure.left.tries <= 0) return figure
  const next = remeasured(figure, mends)
  if (isNoWorse(figure.found, next.found)) return next
  if (mends.length === 1) return figure
  const half = mends.length >> 1
  return mended(mended(figure, mends.slice(0, half)), mends.slice(half))
}

/** The first of several ways to mend one thing that does so and harms nothing. */
export function mendedBest(
  figure: Figure,
  ways: Iterable<Mend>,
  isMended: (next: Figure) => boolean,
): Figure {
  let tried = 0
  for (const way of ways) {
    if (way.length === 0 || tried++ >= MOST_WAYS || figure.left.tries <= 0) continue
    const next = remeasured(figure, [way])
    if (isMended(next) && isNoWorse(figure.found, next.found)) return next
  }
  return figure
}

const MOST_WAYS = 6

const remeasured = (figure: Figure, mends: readonly Mend[]): Figure =>
  figureOf(withMends(figure.scene, mends), figure.options, figure.left)

function withMends(scene: Scene, mends: readonly Mend[]): Scene {
  const changed = new Map(mends.flat().map((each) => [each.id, each]))
  return { ...scene, elements: scene.elements.map((each) => changed.get(each.id) ?? each) }
}

/** Measures of one kind may grow together by this share, and by this much. */
const LENIENT = { share: 0.01, by: 0.3 } as const

function isNoWorse(before: readonly Finding[], after: readonly Finding[]): boolean {
  const [was, is] = [sumsOf(before), sumsOf(after)]
  return (Object.keys(FAULT_KINDS) as FaultKind[]).every((kind) => {
    const [old, now] = [was.get(kind), is.get(kind)]
    if (!now) return true
    if (!old) return false
    return (
      now.count <= old.count &&
      now.hard <= old.hard &&
      now.by <= old.by * (1 + LENIENT.share) + LENIENT.by
    )
  })
}

function sumsOf(
  found: readonly Finding[],
): Map<FaultKind, { count: number; hard: number; by: number }> {
  const sums = new Map<FaultKind, { count: number; hard: number; by: number }>()
  for (const { kind, by, soft } of found) {
    const sum = sums.get(kind) ?? { count: 0, hard: 0, by: 0 }
    sums.set(kind, { count: sum.count + 1, hard: sum.hard + (soft ? 0 : 1), by: sum.by + by })
  }
  return sums
}
