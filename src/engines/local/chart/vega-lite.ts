import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  type Channel,
  type ChartIR,
  ChartRefused,
  type Mark,
  type Table,
} from '../../../forms/chart'
import { fieldTitle } from './data/field-titles'

const strict = { additionalProperties: false }
const text = Type.String({ maxLength: 300 })
const title = Type.Optional(Type.Union([text, Type.Null()]))

const Scale = Type.Object(
  {
    type: Type.Optional(
      Type.Union(
        ['linear', 'log', 'symlog', 'time', 'utc', 'band', 'point', 'ordinal'].map((each) =>
          Type.Literal(each),
        ),
      ),
    ),
    domain: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    scheme: Type.Optional(Type.String({ maxLength: 40 })),
    range: Type.Optional(
      Type.Array(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }), { maxItems: 40 }),
    ),
    zero: Type.Optional(Type.Boolean()),
    nice: Type.Optional(Type.Boolean()),
  },
  strict,
)

const Encoded = Type.Object(
  {
    field: Type.Optional(text),
    type: Type.Optional(
      Type.Union(
        ['quantitative', 'nominal', 'ordinal', 'temporal'].map((each) => Type.Literal(each)),
      ),
    ),
    aggregate: Type.Optional(
      Type.Union(
        ['mean', 'average', 'median', 'sum', 'count', 'min', 'max'].map((each) =>
          Type.Literal(each),
        ),
      ),
    ),
    bin: Type.Optional(
      Type.Union([
        Type.Boolean(),
        Type.Object({ maxbins: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }, strict),
      ]),
    ),
    stack: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null(), Type.Literal('zero'), Type.Literal('normalize')]),
    ),
    sort: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Array(text, { maxItems: 200 }),
        Type.Literal('ascending'),
        Type.Literal('descending'),
        Type.Literal('x'),
        Type.Literal('y'),
        Type.Literal('-x'),
        Type.Literal('-y'),
      ]),
    ),
    title,
    scale: Type.Optional(Scale),
    axis: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object({ title, grid: Type.Optional(Type.Boolean()) }, strict),
      ]),
    ),
    legend: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object(
          {
            title,
            orient: Type.Optional(
              Type.Union(['left', 'right', 'top', 'bottom'].map((each) => Type.Literal(each))),
            ),
          },
          strict,
        ),
      ]),
    ),
  },
  strict,
)

const MARKS: Record<string, Mark> = {
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

const Spec = Type.Object(
  {
    $schema: Type.Optional(text),
    title: Type.Optional(text),
    description: Type.Optional(text),
    width: Type.Optional(Type.Number()),
    height: Type.Optional(Type.Number()),
    mark: Type.Union([
      Type.String({ maxLength: 20 }),
      Type.Object(
        {
          type: Type.String({ maxLength: 20 }),
          point: Type.Optional(Type.Boolean()),
          color: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
          innerRadius: Type.Optional(Type.Number()),
          filled: Type.Optional(Type.Boolean()),
          opacity: Type.Optional(Type.Number()),
          tooltip: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
    ]),
    encoding: Type.Object(
      Object.fromEntries(
        [
          'x',
          'y',
          'color',
          'size',
          'shape',
          'theta',
          'xOffset',
          'yOffset',
          'column',
          'row',
          'facet',
          'text',
          'detail',
        ].map((name) => [name, Type.Optional(Encoded)]),
      ),
      strict,
    ),
  },
  strict,
)

type Encoded = Static<typeof Encoded>

/** Whether an intent is a specification and not words. */
export const isSpec = (intent: string): boolean => intent.trimStart().startsWith('{')

/**
 * A Vega-Lite specification without data as a chart; what the narrow form does not know is refused.
 * @throws ChartRefused
 */
export function readSpec(intent: string, table: Table): ChartIR {
  const spec = checked(intent)
  const type = typeof spec.mark === 'string' ? spec.mark : spec.mark.type
  const mark = MARKS[type]
  if (!mark)
    throw new ChartRefused(
      `The mark ${type} of the Vega-Lite specification is not known; there are ${Object.keys(MARKS).join(', ')}.`,
    )
  const encoding: Record<string, Encoded | undefined> = spec.encoding
  const names = new Set(table.fields.map(({ name }) => name))
  for (const [channel, { field }] of Object.entries(encoding).map(
    ([name, value]) => [name, value ?? {}] as const,
  )) {
    if (field !== undefined && !names.has(field))
      throw new ChartRefused(
        `The specification's ${channel} names the field ${field}; the data have ${[...names].slice(0, 12).join(', ')}.`,
      )
  }
  const found = chartOf(mark, encoding, table)
  const style = typeof spec.mark === 'string' ? undefined : spec.mark
  const color = encoding.color
  const palette = color?.scale?.scheme
    ? { name: color.scale.scheme }
    : color?.scale?.range
      ? { colors: color.scale.range }
      : style?.color
        ? { colors: [style.color] }
        : undefined
  const orient = color?.legend === null ? 'none' : color?.legend?.orient
  return {
    ...found,
    ...(spec.title ? { title: spec.title } : {}),
    ...(palette ? { palette } : {}),
    ...(orient ? { legend: { place: orient as 'top' } } : {}),
    ...(style?.point ? { overlays: [{ kind: 'points' as const }] } : {}),
    ...(style?.innerRadius ? { donut: true } : {}),
    reasons: [
      { choice: `mark = ${found.mark}`, reason: 'the intent is a Vega-Lite specification' },
    ],
  }
}

function checked(intent: string): Static<typeof Spec> {
  let value: unknown
  try {
    value = JSON.parse(intent)
  } catch {
    throw new ChartRefused(
      'The intent begins like a Vega-Lite specification but is not valid JSON.',
    )
  }
  if (Value.Check(Spec, value)) return value
  const [fault] = [...Value.Errors(Spec, value)]
  const place = fault?.path.replaceAll('/', '.').slice(1) || 'the specification'
  throw new ChartRefused(
    `The Vega-Lite specification is outside what is accepted at ${place}: ${fault?.message ?? 'unknown'}.`,
  )
}

function chartOf(
  mark: Mark,
  encoding: Record<string, Encoded | undefined>,
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

function aggregateOf(value: Encoded | undefined): Pick<ChartIR, 'aggregate'> {
  const { aggregate } = value ?? {}
  if (!aggregate) return {}
  return { aggregate: aggregate === 'average' ? 'mean' : (aggregate as ChartIR['aggregate']) }
}

function isAmount(value: Encoded | undefined, table: Table): boolean {
  if (!value) return false
  if (value.aggregate) return true
  if (value.type) return value.type === 'quantitative'
  return table.fields.find(({ name }) => name === value.field)?.role === 'number'
}

const named = (name: 'x' | 'y', value: Encoded | undefined, table: Table) =>
  channelOf(name, value, table, true)

/** The channel of amounts; a count has no field of its own. */
function valued(
  value: Encoded | undefined,
  argument: Encoded | undefined,
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
  value: Encoded | undefined,
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

function sortOf(sort: Encoded['sort']): Pick<Channel, 'sort' | 'order'> {
  if (sort === undefined) return {}
  if (Array.isArray(sort)) return { sort: 'order', order: sort }
  if (sort === null) return { sort: 'data' }
  if (sort === 'ascending') return { sort: 'name' }
  if (sort === 'descending') return { sort: 'name-descending' }
  return { sort: sort.startsWith('-') ? 'value-descending' : 'value' }
}
