import { mix, readable } from '../../color'
import type { ChartDraft } from '../draft'
import type { Layer, MarkRow, Plot } from '../plot'
import { boxFigures, density, extent, mean } from '../stats'
import {
  describeSamples,
  frame,
  MOST_STRIP,
  own,
  sampleAxis,
  samplesOf,
  scatterOf,
  standing,
  starsOver,
} from './sample'

const INK = '#30363d'

const highest = <T extends { values: readonly number[] }>(one: T) => ({
  one,
  top: extent(one.values)[1],
})

export function boxes(draft: ChartDraft): Plot {
  const { categories, samples } = samplesOf(draft)
  const list = standing(draft, categories, samples, 0.28)
  const all = samples.flatMap(({ values }) => values)
  const stars = starsOver(draft, categories, list.map(highest), extent(all)[0])
  const v = sampleAxis(draft, all, stars.headroom)
  const figures = list.map((one) => ({ one, box: boxFigures(one.values) }))
  const raw = draft.ir.overlays?.some(({ kind }) => kind === 'raw')
  const light = (color: string) => mix(color, '#ffffff', 0.55)
  const layers: Layer[] = [
    {
      mark: 'rect',
      name: 'box',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: light(one.color),
        a: one.at - one.half,
        a2: one.at + one.half,
        v: box.q1,
        v2: box.q3,
        dy: `${box.q1} ${box.q3}`,
      })),
      look: { stroke: INK, strokeWidth: 1.8 },
    },
    {
      mark: 'rule',
      name: 'whisker',
      rows: figures.flatMap(({ one, box }): MarkRow[] => {
        const line = { ...own(one), c: INK }
        const cap = one.half * 0.45
        return [
          { ...line, a: one.at, v: box.q3, v2: box.high },
          { ...line, a: one.at, v: box.low, v2: box.q1 },
          { ...line, a: one.at - cap, a2: one.at + cap, v: box.high, dy: String(box.high) },
          { ...line, a: one.at - cap, a2: one.at + cap, v: box.low, dy: String(box.low) },
        ]
      }),
      look: { strokeWidth: 1.8 },
    },
    {
      mark: 'rule',
      name: 'median',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: '#15181c',
        a: one.at - one.half,
        a2: one.at + one.half,
        v: box.median,
        dy: String(box.median),
      })),
      look: { strokeWidth: 3.4 },
    },
    raw
      ? scatterOf(
          list.filter(({ values }) => values.length <= MOST_STRIP),
          'raw',
          0.75,
        )
      : {
          mark: 'symbol',
          name: 'outlier',
          rows: figures.flatMap(({ one, box }) =>
            box.outliers.map(
              (value): MarkRow => ({
                ...own(one),
                c: readable(one.color, '#ffffff'),
                a: one.at,
                v: value,
                k: 70,
                h: 'circle',
                dy: String(value),
              }),
            ),
          ),
          look: { hollow: true, strokeWidth: 2 },
        },
  ]
  const says = describeSamples(draft, 'Box plots', categories, samples)
  return frame(draft, categories, v, layers, { stars, says })
}

export function violins(draft: ChartDraft): Plot {
  const { categories, samples } = samplesOf(draft)
  const list = standing(draft, categories, samples, 0.42)
  const all = samples.flatMap(({ values }) => values)
  const shares = draft.ir.encoding.y?.percent === true
  const curves = list.map((one) => {
    const curve = density(one.values, 80)
    const kept = curve.filter(({ x }) => (extent(all)[0] < 0 || x >= 0) && (!shares || x <= 1))
    return { one, curve: kept, peak: extent(kept.map(({ y }) => y))[1] }
  })
  const reached = [...all, ...curves.flatMap(({ curve }) => curve.map(({ x }) => x))]
  const tops = curves.map(({ one, curve }) => ({
    one,
    top: extent([...one.values, ...curve.map(({ x }) => x)])[1],
  }))
  const stars = starsOver(draft, categories, tops, extent(reached)[0])
  const v = sampleAxis(draft, reached, stars.headroom)
  const figures = list.map((one) => ({ one, box: boxFigures(one.values) }))
  const layers: Layer[] = [
    {
      mark: 'area',
      name: 'violin',
      rows: curves.flatMap(({ one, curve, peak }) =>
        curve.map(({ x, y }) => {
          const half = (one.half * y) / (peak || 1)
          const ds = one.series || one.category
          return { ...own(one), ds, c: one.color, a: one.at - half, a2: one.at + half, v: x }
        }),
      ),
      look: { along: 'v', opacity: 0.5 },
    },
    {
      mark: 'rule',
      name: 'quartiles',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: INK,
        a: one.at,
        v: box.q1,
        v2: box.q3,
        dy: `${box.q1} ${box.q3}`,
      })),
      look: { strokeWidth: 6 },
    },
    {
      mark: 'symbol',
      name: 'median',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: '#ffffff',
        a: one.at,
        v: box.median,
        k: 90,
        h: 'circle',
        dy: String(box.median),
      })),
      look: { stroke: INK, strokeWidth: 2 },
    },
    ...(draft.ir.overlays?.some(({ kind }) => kind === 'raw') ? [scatterOf(list, 'raw', 0.8)] : []),
  ]
  const says = describeSamples(draft, 'Violin plots', categories, samples)
  return frame(draft, categories, v, layers, { stars, says })
}

export function strips(draft: ChartDraft): Plot {
  const { categories, samples } = samplesOf(draft)
  const list = standing(draft, categories, samples, 0.3)
  const all = samples.flatMap(({ values }) => values)
  const stars = starsOver(draft, categories, list.map(highest), extent(all)[0])
  const v = sampleAxis(draft, all, stars.headroom)
  const layers: Layer[] = [
    scatterOf(list, 'point', 1),
    {
      mark: 'rule',
      name: 'mean',
      rows: list.map((one) => {
        const value = mean(one.values)
        return {
          ...own(one),
          c: '#15181c',
          a: one.at - one.half * 0.85,
          a2: one.at + one.half * 0.85,
          v: value,
          dy: String(value),
        }
      }),
      look: { strokeWidth: 3.2 },
    },
  ]
  const says = [
    ...describeSamples(draft, 'Single values', categories, samples),
    'A bar marks each mean.',
  ]
  return frame(draft, categories, v, layers, { stars, says })
}
