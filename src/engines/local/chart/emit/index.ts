/** A choice of chart, its statistics computed, as a specification and the table that it draws. */

import { short } from '../../../../figure/chart/numbers'
import {
  type Cell,
  ChartRefused,
  type ChartSpec,
  type Field,
  type Table,
} from '../../../../forms/chart'
import type { ChartIR } from '../chart-ir'
import { bars } from './bars'
import { type Emitted, type Json, namesOf, type Row } from './base'
import { curves, histogram } from './bins'
import { type ChartDraft, draftOf } from './draft'
import { forest } from './forest'
import { areas, lines, slopes } from './lines'
import { heatmap } from './matrix'
import { overlaysOf } from './overlays'
import { points } from './points'
import { pie, web } from './round'
import { samples } from './samples'

export interface EmittedChart {
  chart: ChartSpec
  table: Table
  /** For the log. */
  notes: string[]
}

const MARKS: Readonly<Record<ChartIR['mark'], (draft: ChartDraft) => Emitted>> = {
  bar: (draft) => bars(draft),
  lollipop: (draft) => bars(draft, true),
  line: lines,
  area: areas,
  slope: slopes,
  point: points,
  histogram,
  density: (draft) => curves(draft, 'density'),
  ecdf: (draft) => curves(draft, 'ecdf'),
  box: (draft) => samples(draft, 'box'),
  violin: (draft) => samples(draft, 'violin'),
  strip: (draft) => samples(draft, 'strip'),
  heatmap,
  arc: pie,
  radar: web,
  forest,
}

/** @throws ChartRefused where the data cannot be drawn so */
export function emitted(ir: ChartIR, table: Table): EmittedChart {
  const draft = draftOf(table, ir)
  if (draft.data.length === 0) throw new ChartRefused('The data hold no values to draw.')
  if (draft.facets.length > 30)
    throw new ChartRefused(
      `${draft.facets.length} small charts cannot be read in one figure; 30 are the most.`,
    )
  const made = MARKS[draft.ir.mark](draft)
  if (made.rows.length === 0) throw new ChartRefused('The data hold no values to draw.')
  const over = overlaysOf(draft, made)
  const layer = withOverlays(made.layers, over.layers)
  const body = simple(layer)
  const pareto = ir.overlays?.some(({ kind }) => kind === 'cumulative') && ir.mark === 'bar'
  const resolve = pareto ? { resolve: { scale: { y: 'independent' } } } : {}
  const says = [...draft.says, ...made.says, ...axesSaid(draft), ...over.says]
  const title = titleOf(draft, over.foot)
  const names = namesOf(draft)
  const direct = ir.legend?.place === 'direct' ? { legend: 'direct' } : {}
  const meta = { ...(says.length > 0 ? { says } : {}), ...direct }
  const usermeta = Object.keys(meta).length > 0 ? { usermeta: meta } : {}
  const chart: ChartSpec =
    draft.facets.length > 0
      ? {
          ...title,
          ...usermeta,
          facet: { field: names.f, type: 'nominal', sort: draft.facets, title: null },
          columns: columnsOf(draft.facets.length),
          spec: { ...(made.around ?? {}), ...resolve, ...body },
        }
      : { ...title, ...usermeta, ...(made.around ?? {}), ...resolve, ...body }
  return {
    chart,
    table: tableOf(draft, made.rows, table),
    notes: [...draft.notes, ...made.notes, ...over.notes],
  }
}

/** What signs mean stands below the title, or below everything. */
function titleOf({ ir }: ChartDraft, foot: string | undefined): Json {
  if (foot === undefined) return ir.title ? { title: ir.title } : {}
  if (ir.title) return { title: { text: ir.title, subtitle: foot } }
  return {
    title: { text: foot, orient: 'bottom', fontSize: 9.5, fontWeight: 400, color: '#30363d' },
  }
}

/** What limits and logarithms do to an axis is told. */
function axesSaid({ ir, title, data }: ChartDraft): string[] {
  const { x, y } = ir.encoding
  const start = y?.domain?.[0] ?? 0
  const bars = ir.mark === 'bar' || ir.mark === 'lollipop'
  const low = (values: Iterable<unknown>) =>
    [...values].some((value) => typeof value === 'number' && value <= 0)
  const bent = (['x', 'y'] as const).filter(
    (name) =>
      (name === 'x' ? x : y)?.scale === 'log' &&
      low(data.flatMap((each) => (name === 'x' ? [each.x] : [each.y, each.lo]))),
  )
  return [
    ...(bars && start > 0 && y?.scale !== 'log'
      ? [`The value axis starts at ${short(start)}, so lengths of bars do not compare.`]
      : []),
    ...(ir.mark === 'histogram' ? [] : bent).map(
      (name) =>
        `The axis ${title(name) ? `"${title(name)}"` : 'of values'} is logarithmic, but linear near zero, because some values are zero or below.`,
    ),
  ]
}

/** What reads the data's own channels stands with them; lines and words at a place stand over all. */
function withOverlays(layers: Json[], over: Json[]): Json[] {
  const inside = over.filter((each) => each.inside === true).map(({ inside: _, ...each }) => each)
  const outside = over.filter((each) => each.inside !== true)
  const [first, ...rest] = layers
  if (inside.length === 0 || !first || !Array.isArray(first.layer)) return [...layers, ...outside]
  return [{ ...first, layer: [...(first.layer as Json[]), ...inside] }, ...rest, ...outside]
}

/** Layers of one view as that view. */
function simple(layers: readonly Json[]): Json {
  const [first, ...rest] = layers
  if (!first || rest.length > 0) return { layer: [...layers] }
  if (!Array.isArray(first.layer)) return terse(first)
  const { layer, encoding, ...around } = first
  const [only, ...more] = layer as Json[]
  if (!only || more.length > 0) return first
  return terse({
    ...around,
    ...only,
    encoding: { ...(encoding as Json), ...(only.encoding as Json) },
  })
}

/** A mark that says nothing but its kind is its name. */
function terse(view: Json): Json {
  const mark = view.mark as Json | string | undefined
  return typeof mark === 'object' && Object.keys(mark).length === 1
    ? { ...view, mark: mark.type }
    : view
}

const columnsOf = (count: number): number =>
  count <= 3 ? count : count === 4 ? 2 : Math.ceil(Math.sqrt(count * 1.3))

/** The rows that are drawn as a table; a column keeps the role that it has in the data. */
function tableOf(draft: ChartDraft, rows: readonly Row[], given: Table): Table {
  const columns = new Map<string, Cell[]>()
  rows.forEach((row, at) => {
    for (const [name, value] of Object.entries(row)) {
      let cells = columns.get(name)
      if (!cells) {
        cells = new Array<Cell>(rows.length).fill(null)
        columns.set(name, cells)
      }
      cells[at] = value
    }
  })
  const time = draft.field('x')?.role === 'time' ? draft.field('x')?.name : undefined
  const fields = [...columns].map(([name, values]): Field => {
    const numbers = values.every((cell) => cell === null || typeof cell === 'number')
    const role = numbers ? (name === time ? 'time' : 'number') : 'category'
    return {
      name,
      role,
      whole: numbers && values.every((cell) => cell === null || Number.isInteger(cell)),
      values,
    }
  })
  return { shape: given.shape, fields, notes: given.notes }
}
