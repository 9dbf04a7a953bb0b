/** What every kind of chart is written from: rows with names for their columns, channels, colours. */

import { COLOR } from '../../../../figure/chart/house'
import { extent } from '../../../../figure/chart/stats'
import type { Cell, Field } from '../../../../forms/chart'
import type { Channel, ChannelName } from '../chart-ir'
import { type Datum, type Measured, measured, ordered } from './data'
import { type ChartDraft, categoriesOf, cellText } from './draft'

export type Json = Record<string, unknown>
export type Row = Record<string, Cell>

/** A chart on two axes, before its panels are set: its rows, and the views that lie over each other. */
export interface Emitted {
  rows: Row[]
  layers: Json[]
  /** What holds for all layers: data stay, width and height are a ratio. */
  around?: Json
  says: string[]
  notes: string[]
}

/** The columns that a chart's channels read. */
export interface Names {
  x: string
  y: string
  s: string
  f: string
}

export function namesOf(draft: ChartDraft): Names {
  const taken = new Set<string>(OWN)
  const name = (channel: ChannelName, standard: string) => {
    let found = draft.field(channel)?.name ?? standard
    while (taken.has(found)) found = `${found} `
    taken.add(found)
    return found
  }
  return {
    x: name('x', 'category'),
    y: name('y', 'value'),
    s: name('color', 'series'),
    f: name('facet', 'panel'),
  }
}

/** Columns that rows have beside those of the data. */
const OWN = ['lower', 'upper', 'size', 'shape', 'label', 'p', 'weight', 'place', 'share', 'end']

/** Whether the argument is read as names. */
export function isNamed(draft: ChartDraft): boolean {
  const field = draft.field('x')
  return (
    field === undefined ||
    field.role === 'category' ||
    field.role === 'ordinal' ||
    draft.ir.encoding.x?.discrete === true
  )
}

/** One row of the chart's data. */
export function rowOf(draft: ChartDraft, names: Names, each: Datum, named: boolean): Row {
  return {
    [names.x]: named ? cellText(each.x, draft.field('x')) : each.x,
    [names.y]: each.y,
    ...(draft.series.length > 0 ? { [names.s]: each.s } : {}),
    ...(draft.facets.length > 0 ? { [names.f]: each.f } : {}),
    ...(each.lo !== null && each.hi !== null ? { lower: each.lo, upper: each.hi } : {}),
    ...(each.size !== null && draft.ir.encoding.size ? { size: each.size } : {}),
    ...(draft.ir.encoding.shape ? { shape: each.shape } : {}),
    ...(each.label !== null && draft.ir.encoding.label ? { label: each.label } : {}),
    ...(each.p !== null ? { p: each.p } : {}),
    ...(each.w !== null && draft.ir.encoding.weight ? { weight: each.w } : {}),
  }
}

/** The names along the argument's axis in the order that is asked for. */
export function categoriesIn(draft: ChartDraft): string[] {
  const totals = new Map<string, number>()
  for (const each of measured(draft.data)) {
    const name = cellText(each.x, draft.field('x'))
    totals.set(name, (totals.get(name) ?? 0) + each.y)
  }
  return ordered(categoriesOf(draft), draft.ir.encoding.x, (one) => totals.get(one) ?? 0)
}

export const withBounds = (rows: readonly Measured[]): Measured[] =>
  rows.filter(({ lo, hi }) => lo !== null && hi !== null)

/** Several series, told apart by more than their place on the axis. */
export const isGrouped = ({ series, ir }: ChartDraft): boolean =>
  series.length > 1 && ir.encoding.color?.field !== ir.encoding.x?.field

/** The channel of colour for series; absent for one. */
export function seriesColor(draft: ChartDraft, names: Names): Json {
  const { series, ir } = draft
  // A single curve carries its area in its name.
  if (series.length < (ir.transform === 'roc' || ir.transform === 'pr' ? 1 : 2)) return {}
  const title = ir.encoding.color?.title
  return {
    color: {
      field: names.s,
      type: 'nominal',
      scale: { domain: series, range: series.map(draft.color) },
      title: title || null,
      ...legendOf(draft),
    },
  }
}

/** The channel of colour for names on the axis, where single ones are asked for. */
export function namesColor(draft: ChartDraft, names: Names, categories: readonly string[]): Json {
  const { of = [], highlight = [] } = draft.ir.palette ?? {}
  const lit = of.some(({ name }) => categories.includes(name)) || highlight.length > 0
  if (!lit || draft.series.length > 1) return {}
  const range = categories.map(
    (name) => of.find((each) => each.name === name)?.color ?? draft.color(name),
  )
  return {
    color: { field: names.x, type: 'nominal', scale: { domain: categories, range }, legend: null },
  }
}

export function legendOf({ ir }: ChartDraft): Json {
  const place = ir.legend?.place ?? 'auto'
  if (place === 'none') return { legend: null }
  const title = ir.legend?.title ? { title: ir.legend.title } : {}
  if (place === 'auto' || place === 'direct') return ir.legend?.title ? { legend: title } : {}
  return { legend: { ...title, orient: place === 'inside' ? 'top-right' : place } }
}

/** The colour of a chart's one series, where it is not the house's first. */
export function inkOf(draft: ChartDraft): Json {
  const color = draft.color(draft.series[0] ?? '')
  return draft.series.length < 2 && color !== COLOR.first ? { color } : {}
}

/** The same for rules and words, which are grey of themselves. */
export const strokeOf = (draft: ChartDraft): Json =>
  draft.series.length < 2 ? { color: draft.color(draft.series[0] ?? '') } : {}

export interface AmountOptions {
  zero?: boolean
  values?: readonly number[]
  grid?: boolean
  pad?: number
  format?: string
}

/** The channel of amounts. */
export function amount(
  draft: ChartDraft,
  channel: 'x' | 'y',
  field: string,
  options: AmountOptions = {},
): Json {
  const own = draft.ir.encoding[channel]
  const percent = own?.percent === true
  return {
    field,
    type: 'quantitative',
    title: draft.title(channel) || null,
    scale: scaleOf(own, options),
    axis: {
      ...(options.grid === undefined ? {} : { grid: options.grid }),
      ...(percent ? { labelExpr: PERCENT } : options.format ? { format: options.format } : {}),
      ...(draft.field(channel)?.whole && !percent ? { tickMinStep: 1 } : {}),
    },
  }
}

export const PERCENT = "format(datum.value * 100, ',.10~g')"

/** Limits that hold none of the data would leave the frame empty; a logarithm of nothing is bent near zero. */
export function scaleOf(
  own: Channel | undefined,
  { zero = false, values = [], pad = 6 }: AmountOptions,
): Json {
  const [low, high] = extent(values)
  const given = own?.domain
  const asked = given && (given[1] < low || given[0] > high) ? undefined : given
  const kind = own?.scale ?? 'linear'
  const type = kind === 'log' && (low <= 0 || (asked?.[0] ?? 1) <= 0) ? 'symlog' : kind
  const flat = !(high > low) && values.length > 0
  const room = Math.abs(high) * 0.1 || 1
  return {
    ...(type === 'linear' ? {} : { type }),
    ...(asked
      ? { domain: asked, nice: false }
      : flat && !zero && type === 'linear'
        ? { domain: [low - room, high + room], nice: false }
        : {}),
    ...(type === 'linear' ? { zero } : { nice: false }),
    ...(asked || zero ? {} : { padding: pad }),
  }
}

/** The channel of names or of a running argument. */
export function argument(
  draft: ChartDraft,
  names: Names,
  categories: readonly string[] | undefined,
  values: readonly number[],
): Json {
  const title = draft.title('x') || null
  if (categories) return { field: names.x, type: 'nominal', sort: [...categories], title }
  const own = draft.ir.encoding.x
  if (draft.field('x')?.role === 'time')
    return {
      field: names.x,
      type: 'temporal',
      title,
      scale: { type: 'utc', nice: false, ...(own?.domain ? { domain: own.domain } : {}) },
    }
  const scale = scaleOf(own, { values, pad: 4 })
  return {
    field: names.x,
    type: 'quantitative',
    title,
    scale: { ...scale, ...(scale.domain ? {} : { nice: false }) },
    axis: {
      ...(draft.field('x')?.whole ? { tickMinStep: 1 } : {}),
      ...(yearly(draft.field('x'), values) ? { format: 'd' } : {}),
      ...(own?.percent ? { labelExpr: PERCENT } : {}),
    },
  }
}

/** Years are written without a separator. */
const yearly = (field: Field | undefined, values: readonly number[]): boolean =>
  field?.whole === true && values.every((each) => each >= 1000 && each <= 9999)

/** The two positions, exchanged where the argument runs upwards. */
export const across = (draft: ChartDraft, argumentOf: Json, amountOf: Json): Json =>
  draft.ir.horizontal ? { y: argumentOf, x: amountOf } : { x: argumentOf, y: amountOf }

/** Names of the position channels: along the argument, along the amount. */
export const sides = (draft: ChartDraft) =>
  draft.ir.horizontal
    ? ({ a: 'y', v: 'x', v2: 'x2', offset: 'yOffset' } as const)
    : ({ a: 'x', v: 'y', v2: 'y2', offset: 'xOffset' } as const)

export const numbersIn = (list: readonly Measured[]): number[] =>
  list.flatMap(({ y, lo, hi }) => [y, ...(lo === null ? [] : [lo]), ...(hi === null ? [] : [hi])])
