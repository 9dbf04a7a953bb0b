/** What a chart shows, in words, from what was drawn: for readers who cannot see it. */

import { brief } from './datum'
import { seriesOf } from './legend'
import { short } from './numbers'
import type { Datum, MarkGroup, Walked } from './walked'

/** "a, b and c"; a long list ends in a count. */
function listed(all: readonly string[], most = 6): string {
  const names = all.length > most ? all.slice(0, most - 1) : all
  const said = names.map(brief)
  if (all.length > most) said.push(`${all.length - names.length} more`)
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`
}

/** Sentences on the marks of a drawing, one kind of mark after the other; `isSaid`: others tell what it is. */
export function describe({ axes, frames, groups }: Walked, isSaid: boolean): string[] {
  const panels = [...new Set(frames.map(({ facet }) => facet))].filter((each) => each !== '')
  const found = Object.entries(KINDS).flatMap(([kind, say]) => {
    const own = groups.filter(
      (each) => each.kind === kind && (kind !== 'cell' || each.encode?.color?.field !== undefined),
    )
    // Marks on different axes are told apart: each has its own titles.
    const sets = Map.groupBy(own, ({ encode }) => `${encode?.x?.scale} ${encode?.y?.scale}`)
    return [...sets.values()].slice(0, 4).flatMap((each) => say(each, titlesOf(axes, each)))
  })
  const count = groups.reduce((all, { data }) => all + data.length, 0)
  if (found.length === 0 && !isSaid) found.push(`A chart of ${count} marks.`)
  return panels.length > 1 ? [...found, `One panel each for ${listed(panels)}.`] : found
}

interface Titles {
  /** What the marks run along, and what they measure, also where they lie. */
  along: string
  of: string
}

function titlesOf(axes: Walked['axes'], groups: readonly MarkGroup[]): Titles {
  const encode = groups[0]?.encode
  const [x = '', y = ''] = (['x', 'y'] as const).map((channel) => {
    const named = axes.filter((each) => each.channel === channel && each.title !== '')
    return (named.find(({ scale }) => scale === encode?.[channel]?.scale) ?? named[0])?.title
  })
  const scales = groups.find(({ scales: { x, y } }) => x && y)?.scales
  const isLying = scales?.y?.bandwidth !== undefined && scales.x?.bandwidth === undefined
  return isLying ? { along: y, of: x || 'values' } : { along: x, of: y || 'values' }
}

type Say = (groups: readonly MarkGroup[], titles: Titles) => string[]

const numbered = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

interface Amount extends Datum {
  value: number
}

/** The amounts of marks, with the name or place that each belongs to as `x`. */
const amounts = (groups: readonly MarkGroup[]): Amount[] =>
  groups.flatMap(({ data, series }) =>
    data.flatMap((each) => {
      const value = Number(each.y)
      const isOne = each.y !== '' && Number.isFinite(value)
      return isOne ? [{ ...each, series: each.series || series, value }] : []
    }),
  )

const namesIn = (data: readonly Datum[]) =>
  [...new Set(data.map(({ x }) => x))].filter((each) => each !== '')

const where = ({ x, series }: Datum) =>
  [...new Set([x, series])]
    .filter((each) => each !== '')
    .map(brief)
    .join(', ')

function extremes(data: readonly Amount[]): string[] {
  const [low, high] = [1, -1].map((sign) => data.toSorted((a, b) => sign * (a.value - b.value))[0])
  if (!low || !high || data.length < 2) return []
  const say = (value: number) => short(value, 4)
  if (low.value === high.value) return [`All are ${say(low.value)}.`]
  return [
    `The highest is ${say(high.value)} (${where(high)}), the lowest ${say(low.value)} (${where(low)}).`,
  ]
}

/** How many series there are, where there are several, and which. */
function seriesIn(groups: readonly MarkGroup[]): string {
  const series = seriesOf(groups)
  return series.length > 1 ? `, by ${listed(series)}` : ''
}

const bars: Say = (groups, { of }) => {
  const list = amounts(groups)
  if (list.length === 0) {
    const ends = groups.flatMap(({ data }) => data.map((each) => `${each.y} (${each.x})`))
    return [`Bars of ${of} from end to end: ${listed(ends)}.`]
  }
  const names = namesIn(list)
  const stacked = groups.some((each) => each.stacked) ? 'Stacked bars' : 'Bars'
  const by = seriesOf(groups).some((each) => !names.includes(each)) ? seriesIn(groups) : ''
  return [`${stacked} of ${of} for ${listed(names)}${by}.`, ...extremes(list)]
}

const joined =
  (noun: string): Say =>
  (groups, { of, along }) => {
    const each = groups.slice(0, 6).flatMap((group) => {
      const list = amounts([group])
      const [start, end] = [list[0], list.at(-1)]
      if (!start || !end || list.length < 2) return []
      const way = end.value > start.value ? 'rises' : end.value < start.value ? 'falls' : 'stays'
      const panel = group.frame?.facet ? ` in ${group.frame.facet}` : ''
      return [
        `${group.series || (panel === '' ? 'It' : of)}${panel} ${way} from ${short(start.value, 4)} (${start.x}) to ${short(end.value, 4)} (${end.x}).`,
      ]
    })
    const over = along === '' ? '' : ` over ${along}`
    return [`${numbered(groups.length, noun)} of ${of}${over}${seriesIn(groups)}.`, ...each]
  }

const points: Say = (groups, { of, along }) => {
  const count = groups.reduce((all, { data }) => all + data.length, 0)
  const against = along === '' ? '' : ` against ${along}`
  return [`${numbered(count, 'point')} of ${of}${against}${seriesIn(groups)}.`]
}

const cells: Say = (groups) => {
  const data = groups.flatMap((group) => group.data)
  const values = data.flatMap(({ x, y, series }) =>
    series !== '' && Number.isFinite(Number(series)) ? [{ x, y, series: y, value: +series }] : [],
  )
  return [`A matrix of ${numbered(data.length, 'cell')}.`, ...extremes(values)]
}

const slices: Say = (groups) => {
  const list = amounts(groups)
  const isReaching = groups.some(({ encode }) => encode?.theta?.field === encode?.theta2?.field)
  if (isReaching) return [`Sectors for ${listed(namesIn(list))}.`, ...extremes(list)]
  const all = list.reduce((sum, { value }) => sum + value, 0) || 1
  const shares = list.map(({ x, value }) => `${x} ${short((100 * value) / all, 3)} %`)
  return [`Shares of ${numbered(list.length, 'part')}: ${listed(shares, 12)}.`]
}

const boxes: Say = (groups, { of }) => {
  const names = namesIn(groups.flatMap((group) => group.data))
  return [`Box plots of ${of}${names.length > 0 ? ` for ${listed(names)}` : ''}.`]
}

const KINDS: Readonly<Record<string, Say>> = {
  bar: bars,
  line: joined('line'),
  area: joined('area'),
  box: boxes,
  cell: cells,
  slice: slices,
  point: points,
}
