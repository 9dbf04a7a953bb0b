/**
 * What a chart shows, in words, from what was drawn: for readers who cannot see it. Only marks whose places are columns of
 * the table, or made of them by operations that are known, are told with their values; circles of a grid, heads of arrows
 * or outlines that a chart computes are no data.
 */
import { brief } from './datum'
import { seriesOf } from './legend'
import { short } from './spec/numbers'
import type { Datum, MarkGroup, Walked } from './walked'

/** What marks are called. */
export const NOUNS: Readonly<Record<string, string>> = {
  bar: 'Bars',
  line: 'Lines',
  area: 'Areas',
  box: 'Box plots',
  cell: 'Cells',
  slice: 'Sectors',
  point: 'Points',
  tick: 'Ticks',
}
/** Marks that are counted: nobody reads the names of all. */
const COUNTED = ['Points', 'Ticks']
/** What belongs to a box. */
const PARTS = ['median', 'whisker', 'cap', 'outlier']

/** "a, b and c"; a long list ends in a count. */
export function listed(names: readonly string[]): string {
  const said = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names
  const all = said.map(brief)
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** Sentences on the marks of a drawing, one kind of mark after the other; `isSaid`: others tell what it is. */
export function describe({ axes, frames, groups }: Walked, isSaid: boolean): string[] {
  const panels = [...new Set(frames.map(({ facet }) => facet))].filter((each) => each !== '')
  const told = groups.filter(isOfTable)
  const found = Object.keys(NOUNS).flatMap((kind) => {
    // The marks of one layer have one encoding.
    const layers = Map.groupBy(
      told.filter((each) => each.kind === kind),
      ({ encode }) => encode,
    )
    // Of some of the marks nobody knows which of all are the extremes.
    const isWhole = groups.every((each) => each.kind !== kind || told.includes(each))
    return [...layers.values()]
      .slice(0, 4)
      .flatMap((layer) => sentences(layer, told, axes, isWhole))
  })
  if (found.length === 0 && !isSaid) found.push(kindsOf(groups, axes))
  const all = [...new Set(found)]
  return panels.length > 1 ? [...all, `One panel each for ${listed(panels)}.`] : all
}

/** Whether the amounts of marks are the table's. */
function isOfTable({ kind, encode, scales }: MarkGroup): boolean {
  if (!encode || (kind === 'cell' && encode.color?.of === undefined)) return false
  const { x, x2, y, y2, theta, theta2, radius } = encode
  const amounts = [
    ...(scales.x?.bandwidth ? [] : [x, x2]),
    ...(scales.y?.bandwidth ? [] : [y, y2]),
    ...[theta, theta2, radius],
  ].filter((each) => each?.field !== undefined)
  return (
    amounts.every((each) => each?.of !== undefined) &&
    (amounts.length > 0 || encode.color?.of !== undefined)
  )
}

/** What is drawn where no mark shows a column as it is. */
function kindsOf(groups: readonly MarkGroup[], axes: Walked['axes']): string {
  const kinds = [...new Set(groups.flatMap(({ kind }) => NOUNS[kind]?.toLowerCase() ?? []))]
  const titles = [...new Set(axes.map(({ title }) => title))].filter((each) => each !== '')
  const along = titles.length > 0 ? `; the axes: ${listed(titles)}` : ''
  return `A chart of ${listed(kinds) || 'marks'}${along}.`
}

/** What stands on a channel; the parts of a box are of one column. */
function columnOn(group: MarkGroup | undefined, channel: 'x' | 'y'): string | undefined {
  const of = group?.encode?.[channel]?.of
  return group?.kind === 'box' ? of?.replace(/^q1 of /, '') : of
}

function sentences(
  layer: readonly MarkGroup[],
  told: readonly MarkGroup[],
  axes: Walked['axes'],
  isWhole: boolean,
): string[] {
  const [{ kind = '', encode, scales } = {}] = layer
  const noun = NOUNS[kind] ?? ''
  // The title of an axis names what stands on it, unless that is several things.
  const [x = '', y = ''] = (['x', 'y'] as const).map((channel) => {
    const scale = encode?.[channel]?.scale
    const own = axes.filter((each) => each.channel === channel && each.scale === scale)
    const of = columnOn(layer[0], channel)
    const beside = told.filter(({ encode: other }) => other?.[channel]?.scale === scale)
    const isOne = beside.every(
      (each) => PARTS.includes(each.kind) || [of, undefined].includes(columnOn(each, channel)),
    )
    return (isOne ? own.find(({ title }) => title !== '')?.title : undefined) ?? of
  })
  const isLying = y === '' || (scales?.y?.bandwidth !== undefined && !scales.x?.bandwidth)
  const [along, of] = isLying ? [y, x] : [x, y]
  const data = layer.flatMap((group) => group.data)
  const names = [...new Set(data.map((each) => each.x))].filter((each) => each !== '')
  const series = seriesOf(layer)
  const isJoined = layer.some(({ joined }) => joined)
  const isNamed = !COUNTED.includes(noun) && !isJoined
  const said = [
    ` of ${of || encode?.theta?.of || 'values'}`,
    along === '' ? '' : ` by ${along}`,
    isNamed && names.length > 0 ? ` (${listed(names)})` : '',
    series.some((each) => !names.includes(each)) && noun !== 'Cells'
      ? ` for ${listed(series)}`
      : '',
  ].join('')
  if (COUNTED.includes(noun))
    return [`${layer.reduce((all, { shown }) => all + shown, 0)} ${noun.toLowerCase()}${said}.`]
  const isStacked = layer.some(({ stacked }) => stacked)
  // Panels with axes of their own are not compared.
  const ends = new Set(
    layer.map(({ scales: { x, y } }) => JSON.stringify([x, y].map((own) => own?.domain()))),
  )
  const first = `${isStacked ? `Stacked ${noun.toLowerCase()}` : noun}${said}.`
  return [
    first,
    ...(isJoined
      ? waysOf(layer, of)
      : isWhole && ends.size < 2
        ? extremes(amounts(layer, noun === 'Cells'))
        : []),
  ]
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

/** From where to where lines go that a name tells apart. */
function waysOf(layer: readonly MarkGroup[], of: string): string[] {
  const byName = Map.groupBy(layer, ({ series, frame }) => {
    const panel = frame?.facet ? ` in ${frame.facet}` : ''
    return `${series || (panel === '' ? 'It' : of || 'It')}${panel}`
  })
  return [...byName].slice(0, 6).flatMap(([name, lines]) => {
    const list = amounts(lines)
    const [start, end] = [list[0], list.at(-1)]
    if (!start || !end || list.length < 2 || lines.length > 1) return []
    const steps = list.slice(1).map(({ value }, i) => value - (list[i]?.value ?? value))
    const isRising = steps.every((step) => step >= 0)
    const way = isRising ? 'rises' : steps.every((step) => step <= 0) ? 'falls' : 'goes'
    const said = ({ value, x }: Amount) => `${short(value, 4)} (${x})`
    if (start.value === end.value && way !== 'goes')
      return [`${name} stays at ${short(start.value, 4)}.`]
    return [`${name} ${way} from ${said(start)} to ${said(end)}.`]
  })
}

function extremes(data: readonly Amount[]): string[] {
  const [low, high] = [1, -1].map((sign) => data.toSorted((a, b) => sign * (a.value - b.value))[0])
  if (!low || !high || data.length < 2) return []
  if (low.value === high.value) return [`All are ${short(low.value, 4)}.`]
  const said = ({ value, x, series }: Amount) => {
    const names = new Set([x, series].filter((each) => each !== '').map(brief))
    return `${short(value, 4)}${names.size > 0 ? ` (${[...names].join(', ')})` : ''}`
  }
  return [`The highest is ${said(high)}, the lowest ${said(low)}.`]
}
