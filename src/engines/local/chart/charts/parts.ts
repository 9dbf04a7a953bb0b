/** Channels and layers that several kinds of charts have in common. */
import { fixed } from '../../../../figure/chart/numbers'
import { seriesColors } from '../../../../figure/chart/palette'
import { mean, median, spreadOf, sum } from '../../../../figure/chart/stats'
import type { Field, Table } from '../../../../forms/chart'
import type { Asked, Kind, Spread, Statistic } from '../clauses/asked'
import { sentence } from '../data/field-titles'
import { knownOrder } from '../data/read-data'
import { type Cast, type Casting, crowded } from './cast'
import {
  type Channels,
  type Draft,
  datum,
  isName,
  type Json,
  namesOf,
  numbersOf,
  quoted,
  refuse,
  rowsBy,
  titled,
} from './draft'

/** More names than this cannot be read along one axis, more series not told apart. */
const MOST_NAMES = 60
const MOST_SERIES = 40
const INK = '#3c4654'

/** The names of a column in the order that is asked for, or that the names have of themselves. */
export function ordered(asked: Asked, field: Field, score?: (name: string) => number): string[] {
  const given =
    field.role === 'number' || field.role === 'time'
      ? namesOf(field).sort((a, b) => Number(a) - Number(b))
      : namesOf(field)
  const list = asked.order?.lists.find(({ field: own }) => own.name === field.name)?.names
  const by = asked.order?.by
  const known = isName(field) ? knownOrder(given) : undefined
  const down = asked.order?.descending === true ? -1 : 1
  const sorted =
    by === 'value' && score
      ? [...given].sort((a, b) => down * (score(a) - score(b)))
      : by === 'name'
        ? [...given].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
        : by === 'data'
          ? given
          : (known ?? given)
  const base = list ? [...list, ...sorted.filter((name) => !list.includes(name))] : sorted
  const pins = asked.order?.pins.filter(({ field: own }) => own.name === field.name) ?? []
  return pins.reduce((all, { name, last }) => {
    const rest = all.filter((each) => each !== name)
    return last ? [...rest, name] : [name, ...rest]
  }, base)
}

export function nameChannel(field: Field, list: readonly string[]): Json {
  if (list.length > MOST_NAMES)
    refuse(
      `${fixed(list.length, 0)} categories cannot be read on one axis; ${MOST_NAMES} are the most. Sum them up, or ask for the "top 20".`,
    )
  const sort = field.role === 'number' || field.role === 'time' ? list.map(Number) : [...list]
  return { field: field.name, type: 'nominal', sort, title: titled(field) }
}

export const amountChannel = (
  field: Field,
  title: string | null = titled(field),
  scale: Json = {},
): Json => ({
  field: field.name,
  type: 'quantitative',
  title,
  ...(Object.keys(scale).length > 0 ? { scale } : {}),
  ...(field.whole ? { axis: { tickMinStep: 1 } } : {}),
})

/** Numbers, moments or names that a line or points run along. */
export function runChannel(field: Field, asked: Asked): Json {
  if (isName(field)) return nameChannel(field, ordered(asked, field))
  if (field.role === 'time')
    return {
      field: field.name,
      type: 'temporal',
      title: titled(field),
      scale: { type: 'utc', nice: false },
    }
  const years = field.whole && /year/i.test(field.name)
  return {
    field: field.name,
    type: 'quantitative',
    title: titled(field),
    scale: { zero: false, nice: false, padding: 6 },
    axis: { ...(field.whole ? { tickMinStep: 1 } : {}), ...(years ? { format: 'd' } : {}) },
  }
}

export function colorChannel(field: Field, names: readonly string[]): Json {
  if (names.length > MOST_SERIES)
    refuse(
      `${names.length} series (${field.name}) cannot be told apart by colour; ${MOST_SERIES} are the most.`,
    )
  const domain = field.role === 'number' ? names.map(Number) : [...names]
  return {
    field: field.name,
    type: 'nominal',
    scale: { domain, range: seriesColors(names.length) },
    title: titled(field),
    ...(field.made ? { title: null } : {}),
  }
}

/** The panels of a chart. */
function facetOf(asked: Asked, field: Field | undefined): Pick<Draft, 'facet'> {
  if (!field) return {}
  const names = ordered(asked, field)
  if (names.length > 30)
    refuse(`${names.length} small charts cannot be read in one figure; 30 are the most.`)
  const columns =
    names.length <= 3
      ? names.length
      : names.length === 4
        ? 2
        : Math.ceil(Math.sqrt(names.length * 1.3))
  return { facet: { field: field.name, names, columns } }
}

export const REDUCE: Readonly<Record<Statistic, (list: readonly number[]) => number>> = {
  mean,
  median,
  sum,
  count: (list) => list.length,
  min: (list) => Math.min(...list),
  max: (list) => Math.max(...list),
}

/** One number for each name of a column: of its rows. */
export function scores(
  table: Table,
  name: Field,
  value: Field | undefined,
  how: Statistic,
): (name: string) => number {
  const found = new Map<string, number>()
  for (const rows of rowsBy(table, [name]).values()) {
    const list = value
      ? rows.flatMap((i) =>
          typeof value.values[i] === 'number' ? [value.values[i] as number] : [],
        )
      : rows
    found.set(
      String(name.values[rows[0] ?? 0]),
      list.length > 0 ? REDUCE[how](list as number[]) : Number.NaN,
    )
  }
  return (each) => found.get(each) ?? 0
}

/** What is drawn of the rows that share a place, and the ends of its error. */
export interface Summary {
  transform: Json[]
  how?: Statistic
  /** The columns of the ends. */
  bounds?: [string, string]
  title: string | null
}

const ENDS: [string, string] = ['lower end', 'upper end']
const SPREAD_NAMES: readonly (readonly [Spread, RegExp])[] = [
  ['se', /(?:^|[_\s.-])(?:sem?|std_?err\w*)(?:[_\s.-]|$)/i],
  ['ci', /ci|conf|95/i],
  ['sd', /(?:^|[_\s.-])(?:sd|std|stdev|std_?dev|sigma)(?:[_\s.-]|$)/i],
]
const SAID = {
  sd: 'the standard deviation',
  se: 'the standard error',
  ci: 'the 95 % interval of the mean (Student)',
  range: 'the range from minimum to maximum',
  some: 'the error',
} as const

/** @throws ChartRefused where several rows share a place and nothing says what becomes of them */
export function summaryOf(
  casting: Casting,
  cast: Cast,
  places: readonly (Field | undefined)[],
  draft: Pick<Draft, 'says'>,
): Summary {
  const { asked, table } = casting
  const value = cast.y as Field
  const title = titled(value) ?? (cast.topic ? sentence(cast.topic) : null)
  const most = crowded(table, places, value)
  const raw = asked.over.has('points')
  const how =
    asked.how === 'count'
      ? undefined
      : (asked.how ??
        (asked.spread !== undefined && asked.spread !== 'some' && most > 1
          ? 'mean'
          : raw && most > 1
            ? 'mean'
            : undefined))
  if (most > 1 && !how) {
    const other = casting
      .names()
      .filter((each) => each.role !== 'time')
      .map(({ name }) => name)
    refuse(
      `Up to ${most} rows share one place of the chart; say whether their mean, median or sum is to be drawn${other.length > 0 ? `, or what tells them apart (${quoted(other, 4)})` : ''}.`,
    )
  }
  if (most > 1 && asked.raw)
    refuse(
      'Several rows share one place of the chart, and nothing is to be averaged; ask for points.',
    )
  if (most < 2 || !how) return { title, ...given(casting, value, draft) }
  const keys = places.filter((each) => each !== undefined).map(({ name }) => name)
  const counts = [...rowsBy(table, places).values()].map(
    (rows) => rows.filter((i) => value.values[i] !== null).length,
  )
  const [least, top] = [Math.min(...counts), Math.max(...counts)]
  const of = `${how === 'sum' ? 'sums' : `${how}s`} of ${least === top ? top : `${least} to ${top}`} rows`
  const aggregate: Json[] = [{ op: how, field: value.name, as: value.name }]
  const transform: Json[] = []
  let bounds: [string, string] | undefined
  if (asked.spread && asked.spread !== 'some') {
    if (how !== 'mean' && asked.spread !== 'range')
      casting.unmet.push(`Not met: ${SAID[asked.spread]} belongs to a mean, and ${how}s are drawn.`)
    else {
      bounds = ENDS
      aggregate.push(
        { op: 'stdev', field: value.name, as: 'spread' },
        { op: 'valid', field: value.name, as: 'n' },
        { op: 'min', field: value.name, as: 'least' },
        { op: 'max', field: value.name, as: 'most' },
      )
      transform.push(...endsOf(asked.spread, value.name, counts))
      draft.says.push(
        `Error ${asked.band ? 'bands' : 'bars'} show ${SAID[asked.spread]} of the rows.`,
      )
      if (counts.some((count) => count < 2) && asked.spread !== 'range')
        draft.says.push('A single row has no such error.')
    }
  } else if (asked.spread === 'some')
    casting.unmet.push(
      'Not met: error bars; say whether they show the standard deviation, the standard error or the 95 % interval.',
    )
  draft.says.push(`The values are ${of}.`)
  const words =
    title === null
      ? null
      : how === 'sum'
        ? title
        : `${how.charAt(0).toUpperCase()}${how.slice(1)} ${/^\p{Lu}\p{Ll}/u.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title}`
  const doubled = title !== null && new RegExp(how, 'i').test(title)
  return {
    transform: [{ aggregate, groupby: keys }, ...transform],
    how,
    title: doubled ? title : words,
    ...(bounds ? { bounds } : {}),
  }
}

/** The ends of the error around a mean as expressions; Student's factor depends on the number of rows. */
function endsOf(spread: Spread, value: string, counts: readonly number[]): Json[] {
  if (spread === 'range')
    return [
      { calculate: 'datum.least', as: ENDS[0] },
      { calculate: 'datum.most', as: ENDS[1] },
    ]
  const sizes = [...new Set(counts)].filter((n) => n > 1)
  const factor = (n: number) => {
    // The interval of a list with deviation one and the mean nought.
    const [, high] = spreadOf(
      Array.from({ length: n }, (_, i) => (i === 0 ? Math.sqrt(n - 1) : -1 / Math.sqrt(n - 1))),
      'ci95',
    )
    return (
      high /
      spreadOf(
        Array.from({ length: n }, (_, i) => (i === 0 ? Math.sqrt(n - 1) : -1 / Math.sqrt(n - 1))),
        'sd',
      )[1]
    )
  }
  const half =
    spread === 'sd'
      ? 'datum.spread'
      : spread === 'se'
        ? 'datum.spread / sqrt(datum.n)'
        : `datum.spread * (${sizes.map((n) => `datum.n == ${n} ? ${factor(n).toPrecision(8)} : `).join('')}0)`
  return (
    [
      ['-', 0],
      ['+', 1],
    ] as const
  ).map(([sign, i]) => ({
    calculate: `datum.n > 1 ? ${datum(value)} ${sign} ${half} : null`,
    as: ENDS[i],
  }))
}

/** Errors that the data bring beside the values. */
function given(
  casting: Casting,
  value: Field,
  draft: Pick<Draft, 'says'>,
): Pick<Summary, 'transform' | 'bounds'> {
  const { asked, table } = casting
  if (asked.spread === undefined) return { transform: [] }
  const own = (role: string) =>
    table.fields.find((field) => field.of === value.name && field.role === role)
  const [lower, upper, error] = [own('lower'), own('upper'), own('error')]
  const kindOf = (name: string): Spread =>
    SPREAD_NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'some'
  const wanted = asked.spread
  const fits = (name: string, kind: Spread = kindOf(name)) =>
    wanted === 'some' || kind === wanted || kind === 'some' || (wanted === 'range' && kind !== 'ci')
  const word = asked.band ? 'bands' : 'bars'
  if (lower && upper && wanted !== 'sd' && wanted !== 'se') {
    for (const field of [lower, upper]) casting.use(field)
    draft.says.push(`Error ${word} run from ${lower.name} to ${upper.name}, as the data give them.`)
    return { transform: [], bounds: [lower.name, upper.name] }
  }
  if (error && fits(error.name)) {
    casting.use(error)
    const kind = kindOf(error.name)
    draft.says.push(
      `Error ${word} are ± ${error.name}${kind === 'some' && wanted !== 'some' ? `, taken for ${SAID[wanted]}` : ''}, as the data give it.`,
    )
    return {
      transform: [
        { calculate: `${datum(value.name)} - ${datum(error.name)}`, as: ENDS[0] },
        { calculate: `${datum(value.name)} + ${datum(error.name)}`, as: ENDS[1] },
      ],
      bounds: ENDS,
    }
  }
  const has = error ?? lower
  casting.unmet.push(
    `Not met: ${SAID[wanted]}; ${has ? `the data give ${JSON.stringify(has.name)} only` : 'each place has one value and the data give no errors'}.`,
  )
  return { transform: [] }
}

/** Error bars with caps, or a band. */
export function errorLayers(
  [low, high]: readonly [string, string],
  amount: 'x' | 'y',
  band: boolean,
  colored: boolean,
): Json[] {
  const end = (field: string) => ({ field, type: 'quantitative' })
  if (band)
    return [
      {
        name: 'band',
        mark: { type: 'area', fillOpacity: 0.2 },
        encoding: { [amount]: end(low), [`${amount}2`]: { field: high } },
      },
    ]
  const ink = colored ? {} : { color: { value: INK } }
  const valid = { transform: [{ filter: `isValid(${datum(low)}) && isValid(${datum(high)})` }] }
  const cap = (name: string, field: string): Json => ({
    ...valid,
    name,
    mark: {
      type: 'tick',
      size: 8,
      thickness: 1,
      orient: amount === 'y' ? 'horizontal' : 'vertical',
    },
    encoding: { [amount]: end(field), ...ink },
  })
  return [
    {
      ...valid,
      name: 'error',
      mark: { type: 'rule', strokeWidth: 1 },
      encoding: { [amount]: end(low), [`${amount}2`]: { field: high }, ...ink },
    },
    cap('cap1', low),
    cap('cap2', high),
  ]
}

/** Single rows over what is drawn of them, shaken aside so that they are told apart. */
export function pointLayer(value: Field, amount: 'x' | 'y', shaken: boolean, name = 'raw'): Json {
  return {
    name,
    mark: { type: 'point', size: 16, opacity: 0.75, stroke: '#ffffff', strokeWidth: 0.35 },
    ...(shaken
      ? {
          transform: [
            { window: [{ op: 'row_number', as: 'turn' }] },
            { calculate: 'datum.turn * 0.618034 - floor(datum.turn * 0.618034)', as: 'aside' },
          ],
        }
      : {}),
    encoding: {
      [amount]: { field: value.name, type: 'quantitative' },
      ...(shaken
        ? {
            [amount === 'y' ? 'xOffset' : 'yOffset']: {
              field: 'aside',
              type: 'quantitative',
              scale: { domain: [-1.2, 2.2], nice: false },
              axis: null,
            },
          }
        : { color: { value: INK } }),
    },
  }
}

/** An empty draft. */
export const draftOf = (cast: Cast, kind: Kind, { table, aliases, asked }: Casting): Draft => ({
  kind,
  table,
  transform: [],
  encoding: {} as Channels,
  layers: [],
  over: [],
  around: {},
  says: [],
  aliases,
  amount: 'y',
  ...(cast.y ? { value: cast.y } : {}),
  ...facetOf(asked, cast.facet),
})

/** A table with a column of that name put in its place. */
export const replaced = (table: Table, field: Field): Table => ({
  ...table,
  fields: table.fields.map((each) => (each.name === field.name ? field : each)),
})

/** Numbers of a column, one of them at least. */
export function present(field: Field): number[] {
  const numbers = numbersOf(field)
  if (numbers.length === 0) refuse(`The column ${JSON.stringify(field.name)} holds no numbers.`)
  return numbers
}
