import { valueAxis } from '../axes'
import { type Measured, measured, ordered } from '../data'
import { type ChartDraft, categoriesOf, cellText, dataText } from '../draft'
import { fixed } from '../numbers'
import type { Axis, Plot } from '../plot'
import { extent } from '../stats'

/** Estimates with their intervals, one below the other, against a line of no effect. */
export function forest(draft: ChartDraft): Plot {
  const { ir } = draft
  const field = draft.field('x')
  const rows = measured(draft.data)
  const weights = new Map(rows.map((each) => [cellText(each.x, field), each.y]))
  const categories = ordered(categoriesOf(draft), ir.encoding.x, (one) => weights.get(one) ?? 0)
  const place = new Map(categories.map((one, index) => [one, index]))
  const series = draft.series.length
  const offset = (s: string) =>
    series > 1 ? (draft.series.indexOf(s) - (series - 1) / 2) * (0.5 / series) : 0
  const null0 = ir.overlays?.find(({ kind, axis }) => kind === 'reference' && axis !== 'x')?.value
  const v = valueAxis(
    extent([
      ...rows.flatMap(({ y, lo, hi }) => [y, lo ?? y, hi ?? y]),
      ...(typeof null0 === 'number' ? [null0] : []),
    ]),
    ir.encoding.y,
    draft.title('y'),
    { pad: 0.05 },
  )
  const largest = extent(rows.map(({ w }) => w ?? 0))[1]
  const at = (each: Measured) => (place.get(cellText(each.x, field)) ?? 0) + offset(each.s)
  const own = (each: Measured) => ({
    c: draft.color(each.s),
    s: each.s,
    f: each.f,
    ...(each.s === '' ? {} : { ds: each.s }),
  })
  const interval = ({ y, lo, hi }: Measured) => {
    const [one, two, three] = [y, lo ?? y, hi ?? y].map((value) =>
      fixed(value, extent([v.domain[1] - v.domain[0]])[1] > 20 ? 0 : 2),
    )
    return `${one} [${two}, ${three}]`
  }
  return {
    a: { ...categoryAxisOf(categories, draft.title('x')) },
    v,
    flipped: true,
    layers: [
      {
        mark: 'rule',
        name: 'interval',
        rows: rows
          .filter(({ lo, hi }) => lo !== null && hi !== null)
          .map((each) => ({
            ...own(each),
            a: at(each),
            v: each.lo ?? 0,
            v2: each.hi ?? 0,
            dy: `${each.lo} ${each.hi}`,
          })),
        look: { strokeWidth: 3 },
      },
      {
        mark: 'symbol',
        name: 'estimate',
        rows: rows.map((each) => ({
          ...own(each),
          a: at(each),
          v: each.y,
          k: each.w !== null && largest > 0 ? 90 + 420 * (each.w / largest) : 220,
          h: isSummary(cellText(each.x, field)) ? 'diamond' : 'square',
          dx: cellText(each.x, field),
          dy: dataText(each.y, draft.field('y')),
        })),
      },
    ],
    ...(series < 2
      ? {
          second: {
            title: '',
            ticks: rows.map((each) => ({ value: at(each), label: interval(each) })),
          },
        }
      : {}),
    keys:
      series < 2
        ? []
        : draft.series.map((label) => ({
            label,
            color: draft.color(label),
            form: 'point',
            shape: 'square',
          })),
    facets: draft.facets,
    square: false,
    says: [
      `Estimates of ${draft.title('y') || 'an effect'} with intervals for ${categories.length} rows.`,
      ...rows.slice(0, 8).map((each) => `${cellText(each.x, field)}: ${interval(each)}.`),
    ],
    notes: [],
  }
}

const isSummary = (name: string) => /overall|pooled|summary|total|combined/i.test(name)

function categoryAxisOf(categories: readonly string[], title: string): Axis {
  return {
    kind: 'category',
    domain: [-0.7, categories.length - 0.3],
    title,
    unit: 1,
    whole: true,
    grid: false,
    categories,
  }
}
