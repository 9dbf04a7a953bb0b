import { ChartRefused } from '../../../forms/chart'
import { lookedUp } from '../spec/prepare'
import type { Json } from '../spec/vega'

/** A composite where it stands: its mark, the channels it inherits, the rows it is made of. */
export interface Composite {
  mark: Json
  encoding: Readonly<Record<string, Json | undefined>>
  rows: Json[]
  says: string[]
}

/** What composites take of Vega's statistics, which its types leave out. */
export interface Statistics {
  quartiles(values: readonly number[]): [q1: number, median: number, q3: number]
  randomKDE(values: readonly number[]): { pdf(at: number): number; bandwidth(): number }
  regressionLinear: Regression
  regressionLog: Regression
  regressionExp: Regression
  regressionPow: Regression
  regressionQuad: Regression
  regressionLoess<T>(rows: readonly T[], x: Of<T>, y: Of<T>, share: number): [number, number][]
}
type Of<T> = (row: T) => number
type Regression = <T>(
  rows: readonly T[],
  x: Of<T>,
  y: Of<T>,
) => { predict(x: number): number; rSquared: number }

const FIRST = '#0072b2'

/** The field that a composite reads on a channel. @throws ChartRefused where it has none, or asks for more than its rows */
export function fieldOn({ mark, encoding }: Composite, channel: string): string {
  const { field, aggregate, bin, timeUnit } = encoding[channel] ?? {}
  if (aggregate || bin || timeUnit)
    throw new ChartRefused(
      `A chart of mark ${mark.type} reads rows on ${channel}: let a transform aggregate, bin or cut them before.`,
    )
  if (typeof field === 'string') return lookedUp(field)
  throw new ChartRefused(`A chart of mark ${mark.type} needs a field on ${channel}.`)
}

export interface Series {
  series: unknown
  rows: Json[]
  /** The field of colour with its value, to be written into every computed row. */
  own: Json
}

/** The rows of each series, by the channel of colour; one list without it. */
export function bySeries({ encoding, rows }: Composite): Series[] {
  const field = encoding.color?.field
  if (typeof field !== 'string') return [{ series: undefined, rows, own: {} }]
  const name = lookedUp(field)
  return [...Map.groupBy(rows, (row) => row[name])].map(([series, list]) => ({
    series,
    rows: list,
    own: { [name]: series },
  }))
}

/** The name of a series before what is said of it. */
export const called = (series: unknown): string => (series === undefined ? '' : `${series}: `)

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

const YES = /^(?:1|1\.0|true|yes|y|positive|pos|event|dead|died|death|case)$/i
const NO = /^(?:0|0\.0|false|no|n|negative|neg|censored|alive|control|none)$/i

/** How cells are read; undefined for what is not of the kind. */
const KINDS = {
  number: (cell: unknown) => (isNumber(cell) ? cell : undefined),
  name: (cell: unknown) => String(cell),
  truth: (cell: unknown) =>
    YES.test(String(cell)) ? true : NO.test(String(cell)) ? false : undefined,
} as const
const NOUNS = { number: 'a number', name: 'a name', truth: '1 or 0, yes or no' } as const

type Kinds = Readonly<Record<string, keyof typeof KINDS>>
type Sample<K extends Kinds> = {
  [channel in keyof K]: K[channel] extends 'number'
    ? number
    : K[channel] extends 'truth'
      ? boolean
      : string
} & { row: Json }

/** Fields that channels or options read, with how their cells are read. */
export interface Samples<K extends Kinds> extends Series {
  list: Sample<K>[]
}

/**
 * The rows of each series with the cells of these channels; rows that miss one are left out, which is said.
 * @throws ChartRefused where a cell is something else, or none is left
 */
export function samplesOf<K extends Kinds>(own: Composite, kinds: K): Samples<K>[] {
  const fields = Object.keys(kinds).map((channel) => [channel, fieldOn(own, channel)] as const)
  let missing = 0
  const found = bySeries(own).map((each) => {
    const list = each.rows.flatMap((row) => {
      const cells: Json = { row }
      for (const [channel, field] of fields) {
        const cell = row[field]
        if (cell === null || cell === undefined || cell === '') {
          missing++
          return []
        }
        const kind = kinds[channel] ?? 'name'
        const value = KINDS[kind](cell)
        if (value === undefined)
          throw new ChartRefused(
            `The column ${field} holds ${JSON.stringify(cell)}; a chart of mark ${own.mark.type} needs ${NOUNS[kind]} there.`,
          )
        cells[channel] = value
      }
      return [cells as Sample<K>]
    })
    return { ...each, list }
  })
  if (missing > 0)
    own.says.push(
      `${missing} of ${own.rows.length} rows lack ${fields.map(([, field]) => field).join(' or ')} and are left out.`,
    )
  const kept = found.filter(({ list }) => list.length > 0)
  if (kept.length === 0) throw new ChartRefused('The data hold no values to draw.')
  return kept
}

/** A channel of amounts over a computed field: what the channel says itself stays. */
export function amount(
  channel: Json | undefined,
  field: string,
  title: string,
  { scale, axis, ...more }: Json = {},
): Json {
  const own = channel ?? {}
  const merged = (name: string, ours: unknown) =>
    own[name] === null || ours === null
      ? { [name]: null }
      : own[name] || ours
        ? { [name]: { ...(ours as Json), ...(own[name] as Json) } }
        : {}
  return {
    field,
    type: 'quantitative',
    title: titleOf(own, title),
    ...merged('scale', scale),
    ...merged('axis', axis),
    ...more,
  }
}

/** The title that a channel says itself, which may be none. */
export const titleOf = (channel: Json | undefined, title: unknown): unknown =>
  channel?.title === undefined ? title : channel.title

export const inkOf = ({ encoding, mark }: Composite): string =>
  encoding.color === undefined && typeof mark.color === 'string' ? mark.color : FIRST

/** The channel of colour: the series', or the mark's own colour. */
export const colorOf = (own: Composite): { color: Json } => ({
  color: own.encoding.color ?? { value: inkOf(own) },
})

/** A layer over rows of its own. */
export const layerOf = (name: string, values: Json[], mark: Json, encoding: Json): Json => ({
  name,
  data: { values },
  mark,
  encoding,
})

/** A line across the frame at a value of a channel. */
export const lineAt = (
  name: string,
  side: 'x' | 'y',
  channel: Json,
  datum: number,
  look: Json,
): Json =>
  layerOf(
    name,
    [{}],
    { type: 'rule', ...look },
    { [side]: { ...channel, field: undefined, datum } },
  )

/** The line on which both axes are equal, over 0 to 1. */
export const DIAGONAL = (x: Json, y: Json): Json =>
  layerOf(
    'diagonal',
    [
      { from: 0, to: 0 },
      { from: 1, to: 1 },
    ],
    { type: 'line', color: '#8b949e', strokeDash: [4, 3], strokeWidth: 1 },
    { x: { ...x, field: 'from' }, y: { ...y, field: 'to' } },
  )

/** Words behind the name of each series, and the channel of colour that has them. */
export function renamed(own: Composite, words: ReadonlyMap<unknown, string>) {
  const channel = own.encoding.color
  const field = channel?.field
  if (typeof field !== 'string') return { ...colorOf(own), nameOf: (): Json => ({}) }
  const said = (series: unknown) => `${series}${words.get(series) ?? ''}`
  const scale = (channel?.scale ?? {}) as Json
  const domain = Array.isArray(scale.domain) ? { domain: scale.domain.map(said) } : {}
  const sort = Array.isArray(channel?.sort) ? channel.sort.map(said) : null
  const title = titleOf(channel, field)
  return {
    color: { ...channel, field: 'series', title, sort, scale: { ...scale, ...domain } },
    nameOf: (keys: Json): Json => ({ series: said(keys[field]) }),
  }
}

/** A channel of names, written as `field` in computed rows, in the order of its own sort, else in the given one. */
export const namesOn = ({ encoding }: Composite, channel: 'x' | 'y', field: string): Json => ({
  ...encoding[channel],
  field,
  type: 'nominal',
  sort: encoding[channel]?.sort ?? null,
})
