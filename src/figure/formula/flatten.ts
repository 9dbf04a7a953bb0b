import type { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js'
import type { Box, Point } from '../../forms/scene'
import { boxAround, cornersOf, grown, intersection } from '../geometry'
import { mapPath, pathOf, pathSegments, type Segment } from '../geometry/path-data'
import { placed as at, IDENTITY, type Matrix, times, transformOf } from '../geometry/transform'

interface Place {
  matrix: Matrix
  /** In the units of the outermost element. */
  clip?: Box
}

/**
 * One outline of all that an SVG of MathJax shows, in the root's own units and rounded to whole ones, and the box of its
 * points. Throws where it shows nothing or anything but outlines, such as a letter that its font lacks.
 */
export function flatten(root: LiteElement): { d: string; box: Box } {
  const segments = elementsIn(root).flatMap((child) => drawn(child, { matrix: IDENTITY }))
  const points: Point[] = []
  mapPath(segments, (point) => {
    points.push(point)
    return point
  })
  const box = boxAround(points)
  if (!(box.width > 0)) throw new Error('nothing is drawn')
  return { d: pathOf(segments), box }
}

function elementsIn(element: LiteElement): LiteElement[] {
  return element.children.filter((child): child is LiteElement => 'attributes' in child)
}

function drawn(element: LiteElement, around: Place): Segment[] {
  const attribute = (name: string) => String(element.attributes[name] ?? '')
  const length = (name: string) => Number.parseFloat(attribute(name)) || 0
  const place = { ...around, matrix: times(around.matrix, transformOf(attribute('transform'))) }
  switch (element.kind) {
    case 'g':
      return elementsIn(element).flatMap((child) => drawn(child, place))
    case 'svg': {
      const within = viewport(attribute('viewBox'), length, place)
      return elementsIn(element).flatMap((child) => drawn(child, within))
    }
    case 'path':
      return moved(pathSegments(attribute('d')), place)
    case 'rect': {
      const [x, y, width, height] = [length('x'), length('y'), length('width'), length('height')]
      const box = { x, y, width, height }
      if (attribute('fill') !== 'none') return bar(box, place)
      return attribute('stroke') === 'none' ? [] : frame(box, length('stroke-width') / 2, place)
    }
    case 'line':
      return ruled(
        { x: length('x1'), y: length('y1') },
        { x: length('x2'), y: length('y2') },
        place,
      )
    default:
      throw new Error(
        `it takes a ${element.kind === 'text' ? 'letter of another font' : element.kind}`,
      )
  }
}

const ringOf = (corners: readonly Point[]): Segment[] => [
  ...corners.map(
    ({ x, y }, index): Segment => ({ letter: index === 0 ? 'M' : 'L', points: [x, y] }),
  ),
  { letter: 'Z', points: [] },
]

const bar = (box: Box, place: Place) => moved(ringOf(cornersOf(box)), place)

/** The room between a box around a box and one within it, whose outline runs the other way. */
const frame = (box: Box, half: number, place: Place) => [
  ...bar(grown(box, half), place),
  ...moved(ringOf(cornersOf(grown(box, -half)).toReversed()), place),
]

/** Thickness of the rules of a table. */
const RULE = 70

function ruled(from: Point, to: Point, place: Place): Segment[] {
  const { x, y, width, height } = boxAround([from, to])
  return width < height
    ? bar({ x: x - RULE / 2, y, width: RULE, height }, place)
    : bar({ x, y: y - RULE / 2, width, height: RULE }, place)
}

/** A stretched sign's middle part is cut at its ends; it has straight sides, so its corners may as well move there. */
const moved = (segments: readonly Segment[], { matrix, clip }: Place): Segment[] =>
  mapPath(segments, (point) => {
    const [x, y] = at(matrix, point.x, point.y)
    const cut = (value: number, from: number, long: number) =>
      Math.min(from + long, Math.max(from, value))
    const [across, down] = clip ? [cut(x, clip.x, clip.width), cut(y, clip.y, clip.height)] : [x, y]
    return { x: Math.round(across) + 0, y: Math.round(down) + 0 }
  })

/** What an inner `<svg>` shows, and of that only its view box. */
function viewport(
  viewBox: string,
  length: (name: string) => number,
  { matrix, clip }: Place,
): Place {
  const view = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x = 0, y = 0, width = 0, height = 0] = view
  if (view.length !== 4 || !(width > 0 && height > 0))
    throw new Error('it has a part without a size')
  const [a, d] = [length('width') / width, length('height') / height]
  const inner = times(matrix, [a, 0, 0, d, length('x') - x * a, length('y') - y * d])
  const corners = cornersOf({ x, y, width, height }).map((corner) => {
    const [px, py] = at(inner, corner.x, corner.y)
    return { x: px, y: py }
  })
  const own = boxAround(corners)
  return { matrix: inner, clip: clip ? intersection(own, clip) : own }
}
