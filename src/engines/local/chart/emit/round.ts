import { fixed } from '../../../../figure/chart/numbers'
import { seriesColors } from '../../../../figure/chart/palette'
import { sum } from '../../../../figure/chart/stats'
import { inkOn } from '../../../../figure/color'
import { ChartRefused } from '../../../../forms/chart'
import { type Emitted, inkOf, type Json, namesOf, type Row, rowOf, seriesColor } from './base'
import { measured, ordered } from './data'
import { type ChartDraft, categoriesOf, cellText } from './draft'

/** More slices than this are joined into the last. */
const MOST_SLICES = 10

const RADIUS = 'min(width, height) / 2'

/** Slices of a whole, from twelve o'clock clockwise; names beside them, shares inside where they fit. */
export function pie(draft: ChartDraft): Emitted {
  const names = namesOf(draft)
  const list = measured(draft.data)
  if (list.some(({ y }) => y < 0))
    throw new ChartRefused('A pie cannot show negative values; ask for bars.')
  if (!list.some(({ y }) => y > 0))
    throw new ChartRefused('A pie needs at least one value above zero.')
  const slices = slicesOf(draft)
  const total = sum(slices.map(({ value }) => value))
  const places = slices.every(({ value }) => value / total >= 0.01) ? 0 : 1
  let angle = 0
  const rows = slices.map(({ name, value, color }, i): Row => {
    const middle = angle + value / total / 2
    angle += value / total
    const share = `${fixed((100 * value) / total, places)}%`
    const wide = value / total > 0.045
    return {
      [names.x]: name,
      [names.y]: value,
      place: i,
      share: wide ? share : '',
      label: wide ? name : `${name} ${share}`,
      end:
        Math.abs(Math.sin(middle * 2 * Math.PI)) < 0.12
          ? 'middle'
          : middle < 0.5
            ? 'right'
            : 'left',
      shape: inkOn(color, '#1a1d21') === '#1a1d21' ? 'dark' : 'light',
    }
  })
  const common = {
    theta: { field: names.y, type: 'quantitative', stack: true },
    order: { field: 'place', type: 'quantitative' },
  }
  const outer = (side: string, align: string, i: number): Json => ({
    name: `${draft.ir.legend?.place === 'none' ? 'slice-name' : 'legend'}${i}`,
    mark: { type: 'text', align, fontSize: 11, radius: { expr: `${RADIUS} - 14` } },
    encoding: {
      ...common,
      text: { condition: { test: `datum.end === '${side}'`, field: 'label' }, value: '' },
      color: { value: '#30363d' },
    },
  })
  const hole = draft.ir.donut ? 0.56 : 0
  return {
    rows,
    layers: [
      {
        mark: {
          type: 'arc',
          outerRadius: { expr: `${RADIUS} - 24` },
          ...(hole ? { innerRadius: { expr: `(${RADIUS} - 24) * ${hole}` } } : {}),
        },
        encoding: {
          ...common,
          color: {
            field: names.x,
            type: 'nominal',
            sort: slices.map(({ name }) => name),
            scale: {
              domain: slices.map(({ name }) => name),
              range: slices.map(({ color }) => color),
            },
            legend: null,
          },
        },
      },
      {
        name: 'share',
        mark: {
          type: 'text',
          fontSize: 11,
          fontWeight: 500,
          radius: { expr: `(${RADIUS} - 24) * ${hole ? (1 + hole) / 2 : 0.66}` },
        },
        encoding: {
          ...common,
          text: { field: 'share' },
          color: {
            field: 'shape',
            type: 'nominal',
            scale: { domain: ['light', 'dark'], range: ['#ffffff', '#1a1d21'] },
            legend: null,
          },
        },
      },
      outer('right', 'left', 1),
      outer('left', 'right', 2),
      outer('middle', 'center', 3),
    ],
    around: { resolve: { scale: { color: 'independent' } } },
    says: [],
    notes: [],
  }
}

function slicesOf(draft: ChartDraft): { name: string; value: number; color: string }[] {
  const field = draft.field('x')
  const totals = new Map<string, number>()
  for (const each of measured(draft.data)) {
    const name = cellText(each.x, field) || each.s
    totals.set(name, (totals.get(name) ?? 0) + each.y)
  }
  const positive = [...totals].filter(([, value]) => value > 0)
  const channel = draft.ir.encoding.x?.sort
    ? draft.ir.encoding.x
    : { field: '', sort: 'value-descending' as const }
  const sorted = ordered(
    positive.map(([name]) => name),
    channel,
    (one) => totals.get(one) ?? 0,
  )
  const kept = sorted.length > MOST_SLICES ? sorted.slice(0, MOST_SLICES - 1) : sorted
  const rest = sorted.slice(kept.length)
  const all = [
    ...kept.map((name) => ({ name, value: totals.get(name) ?? 0 })),
    ...(rest.length > 0
      ? [{ name: `${rest.length} others`, value: sum(rest.map((name) => totals.get(name) ?? 0)) }]
      : []),
  ]
  const { of = [], highlight = [], colors, name: palette } = draft.ir.palette ?? {}
  const standard = colors && colors.length > 0 ? colors : seriesColors(all.length, palette)
  return all.map((each, i) => ({
    ...each,
    color:
      of.find((one) => one.name === each.name)?.color ??
      (highlight.length > 0
        ? draft.color(each.name)
        : (standard[i % standard.length] ?? '#0072b2')),
  }))
}

/** Values on spokes around a middle. */
export function web(draft: ChartDraft): Emitted {
  const names = namesOf(draft)
  const list = measured(draft.data)
  const order = ordered(categoriesOf(draft), draft.ir.encoding.x, () => 0)
  const own = draft.ir.encoding.y?.domain
  return {
    rows: list.map((each) => rowOf(draft, names, each, true)),
    layers: [
      {
        mark: { type: 'radar', ...inkOf(draft) },
        encoding: {
          x: { field: names.x, type: 'nominal', sort: order },
          y: { field: names.y, type: 'quantitative', ...(own ? { scale: { domain: own } } : {}) },
          ...seriesColor(draft, names),
        },
      },
    ],
    says: [],
    notes: [],
  }
}
