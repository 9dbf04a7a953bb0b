import { fixed } from '../../../../figure/chart/numbers'
import { extent, pearson } from '../../../../figure/chart/stats'
import {
  amount,
  argument,
  categoriesIn,
  type Emitted,
  inkOf,
  isNamed,
  type Json,
  namesOf,
  numbersIn,
  type Row,
  rowOf,
  scaleOf,
  seriesColor,
  strokeOf,
  withBounds,
} from './base'
import { measured } from './data'
import type { ChartDraft } from './draft'

/** More points than this are counted in cells. */
const MOST_POINTS = 20_000

/** Points in a plane, with sizes, forms, fitted curves and names where the wish has them. */
export function points(draft: ChartDraft): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const named = isNamed(draft)
  const list = measured(draft.data).filter(({ x }) => x !== null)
  const categories = named ? categoriesIn(draft) : undefined
  const values = numbersIn(list)
  const places = named ? [] : list.map(({ x }) => Number(x))
  const x = argument(draft, names, categories, places)
  if (!named && draft.field('x')?.role !== 'time' && !ir.encoding.x?.domain)
    x.scale = { ...scaleOf(ir.encoding.x, { values: places }), nice: true }
  if (!named) x.axis = { ...((x.axis ?? {}) as Json), grid: ir.grid === true }
  const encoding: Json = {
    x,
    y: amount(draft, 'y', names.y, { values, grid: ir.grid === true }),
    ...seriesColor(draft, names),
  }
  if (list.length > MOST_POINTS)
    return counted(
      list.length,
      draft,
      encoding,
      list.map((each) => rowOf(draft, names, each, named)),
    )
  const sized = ir.encoding.size && list.some(({ size }) => size !== null)
  const rows = list.map((each): Row => rowOf(draft, names, each, named))
  const size = list.length > 4000 ? 6 : list.length > 800 ? 11 : list.length > 150 ? 20 : 30
  const high = extent(list.flatMap((each) => (each.size === null ? [] : [each.size])))[1]
  const look = sized
    ? { opacity: 0.65, stroke: '#ffffff', strokeWidth: 0.5 }
    : list.length <= 150
      ? { stroke: '#ffffff', strokeWidth: 0.4 }
      : { opacity: list.length > 4000 ? 0.25 : list.length > 800 ? 0.4 : 0.6 }
  const layer: Json[] = [
    ...(withBounds(list).length > 0
      ? [
          {
            name: 'error',
            mark: { type: 'rule', strokeWidth: 1, opacity: 0.8, ...strokeOf(draft) },
            encoding: { y: { field: 'lower', type: 'quantitative' }, y2: { field: 'upper' } },
          },
        ]
      : []),
    {
      mark: { type: 'point', size, ...look, ...inkOf(draft) },
      encoding: {
        ...(sized
          ? {
              size: {
                field: 'size',
                type: 'quantitative',
                title: draft.title('size') || null,
                scale: {
                  domain: [0, high],
                  range: [0, list.length > 60 ? 375 : 700],
                  nice: false,
                  zero: true,
                },
              },
            }
          : {}),
        ...(ir.encoding.shape
          ? { shape: { field: 'shape', type: 'nominal', title: draft.title('shape') || null } }
          : {}),
      },
    },
    ...fits(draft),
    ...(ir.encoding.label && list.length <= 80
      ? [
          {
            name: 'name',
            mark: { type: 'text', ...inkOf(draft) },
            encoding: { text: { field: 'label' }, color: { value: '#30363d' } },
          },
        ]
      : []),
  ]
  return {
    rows,
    layers: [{ encoding, layer }],
    ...(ir.square ? { around: { width: 400, height: 400 } } : {}),
    says: describe(list),
    notes: [],
  }
}

const fits = (draft: ChartDraft): Json[] => {
  const wish = draft.ir.overlays?.find(({ kind }) => kind === 'regression')
  return wish
    ? [
        {
          mark: {
            type: 'fit',
            method: wish.method ?? 'linear',
            ...(wish.figures ? { figures: true } : {}),
            ...(draft.series.length > 1 ? {} : { color: '#d55e00' }),
          },
        },
      ]
    : []
}

function describe(list: readonly { x: unknown; y: number }[]): string[] {
  if (list.length < 3) return []
  const r = pearson(
    list.map(({ x }) => Number(x)),
    list.map(({ y }) => y),
  )
  return Number.isFinite(r) ? [`Pearson's r is ${r.toFixed(2).replace('-', '−')}.`] : []
}

/** Too many points for marks of their own: a grid of counts. */
function counted(count: number, draft: ChartDraft, { x, y }: Json, rows: Row[]): Emitted {
  const sentence = `${fixed(count, 0)} points are shown as counts in cells.`
  const binned = (channel: unknown, maxbins: number) => ({ ...(channel as Json), bin: { maxbins } })
  const scheme = { scale: { scheme: draft.ir.palette?.name ?? 'yellowgreenblue', type: 'symlog' } }
  return {
    rows,
    layers: [
      {
        mark: 'rect',
        encoding: {
          x: binned(x, 80),
          y: binned(y, 60),
          color: { aggregate: 'count', title: 'Count', ...scheme },
        },
      },
    ],
    says: [sentence],
    notes: [sentence],
  }
}
