/** Items of Vega's scenegraph as styles and words of a scene, and groups of them. */
import type { Box, Point, SceneElement, Style } from '../../forms/scene'
import { boxAround, hullOf, turnedAround } from '../geometry'
import { FONTS, UNIT, widthOf } from './spec/house'
import { spoken } from './spec/prepare'
import type { Json, VegaItem } from './spec/vega'
import { weightOf } from './spec/vega'

/** What an element has of its own before it is drawn. */
export interface Part {
  id: string
  parent?: string
  z: number
  data?: Record<string, string>
}

export interface Painted {
  color: string
  opacity: number
}

/** A place of Vega's, relative to its group, in canvas pixels. */
export const onCanvas = (from: Point, x = 0, y = 0): Point => ({
  x: (from.x + x) * UNIT,
  y: (from.y + y) * UNIT,
})

/** A colour of CSS as `#rrggbb` with its own opacity; undefined for none and for gradients. */
export function painted(color: unknown): Painted | undefined {
  if (typeof color !== 'string' || !color || color === 'none') return undefined
  const found = Bun.color(color, '[rgba]')
  if (!found) return undefined
  const [r, g, b, a] = found
  if (a === 0) return undefined
  return {
    color: `#${[r, g, b].map((each) => each.toString(16).padStart(2, '0')).join('')}`,
    opacity: a / 255,
  }
}

/** How an item is painted; `filled: false` for what is a stroke alone. */
export function styleOf(item: VegaItem, filled = true): Style {
  const fill = filled ? painted(item.fill) : undefined
  const stroke = painted(item.stroke)
  const drawn = stroke !== undefined && (item.strokeWidth ?? 1) > 0
  const gradient = filled ? gradientOf(item.fill) : undefined
  return {
    ...(gradient ?? (fill ? { fill: fill.color } : {})),
    ...(drawn ? { stroke: stroke.color, strokeWidth: (item.strokeWidth ?? 1) * UNIT } : {}),
    ...(drawn && item.strokeDash && isDashed(item.strokeDash)
      ? { dash: item.strokeDash.map((each) => each * UNIT) }
      : {}),
    ...opacityOf(
      item,
      (fill ?? stroke)?.opacity ?? 1,
      fill !== undefined || gradient !== undefined,
    ),
  }
}

/** Shorter dashes cannot be seen, and a line has millions of them. */
const isDashed = (dash: readonly number[]): boolean =>
  dash.every((each) => each >= 0) && dash.reduce((all, each) => all + each, 0) >= 0.5

function opacityOf(item: VegaItem, own: number, filled: boolean): { opacity?: number } {
  const part = filled ? (item.fillOpacity ?? 1) : (item.strokeOpacity ?? 1)
  const value = Math.round((item.opacity ?? 1) * part * own * 1000) / 1000
  return value < 1 ? { opacity: Math.max(0, value) } : {}
}

function gradientOf(fill: unknown): Pick<Style, 'fill' | 'gradient'> | undefined {
  if (typeof fill !== 'object' || fill === null) return undefined
  const { x1 = 0, y1 = 0, x2 = 1, y2 = 0, stops } = fill as Json
  if (!Array.isArray(stops)) return undefined
  const list = (stops as Json[]).flatMap(({ offset, color }) => {
    const one = painted(color)
    return one ? [{ offset: Number(offset), color: one.color }] : []
  })
  const middle = list[Math.floor(list.length / 2)]?.color
  const [a, b, c, d] = [x1, y1, x2, y2].map(Number) as [number, number, number, number]
  const gradient = { x1: a, y1: b, x2: c, y2: d, stops: list }
  return middle === undefined ? undefined : { fill: middle, gradient }
}

const ANCHORS = new Map<unknown, 'middle' | 'end'>([
  ['center', 'middle'],
  ['right', 'end'],
])

/** What an item says, a line each; Vega writes what is no text as JavaScript does. */
function linesOf({ text }: VegaItem): string[] {
  if (text === null || text === undefined) return []
  return (Array.isArray(text) ? text : [text]).map((line) => spoken(String(line)))
}

/** Heights over the baseline, of the type's size: of capitals, of all letters; and depth below it. */
const [CAP, TOP, BOTTOM] = [0.727, 0.76, 0.22]

/** An item of text at `from`, the origin of its group in Vega's pixels, its box turned with it; undefined where it says nothing. */
export function textOf(item: VegaItem, from: Point, part: Part): SceneElement | undefined {
  const texts = linesOf(item)
  const ink = painted(item.fill)
  if (item.opacity === 0 || !ink || texts.every((line) => line.trim() === '')) return undefined
  const { fontSize = 11, angle: turn = 0, radius = 0, theta = 0 } = item
  const [size, weight] = [fontSize * UNIT, weightOf(item)]
  const anchor = ANCHORS.get(item.align) ?? 'start'
  const step = (item.lineHeight || fontSize * 1.2) * UNIT
  const rest = (texts.length - 1) * step
  const drops: Readonly<Record<string, number>> = {
    top: CAP * size,
    middle: (CAP * size - rest) / 2,
    bottom: -rest - 0.05 * size,
  }
  // Text on an arc is placed by radius and angle.
  const [x, y] = [item.x ?? 0, item.y ?? 0]
  const place = onCanvas(from, x + radius * Math.sin(theta), y - radius * Math.cos(theta))
  const at = (right: number, down: number) => turnedAround(place, { x: right, y: down }, turn)
  const right = (item.dx ?? 0) * UNIT
  const down = (item.dy ?? 0) * UNIT + (drops[item.baseline?.replace('line-', '') ?? ''] ?? 0)
  const start = at(right, down)
  const lines = texts.map((text, i) => ({
    text,
    // Further lines stand below the first before the turn, which goes around the first one's place.
    x: start.x,
    y: start.y + i * step,
    width: widthOf(text, size, weight),
  }))
  const wide = Math.max(...lines.map(({ width }) => width))
  const left = right - (anchor === 'middle' ? wide / 2 : anchor === 'end' ? wide : 0)
  const corners = [down - TOP * size, down + rest + BOTTOM * size].flatMap((edge) => [
    at(left, edge),
    at(left + wide, edge),
  ])
  const opacity = ink.opacity * (item.opacity ?? 1) * (item.fillOpacity ?? 1)
  return {
    ...part,
    kind: 'text',
    ...(part.parent === undefined ? { role: 'text' as const } : {}),
    box: boxAround(corners),
    geometry: { form: 'lines', lines, anchor, ...(turn === 0 ? {} : { turn }) },
    style: {
      fill: ink.color,
      fonts: [...FONTS],
      fontSize: size,
      fontWeight: weight,
      ...(item.fontStyle === 'italic' ? { italic: true } : {}),
      ...(opacity < 1 ? { opacity: Math.round(opacity * 1000) / 1000 } : {}),
    },
    label: texts.join(' '),
  }
}

type Role = 'axis' | 'mark' | 'legend' | 'group'

/** Parts with the group that stands for them in the SVG; nothing without parts. */
export function grouped(
  id: string,
  role: Role,
  z: number,
  parts: readonly SceneElement[],
  data?: Record<string, string>,
): SceneElement[] {
  if (parts.length === 0) return []
  const box = hullOf(parts.map((part) => part.box))
  return [groupPart(id, role, z, box, data ? { data } : {}), ...parts]
}

/** A group that stands for a part of the chart in the SVG. */
export function groupPart(
  id: string,
  role: Role,
  z: number,
  box: Box,
  further: { label?: string; data?: Record<string, string> } = {},
): SceneElement {
  return { id, kind: 'group', role, z, box, style: {}, ...further }
}
