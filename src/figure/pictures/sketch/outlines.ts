import { pathSegments, type Segment } from '../../path-data'
import { ellipsePath, path, roundedRect } from '../../themes/path'
import { SketchRefused } from './refusal'

type Attributes = Readonly<Record<string, string>>

/** Shapes by their element, as absolute path data. */
const SHAPES: Readonly<Record<string, (attributes: Attributes) => string>> = {
  path: ({ d = '' }) => d,
  rect: (attributes) => {
    const { x, y, width, height } = lengths(attributes, 'x', 'y', 'width', 'height')
    const radius = lengths(attributes, attributes.rx === undefined ? 'ry' : 'rx')
    return width > 0 && height > 0
      ? roundedRect({ x, y, width, height }, Math.max(0, Object.values(radius)[0] ?? 0))
      : ''
  },
  circle: (attributes) => {
    const { cx, cy, r } = lengths(attributes, 'cx', 'cy', 'r')
    return r > 0 ? ellipsePath(cx, cy, r, r) : ''
  },
  ellipse: (attributes) => {
    const { cx, cy, rx, ry } = lengths(attributes, 'cx', 'cy', 'rx', 'ry')
    return rx > 0 && ry > 0 ? ellipsePath(cx, cy, rx, ry) : ''
  },
  line: (attributes) => {
    const { x1, y1, x2, y2 } = lengths(attributes, 'x1', 'y1', 'x2', 'y2')
    return polyline(x1, y1, x2, y2)
  },
  polyline: ({ points = '' }) => polyline(...numbers(points)),
  polygon: ({ points = '' }) => `${polyline(...numbers(points))}Z`,
}

export function isShape(element: string): boolean {
  return Object.hasOwn(SHAPES, element)
}

/** The outline of a shape in its own coordinates. */
export function outlineOf(element: string, attributes: Attributes): Segment[] {
  return pathSegments(SHAPES[element]?.(attributes) ?? '')
}

function lengths<N extends string>(attributes: Attributes, ...names: N[]): Record<N, number> {
  const entries = names.map((name) => [name, lengthOf(attributes[name])])
  return Object.fromEntries(entries) as Record<N, number>
}

/** A length in user units; 0 for none. */
export function lengthOf(value: string | undefined): number {
  const plain = (value ?? '0').trim().replace(/px$/, '')
  const length = plain === '' ? Number.NaN : Number(plain)
  if (!Number.isFinite(length)) throw new SketchRefused('a length of the sketch is no plain number')
  return length
}

/** Pairs of numbers; an odd one at the end is left out. */
function numbers(points: string): number[] {
  const all = points
    .trim()
    .split(/[\s,]+/)
    .map(lengthOf)
  return all.slice(0, all.length - (all.length % 2))
}

function polyline(...numbers: number[]): string {
  const pairs = numbers.flatMap((x, index) =>
    index % 2 === 0 ? path`${x} ${numbers[index + 1] ?? 0}` : [],
  )
  return `M${pairs.join('L')}`
}
