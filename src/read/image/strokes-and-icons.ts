import { connectorsOf } from './connectors'
import { clearEdges, inkMask, markShape } from './ink'
import { linked } from './links'
import { withLooseHeads } from './loose-heads'
import { type Parted, type Piece, partInk } from './parts'
import type { Mask } from './pixels'
import { lengthOf } from './polyline'
import type { Reading } from './reading'
import { withSharedWays } from './shared-ends'
import { type Stroke, traceStrokes } from './strokes'
import { isMinor, type readSurfaces, withoutMinor } from './surfaces'
import { traceLoose } from './trace-loose'

type Surfaces = Awaited<ReturnType<typeof readSurfaces>>

/** Sorts what is neither surface nor letter into lines, icons and traced surfaces. */
export function readInk(surfaces: Surfaces): Reading {
  const { source, ground, shapes, textHeight, lettering } = surfaces
  const ink = inkMask(source, ground, surfaces.contrast)
  clearEdges(ink, source, withoutMinor(shapes, textHeight), surfaces.flat.clean ? 1.2 : 2)
  clearLetters(ink, lettering.mask, source.width)
  for (const box of surfaces.pictures)
    for (let y = box.y; y < box.y + box.height; y++)
      ink.fill(0, y * source.width + box.x, y * source.width + box.x + box.width)
  const traced = traceLoose(surfaces, ink)
  const minor = shapes.filter((shape) => isMinor(shape, textHeight))
  const bare = ink.slice()
  for (const shape of minor) markShapeOff(bare, shape, source)
  const parted = partInk(bare, surfaces, minor, textHeight)
  const { strokes, odd } = strokesOf(surfaces, parted)
  const lost = new Set(parted.icons.flatMap((icon) => icon.shapes))
  const kept = shapes.filter((shape) => !lost.has(shape))
  const holders = kept.map((shape, index) => ({ id: String(index), shape }))
  const joined = linked(
    strokes,
    lettering.lines.map(({ box }) => box),
  )
  const { lines, left } = withLooseHeads(joined, odd, parted.regions, source.width)
  return {
    ...surfaces,
    shapes: kept,
    ink,
    traced,
    connectors: connectorsOf(withSharedWays(lines.filter(isSeen)), holders, { source, ground }),
    icons: [...parted.icons, ...left.map(({ box }) => ({ box }))],
  }
}

function markShapeOff(mask: Mask, shape: Reading['shapes'][number], source: Reading['source']) {
  const own = new Uint8Array(mask.length)
  markShape(own, shape, source, 1)
  for (let i = 0; i < mask.length; i++) if (own[i]) mask[i] = 0
}

/** Shorter than its pen is wide, a line is a speck. */
function isSeen({ points, width }: Stroke): boolean {
  return lengthOf(points) >= Math.max(4, 2 * width)
}

/** Letters with a pixel around them. */
function clearLetters(ink: Mask, letters: Mask, width: number): void {
  for (let i = 0; i < ink.length; i++) {
    if (!ink[i]) continue
    if (letters[i] || letters[i - 1] || letters[i + 1] || letters[i - width] || letters[i + width])
      ink[i] = 0
  }
}

/** Strokes of the lines, and of doubtful pieces that turn out to be one line; the rest of those are odd. */
function strokesOf({ source, ground }: Surfaces, { regions, lines, doubtful }: Parted) {
  const mask = new Uint8Array(source.rgb.length)
  const wanted = new Set([...lines, ...doubtful].map(({ region }) => region.label))
  for (let i = 0; i < mask.length; i++) if (wanted.has(regions.labels[i] as number)) mask[i] = 1
  const all = traceStrokes(mask, source, ground)
  const ofPiece = new Map<number, Stroke[]>()
  for (const stroke of all) {
    const middle = stroke.points[stroke.points.length >> 1]
    const label = middle
      ? (regions.labels[Math.floor(middle.y) * source.width + Math.floor(middle.x)] ?? -1)
      : -1
    const list = ofPiece.get(label)
    if (list) list.push(stroke)
    else ofPiece.set(label, [stroke])
  }
  const odd: Piece[] = []
  const gone = new Set<number>()
  for (const piece of doubtful) {
    const own = ofPiece.get(piece.region.label) ?? []
    const [one] = own
    if (own.length === 1 && one && isLine(one, piece)) continue
    gone.add(piece.region.label)
    odd.push(piece)
  }
  const strokes = [...ofPiece].flatMap(([label, list]) => (gone.has(label) ? [] : list))
  return { strokes, odd }
}

/** One open line that accounts for its ink, a head included. */
function isLine({ points, width, start, end, closed }: Stroke, { region, box }: Piece): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (closed || !first || !last) return false
  const length = lengthOf(points)
  const heads = [start.head, end.head].reduce(
    (sum, head) => sum + (head ? (head.length * head.width) / 2 : 0),
    0,
  )
  const straight = Math.hypot(first.x - last.x, first.y - last.y) > 0.8 * length
  const whole = region.area <= 1.6 * (length * (width + 1) + heads) + 6
  const round = Math.max(box.width, box.height) < 2.2 * width
  return straight && whole && !round && length >= 2 * width
}
