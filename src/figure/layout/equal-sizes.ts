import type { Diagram } from '../../forms/diagram'
import { siblingsOf } from './isomorphic'
import type { NodeFit } from './node-fit'
import { isDiamond, isRound, outlineOf } from './node-outline'

/** Boxes of one outline at least this share as high as a common height take it. */
const ALIKE = 0.6
/** A height is common where this share of the boxes of one outline have it or more. */
const COMMON = 1 / 3
/** The widest box of an outline is at most so many times as wide as the narrowest. */
const WIDEST = 1.6

/**
 * Gives boxes of one outline one height, exceptions apart, and widths that are not far from each other; and nodes that
 * correspond to each other in groups of one structure the same size.
 */
export function evened(diagram: Diagram, fits: ReadonlyMap<string, NodeFit>): Map<string, NodeFit> {
  const sizes = new Map(
    [...fits].map(([id, { width, height, lines }]) => [id, { width, height, lines }]),
  )
  const sizesOf = (ids: readonly string[]) => ids.flatMap((id) => sizes.get(id) ?? [])
  const usual = [...fits].filter(([, { node }]) => !isRound(outlineOf(node)))
  const ids = (set: readonly (readonly [string, NodeFit])[]) => set.map(([id]) => id)
  for (const [outline, set] of Map.groupBy(usual, ([, { node }]) => outlineOf(node))) {
    const own = sizesOf(ids(set))
    const heights = own.map(({ height }) => height).sort((a, b) => b - a)
    const common = heights[Math.ceil(COMMON * heights.length) - 1] ?? 0
    const narrowest = Math.max(...own.map(({ width }) => width)) / WIDEST
    for (const size of own) {
      if (!isDiamond(outline)) size.width = Math.max(size.width, narrowest)
      if (size.height >= ALIKE * common) size.height = Math.max(size.height, common)
    }
  }
  const kinds = [...Map.groupBy(usual, ([, fit]) => kindOf(fit)).values()].map(ids)
  const twins = siblingsOf(diagram).flatMap(([first, ...others]) =>
    (first?.members ?? []).map((id, at) => [
      id,
      ...others.flatMap(({ members }) => members[at] ?? []),
    ]),
  )
  for (const side of ['width', 'lines'] as const) for (const set of twins) level(sizesOf(set), side)
  const round = [...fits].filter(([, { node }]) => isRound(outlineOf(node)))
  for (const set of Map.groupBy(round, ([, fit]) => kindOf(fit)).values())
    for (const side of ['width', 'height'] as const) level(sizesOf(ids(set)), side)
  // What is as high as its twin makes its own kind as high, and those their twins.
  for (let round = 0; round < ROUNDS; round++)
    for (const set of [...twins, ...kinds]) level(sizesOf(set), 'height')
  return new Map([...fits].map(([id, fit]) => [id, { ...fit, ...sizes.get(id) }]))
}

const ROUNDS = 3

const kindOf = ({ node, label, detail }: NodeFit) =>
  `${outlineOf(node)} ${label.lines.length} ${detail.lines.length}`

function level<Side extends 'width' | 'height' | 'lines'>(
  sizes: readonly Record<Side, number>[],
  side: Side,
): void {
  const most = Math.max(...sizes.map((size) => size[side]))
  for (const size of sizes) Object.assign(size, { [side]: most })
}
