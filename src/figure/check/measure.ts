import type { FaultKind } from '../../forms/fault'
import { roundedTo } from '../../forms/numbers'
import type { Point, Scene, SceneElement } from '../../forms/scene'
import { PAPER, pointsOf } from '../canvas/paper'
import { missingGlyphs } from '../fonts'
import { boxAround, intersection } from '../geometry'
import { measured } from '.'
import { Budget } from './findings'
import { emptyShare } from './node-faults'
import { contrastOf } from './text-faults'

/**
 * Quality figures of a scene, by name: its faults counted as `check` finds them, and what is good or bad by degrees.
 * Shares are of the canvas (0 to 1), `smallestTextPt` is in points on the figure's paper (178 mm wide where it has none),
 * `worstContrast` is the ratio of WCAG 2.2.
 */
export function measure(scene: Scene): Record<string, number> {
  const { flat, found } = measured(scene)
  const of = (role: SceneElement['role']) => scene.elements.filter((each) => each.role === role)
  const [nodes, groups] = [of('node'), of('group')]
  const edges = of('edge').filter(({ geometry }) => geometry)
  const faults = (kind: FaultKind) => found.filter((one) => one.kind === kind)
  const through = faults('through')
  const struck = through.filter(({ what }) => what === 'words').length
  const bends = edges.reduce(
    (sum, { geometry }) =>
      sum + (geometry?.form === 'polyline' ? Math.max(0, geometry.points.length - 2) : 0),
    0,
  )
  const work = new Budget()
  const ratios = flat.words.flatMap((line) => contrastOf(flat, line, work) ?? [])
  return {
    nodes: nodes.length,
    edges: edges.length,
    nodeOverlaps: faults('overlap').length,
    edgesThroughNodes: through.length - struck,
    edgeCrossings: faults('crossing').reduce((sum, { by }) => sum + by, 0),
    edgesOnOneLine: faults('on_one_line').length,
    bendsPerEdge: edges.length > 0 ? roundedTo(bends / edges.length, 3) : 0,
    labelHits: faults('words_over').length + faults('words_struck').length + struck,
    edgesOnGroupBorder: flat.wires.filter(({ points }) => hugsBorder(points, groups, scene.width))
      .length,
    textOverflow: faults('words_leave').length,
    missingGlyphs: missingGlyphs(flat.words.map(({ text }) => text).join('')).length,
    smallestTextPt: roundedTo(smallestTextPt(scene), 3),
    worstContrast: roundedTo(Math.min(21, ...ratios), 3),
    largestEmptyShare: roundedTo(emptyShare(flat), 3),
  }
}

/** Runs for more than 2 % of the canvas width within 0.3 % of a frame's border. */
function hugsBorder(
  points: readonly Point[],
  groups: readonly SceneElement[],
  width: number,
): boolean {
  const near = 0.003 * width
  const long = 0.02 * width
  return points.slice(1).some((b, index) => {
    const a = points[index] as Point
    return groups.some(({ box }) => {
      const { width, height } = intersection(boxAround([a, b]), box)
      const [at, ...borders] =
        a.y === b.y ? [a.y, box.y, box.y + box.height] : [a.x, box.x, box.x + box.width]
      const beside = a.y === b.y ? width : height
      return beside > long && borders.some((border) => Math.abs(border - at) < near)
    })
  })
}

/** In points on the figure's paper; 0 where there is no text. */
function smallestTextPt({ elements, width, paper = PAPER.wide }: Printed): number {
  const sizes = elements
    .filter((each) => each.geometry?.form === 'lines')
    .map(({ style }) => style.fontSize ?? 0)
    .filter((size) => size > 0)
  return sizes.length > 0 ? (Math.min(...sizes) / width) * pointsOf(paper) : 0
}

/** Text below this is hard to read in print, in points; journals ask for no less. */
const READABLE_PT = 6
/** Halves of the last digit that is told. */
const TOLD = 0.05

/** Says that the smallest text cannot be read on the figure's paper. */
export function unreadable(scene: Printed): string | undefined {
  const smallest = smallestTextPt(scene)
  if (smallest === 0 || smallest >= READABLE_PT - TOLD) return undefined
  const { paper = PAPER.wide } = scene
  return `The smallest text is ${smallest.toFixed(1)} pt when the figure is printed ${paper} mm wide: too small to read. Draw less in it, or several figures.`
}

export type Printed = Pick<Scene, 'elements' | 'width' | 'paper'>
