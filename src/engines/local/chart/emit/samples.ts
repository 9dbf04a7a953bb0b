import { extent, median } from '../../../../figure/chart/stats'
import { ChartRefused } from '../../../../forms/chart'
import {
  across,
  amount,
  type Emitted,
  inkOf,
  isGrouped,
  type Json,
  namesColor,
  namesOf,
  type Row,
  rowOf,
  seriesColor,
  sides,
} from './base'
import { type Measured, measured, ordered } from './data'
import { type ChartDraft, categoriesOf, cellText } from './draft'
import { corput } from './raw'

/** More groups than this stand too close to be told apart. */
const MOST_GROUPS = 60
/** Points of one strip. */
const MOST_STRIP = 1500

/** Boxes, violins or single values of samples, side by side. */
export function samples(draft: ChartDraft, kind: 'box' | 'violin' | 'strip'): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const list = measured(draft.data)
  const name = ({ x }: Measured) => (ir.encoding.x ? cellText(x, draft.field('x')) : '')
  const medians = new Map(
    [...Map.groupBy(list, name)].map(([key, own]) => [key, median(own.map(({ y }) => y))]),
  )
  const found = ir.encoding.x ? categoriesOf(draft) : ['']
  const categories = ordered(
    found.filter((each) => medians.has(each)),
    ir.encoding.x,
    (one) => medians.get(one) ?? 0,
  )
  if (categories.length > MOST_GROUPS)
    throw new ChartRefused(
      `${categories.length} groups cannot be read side by side; ${MOST_GROUPS} are the most.`,
    )
  const grouped = isGrouped(draft)
  const { v, offset } = sides(draft)
  const values = list.map(({ y }) => y)
  const raw = kind !== 'strip' && ir.overlays?.some((each) => each.kind === 'raw') === true
  const step = Math.ceil(list.length / (MOST_STRIP * Math.max(1, categories.length)))
  const shown = kind === 'strip' ? list.filter((_, i) => i % step === 0) : list
  const rows = shown.map(
    (each, i): Row => ({
      ...rowOf(draft, names, each, true),
      [names.x]: name(each),
      place: (corput(i + 1) - 0.5) * 2,
    }),
  )
  const one = ir.encoding.x === undefined
  const argument = {
    field: names.x,
    type: 'nominal',
    sort: categories,
    title: draft.title('x') || null,
    ...(one ? { axis: null } : {}),
  }
  const encoding: Json = {
    ...across(draft, argument, amount(draft, 'y', names.y, { values, grid: ir.grid !== false })),
    ...(grouped && kind !== 'violin'
      ? { [offset]: { field: names.s, type: 'nominal', sort: draft.series } }
      : {}),
    ...(grouped ? seriesColor(draft, names) : namesColor(draft, names, categories)),
  }
  const jitter = (range: number): Json =>
    grouped
      ? {}
      : {
          [offset]: {
            field: 'place',
            type: 'quantitative',
            scale: { domain: [-range, range], nice: false },
            axis: null,
          },
        }
  const dots = (size: number, part: string, reach: number): Json => ({
    name: part,
    mark: {
      type: 'point',
      size,
      opacity: 0.8,
      stroke: '#ffffff',
      strokeWidth: 0.35,
      ...inkOf(draft),
    },
    encoding: jitter(reach),
  })
  const few = extent([...Map.groupBy(list, name).values()].map((own) => own.length))[1] <= 60
  const groups = categories.length * (grouped ? draft.series.length : 1)
  const wide = Math.max(6, Math.min(100, 260 / Math.max(1, groups)))
  const layer: Json[] =
    kind === 'violin'
      ? [
          { mark: { type: 'violin', ...inkOf(draft) } },
          ...(raw ? [dots(few ? 17 : 8, 'raw', 2.4)] : []),
        ]
      : kind === 'box'
        ? [
            {
              mark: {
                type: 'boxplot',
                size: wide,
                ticks: { size: wide * 0.45, color: '#3c4654' },
                ...(raw ? { outliers: false } : {}),
                ...inkOf(draft),
              },
            },
            ...(raw ? [dots(few ? 17 : 8, 'raw', 2)] : []),
          ]
        : [
            dots(few ? 17 : 8, 'point', 2),
            {
              name: 'mean',
              mark: {
                type: 'tick',
                thickness: 1.6,
                size: wide,
                color: '#15181c',
                orient: ir.horizontal ? 'vertical' : 'horizontal',
              },
              encoding: {
                [v]: { ...((encoding[v] ?? {}) as Json), aggregate: 'mean' },
                color: { value: '#15181c' },
              },
            },
          ]
  const says = kind === 'strip' ? ['A bar marks each mean.'] : []
  return { rows, layers: [{ encoding, layer }], says, notes: [] }
}
