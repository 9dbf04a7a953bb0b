import { fixed } from '../../../../figure/chart/numbers'
import { extent } from '../../../../figure/chart/stats'
import {
  amount,
  categoriesIn,
  type Emitted,
  inkOf,
  isGrouped,
  type Json,
  namesOf,
  numbersIn,
  type Row,
  rowOf,
  seriesColor,
  strokeOf,
} from './base'
import { type Measured, measured } from './data'
import { type ChartDraft, cellText } from './draft'

const isSummary = (name: string) => /overall|pooled|summary|total|combined/i.test(name)

/** Estimates with their intervals, one below the other, against a line of no effect; squares by weight, sums as diamonds. */
export function forest(draft: ChartDraft): Emitted {
  const names = namesOf(draft)
  const list = measured(draft.data)
  const categories = categoriesIn(draft)
  const values = numbersIn(list)
  const [low, high] = extent(values)
  const digits = high - low > 20 ? 0 : 2
  const interval = ({ y, lo, hi }: Measured) => {
    const [one, two, three] = [y, lo ?? y, hi ?? y].map((value) => fixed(value, digits))
    return `${one} [${two}, ${three}]`
  }
  const grouped = isGrouped(draft)
  const largest = extent(list.map(({ w }) => w ?? 0))[1]
  const rows = list.map(
    (each): Row => ({
      ...rowOf(draft, names, each, true),
      label: interval(each),
      shape: isSummary(cellText(each.x, draft.field('x'))) ? 'sum' : 'study',
      size: each.w !== null && largest > 0 ? 22 + 105 * (each.w / largest) : 55,
    }),
  )
  const encoding: Json = {
    y: { field: names.x, type: 'nominal', sort: categories, title: draft.title('x') || null },
    x: { ...amount(draft, 'y', names.y, { values, grid: false }), title: draft.title('y') || null },
    ...(grouped
      ? {
          yOffset: { field: names.s, type: 'nominal', sort: draft.series },
          ...seriesColor(draft, names),
        }
      : {}),
  }
  const layer: Json[] = [
    {
      name: 'interval',
      mark: { type: 'rule', strokeWidth: 1.5, ...strokeOf(draft) },
      encoding: { x: { field: 'lower', type: 'quantitative' }, x2: { field: 'upper' } },
    },
    {
      name: 'estimate',
      mark: { type: 'point', opacity: 1, ...inkOf(draft) },
      encoding: {
        shape: {
          field: 'shape',
          type: 'nominal',
          scale: { domain: ['study', 'sum'], range: ['square', 'diamond'] },
          legend: null,
        },
        size: { field: 'size', type: 'quantitative', scale: null, legend: null },
      },
    },
    ...(grouped
      ? []
      : [
          {
            name: 'value',
            mark: { type: 'text', align: 'left', dx: 10, fontSize: 11 },
            encoding: {
              x: { value: 'width' },
              text: { field: 'label' },
              color: { value: '#30363d' },
            },
          },
        ]),
  ]
  return {
    rows,
    layers: [{ encoding, layer }],
    says: [
      `Estimates of ${draft.title('y') || 'an effect'} with intervals for ${categories.length} rows.`,
    ],
    notes: [],
  }
}
