import {
  type Channel,
  type ChartIR,
  ChartRefused,
  type Mark,
  type Table,
} from '../../../forms/chart'
import type { VegaLite, VegaLiteChannel, VegaLiteMark } from '../../../forms/vega-lite'
import { fieldTitle } from './data/field-titles'

const MARKS: Readonly<Record<VegaLiteMark, Mark>> = {
  bar: 'bar',
  line: 'line',
  area: 'area',
  point: 'point',
  circle: 'point',
  square: 'point',
  rect: 'heatmap',
  arc: 'arc',
  boxplot: 'box',
  tick: 'strip',
  text: 'point',
  trail: 'line',
}

/**
 * A Vega-Lite specification without data as a chart.
 * @throws ChartRefused where it names a field that the table does not have
 */
export function readSpec(spec: VegaLite, table: Table): ChartIR {
  const { encoding } = spec
  const style: Exclude<VegaLite['mark'], string> =
    typeof spec.mark === 'string' ? { type: spec.mark } : spec.mark
  const names = new Set(table.fields.map(({ name }) => name))
  for (const [channel, { field }] of Object.entries(encoding)) {
    if (field !== undefined && !names.has(field))
      throw new ChartRefused(
        `The specification's ${channel} names the field ${field}; the data have ${[...names].slice(0, 12).join(', ')}.`,
      )
  }
  const found = chartOf(MARKS[style.type], encoding, table)
  const { color } = encoding
  const palette = color?.scale?.scheme
    ? { name: color.scale.scheme }
    : color?.scale?.range
      ? { colors: color.scale.range }
      : style.color
        ? { colors: [style.color] }
        : undefined
  const orient = color?.legend === null ? 'none' : color?.legend?.orient
  return {
    ...found,
    ...(spec.title ? { title: spec.title } : {}),
    ...(palette ? { palette } : {}),
    ...(orient ? { legend: { place: orient } } : {}),
    ...(style.point ? { overlays: [{ kind: 'points' as const }] } : {}),
    ...(style.innerRadius ? { donut: true } : {}),
    reasons: [
      { choice: `mark = ${found.mark}`, reason: 'the intent is a Vega-Lite specification' },
    ],
  }
}

function chartOf(
  mark: Mark,
  encoding: VegaLite['encoding'],
  table: Table,
): Omit<ChartIR, 'reasons'> {
  const { x, y, theta } = encoding
  if (mark === 'arc') {
    return {
      mark,
      ...aggregateOf(theta),
      encoding: { ...named('x', encoding.color, table), ...valued(theta, encoding.color, table) },
    }
  }
  if (mark === 'heatmap') {
    return {
      mark,
      ...aggregateOf(encoding.color),
      encoding: {
        ...named('x', x, table),
        ...named('y', y, table),
        ...valued(encoding.color, x, table, 'color'),
      },
    }
  }
  const binned = x?.bin ? x : y?.bin ? y : undefined
  if (binned && mark === 'bar') {
    const bins = typeof binned.bin === 'object' ? binned.bin.maxbins : undefined
    return {
      mark: 'histogram',
      ...(bins ? { bins } : {}),
      encoding: { ...channelOf('y', binned, table), ...channelOf('color', encoding.color, table) },
    }
  }
  const upright = isAmount(y, table) || !isAmount(x, table)
  const [argument, value] = upright || mark === 'point' || mark === 'line' ? [x, y] : [y, x]
  const group = encoding.xOffset ?? encoding.yOffset ?? encoding.color
  const stacked =
    mark === 'bar' && encoding.color?.field !== undefined && !encoding.xOffset && !encoding.yOffset
  const normal = value?.stack === 'normalize'
  const discrete = argument?.type === 'nominal' || argument?.type === 'ordinal'
  return {
    mark,
    ...aggregateOf(value),
    ...(upright || mark === 'point' || mark === 'line' ? {} : { horizontal: true }),
    ...(normal
      ? { stack: 'normalize' as const }
      : stacked || mark === 'area'
        ? {
            stack:
              value?.stack === null || value?.stack === false
                ? ('none' as const)
                : ('stack' as const),
          }
        : {}),
    encoding: {
      ...channelOf('x', argument, table, discrete),
      ...valued(value, argument, table),
      ...channelOf('color', encoding.color ?? group, table),
      ...channelOf('size', encoding.size, table),
      ...channelOf('shape', encoding.shape, table),
      ...channelOf('facet', encoding.facet ?? encoding.column ?? encoding.row, table),
      ...channelOf('label', encoding.text, table),
    },
  }
}

function aggregateOf(value: VegaLiteChannel | undefined): Pick<ChartIR, 'aggregate'> {
  const { aggregate } = value ?? {}
  if (!aggregate) return {}
  return { aggregate: aggregate === 'average' ? 'mean' : aggregate }
}

function isAmount(value: VegaLiteChannel | undefined, table: Table): boolean {
  if (!value) return false
  if (value.aggregate) return true
  if (value.type) return value.type === 'quantitative'
  return table.fields.find(({ name }) => name === value.field)?.role === 'number'
}

const named = (name: 'x' | 'y', value: VegaLiteChannel | undefined, table: Table) =>
  channelOf(name, value, table, true)

/** The channel of amounts; a count has no field of its own. */
function valued(
  value: VegaLiteChannel | undefined,
  argument: VegaLiteChannel | undefined,
  table: Table,
  name: 'y' | 'color' = 'y',
) {
  if (value?.aggregate === 'count' && value.field === undefined) {
    return {
      [name]: {
        field: argument?.field ?? table.fields[0]?.name ?? '',
        title: value.title ?? 'Count',
      },
    }
  }
  return channelOf(name, value, table)
}

function channelOf(
  name: string,
  value: VegaLiteChannel | undefined,
  table: Table,
  discrete = false,
): Record<string, Channel> {
  if (value?.field === undefined) return {}
  const field = table.fields.find((each) => each.name === value.field)
  const own = value.title ?? value.axis?.title ?? value.legend?.title
  const scale = value.scale?.type
  return {
    [name]: {
      field: value.field,
      title: own ?? (name === 'color' ? '' : fieldTitle(field)),
      ...(scale === 'log' || scale === 'symlog' ? { scale } : {}),
      ...(value.scale?.domain ? { domain: value.scale.domain } : {}),
      ...(discrete ? { discrete } : {}),
      ...sortOf(value.sort),
    },
  }
}

function sortOf(sort: VegaLiteChannel['sort']): Pick<Channel, 'sort' | 'order'> {
  if (sort === undefined) return {}
  if (Array.isArray(sort)) return { sort: 'order', order: sort }
  if (sort === null) return { sort: 'data' }
  if (sort === 'ascending') return { sort: 'name' }
  if (sort === 'descending') return { sort: 'name-descending' }
  return { sort: sort.startsWith('-') ? 'value-descending' : 'value' }
}
