import { ChartRefused } from '../../../forms/chart'
import { categoryAxis, valueAxis } from '../axes'
import { type Measured, measured, ordered } from '../data'
import { type ChartDraft, categoriesOf, cellText, listed } from '../draft'
import { fixed, short } from '../numbers'
import type { Axis, Key, Layer, MarkRow, Plot } from '../plot'
import { density, extent, median, sorted } from '../stats'
import { type Stars, starsLayers } from './stars'

/** Raw points beside a box help up to this many in one place. */
const MOST_RAW = 60

/** Points of one strip; more are thinned evenly by rank. */
export const MOST_STRIP = 1500

/** More groups than this stand too close to be told apart. */
const MOST_GROUPS = 60

interface Sample {
  category: string
  series: string
  facet: string
  values: number[]
}

export function samplesOf(draft: ChartDraft): { categories: string[]; samples: Sample[] } {
  const field = draft.field('x')
  const rows = measured(draft.data)
  const name = ({ x }: Measured) => (draft.ir.encoding.x ? cellText(x, field) : '')
  const medians = new Map(
    [...Map.groupBy(rows, name)].map(([key, list]) => [key, median(list.map(({ y }) => y))]),
  )
  const found = draft.ir.encoding.x ? categoriesOf(draft) : ['']
  const categories = ordered(
    found.filter((each) => medians.has(each)),
    draft.ir.encoding.x,
    (one) => medians.get(one) ?? 0,
  )
  if (categories.length > MOST_GROUPS) {
    throw new ChartRefused(
      `${categories.length} groups cannot be read side by side; ${MOST_GROUPS} are the most.`,
    )
  }
  const groups = Map.groupBy(rows, (each) => JSON.stringify([name(each), each.s, each.f]))
  const samples = [...groups.values()].flatMap((list): Sample[] => {
    const [first] = list
    return first
      ? [{ category: name(first), series: first.s, facet: first.f, values: list.map(({ y }) => y) }]
      : []
  })
  return { categories, samples: samples.filter(({ category }) => categories.includes(category)) }
}

interface Standing extends Sample {
  at: number
  half: number
  color: string
}

/** Side by side within a category when a second field has groups. */
export function standing(
  draft: ChartDraft,
  categories: readonly string[],
  samples: readonly Sample[],
  filled: number,
): Standing[] {
  const inner =
    draft.series.length > 1 && draft.ir.encoding.color?.field !== draft.ir.encoding.x?.field
  const wide = inner ? 0.86 / draft.series.length : 1
  return samples.map((sample) => {
    const index = Math.max(0, draft.series.indexOf(sample.series))
    const at = categories.indexOf(sample.category) + (inner ? -0.43 + wide * (index + 0.5) : 0)
    const named = draft.ir.palette?.of?.some(({ name }) => name === sample.category)
    const lit = draft.ir.palette?.highlight?.length
    const color = draft.color(inner || (!named && !lit) ? sample.series : sample.category)
    return { ...sample, at, half: (inner ? wide * 0.9 : 1) * filled, color }
  })
}

export function frame(
  draft: ChartDraft,
  categories: readonly string[],
  v: Axis,
  layers: Layer[],
  { stars, says }: { stars: Stars; says: string[] },
): Plot {
  const inner =
    draft.series.length > 1 && draft.ir.encoding.color?.field !== draft.ir.encoding.x?.field
  return {
    a: categoryAxis(categories, draft.title('x')),
    v,
    flipped: draft.ir.horizontal === true,
    layers: [...layers, ...stars.layers(v)].filter(({ rows }) => rows.length > 0),
    keys: inner
      ? draft.series.map((label): Key => ({ label, color: draft.color(label), form: 'box' }))
      : [],
    ...(draft.ir.encoding.color?.title ? { keyTitle: draft.ir.encoding.color.title } : {}),
    facets: draft.facets,
    square: false,
    ...(stars.foot ? { foot: stars.foot } : {}),
    says: [...says, ...stars.says],
    notes: [],
  }
}

export const own = (one: Standing) => ({
  s: `${one.category} ${one.series}`,
  f: one.facet,
  dx: one.category,
  ...(one.series === '' ? {} : { ds: one.series }),
})

/** Values beside each other where they crowd: offsets follow the van der Corput sequence in rank order. */
export function scatterOf(list: readonly Standing[], name: string, spread: number): Layer {
  const largest = extent(list.map(({ values }) => values.length))[1]
  const few = largest <= MOST_RAW
  return {
    mark: 'symbol',
    name,
    rows: list.flatMap((one) => {
      const all = sorted(one.values)
      const step = Math.ceil(all.length / MOST_STRIP)
      const curve = density(all, 40)
      const peak = extent(curve.map(({ y }) => y))[1] || 1
      const [first, last] = [curve[0]?.x ?? 0, curve.at(-1)?.x ?? 1]
      return all
        .filter((_, i) => i % step === 0)
        .map((value, i): MarkRow => {
          const near = curve[Math.round(((value - first) / (last - first || 1)) * 39)]?.y ?? peak
          const away = (corput(i + 1) - 0.5) * 2 * one.half * spread * (near / peak)
          return {
            ...own(one),
            c: one.color,
            a: one.at + away,
            v: value,
            k: few ? 70 : 34,
            h: 'circle',
            dy: String(value),
          }
        })
    }),
    look: { opacity: few ? 0.8 : 0.55, stroke: few ? '#ffffff' : undefined, strokeWidth: 0.7 },
  }
}

/** The index's binary digits mirrored at the point: fills an interval evenly and is the same each time. */
export function corput(index: number): number {
  let [value, share] = [0, 0.5]
  for (let rest = index; rest > 0; rest >>= 1) {
    value += share * (rest & 1)
    share /= 2
  }
  return value
}

/** Stars over samples, above the highest that is drawn of each. */
export function starsOver(
  draft: ChartDraft,
  categories: readonly string[],
  list: readonly { one: Standing; top: number }[],
  low: number,
): Stars {
  const tops = list.map(({ one, top }) => ({
    at: one.at,
    datum: {
      x: one.category,
      y: top,
      s: one.series,
      f: one.facet,
      ...{ lo: null, hi: null, size: null, shape: '', label: null, w: null, p: null },
      n: one.values.length,
    },
  }))
  return starsLayers(draft, categories, tops, draft.facets.length > 0, low)
}

export function sampleAxis(draft: ChartDraft, values: readonly number[], headroom: number): Axis {
  return valueAxis(extent(values), draft.ir.encoding.y, draft.title('y'), {
    pad: 0.04,
    headroom,
    grid: draft.ir.grid !== false,
    whole: draft.field('y')?.whole === true,
  })
}

export function describeSamples(
  draft: ChartDraft,
  kind: string,
  categories: readonly string[],
  samples: readonly Sample[],
): string[] {
  const first = `${kind} of ${draft.title('y') || 'values'}${categories.length > 1 ? ` for ${categories.length} categories (${listed(categories)})` : ''}${draft.series.length > 1 ? `, by ${listed(draft.series)}` : ''}.`
  const each = samples.slice(0, 8).map(({ category, series, values }) => {
    const name = [category, series].filter((part) => part !== '').join(', ') || 'All'
    return `${name}: median ${short(median(values), 3)}, n = ${fixed(values.length, 0)}.`
  })
  return [first, ...each]
}
