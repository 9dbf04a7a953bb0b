import type { Anchor, Geometry, Point, SceneElement } from '../forms/scene'
import { distance, hullOf } from './geometry'

/** A line as its first point and the points of each piece after it: one a straight piece, three a cubic curve. */
type Way = [start: Point, ...pieces: Point[][]]

/** A line from end to end. */
interface Strand {
  way: Way
  from?: Anchor | undefined
  to?: Anchor | undefined
  /** Whether a head stands at its start, at its end. */
  heads: [boolean, boolean]
}

/**
 * Two lines that meet, as one connector: straight or curved ones, whichever ends meet. Lines that join nothing are shapes in a
 * scene. Where both stand for an arrow's parts, its heads are those of the outer ends.
 *
 * @param reach how far apart the ends may be, in canvas pixels
 */
export function joinedLine(
  one: SceneElement,
  two: SceneElement,
  reach: number,
): SceneElement | string {
  const [a, b] = [strandOf(one), strandOf(two)]
  if (!a || !b) return 'they are no two lines'
  const [best] = [a, turned(a)]
    .flatMap((first) => [b, turned(b)].map((then) => ({ first, then, off: off(first, then) })))
    .sort((x, y) => x.off - y.off)
  if (!best || best.off > reach) return 'their ends are far apart'
  const { first, then } = best
  const whole: Strand = {
    way: [...first.way, [then.way[0]], ...(then.way.slice(1) as Point[][])],
    from: first.from,
    to: then.to,
    heads: [first.heads[0], then.heads[1]],
  }
  const isBack = whole.heads[0] && !whole.heads[1]
  const like = [one, two].find(({ style }) => style.head) ?? one
  return connectorOf(like, isBack ? turned(whole) : whole, {
    id: one.id,
    radius: Math.max(radiusOf(one), radiusOf(two)),
  })
}

function connectorOf(
  like: SceneElement,
  { way, from, to, heads }: Strand,
  { id, radius }: { id: string; radius: number },
): SceneElement {
  const { from: _, to: __, paint: ___, ...plain } = like
  const [start, ...pieces] = way
  const isStraight = pieces.every(({ length }) => length === 1)
  return {
    ...plain,
    ...{ id, kind: 'connector', role: 'edge' },
    box: hullOf(way.flat().map(({ x, y }) => ({ x, y, width: 0, height: 0 }))),
    geometry: isStraight
      ? { form: 'polyline', points: [start, ...pieces.flat()], radius }
      : { form: 'path', d: [`M${pair(start)}`, ...pieces.map(command)].join('') },
    ...(from && { from }),
    ...(to && { to }),
    heads: heads[0] ? 'both' : heads[1] ? 'end' : 'none',
  }
}

const pair = ({ x, y }: Point) => `${x} ${y}`
const command = (piece: readonly Point[]) =>
  `${piece.length === 1 ? 'L' : 'C'}${piece.map(pair).join(' ')}`

const radiusOf = ({ geometry }: SceneElement) =>
  geometry?.form === 'polyline' ? geometry.radius : 0

const endOf = ([start, ...pieces]: Way) => pieces.at(-1)?.at(-1) ?? start
const off = (first: Strand, then: Strand) => distance(endOf(first.way), then.way[0])

function turned({ way, from, to, heads }: Strand): Strand {
  const [start, ...pieces] = way
  const back = pieces.map((piece, index) => {
    const before = pieces[index - 1]?.at(-1) ?? start
    return [...piece.slice(0, -1).reverse(), before]
  })
  return {
    way: [endOf(way), ...back.reverse()],
    from: to,
    to: from,
    heads: [heads[1], heads[0]],
  }
}

function strandOf({ kind, geometry, from, to, heads = 'end' }: SceneElement): Strand | undefined {
  const way = geometry && wayOf(geometry)
  if (!way) return undefined
  const isConnector = kind === 'connector'
  const ends: [boolean, boolean] = [
    isConnector && heads === 'both',
    isConnector && heads !== 'none',
  ]
  return { way, from, to, heads: ends }
}

function wayOf(geometry: Geometry): Way | undefined {
  if (geometry.form === 'polyline') {
    const [start, ...rest] = geometry.points
    return start && [start, ...rest.map((point) => [point])]
  }
  // The paths of lines that were read: one move, then straight pieces and cubic curves, in canvas pixels.
  if (geometry.form !== 'path' || !/^M[^A-Za-z]+(?:[LC][^A-Za-z]+)+$/.test(geometry.d))
    return undefined
  const [[start] = [], ...pieces] = [...geometry.d.matchAll(/[MLC]([^A-Za-z]+)/g)].map(
    ([, numbers = '']) => pointsIn(numbers),
  )
  const isWhole = pieces.every(({ length }) => length === 1 || length === 3)
  return start && isWhole ? [start, ...pieces] : undefined
}

function pointsIn(numbers: string): Point[] {
  const values = (numbers.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  return values.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: values[index + 1] ?? 0 }] : []))
}
