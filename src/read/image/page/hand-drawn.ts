import { difference, medianColour, mixPacked } from '../../../figure/color'
import { ahead, direction, distance } from '../../../figure/geometry'
import { medianHigh } from '../../../forms/numbers'
import type { Point } from '../../../forms/scene'
import { fitOutline, type Outline } from '../outlines/fit-outline'
import { isInside, nearestOn } from '../outlines/nearest'
import { pointsAlongOutline } from '../outlines/outline-dashes'
import { boxOf, shiftedOutline } from '../outlines/shape'
import { eachPixel, type Region, type Regions, smoothRegions } from '../pixels/connected-components'
import { colourAt, type Mask, type Pixels } from '../pixels/pixels'
import { silhouetteOf } from '../pixels/silhouette'

/** Levels from the page that are ink at all, and the share of the strongest ink that a pen's is. */
const INK = 36
const PEN_SHARE = 0.5
/** The smallest side of what a pen encloses, in pixels and in widths of the pen. */
const LEAST_SIDE = 24
const LEAST_PENS = 6
/** Pixels by which a hand misses the form it draws, and how many of its pen's widths. */
const LEAST_SLACK = 1.5
const SLACK_OF_PEN = 0.6
/** The same for single strokes of a form that is drawn twice. */
const LEAST_STRAY = 3
const STRAY_OF_PEN = 0.75
/** The share of an outline along which its pen is found. */
const LEAST_DRAWN = 0.8
/** Corners with a smaller radius, as a share of the shorter side, are square. */
const ROUND = 0.15
/** Levels by which the colours of a hatched place vary, and the share of it that does. */
const HATCHED = 6
const HATCHED_SHARE = 0.4

interface Rough {
  outline: Outline
  pen: { width: number; colour: number }
  fill: number
  outside: number
  stray: number
}

/**
 * Redraws the closed forms of a sketch: what a hand drew nearly, or twice, becomes one even stroke, and hatching the
 * fill that it stands for. Everything else stays as it is.
 */
export function redrawHandDrawn(source: Pixels, page: number): Pixels {
  const most = strongest(source, page)
  if (most <= INK) return source
  const pen = penMask(source, page, Math.max(INK, PEN_SHARE * most))
  const regions = enclosedBy(pen, source)
  const forms = regions.list.flatMap((region) => {
    const rough =
      region.border || region.colour === 0 ? undefined : roughOf(source, pen, regions, region)
    return rough ? [{ region, rough }] : []
  })
  const result = { ...source, rgb: source.rgb.slice() }
  for (const { region, rough } of forms) {
    fillHatching(result, source, regions, region, rough)
    redraw(result, pen, rough)
  }
  return result
}

/** What all but a fiftieth of the ink stays below, in levels from the page. */
function strongest({ rgb }: Pixels, page: number): number {
  const counts = new Int32Array(256)
  let all = 0
  for (const colour of rgb) {
    const by = difference(colour, page)
    if (by <= INK) continue
    counts[by] = (counts[by] as number) + 1
    all++
  }
  let left = 0.02 * all
  for (let by = 255; by > 0; by--) {
    left -= counts[by] as number
    if (left < 0) return by
  }
  return 0
}

function penMask({ rgb }: Pixels, page: number, least: number): Mask {
  return Uint8Array.from(rgb, (colour) => Number(difference(colour, page) > least))
}

/** What lies between strokes; a pixel more than them closes small gaps. */
function enclosedBy(pen: Mask, { width, height }: Pixels): Regions {
  const rgb = new Int32Array(pen.length).fill(0xffffff)
  for (let i = 0; i < pen.length; i++) {
    if (!pen[i]) continue
    for (const at of [i, i - 1, i + 1, i - width, i + width])
      if (at >= 0 && at < rgb.length) rgb[at] = 0
  }
  return smoothRegions({ width, height, rgb }, 1)
}

function roughOf(source: Pixels, pen: Mask, regions: Regions, region: Region): Rough | undefined {
  if (Math.min(region.x1 - region.x0, region.y1 - region.y0) < LEAST_SIDE) return undefined
  const shape = silhouetteOf(regions, [region], source.width)
  const loose = fitOutline(shape, 2 * LEAST_SLACK)
  if (!loose) return undefined
  const first = strokeAlong(pen, loose.outline, source)
  if (!first || Math.min(shape.width, shape.height) < LEAST_PENS * first.width) return undefined
  const slack = Math.max(LEAST_SLACK, SLACK_OF_PEN * first.width)
  const fit = fitOutline(shape, slack)
  if (!fit || (fit.outline.form === 'polygon' && fit.outline.points.length !== 4)) return undefined
  const stroke = strokeAlong(pen, fit.outline, source)
  if (!stroke) return undefined
  const stray = Math.max(LEAST_STRAY, STRAY_OF_PEN * stroke.width)
  const away = stroke.width / 2 + stray
  const outline = squared(shiftedOutline(fit.outline, { shift: stroke.shift }), stroke.width)
  return {
    outline,
    pen: { width: stroke.width, colour: medianColour(stroke.colours) },
    fill: fillOf(source, regions, region),
    outside: medianColour(
      pointsAlongOutline(shiftedOutline(outline, { shift: [away, away, away, away] })).map(
        ({ x, y }) => colourAt(source, Math.floor(x), Math.floor(y)),
      ),
    ),
    stray,
  }
}

/** A hand does not draw the small radius that its corners seem to have. */
function squared(outline: Outline, pen: number): Outline {
  if (outline.form !== 'rect') return outline
  const least = Math.max(2 * pen, ROUND * Math.min(outline.width, outline.height))
  return outline.radius < least ? { ...outline, radius: 0 } : outline
}

interface Along {
  width: number
  /** Outwards, of the left, top, right and bottom side. */
  shift: number[]
  colours: number[]
}

/** The stroke along an outline that lies at its inner edge; undefined where there is none along most of it. */
function strokeAlong(pen: Mask, outline: Outline, source: Pixels): Along | undefined {
  const points = pointsAlongOutline(outline)
  const reach = LEAST_STRAY * 3
  const found: { side: number; middle: number; width: number; colour: number }[] = []
  for (let k = 0; k < points.length; k += 2) {
    const [before, at, after] = [points.at(k - 3), points[k], points[(k + 3) % points.length]]
    if (!before || !at || !after) continue
    const normal = outwards(before, at, after, outline)
    let [from, to] = [Number.NaN, Number.NaN]
    for (let t = -LEAST_STRAY; t <= reach; t += 0.5) {
      const [x, y] = [Math.floor(at.x + t * normal.x), Math.floor(at.y + t * normal.y)]
      if (x < 0 || y < 0 || x >= source.width || y >= source.height) break
      if (!pen[y * source.width + x]) {
        if (t - to > LEAST_STRAY) break
        continue
      }
      if (Number.isNaN(from)) from = t
      to = t
    }
    if (Number.isNaN(from)) continue
    const middle = (from + to) / 2
    const colour = colourAt(
      source,
      Math.floor(at.x + middle * normal.x),
      Math.floor(at.y + middle * normal.y),
    )
    found.push({ side: sideOf(normal), middle, width: to - from + 0.5, colour })
  }
  if (found.length < LEAST_DRAWN * (points.length / 2)) return undefined
  const all = medianHigh(found.map(({ middle }) => middle))
  const own = (side: number) => found.filter((one) => one.side === side)
  const sides = outline.form === 'rect'
  const middles = [0, 1, 2, 3].map((side) =>
    sides && own(side).length > 0 ? medianHigh(own(side).map(({ middle }) => middle)) : all,
  )
  return {
    width: medianHigh(found.map(({ width }) => width)),
    shift: middles,
    colours: found.map(({ colour }) => colour),
  }
}

function outwards(before: Point, at: Point, after: Point, outline: Outline): Point {
  const way = direction(before, after)
  const normal = { x: way.y, y: -way.x }
  const inwards = isInside(outline, ahead(at, normal, 2))
  return inwards ? { x: -normal.x, y: -normal.y } : normal
}

/** 0 to 3: left, top, right, bottom. */
function sideOf({ x, y }: Point): number {
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 0 : 2
  return y < 0 ? 1 : 3
}

/** The mean of what a pen encloses: of hatching, the colour that it makes. */
function fillOf({ rgb, width }: Pixels, { labels }: Regions, region: Region): number {
  const sums = [0, 0, 0]
  let count = 0
  eachPixel(region, labels, width, (i) => {
    const colour = rgb[i] as number
    sums[0] = (sums[0] ?? 0) + (colour >> 16)
    sums[1] = (sums[1] ?? 0) + ((colour >> 8) & 255)
    sums[2] = (sums[2] ?? 0) + (colour & 255)
    count++
  })
  return sums.reduce((colour, sum) => (colour << 8) | Math.round(sum / Math.max(1, count)), 0)
}

/** Gives what is hatched its one colour. */
function fillHatching(
  result: Pixels,
  { rgb, width }: Pixels,
  { labels }: Regions,
  region: Region,
  rough: Rough,
): void {
  let [all, off] = [0, 0]
  eachPixel(region, labels, width, (i) => {
    all++
    const apart = difference(rgb[i] as number, rgb[i + 3] as number)
    const below = difference(rgb[i] as number, rgb[i + 3 * width] as number)
    if (Math.max(apart, below) > HATCHED) off++
  })
  if (off < HATCHED_SHARE * all) return
  eachPixel(region, labels, width, (i) => {
    result.rgb[i] = rough.fill
  })
}

/** Draws the stroke anew, and takes away what strayed from it but leads nowhere. */
function redraw(result: Pixels, pen: Mask, rough: Rough): void {
  const { width, height } = result
  const half = rough.pen.width / 2
  const box = boxOf(rough.outline, 2 * (half + rough.stray + 1))
  const [left, right] = [Math.max(0, Math.floor(box.x)), Math.min(width, box.x + box.width)]
  const [top, bottom] = [Math.max(0, Math.floor(box.y)), Math.min(height, box.y + box.height)]
  const band = new Map<number, { off: number; inside: boolean }>()
  const leading: number[] = []
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const place = { x: x + 0.5, y: y + 0.5 }
      const off = distance(nearestOn(rough.outline, place), place) - half
      if (off > rough.stray + 1) continue
      const i = y * width + x
      if (off > rough.stray) {
        if (pen[i]) leading.push(i)
      } else band.set(i, { off, inside: isInside(rough.outline, place) })
    }
  }
  const kept = new Set<number>()
  for (let i = leading.pop(); i !== undefined; i = leading.pop()) {
    for (const step of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]) {
      const at = band.get(i + step)
      if (!at || kept.has(i + step) || !pen[i + step] || at.off <= 0.5) continue
      kept.add(i + step)
      leading.push(i + step)
    }
  }
  for (const [i, { off, inside }] of band) {
    if (kept.has(i) || touches(kept, i, width)) continue
    const share = Math.min(1, Math.max(0, 0.5 - off))
    result.rgb[i] = mixPacked(inside ? rough.fill : rough.outside, rough.pen.colour, share)
  }
}

function touches(kept: ReadonlySet<number>, i: number, width: number): boolean {
  return kept.has(i - 1) || kept.has(i + 1) || kept.has(i - width) || kept.has(i + width)
}
