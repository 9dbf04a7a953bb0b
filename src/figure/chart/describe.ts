/** What a chart shows, in words, from what was drawn: for readers who cannot see it. */

import { brief } from './datum'
import { seriesOf } from './legend'
import { short } from './numbers'
import type { Datum, MarkGroup, Walked } from './walked'

const NOUNS: Readonly<Record<string, string>> = {
  bar: 'Bars',
  line: 'Lines',
  area: 'Areas',
  box: 'Box plots',
  cell: 'Cells',
  slice: 'Sectors',
  point: 'Points',
}

/** "a, b and c"; a long list ends in a count. */
function listed(names: readonly string[]): string {
  const said = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names
  const all = said.map(brief)
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** Sentences on the marks of a drawing, one kind of mark after the other; `isSaid`: others tell what it is. */
export function describe({ axes, frames, groups }: Walked, isSaid: boolean): string[] {
  const panels = [...new Set(frames.map(({ facet }) => facet))].filter((each) => each !== '')
  const found = Object.entries(NOUNS).flatMap(([kind, noun]) => {
    const own = groups.filter(
      (each) => each.kind === kind && (kind !== 'cell' || each.encode?.color?.field !== undefined),
    )
    // Marks on different axes are told apart: each has its own titles.
    const sets = Map.groupBy(own, ({ encode }) => `${encode?.x?.scale} ${encode?.y?.scale}`)
    return [...sets.values()].slice(0, 4).flatMap((each) => sentences(noun, each, axes))
  })
  const count = groups.reduce((all, { data }) => all + data.length, 0)
  if (found.length === 0 && !isSaid) found.push(`A chart of ${count} marks.`)
  return panels.length > 1 ? [...found, `One panel each for ${listed(panels)}.`] : found
}

function sentences(noun: string, groups: readonly MarkGroup[], axes: Walked['axes']): string[] {
  const encode = groups[0]?.encode
  const [x = '', y = ''] = (['x', 'y'] as const).map((channel) => {
    const named = axes.filter((each) => each.channel === channel && each.title !== '')
    return (named.find(({ scale }) => scale === encode?.[channel]?.scale) ?? named[0])?.title
  })
  const scales = groups.find(({ scales: { x, y } }) => x && y)?.scales
  const isLying = scales?.y?.bandwidth !== undefined && scales.x?.bandwidth === undefined
  const [along, of] = isLying ? [y, x] : [x, y]
  const data = groups.flatMap((group) => group.data)
  const names = [...new Set(data.map((each) => each.x))].filter((each) => each !== '')
  const series = seriesOf(groups)
  const isNamed = noun !== 'Points' && !groups.some(({ joined }) => joined)
  const first = [
    groups.some(({ stacked }) => stacked) ? `Stacked ${noun.toLowerCase()}` : noun,
    ` of ${of || 'values'}`,
    along === '' ? '' : ` by ${along}`,
    isNamed && names.length > 0 ? ` (${listed(names)})` : '',
    series.some((each) => !names.includes(each)) && noun !== 'Cells'
      ? ` for ${listed(series)}`
      : '',
  ].join('')
  const joined = groups.filter((group) => group.joined).slice(0, 6)
  if (joined.length > 0) return [`${first}.`, ...joined.flatMap((group) => wayOf(group, of))]
  if (noun === 'Points')
    return [`${data.length} ${first.toLowerCase().slice(0, 6)}${first.slice(6)}.`]
  return [`${first}.`, ...extremes(amounts(groups, noun === 'Cells'))]
}

interface Amount extends Datum {
  value: number
}

/** The amounts of marks, with the name or place that each belongs to as `x`; those of cells are their colours. */
const amounts = (groups: readonly MarkGroup[], isColoured = false): Amount[] =>
  groups.flatMap(({ data, series }) =>
    data.flatMap((each) => {
      const text = isColoured ? each.series : each.y
      const value = Number(text)
      const named = { ...each, series: isColoured ? each.y : each.series || series, value }
      return text !== '' && Number.isFinite(value) ? [named] : []
    }),
  )

/** From where to where a line goes. */
function wayOf(group: MarkGroup, of: string): string[] {
  const list = amounts([group])
  const [start, end] = [list[0], list.at(-1)]
  if (!start || !end || list.length < 2) return []
  const way = end.value > start.value ? 'rises' : end.value < start.value ? 'falls' : 'stays'
  const panel = group.frame?.facet ? ` in ${group.frame.facet}` : ''
  const said = ({ value, x }: Amount) => `${short(value, 4)} (${x})`
  const name = group.series || (panel === '' ? 'It' : of || 'It')
  return [`${name}${panel} ${way} from ${said(start)} to ${said(end)}.`]
}

function extremes(data: readonly Amount[]): string[] {
  const [low, high] = [1, -1].map((sign) => data.toSorted((a, b) => sign * (a.value - b.value))[0])
  if (!low || !high || data.length < 2) return []
  if (low.value === high.value) return [`All are ${short(low.value, 4)}.`]
  const said = ({ value, x, series }: Amount) => {
    const names = new Set([x, series].filter((each) => each !== '').map(brief))
    return `${short(value, 4)} (${[...names].join(', ')})`
  }
  return [`The highest is ${said(high)}, the lowest ${said(low)}.`]
}
