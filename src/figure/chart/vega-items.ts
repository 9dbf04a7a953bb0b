import type { Point, SceneElement, Style } from '../../forms/scene'
import { textPart } from './draw'
import { COLOR } from './house'
import { unquoted, type VegaItem } from './vega'

/** A line's data are written out up to this many points. */
const MOST_WRITTEN = 400

export function ruleEnds(item: VegaItem, x: number, y: number): [Point, Point] {
  const from = { x: x + (item.x ?? 0), y: y + (item.y ?? 0) }
  return [from, { x: x + (item.x2 ?? item.x ?? 0), y: y + (item.y2 ?? item.y ?? 0) }]
}

export function dataOf({ datum }: VegaItem): Record<string, string> | undefined {
  const found = {
    ...(typeof datum?.dx === 'string' ? { x: datum.dx } : {}),
    ...(typeof datum?.dy === 'string' ? { y: datum.dy } : {}),
    ...(typeof datum?.ds === 'string' ? { series: datum.ds } : {}),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** The data of a line's points, as lists. */
export function listsOf(items: readonly VegaItem[]): Record<string, string> {
  if (items.length > MOST_WRITTEN || typeof items[0]?.datum?.dy !== 'string') return {}
  const list = (name: 'dx' | 'dy') =>
    JSON.stringify(
      items.map(({ datum }) => {
        const text = String(datum?.[name] ?? '')
        return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
      }),
    )
  return { x: list('dx'), y: list('dy') }
}

export function styleOf(item: VegaItem): Style {
  const fill = colorOf(item.fill)
  const stroke = colorOf(item.stroke)
  const drawn = stroke !== undefined && (item.strokeWidth ?? 1) > 0
  return {
    ...(fill ? { fill } : {}),
    ...(drawn ? { stroke, strokeWidth: item.strokeWidth ?? 1 } : {}),
    ...(item.strokeDash && item.strokeDash.length > 0 ? { dash: item.strokeDash } : {}),
    ...opacityOf(item),
  }
}

export function opacityOf({ opacity = 1, fillOpacity = 1 }: VegaItem): { opacity?: number } {
  const value = Math.round(opacity * fillOpacity * 1000) / 1000
  return value < 1 ? { opacity: value } : {}
}

export function colorOf(color: string | null | undefined): string | undefined {
  return color && color !== 'transparent' && color !== 'none' ? color : undefined
}

const ANCHORS: Record<string, 'start' | 'middle' | 'end'> = {
  left: 'start',
  center: 'middle',
  right: 'end',
}

const BASELINES: Record<string, 'top' | 'middle' | 'bottom' | 'alphabetic'> = {
  top: 'top',
  'line-top': 'top',
  middle: 'middle',
  bottom: 'bottom',
  'line-bottom': 'bottom',
}

export function textOf(
  item: VegaItem,
  x: number,
  y: number,
  id: string,
  parent: string | undefined,
  z: number,
  data?: Record<string, string>,
): SceneElement | undefined {
  const lines = (Array.isArray(item.text) ? item.text : [item.text ?? '']).map((line) =>
    unquoted(String(line)),
  )
  if (lines.every((line) => line.trim() === '')) return undefined
  const made = textPart(id, parent, z, {
    text: lines,
    x: x + (item.x ?? 0),
    y: y + (item.y ?? 0),
    size: item.fontSize ?? 11,
    weight: Number(item.fontWeight ?? 400) || 400,
    color: colorOf(item.fill) ?? COLOR.label,
    anchor: ANCHORS[item.align ?? 'left'] ?? 'start',
    baseline: BASELINES[item.baseline ?? ''] ?? 'alphabetic',
    turn: item.angle ?? 0,
    dx: item.dx ?? 0,
    dy: item.dy ?? 0,
    ...(item.lineHeight ? { lineHeight: item.lineHeight } : {}),
    ...(item.fontStyle === 'italic' ? { italic: true } : {}),
  })
  return data ? { ...made, data } : made
}
