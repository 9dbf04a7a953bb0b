/** Items of Vega's scenegraph as styles and words of a scene. */
import type { Point, SceneElement, Style } from '../../forms/scene'
import { COLOR, UNIT } from './house'
import { type Part, textPart, type Words } from './parts'
import { spoken } from './prepare'
import type { Json, VegaItem } from './vega'
import { weightOf } from './vega'

export interface Painted {
  color: string
  opacity: number
}

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

const ANCHORS = new Map<unknown, Words['anchor']>([
  ['center', 'middle'],
  ['right', 'end'],
])

/** What an item says, a line each; Vega writes what is no text as JavaScript does. */
export function linesOf({ text }: VegaItem): string[] {
  if (text === null || text === undefined) return []
  return (Array.isArray(text) ? text : [text]).map((line) => spoken(String(line)))
}

/** An item of text at `from`, the origin of its group in Vega's pixels; undefined where it says nothing. */
export function textOf(item: VegaItem, from: Point, part: Part): SceneElement | undefined {
  const lines = linesOf(item)
  if (lines.every((line) => line.trim() === '')) return undefined
  const ink = painted(item.fill)
  if (item.opacity === 0 || !ink) return undefined
  // Text on an arc is placed by radius and angle.
  const round = { r: item.radius ?? 0, angle: (item.theta ?? 0) - Math.PI / 2 }
  const made = textPart(part, {
    text: lines,
    x: (from.x + (item.x ?? 0) + round.r * Math.cos(round.angle)) * UNIT,
    y: (from.y + (item.y ?? 0) + round.r * Math.sin(round.angle)) * UNIT,
    size: (item.fontSize ?? 11) * UNIT,
    weight: weightOf(item),
    color: ink.color ?? COLOR.label,
    anchor: ANCHORS.get(item.align) ?? 'start',
    baseline: (item.baseline?.replace('line-', '') ?? 'alphabetic') as Words['baseline'],
    turn: item.angle ?? 0,
    dx: (item.dx ?? 0) * UNIT,
    dy: (item.dy ?? 0) * UNIT,
    ...(item.lineHeight ? { lineHeight: item.lineHeight * UNIT } : {}),
    ...(item.fontStyle === 'italic' ? { italic: true } : {}),
  })
  const style = ink.opacity * (item.opacity ?? 1) * (item.fillOpacity ?? 1)
  const opacity = Math.round(style * 1000) / 1000
  return style < 1 ? { ...made, style: { ...made.style, opacity } } : made
}
