import { clamp } from '../../../forms/numbers'
import type { Box, Gradient, Head, SceneElement, Style } from '../../../forms/scene'
import { isHex } from '../../pixels/color'
import { headOf } from '../../svg/heads'
import { element } from '../../svg/xml'
import type { Measure } from './units'

/** Of hundred thousandths, which DrawingML counts shares in. */
const share = (part: number) => (Number.isFinite(part) ? Math.round(1e5 * clamp(part, 0, 1)) : 0)

/** Of sixty thousandths of a degree. */
const angle = (dx: number, dy: number) =>
  Math.round(((Math.atan2(dy, dx) * 180) / Math.PI + 360) * 60_000) % 21_600_000 || 0

/** Of `#rrggbb`; black of what is none. */
export function colorOf(hex: string, opacity = 1): string {
  const val = isHex(hex) ? hex.slice(1).toUpperCase() : '000000'
  return element(
    'a:srgbClr',
    { val },
    opacity < 1 ? element('a:alpha', { val: share(opacity) }) : '',
  )
}

export const solid = (hex: string, opacity?: number) =>
  element('a:solidFill', {}, colorOf(hex, opacity))

/** The fill of a form in its box; `shown` is how much of it its groups let through, 0 to 1. */
export function fillOf(style: Style, box: Box, shown: number): string {
  const { fill = 'none', gradient, opacity = 1, fillOpacity = 1 } = style
  const alpha = shown * opacity * fillOpacity
  if (gradient?.stops[0]) return ramp(gradient, box, alpha)
  return fill === 'none' ? '<a:noFill/>' : solid(fill, alpha)
}

/** A ramp as DrawingML lays it: straight through the whole box, or from a place in it to its corners. */
function ramp({ x1, y1, x2, y2, radius, matrix, stops }: Gradient, box: Box, shown: number) {
  const [width, height] = [box.width || 1, box.height || 1]
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix ?? [width, 0, 0, height, box.x, box.y]
  /** Counted from the box's upper left corner. */
  const at = (x: number, y: number) =>
    [a * x + c * y + e - box.x, b * x + d * y + f - box.y] as const
  const [[fromX, fromY], [toX, toY]] = [at(x1, y1), at(x2, y2)]
  const listed = (place: (offset: number) => number) => {
    const all = stops.map(({ offset, color, opacity = 1 }) =>
      element('a:gs', { pos: share(place(offset)) }, colorOf(color, shown * opacity)),
    )
    return element('a:gsLst', {}, all.length === 1 ? all.join('').repeat(2) : all.join(''))
  }
  if (radius !== undefined) {
    const [l, t] = [share(toX / width), share(toY / height)]
    const round = (radius * Math.sqrt(Math.abs(a * d - b * c))) / Math.hypot(width / 2, height / 2)
    const middle = element('a:fillToRect', { l, t, r: 1e5 - l, b: 1e5 - t })
    return element(
      'a:gradFill',
      {},
      listed((offset) => offset * round) + element('a:path', { path: 'circle' }, middle),
    )
  }
  const [dx, dy] = [toX - fromX, toY - fromY]
  const along = (x: number, y: number) =>
    ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1)
  const corners = [along(0, 0), along(width, 0), along(0, height), along(width, height)]
  const [least, most] = [Math.min(...corners), Math.max(...corners)]
  const list = listed((offset) => (offset - least) / (most - least || 1))
  return element('a:gradFill', {}, list + element('a:lin', { ang: angle(dx, dy), scaled: 0 }))
}

const JOINTS = { miter: '<a:miter lim="800000"/>', bevel: '<a:bevel/>', round: '<a:round/>' }
/** What a line may be at most, in EMU. */
const MOST_WIDE = 20_116_800
const NO_LINE = '<a:ln><a:noFill/></a:ln>'
export const UNSEEN = `<a:noFill/>${NO_LINE}`

/** The line of a form, with the heads of a connector. */
export function lineOf(
  style: Style,
  { emu }: Measure,
  shown: number,
  heads?: SceneElement['heads'],
) {
  const { stroke = 'none', strokeWidth = 1, dash = [], join = 'round', round, square } = style
  if (stroke === 'none' || !(strokeWidth > 0)) return NO_LINE
  const { opacity = 1, strokeOpacity = 1 } = style
  const w = Math.min(MOST_WIDE, emu(strokeWidth))
  const ink = solid(stroke, shown * opacity * strokeOpacity)
  const ends = heads ? headsOf(style, w, heads) : ''
  const cap = round ? 'rnd' : square ? 'sq' : 'flat'
  return element('a:ln', { w, cap }, ink + dashes(dash, strokeWidth) + JOINTS[join] + ends)
}

/** A list of an odd number is gone through twice. */
function dashes(dash: readonly number[], width: number): string {
  if (!dash.some((each) => each > 0)) return ''
  const all = dash.length % 2 === 1 ? [...dash, ...dash] : dash
  const widths = (pixels = 0) => clamp(Math.round((1e5 * pixels) / width), 1000, 1e8)
  const pairs = all.flatMap((d, at) =>
    at % 2 === 0 ? [element('a:ds', { d: widths(d), sp: widths(all[at + 1]) })] : [],
  )
  return element('a:custDash', {}, pairs.join(''))
}

/** What PowerPoint has none for is drawn by itself. */
const HEADS: Readonly<Partial<Record<Head['form'], string>>> = {
  triangle: 'triangle',
  barbed: 'stealth',
  open: 'arrow',
}
/** Heads are twice, three or five times as large as their line is wide, which counts as two points where it is less. */
const LEAST_WIDE = 25_400

function headsOf(style: Style, width: number, heads: NonNullable<SceneElement['heads']>): string {
  const { form, length, width: wide } = headOf(style)
  const type = HEADS[form]
  if (type === undefined || heads === 'none') return ''
  const size = (widths: number) => {
    const times = (widths * width) / Math.max(LEAST_WIDE, width)
    return times < 2.5 ? 'sm' : times < 4 ? 'med' : 'lg'
  }
  const sized = { type, w: size(wide), len: size(length) }
  return (heads === 'both' ? element('a:headEnd', sized) : '') + element('a:tailEnd', sized)
}

export function shadowOf({ shadow }: Style, { emu }: Measure): string {
  if (!shadow) return ''
  const { dx, dy, blur, color, opacity } = shadow
  // A Gaussian of this deviation is as soft as a blur of twice the radius.
  const cast = { blurRad: emu(2 * blur), dist: emu(Math.hypot(dx, dy)), dir: angle(dx, dy) }
  const look = { ...cast, algn: 'ctr', rotWithShape: 0 }
  return element('a:effectLst', {}, element('a:outerShdw', look, colorOf(color, opacity)))
}
