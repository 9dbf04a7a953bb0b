import { rounded } from '../../forms/numbers'
import type { SceneElement } from '../../forms/scene'
import { inkOn } from '../color'
import { measured, ordered } from './data'
import { type ChartDraft, cellText } from './draft'
import { boxAround, groupPart, shapePart, strokePart, textPart } from './draw'
import { COLOR, SIZE, widthOf } from './house'
import { fixed } from './numbers'
import { seriesColors } from './palette'
import { sum } from './stats'
import { cut } from './ticks'
import { Z } from './walk'

export interface Polar {
  elements: SceneElement[]
  says: string[]
  notes: string[]
}

export interface Canvas {
  width: number
  height: number
  /** Pixels at the top that a title takes. */
  top: number
}

/** More slices than this are joined into the last. */
const MOST_SLICES = 10

export const at = (cx: number, cy: number, r: number, angle: number) => ({
  x: cx + r * Math.sin(angle),
  y: cy - r * Math.cos(angle),
})

/** Slices of a whole, from twelve o'clock clockwise; names beside them, shares inside where they fit. */
export function pie(draft: ChartDraft, canvas: Canvas): Polar {
  const slices = slicesOf(draft)
  const total = sum(slices.map(({ value }) => value))
  const labels = slices.map(({ name }) => cut(name, canvas.width * 0.24))
  const side = Math.max(...labels.map((label) => widthOf(label))) + 40
  const radius = Math.min(
    (canvas.height - canvas.top) / 2 - SIZE.margin - 44,
    canvas.width / 2 - SIZE.margin - side,
  )
  const [cx, cy] = [canvas.width / 2, canvas.top + (canvas.height - canvas.top) / 2]
  const hole = draft.ir.donut ? radius * 0.56 : 0
  const elements: SceneElement[] = []
  let angle = 0
  const names: {
    text: string
    side: 1 | -1
    x: number
    y: number
    rim: { x: number; y: number }
  }[] = []
  // One precision for all, the coarsest that leaves something of each.
  const places = slices.every(({ value }) => value / total >= 0.01) ? 0 : 1
  slices.forEach(({ name, value, color, x }, i) => {
    const id = `slice-${i + 1}`
    const [from, to] = [angle, angle + (value / total) * 2 * Math.PI]
    angle = to
    const middle = (from + to) / 2
    const d = wedge(cx, cy, radius, hole, from, to)
    const box = { x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius }
    elements.push(
      groupPart(id, 'mark', Z.mark, box, {
        label: name,
        data: { mark: 'slice', series: name, x, y: String(value) },
      }),
    )
    elements.push(
      shapePart(
        `${id}-shape`,
        id,
        Z.mark,
        { form: 'path', d },
        { fill: color, stroke: '#ffffff', strokeWidth: 2.5 },
        box,
      ),
    )
    const share = `${fixed((100 * value) / total, places)}%`
    const inner = at(cx, cy, hole > 0 ? (radius + hole) / 2 : radius * 0.66, middle)
    const fits =
      (to - from) * (hole > 0 ? (radius + hole) / 2 : radius * 0.66) > widthOf(share) * 0.9
    if (fits)
      elements.push(
        textPart(`${id}-share`, id, Z.mark + 1, {
          text: share,
          x: inner.x,
          y: inner.y,
          anchor: 'middle',
          baseline: 'middle',
          weight: 500,
          color: inkOn(color, COLOR.ink),
        }),
      )
    const rim = at(cx, cy, radius + 4, middle)
    const out = at(cx, cy, radius + 20, middle)
    names.push({
      text: fits ? (labels[i] ?? name) : `${labels[i]} ${share}`,
      side: Math.sin(middle) >= 0 ? 1 : -1,
      x: out.x,
      y: out.y,
      rim,
    })
  })
  // Names at the slices are the legend; without one they only tell what the slices are.
  const role = draft.ir.legend?.place === 'none' ? 'group' : 'legend'
  elements.push(...sliceNames(names, canvas, role))
  const first = `A ${draft.ir.donut ? 'donut' : 'pie'} of ${draft.title('y') || 'shares'} in ${slices.length} parts: ${slices.map(({ name, value }) => `${name} ${fixed((100 * value) / total, 1)} %`).join(', ')}.`
  return { elements, says: [first], notes: [] }
}

interface Slice {
  name: string
  x: string
  value: number
  color: string
}

function slicesOf(draft: ChartDraft): Slice[] {
  const field = draft.field('x')
  const totals = new Map<string, number>()
  for (const each of measured(draft.data)) {
    const name = cellText(each.x, field) || each.s
    totals.set(name, (totals.get(name) ?? 0) + each.y)
  }
  const positive = [...totals].filter(([, value]) => value > 0)
  const sorted = ordered(
    positive.map(([name]) => name),
    draft.ir.encoding.x?.sort ? draft.ir.encoding.x : { field: '', sort: 'value-descending' },
    (name) => totals.get(name) ?? 0,
  )
  const shown = sorted.slice(0, sorted.length > MOST_SLICES ? MOST_SLICES - 1 : MOST_SLICES)
  const rest = sum(sorted.slice(shown.length).map((name) => totals.get(name) ?? 0))
  const { colors, name: palette, of = [], highlight = [] } = draft.ir.palette ?? {}
  const standard = colors && colors.length > 0 ? colors : seriesColors(shown.length, palette)
  const color = (name: string, i: number) =>
    of.find((each) => each.name === name)?.color ??
    (highlight.length > 0
      ? highlight.includes(name)
        ? '#d55e00'
        : ['#c4cad1', '#aeb6be', '#d6dade'][i % 3]
      : standard[i % standard.length]) ??
    COLOR.axis
  return [
    ...shown.map((name, i) => ({
      name,
      x: name,
      value: totals.get(name) ?? 0,
      color: color(name, i),
    })),
    ...(rest > 0
      ? [
          {
            name: `${sorted.length - shown.length} others`,
            x: 'others',
            value: rest,
            color: '#b9bfc6',
          },
        ]
      : []),
  ]
}

function wedge(cx: number, cy: number, r: number, hole: number, from: number, to: number): string {
  // An arc cannot end where it begins.
  const end = Math.min(to, from + 2 * Math.PI - 1e-4)
  const large = end - from > Math.PI ? 1 : 0
  const [a, b, c, d] = [
    at(cx, cy, r, from),
    at(cx, cy, r, end),
    at(cx, cy, hole, end),
    at(cx, cy, hole, from),
  ]
  const arc = (radius: number, sweep: number, { x, y }: { x: number; y: number }) =>
    `A${rounded(radius)} ${rounded(radius)} 0 ${large} ${sweep} ${rounded(x)} ${rounded(y)}`
  const outer = `M${rounded(a.x)} ${rounded(a.y)}${arc(r, 1, b)}`
  return hole > 0
    ? `${outer}L${rounded(c.x)} ${rounded(c.y)}${arc(hole, 0, d)}Z`
    : `${outer}L${rounded(cx)} ${rounded(cy)}Z`
}

function sliceNames(
  names: readonly {
    text: string
    side: 1 | -1
    x: number
    y: number
    rim: { x: number; y: number }
  }[],
  canvas: Canvas,
  role: 'group' | 'legend',
): SceneElement[] {
  const parts: SceneElement[] = []
  for (const side of [1, -1] as const) {
    const own = names
      .map((each, i) => ({ ...each, i }))
      .filter((each) => each.side === side)
      .sort((a, b) => a.y - b.y)
    let before = canvas.top
    own.forEach((each) => {
      const y = Math.max(each.y, before + SIZE.text * 1.2)
      before = y
      if (y - each.y > 8)
        parts.push(
          strokePart(
            `slice-line-${each.i + 1}`,
            'slice-names',
            Z.text,
            [each.rim, { x: each.x + side * 2, y }],
            { stroke: '#8a929b', strokeWidth: 1.2 },
          ),
        )
      parts.push(
        textPart(`slice-name-${each.i + 1}`, 'slice-names', Z.text, {
          text: each.text,
          x: each.x + side * 5,
          y,
          anchor: side === 1 ? 'start' : 'end',
          baseline: 'middle',
        }),
      )
    })
  }
  return [
    groupPart(
      'slice-names',
      role,
      Z.text,
      boxAround(
        parts.flatMap(({ box }) => [
          { x: box.x, y: box.y },
          { x: box.x + box.width, y: box.y + box.height },
        ]),
      ),
    ),
    ...parts,
  ]
}
