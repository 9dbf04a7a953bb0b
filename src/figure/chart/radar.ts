import { ChartRefused } from '../../forms/chart'
import type { SceneElement } from '../../forms/scene'
import { type Measured, measured, ordered } from './data'
import { type ChartDraft, categoriesOf, cellText, dataText, listed } from './draft'
import { boxAround, groupPart, shapePart, strokePart, textPart } from './draw'
import { COLOR, SIZE, widthOf } from './house'
import { legendColumn, legendRow } from './legend'
import { linearTicks, short } from './numbers'
import { at, type Canvas, type Polar } from './polar'
import { extent } from './stats'
import { cut } from './ticks'
import { Z } from './walk'

const MOST_SPOKES = 24

/** One closed line for each series over spokes that share one scale from zero. */
export function radar(draft: ChartDraft, canvas: Canvas): Polar {
  const field = draft.field('x')
  const rows = measured(draft.data)
  const spokes = ordered(categoriesOf(draft), draft.ir.encoding.x, () => 0)
  if (spokes.length < 3 || spokes.length > MOST_SPOKES) {
    throw new ChartRefused(
      `A radar chart has 3 to ${MOST_SPOKES} axes; the data have ${spokes.length}.`,
    )
  }
  const series = draft.series.length > 0 ? draft.series : ['']
  const [low, high] = draft.ir.encoding.y?.domain ?? [
    Math.min(0, extent(rows.map(({ y }) => y))[0]),
    extent(rows.map(({ y }) => y))[1],
  ]
  const rings = linearTicks([low, high + (high - low) * 0.02], 4)
  const step = (rings[1]?.value ?? 1) - (rings[0]?.value ?? 0)
  const top = draft.ir.encoding.y?.domain
    ? high
    : Math.max(rings.at(-1)?.value ?? high, Math.ceil(high / step - 1e-9) * step)
  const marks = linearTicks([low, top], Math.round((top - low) / step)).filter(
    ({ value }) => value <= top,
  )
  const keys =
    draft.series.length > 1
      ? draft.series.map((label) => ({
          label,
          color: draft.color(label),
          form: 'marked-line' as const,
        }))
      : []
  const wide = canvas.width > canvas.height * 1.15
  const legend =
    keys.length === 0
      ? undefined
      : wide
        ? legendColumn(keys, undefined)
        : legendRow(keys, undefined, canvas.width - 2 * SIZE.margin)
  const right = legend && wide ? legend.width + 30 : 0
  const above = canvas.top + (legend && !wide ? legend.height + 10 : 0)
  const names = spokes.map((name) => cut(name, canvas.width * 0.22))
  const side = Math.max(...names.map((name) => widthOf(name, SIZE.text, 500))) + 18
  const radius = Math.max(
    60,
    Math.min(
      (canvas.height - above) / 2 - SIZE.margin - SIZE.text * 1.9,
      (canvas.width - right) / 2 - SIZE.margin - side,
    ),
  )
  const [cx, cy] = [(canvas.width - right) / 2, above + (canvas.height - above) / 2]
  const turn = (i: number) => (2 * Math.PI * i) / spokes.length
  const reach = (value: number) => (radius * (value - low)) / (top - low || 1)
  const elements = web({
    cx,
    cy,
    radius,
    names,
    marks: marks.map(({ value, label }) => ({ r: reach(value), label })),
    turn,
  })
  series.forEach((name, k) => {
    const points = spokes.map((spoke, i) => {
      const row = rows.find(
        (each: Measured) => cellText(each.x, field) === spoke && each.s === name,
      )
      return {
        ...at(cx, cy, reach(Math.max(low, Math.min(top, row?.y ?? low))), turn(i)),
        value: row?.y ?? null,
      }
    })
    const id = `radar-${k + 1}`
    const color = draft.color(name)
    const box = boxAround(points)
    const data = {
      mark: 'radar',
      ...(name === '' ? {} : { series: name }),
      x: JSON.stringify(spokes),
      y: JSON.stringify(points.map(({ value }) => value)),
    }
    elements.push(
      groupPart(id, 'mark', Z.mark + k, box, { ...(name === '' ? {} : { label: name }), data }),
    )
    const outline = points.map(({ x, y }) => ({ x, y }))
    elements.push(
      shapePart(
        `${id}-fill`,
        id,
        Z.mark,
        { form: 'polygon', points: outline },
        { fill: color, opacity: 0.12 },
        box,
      ),
    )
    elements.push(
      shapePart(
        `${id}-line`,
        id,
        Z.mark + 1,
        { form: 'polygon', points: outline },
        { stroke: color, strokeWidth: 3 },
        box,
      ),
    )
    points.forEach(({ x, y, value }, i) => {
      const dot = { x: x - 5.5, y: y - 5.5, width: 11, height: 11 }
      elements.push(
        shapePart(
          `${id}-${i + 1}`,
          id,
          Z.mark + 2,
          { form: 'ellipse', cx: x, cy: y, rx: 5.5, ry: 5.5 },
          { fill: color, stroke: '#ffffff', strokeWidth: 1.4 },
          dot,
          { x: spokes[i] ?? '', y: dataText(value, undefined) },
        ),
      )
    })
  })
  if (legend)
    elements.push(
      ...legend.draw(
        wide ? canvas.width - SIZE.margin - legend.width : (canvas.width - legend.width) / 2,
        wide ? canvas.top + SIZE.margin + 10 : canvas.top + SIZE.margin / 2,
      ),
    )
  const says = [
    `A radar chart of ${draft.title('y') || 'values'} on ${spokes.length} axes (${listed(spokes)})${draft.series.length > 1 ? ` for ${listed(draft.series)}` : ''}.`,
    ...series.slice(0, 6).map((name) => {
      const own = rows.filter(({ s }) => s === name)
      const best = own.reduce((a, b) => (b.y > a.y ? b : a), own[0] as Measured)
      return `${name === '' ? 'The largest value' : `${name} is largest`} ${name === '' ? 'is on' : 'on'} ${cellText(best.x, field)} (${short(best.y, 4)}).`
    }),
  ]
  return { elements, says, notes: [] }
}

interface Web {
  cx: number
  cy: number
  radius: number
  names: readonly string[]
  marks: readonly { r: number; label: string }[]
  turn: (i: number) => number
}

function web({ cx, cy, radius, names, marks, turn }: Web): SceneElement[] {
  const box = { x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius }
  const parts: SceneElement[] = []
  marks.forEach(({ r }, i) => {
    if (r < 1) return
    const points = names.map((_, k) => at(cx, cy, r, turn(k)))
    parts.push(
      shapePart(
        `web-ring-${i + 1}`,
        'web',
        Z.grid,
        { form: 'polygon', points },
        { stroke: i === marks.length - 1 ? '#aab2bb' : '#d5dae0', strokeWidth: 1.4 },
        box,
      ),
    )
  })
  names.forEach((name, i) => {
    const end = at(cx, cy, radius, turn(i))
    parts.push(
      strokePart(`web-spoke-${i + 1}`, 'web', Z.grid, [{ x: cx, y: cy }, end], {
        stroke: '#d5dae0',
        strokeWidth: 1.4,
      }),
    )
    const out = at(cx, cy, radius + 14, turn(i))
    const lean = Math.sin(turn(i))
    const [anchor, baseline] = [
      Math.abs(lean) < 0.15 ? 'middle' : lean > 0 ? 'start' : 'end',
      Math.abs(lean) >= 0.15 ? 'middle' : Math.cos(turn(i)) > 0 ? 'bottom' : 'top',
    ] as const
    parts.push(
      textPart(`web-name-${i + 1}`, 'web', Z.text, {
        text: name,
        x: out.x,
        y: out.y,
        anchor,
        baseline,
        weight: 500,
        color: COLOR.ink,
      }),
    )
  })
  // Above the marks, on the ground, so that no line strikes a number through.
  const labels = marks.flatMap(({ r, label }, i) => {
    const text = textPart(`web-label-${i + 1}`, 'web-labels', Z.text, {
      text: label,
      x: cx - 7,
      y: cy - r + 2,
      anchor: 'end',
      baseline: 'middle',
      size: SIZE.text * 0.8,
      color: '#5a646f',
    })
    const { x, y, width, height } = text.box
    const under = { x: x - 2, y, width: width + 4, height }
    const ground = shapePart(
      `web-ground-${i + 1}`,
      'web-labels',
      Z.text - 1,
      { form: 'rect', ...under, radius: 3 },
      { fill: '#ffffff', opacity: 0.85 },
      under,
    )
    return [ground, text]
  })
  return [
    groupPart('web', 'axis', Z.grid, box, { data: { channel: 'radius' } }),
    ...parts,
    groupPart(
      'web-labels',
      'group',
      Z.text,
      boxAround(
        labels.flatMap(({ box: { x, y, width, height } }) => [
          { x, y },
          { x: x + width, y: y + height },
        ]),
      ),
    ),
    ...labels,
  ]
}
