import { fixed, sharedDecimals, short } from '../../../../figure/chart/numbers'
import { extent, sum } from '../../../../figure/chart/stats'
import { ChartRefused } from '../../../../forms/chart'
import {
  across,
  amount,
  categoriesIn,
  type Emitted,
  inkOf,
  isGrouped,
  type Json,
  namesColor,
  namesOf,
  numbersIn,
  rowOf,
  seriesColor,
  sides,
  strokeOf,
  withBounds,
} from './base'
import { type Measured, measured } from './data'
import { type ChartDraft, cellText } from './draft'
import { errorLayers } from './intervals'
import { rawPoints } from './raw'

/** More bars than this cannot be told apart: the largest are shown. */
const MOST_BARS = 60

/** Bars side by side, stacked or shared out; with `stems`, a stem and a point for each value. */
export function bars(draft: ChartDraft, stems = false): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const list = measured(draft.data).filter(({ x }) => x !== null)
  const name = (each: (typeof list)[number]) => cellText(each.x, draft.field('x'))
  const { categories, says } = largest(draft, categoriesIn(draft), list, name)
  const kept = new Set(categories)
  const shown = list.filter((each) => kept.has(name(each)))
  const share = ir.stack === 'normalize'
  const stacked = share || ir.stack === 'stack'
  const decimals = valueDecimals(draft, shown)
  const rows = shown.map((each, i) => ({
    ...rowOf(draft, names, each, true),
    ...(decimals ? { label: decimals(i) } : {}),
    ...(decimals
      ? {
          end: stacked
            ? each.y
            : each.y >= 0
              ? Math.max(each.y, each.hi ?? each.y)
              : Math.min(each.y, each.lo ?? each.y),
        }
      : {}),
  }))
  const { v, offset } = sides(draft)
  const values = numbersIn(shown)
  const log = ir.encoding.y?.scale === 'log' && values.every((each) => each > 0)
  const grouped = isGrouped(draft) && !stacked
  const amounts: Json = {
    ...amount(draft, 'y', names.y, { zero: true, values, grid: ir.grid !== false }),
    stack: share ? 'normalize' : stacked ? 'zero' : null,
    ...(share
      ? {
          title: shareTitle(draft),
          axis: {
            labelExpr: "format(datum.value * 100, 'd')",
            ...(ir.grid === false ? { grid: false } : {}),
          },
        }
      : {}),
  }
  if (log && !ir.encoding.y?.domain)
    amounts.scale = {
      type: 'log',
      nice: false,
      domain: [
        10 ** Math.floor(Math.log10(Math.min(...values)) - 0.01),
        Math.max(...values) * 1.15,
      ],
    }
  if (!share && !log && !ir.encoding.y?.domain && ir.encoding.y?.scale === undefined)
    amounts.scale = {
      ...(amounts.scale as Json),
      ...roomFor(draft, shown, stacked, decimals !== undefined),
    }
  if (share && !ir.encoding.y?.domain) amounts.scale = { domain: [0, 1], nice: false }
  const argument = {
    field: names.x,
    type: 'nominal',
    sort: [...categories],
    title: draft.title('x') || null,
  }
  const encoding = {
    ...across(draft, argument, amounts),
    ...(grouped ? { [offset]: { field: names.s, type: 'nominal', sort: draft.series } } : {}),
    ...seriesColor(draft, names),
    ...namesColor(draft, names, categories),
    ...(stacked ? { order: { field: 'place', type: 'quantitative' } } : {}),
  }
  if (stacked)
    for (const [i, each] of shown.entries())
      Object.assign(rows[i] ?? {}, { place: draft.series.indexOf(each.s) })
  const mark = stems
    ? [
        {
          name: 'stem',
          mark: { type: 'rule', strokeWidth: 1.5, opacity: 0.75, ...strokeOf(draft) },
          encoding: {
            [`${v}2`]: {
              datum: log ? 10 ** Math.floor(Math.log10(Math.min(...values)) - 0.01) : 0,
            },
          },
        },
        { mark: { type: 'point', size: 48, ...inkOf(draft) } },
      ]
    : [
        {
          mark: {
            type: 'bar',
            ...inkOf(draft),
            ...(stacked ? { stroke: '#ffffff', strokeWidth: 0.5 } : {}),
          },
        },
      ]
  const raw = stacked ? { rows: [], layers: [] } : rawPoints(draft, names, true)
  const layers: Json[] = [
    {
      encoding,
      layer: [
        ...mark,
        ...(stacked ? [] : errorLayers(draft, withBounds(shown).length > 0, grouped)),
        ...(decimals ? valueLayers(draft, stacked, shown, stems) : []),
        ...raw.layers,
      ],
    },
    ...(Math.min(...values, 0) < 0 && Math.max(...values, 0) > 0
      ? [
          {
            name: 'zero',
            mark: { type: 'rule', color: '#3c4654', strokeWidth: 0.9 },
            encoding: { [v]: { datum: 0 } },
          },
        ]
      : []),
  ]
  return {
    rows: [...rows, ...raw.rows],
    layers: [...layers, ...pareto(draft, names.x, categories, shown, name, rows)],
    says,
    notes: says,
  }
}

/** Bars end a little before their axis does, a little more where numbers stand past them; a sum fills Pareto's. */
function roomFor(
  draft: ChartDraft,
  list: readonly Measured[],
  stacked: boolean,
  numbered: boolean,
): Json {
  const heights = new Map<string, [number, number]>()
  list.forEach((each, i) => {
    const key = stacked ? JSON.stringify([each.x, each.f]) : String(i)
    const [down, up] = heights.get(key) ?? [0, 0]
    const [low, high] = [
      Math.min(each.y, each.lo ?? each.y, 0),
      Math.max(each.y, each.hi ?? each.y, 0),
    ]
    heights.set(key, stacked ? [down + low, up + high] : [low, high])
  })
  const raw = draft.raw.map(({ y }) => y)
  const [low] = extent([...[...heights.values()].map(([down]) => down), ...raw, 0])
  const [, high] = extent([...[...heights.values()].map(([, up]) => up), ...raw, 0])
  // What else stands on the axis makes it longer.
  const longer = draft.ir.overlays?.some(({ kind }) =>
    ['stars', 'reference', 'annotation'].includes(kind),
  )
  if (!(high > low) || longer) return {}
  if (isPareto(draft)) return { domain: [0, sum(list.map(({ y }) => y)) * 1.02], nice: false }
  const room = (high - low) * (numbered ? 0.07 : 0.03)
  return { domain: [low < 0 ? low - room : 0, high > 0 ? high + room : 0], nice: false }
}

const isPareto = (draft: ChartDraft) =>
  draft.ir.overlays?.some(({ kind }) => kind === 'cumulative') === true

function largest<T extends { y: number }>(
  draft: ChartDraft,
  all: string[],
  list: readonly T[],
  name: (each: T) => string,
) {
  const top = draft.ir.encoding.x?.domain?.[1]
  const most = Math.min(MOST_BARS, top !== undefined && top >= 1 ? top : MOST_BARS)
  if (all.length <= most) return { categories: all, says: [] }
  if (most === MOST_BARS)
    throw new ChartRefused(
      `${fixed(all.length, 0)} categories cannot be read on one axis; ${MOST_BARS} are the most. Ask for the "top 20", sum them up, or ask for a line or a histogram.`,
    )
  const totals = new Map<string, number>()
  for (const each of list) totals.set(name(each), (totals.get(name(each)) ?? 0) + each.y)
  const ranked = [...all].sort(
    (a, b) => Math.abs(totals.get(b) ?? 0) - Math.abs(totals.get(a) ?? 0),
  )
  const chosen = new Set(ranked.slice(0, most))
  return {
    categories: all.filter((one) => chosen.has(one)),
    says: [`The ${most} largest of ${fixed(all.length, 0)} categories are shown.`],
  }
}

function shareTitle(draft: ChartDraft): string {
  const title = draft.title('y')
  if (/%|share|proportion|percent/i.test(title)) return title
  return title === '' ? 'Share (%)' : `${title.replace(/\s*\([^)]*\)$/, '')} (%)`
}

/** How the numbers at bars are written, all with the same digits; undefined where none are asked for. */
function valueDecimals(draft: ChartDraft, list: readonly { y: number; x: unknown; f: string }[]) {
  if (!draft.ir.overlays?.some(({ kind }) => kind === 'values')) return undefined
  const share = draft.ir.stack === 'normalize'
  const percent = share || draft.ir.encoding.y?.percent === true
  const totals = new Map<string, number>()
  const key = (each: { x: unknown; f: string }) => JSON.stringify([each.x, each.f])
  for (const each of list) totals.set(key(each), (totals.get(key(each)) ?? 0) + Math.abs(each.y))
  const values = list.map((each) =>
    share ? (100 * each.y) / (totals.get(key(each)) || 1) : percent ? each.y * 100 : each.y,
  )
  const decimals = share
    ? 0
    : sharedDecimals(values, Math.max(...values.map(Math.abs)) >= 100 ? 1 : 2)
  return (i: number) => {
    const value = values[i] ?? 0
    const text = Math.abs(value) >= 1e6 ? short(value) : fixed(value, decimals)
    return percent ? `${text}%` : text
  }
}

/** Numbers past the ends of bars, or in the middle of stacked ones. */
function valueLayers(
  draft: ChartDraft,
  stacked: boolean,
  list: readonly { y: number }[],
  stems: boolean,
): Json[] {
  const { v } = sides(draft)
  const text = { field: 'label', type: 'nominal' }
  if (stacked)
    return [
      {
        name: 'value',
        mark: { type: 'text', color: '#1a1d21' },
        encoding: {
          [v]: {
            bandPosition: 0.5,
            field: 'end',
            type: 'quantitative',
            stack: draft.ir.stack === 'normalize' ? 'normalize' : 'zero',
          },
          text,
          color: { value: '#1a1d21' },
        },
      },
    ]
  const gap = stems ? 8 : 4
  const side = (up: boolean): Json => ({
    name: 'value',
    transform: [{ filter: up ? 'datum.end >= 0' : 'datum.end < 0' }],
    mark: {
      type: 'text',
      color: '#30363d',
      ...(draft.ir.horizontal
        ? { align: up ? 'left' : 'right', baseline: 'middle', dx: up ? gap : -gap }
        : { align: 'center', baseline: up ? 'bottom' : 'top', dy: up ? -gap : gap }),
    },
    encoding: { [v]: { field: 'end', type: 'quantitative' }, text, color: { value: '#30363d' } },
  })
  const found: Json[] = []
  if (list.some(({ y }) => y >= 0)) found.push(side(true))
  if (list.some(({ y }) => y < 0)) found.push({ ...side(false), name: 'value2' })
  return found
}

/** Pareto's line: the running share of the whole, on an axis of its own. */
function pareto(
  draft: ChartDraft,
  x: string,
  categories: readonly string[],
  list: readonly { y: number }[],
  name: (each: never) => string,
  rows: Record<string, unknown>[],
): Json[] {
  if (!isPareto(draft)) return []
  const totals = categories.map((one) =>
    sum(list.filter((each) => name(each as never) === one).map(({ y }) => y)),
  )
  const all = sum(totals)
  let running = 0
  const shares = new Map(
    categories.map((one, i) => {
      running += totals[i] ?? 0
      return [one, (100 * running) / all]
    }),
  )
  for (const row of rows) row.share = shares.get(String(row[x])) ?? null
  const position = {
    x: { field: x, type: 'nominal', sort: [...categories] },
    y: {
      field: 'share',
      type: 'quantitative',
      title: 'Cumulative share (%)',
      scale: { domain: [0, 102], nice: false },
      axis: { orient: 'right', grid: false },
    },
  }
  return [
    {
      encoding: position,
      layer: [
        { name: 'cumulative', mark: { type: 'line', color: '#d55e00' } },
        { name: 'cumulative-point', mark: { type: 'point', color: '#d55e00', size: 24 } },
      ],
    },
  ]
}
