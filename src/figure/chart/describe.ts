/** What a chart shows, in words, from what was drawn: for readers who cannot see it. */

import { brief } from './datum'
import { seriesOf } from './legend'
import { short } from './numbers'
import type { Datum, MarkGroup, Walked } from './walked'

/** "a, b and c"; a long list ends in a count. */
function listed(all: readonly string[], most = 6): string {
  const names = all.map(brief)
  if (names.length > most) {
    const shown = names.slice(0, most - 1)
    return `${shown.join(', ')} and ${names.length - shown.length} more`
  }
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Sentences on the marks of a drawing, one kind of mark after the other; `said`: others tell what it is. */
export function describe(walked: Walked, said: boolean): string[] {
  const panels = [...new Set(walked.frames.map(({ facet }) => facet))].filter((each) => each !== '')
  const found = KINDS.flatMap(([kind, say]) => {
    const own = walked.groups.filter(
      (each) => each.kind === kind && (kind !== 'cell' || each.encode?.color?.field !== undefined),
    )
    // Marks on different axes are told apart: each has its own titles.
    const sets = Map.groupBy(own, ({ encode }) => `${encode?.x?.scale} ${encode?.y?.scale}`)
    return [...sets.values()].slice(0, 4).flatMap((each) => say(each, titlesOf(walked, each)))
  })
  const first =
    found.length > 0
      ? found
      : said
        ? []
        : [`A chart of ${walked.groups.reduce((all, { data }) => all + data.length, 0)} marks.`]
  return panels.length > 1 ? [...first, `One panel each for ${listed(panels)}.`] : first
}

interface Titles {
  x: string
  y: string
  /** The names along the axis that has some, and whether it is the upright one. */
  upright: boolean
  /** How amounts are written: in percent where their axis is. */
  say: (value: number) => string
}

function titlesOf({ axes }: Walked, groups: readonly MarkGroup[]): Titles {
  const encode = groups[0]?.encode
  const title = (channel: 'x' | 'y') =>
    (
      axes.find(({ scale, title: own }) => scale === encode?.[channel]?.scale && own !== '') ??
      axes.find((each) => each.channel === channel && each.title !== '')
    )?.title ?? ''
  const scales = groups.find(({ scales: { x, y } }) => x && y)?.scales
  const upright = scales?.y?.bandwidth !== undefined && scales.x?.bandwidth === undefined
  const amounts = encode?.[upright ? 'x' : 'y']?.scale
  const labels = axes.filter(({ scale }) => scale === amounts).flatMap((axis) => axis.labels)
  const percent = labels.find(
    ({ text, value }) => Math.abs(Number.parseFloat(text) / (100 * Number(value)) - 1) < 1e-6,
  )
  const sign = percent?.text.endsWith('%') ? ' %' : ''
  return {
    x: title('x'),
    y: title('y'),
    upright,
    say: (value) => (percent ? `${short(100 * value, 4)}${sign}` : short(value, 4)),
  }
}

type Say = (groups: readonly MarkGroup[], titles: Titles) => string[]

const numbered = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

const where = ({ x, series }: Datum) =>
  [x, series]
    .filter((each, i, all) => each !== '' && all.indexOf(each) === i)
    .map(brief)
    .join(', ')

function extremes(
  data: readonly (Datum & { value: number })[],
  say = (value: number) => short(value, 4),
): string[] {
  const [first] = data
  if (!first || data.length < 2) return []
  const low = data.reduce((best, each) => (each.value < best.value ? each : best), first)
  const high = data.reduce((best, each) => (each.value > best.value ? each : best), first)
  if (low.value === high.value) return [`All are ${say(low.value)}.`]
  return [
    `The highest is ${say(high.value)} (${where(high)}), the lowest ${say(low.value)} (${where(low)}).`,
  ]
}

/** The amounts of marks, with the name or place that each belongs to as `x`. */
const amounts = (groups: readonly MarkGroup[]) =>
  groups.flatMap(({ data, series }) =>
    data.flatMap((each) => {
      const { x, y } = each
      const value = Number(y)
      return y === '' || !Number.isFinite(value)
        ? []
        : [{ x, y, series: each.series || series, value }]
    }),
  )

/** How the places of bars over bins are written. */
const BIN = /^[−-]?[\d.,]+ to [−-]?[\d.,]+$/

const bars: Say = (groups, { x, y, upright, say }) => {
  const list = amounts(groups)
  if (list.length === 0) {
    const ends = groups.flatMap(({ data }) => data.map((each) => `${each.y} (${each.x})`))
    return [`Bars of ${(upright ? x : y) || 'values'} from end to end: ${listed(ends)}.`]
  }
  const names = [...new Set(list.map((each) => each.x))].filter((each) => each !== '')
  const series = seriesOf(groups)
  const stacked = groups.some((each) => each.stacked)
  const of = (upright ? x : y) || 'values'
  const by =
    series.length > 1 && series.some((each) => !names.includes(each))
      ? `, by ${series.length} series (${listed(series)})`
      : ''
  const binned = names.length > 0 && names.every((each) => BIN.test(each))
  const said = binned
    ? `Histogram: ${of} in ${numbered(names.length, 'bin')} of ${(upright ? y : x) || 'values'}`
    : `${stacked ? 'Stacked bars' : 'Bars'} of ${of} for ${numbered(names.length, 'category', 'categories')}`
  if (binned) names.sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
  return [`${said} (${listed(names)})${by}.`, ...extremes(list, say)]
}

const lines: Say = (groups, { x, y, say }) => {
  const of = y || 'values'
  const series = seriesOf(groups)
  const count = groups.length
  const each = groups.slice(0, 6).flatMap((group) => {
    const list = amounts([group])
    const [start, end] = [list[0], list.at(-1)]
    if (!start || !end || list.length < 2) return []
    const way = end.value > start.value ? 'rises' : end.value < start.value ? 'falls' : 'stays'
    const panel = group.frame?.facet ? ` in ${group.frame.facet}` : ''
    return [
      `${group.series || (panel === '' ? 'It' : y || 'It')}${panel} ${way} from ${say(start.value)} (${start.x}) to ${say(end.value)} (${end.x}).`,
    ]
  })
  return [
    `${count === 1 ? 'A line' : `${count} lines`} of ${of}${x === '' ? '' : ` over ${x}`}${series.length > 1 ? ` (${listed(series)})` : ''}.`,
    ...each,
  ]
}

const points: Say = (groups, { x, y }) => {
  const count = groups.reduce((all, { data }) => all + data.length, 0)
  const series = seriesOf(groups)
  const against = x && y ? ` of ${y} against ${x}` : y || x ? ` of ${y || x}` : ''
  return [
    `${numbered(count, 'point')}${against}${series.length > 1 ? `, by ${listed(series)}` : ''}.`,
  ]
}

const cells: Say = (groups, { x, y }) => {
  const data = groups.flatMap((group) => group.data)
  const values = data.flatMap((each) =>
    Number.isFinite(Number(each.series)) && each.series !== ''
      ? [{ ...each, value: Number(each.series), series: each.y }]
      : [],
  )
  return [
    `A matrix of ${numbered(data.length, 'cell')}${x && y ? `, ${y} by ${x}` : ''}.`,
    ...extremes(values),
  ]
}

const slices: Say = (groups) => {
  const reaching = groups.filter(({ encode }) => encode?.theta?.field === encode?.theta2?.field)
  if (reaching.length > 0) {
    const list = amounts(reaching)
    const names = [...new Set(list.map(({ x }) => x))]
    return [
      `Sectors that reach as far as their values for ${numbered(names.length, 'category', 'categories')} (${listed(names)}).`,
      ...extremes(list),
    ]
  }
  const list = groups
    .flatMap(({ data }) => data)
    .map((each) => ({ ...each, value: Number(each.y) || 0 }))
  const all = list.reduce((sum, { value }) => sum + value, 0) || 1
  const shares = list.map(({ x, value }) => `${x} ${short((100 * value) / all, 3)} %`)
  return [`Shares of ${numbered(list.length, 'part')}: ${listed(shares, 12)}.`]
}

const areas: Say = (groups, { x, y }) => {
  const series = seriesOf(groups)
  return [
    `${groups.length === 1 ? 'An area' : `${groups.length} areas`} of ${y || 'values'}${x === '' ? '' : ` over ${x}`}${series.length > 1 ? ` (${listed(series)})` : ''}.`,
  ]
}

const boxes: Say = (groups, { x, y, upright }) => {
  const data = groups.flatMap((group) => group.data)
  const names = [...new Set(data.map((each) => each.x))].filter((each) => each !== '')
  return [
    `Box plots of ${(upright ? x : y) || 'values'}${names.length > 0 ? ` for ${listed(names)}` : ''}.`,
  ]
}

const KINDS: readonly (readonly [string, Say])[] = [
  ['bar', bars],
  ['line', lines],
  ['area', areas],
  ['box', boxes],
  ['cell', cells],
  ['slice', slices],
  ['point', points],
]
