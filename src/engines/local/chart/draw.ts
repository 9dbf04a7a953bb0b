/** The columns that were cast as a chart under way, and what every kind of it shares: reckoning, intervals, lines. */
import { listed } from '../../../figure/chart/describe'
import type { ChartSpec, Field } from '../../../forms/chart'
import type { Cast } from './arrange'
import type { Asked, Json } from './asked'
import { crowd, distinct, isAmount, isName, numbersOf } from './columns'
import { fieldTitle } from './table/names'
import { knownOrder } from './table/read-table'

export type Encoding = Record<string, Json>

export interface Drawn {
  cast: Cast
  asked: Asked
  transform: Json[]
  /** What the layers share. */
  encoding: Encoding
  layers: Json[]
  /** The measure and what else is shown, for the sentence. */
  measure: string
  says: string[]
  /** The values run along x. */
  isLying: boolean
  /** Rules of which the wish is not drawn, though something of its kind is. */
  denied: Set<string>
  facets?: Json
  /** Columns side by side, by the names that they have as series. */
  folds?: Map<string, string>
  title?: string
}

/** The columns do not make a chart of the kind that was asked for; another one is drawn, and the reason told. */
export class NotSo extends Error {
  override name = 'NotSo'
}

export const lower = (text: string) =>
  /^\p{Lu}\p{Ll}+(?:[\s,)]|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const number = (field: unknown, more: Json = {}): Json => ({
  field,
  type: 'quantitative',
  ...more,
})

/** Aggregates that are not called as in Vega-Lite. */
const STATS: Readonly<Record<string, string>> = { min: 'minimum', max: 'maximum' }

/** What a sentence calls a column that things are arranged by. */
export const called = (field: Field): string =>
  lower(fieldTitle(field)) ||
  (/^(?:x|row|column|series|group)$/.test(field.name) ? field.name : 'the names given')

/** The titles of several columns: what they have in common, and what tells them apart. */
function apart(fields: readonly Field[]): { common: string; own: string[] } {
  const words = fields.map((field) => fieldTitle(field).split(' '))
  // English and most column names end in what is measured: "train loss", "validation loss (nats)".
  const [first = []] = words
  const isEnd = (count: number) =>
    words.every(
      (list) =>
        list.length > count && list.slice(-count).join(' ') === first.slice(-count).join(' '),
    )
  const count = [4, 3, 2, 1].find(isEnd) ?? 0
  const shared = count > 0 ? first.slice(-count) : []
  const own = words.map((list) => upper(list.slice(0, list.length - count).join(' ')))
  const isClear = shared.some((word) => /^\p{L}{2}/u.test(word))
  if (isClear && new Set(own).size === own.length) return { common: upper(shared.join(' ')), own }
  const names = fields.map((field) => (/[_A-Z]/.test(field.name) ? fieldTitle(field) : field.name))
  return { common: '', own: names }
}

const isYear = (field: Field) =>
  field.whole && numbersOf(field).every((value) => value > 1500 && value < 2200)

/** Names in the order that everybody knows, else as in the table. */
export function namesOf(field: Field): (string | number)[] {
  const all = distinct(field)
  return isAmount(field)
    ? all.sort((a, b) => Number(a) - Number(b))
    : (knownOrder(all.map(String)) ?? all)
}

/** Names along an axis, the most with and without their labels; series; panels. */
const MOST = { labels: 60, names: 400, series: 40, panels: 30 }

function few(field: Field | undefined, what: keyof typeof MOST): void {
  const [count, most] = [field ? distinct(field).length : 0, MOST[what]]
  if (count > most)
    throw new NotSo(`${JSON.stringify(field?.name)} has ${count} ${what}; ${most} are the most`)
}

/** A column on a position: names, moments, or numbers. */
export function placed(field: Field, isDiscrete: boolean): Json {
  const said = { field: field.name, title: fieldTitle(field) || null }
  if (isName(field)) return { ...said, type: 'nominal', sort: namesOf(field) }
  if (field.role === 'time')
    return isDiscrete
      ? { ...said, type: 'ordinal', timeUnit: timeUnitOf(field) }
      : { ...said, type: 'temporal', scale: { type: 'utc' } }
  const axis = isYear(field) ? { format: 'd' } : undefined
  return isDiscrete
    ? { ...said, type: 'ordinal', axis }
    : number(field.name, { ...said, axis, scale: { zero: false } })
}

const seriesOf = (field: Field): Json => ({
  field: field.name,
  type: isAmount(field) ? 'ordinal' : 'nominal',
  title: fieldTitle(field) || null,
  sort: namesOf(field),
})

/** The coarsest unit of time that tells the moments of a column apart. */
function timeUnitOf({ span, values }: Field): string {
  const [dates, days] = [values.filter(Boolean).map((ms) => new Date(Number(ms))), 86_400_000]
  if (span) return `utcyear${span}`
  if (dates.some((date) => date.getTime() % days !== 0)) return 'utcyearmonthdatehoursminutes'
  if (dates.some((date) => date.getUTCDate() > 1)) return 'utcyearmonthdate'
  return dates.every((date) => date.getUTCMonth() === 0) ? 'utcyear' : 'utcyearmonth'
}

/** A chart with what it runs along, its series and its panels; without a column the rows are counted where it is said. */
export function begin(cast: Cast, asked: Asked, isDiscrete: boolean, counts = false): Drawn {
  const { x, color, facet } = cast
  const encoding: Encoding = {}
  const drawn: Drawn = {
    ...{ cast, asked, encoding, transform: [], layers: [], measure: '', says: [] },
    ...{ isLying: false, denied: new Set() },
  }
  if (isDiscrete) few(x, 'names')
  const isScale = color !== undefined && isAmount(color) && !color.whole
  if (!isScale) few(color, 'series')
  few(facet, 'panels')
  const names = x ? distinct(x).length : (cast.table.fields[0]?.values.length ?? 0)
  if (x) encoding.x = placed(x, isDiscrete)
  else if (counts) {
    drawn.transform.push({ window: [{ op: 'row_number', as: 'Row' }] })
    encoding.x = {
      ...(isDiscrete
        ? { field: 'Row', type: 'ordinal' }
        : number('Row', { axis: { tickMinStep: 1, format: 'd' } })),
      title: 'Row',
    }
  }
  if (encoding.x && isDiscrete && names > MOST.labels) {
    encoding.x.axis = { labels: false, ticks: false }
    drawn.says.push(`the ${names} names have no room`)
  }
  if (color)
    encoding.color = isScale
      ? number(color.name, { title: fieldTitle(color) || null })
      : seriesOf(color)
  if (facet)
    drawn.facets = {
      ...seriesOf(facet),
      type: isName(facet) ? 'nominal' : 'ordinal',
      title: null,
    }
  return drawn
}

/** The measure, on y: columns side by side become one, and rows that share a place are reckoned together. */
export function measured(drawn: Drawn, keys?: readonly (Field | undefined)[]): void {
  const { cast, asked, encoding } = drawn
  const [y] = cast.y
  if (!y) {
    encoding.y = { aggregate: 'count', type: 'quantitative', title: 'Count' }
    drawn.measure = 'number of rows'
    return
  }
  if (cast.y.length > 1) folded(drawn)
  else {
    drawn.measure = fieldTitle(y)
    encoding.y = number(y.name, { title: drawn.measure || null })
  }
  if (!/^(?:bar|area|lollipop)$/.test(cast.kind.id))
    encoding.y = { ...encoding.y, scale: { zero: false } }
  if (asked.stat === 'count') asked.stat = undefined
  const most = keys ? crowd(cast.table, keys, y) : 1
  if (most < 2) return
  const isSum = asked.manners.has('stacked') || cast.kind.family === 'parts'
  const op = asked.stat ?? (isSum ? 'sum' : 'mean')
  encoding.y = { ...encoding.y, aggregate: op, title: reckoned(op, encoding.y?.title) }
  drawn.measure = reckoned(op, drawn.measure)
  if (!asked.stat) drawn.says.push(`up to ${most} rows share a place`)
}

export function reckoned(op: string, text: unknown): string {
  const said = upper(STATS[op] ?? op)
  return text ? `${said} of ${lower(String(text))}` : said
}

/** Columns side by side as one measure and the series that they are. */
function folded(drawn: Drawn): void {
  const { cast, encoding, transform } = drawn
  const { common, own } = apart(cast.y)
  const taken = new Set(cast.table.fields.map(({ name }) => name))
  const free = (name: string): string => (taken.has(name) ? free(`${name}\u00a0`) : name)
  const names = own.map((label, i) => (label === cast.y[i]?.name ? label : free(label)))
  const [series, value] = [free('series'), free('value')]
  const copies = cast.y.flatMap(({ name }, i) =>
    names[i] === name ? [] : [{ calculate: `datum[${JSON.stringify(name)}]`, as: names[i] }],
  )
  const filter = `isValid(datum[${JSON.stringify(value)}])`
  transform.push(...copies, { fold: names, as: [series, value] }, { filter })
  drawn.folds = new Map(cast.y.map(({ name }, i) => [name, names[i] ?? name]))
  const unit = cast.y[0]?.unit
  drawn.measure = common || listed(names.map((name) => name.trim()))
  encoding.y = number(value, { title: common || (unit ? `Value (${unit})` : 'Value') })
  const channel = { field: series, type: 'nominal', sort: names, title: null }
  if (!encoding.x) encoding.x = channel
  else if (!encoding.color) encoding.color = channel
  else if (!drawn.facets) drawn.facets = channel
  else throw new NotSo('there is no place for columns side by side')
}

/** Error bars by their names in Vega-Lite: what they are, and what a column is called that holds such ones. */
const SPREADS: Readonly<Record<string, readonly [said: string, column: RegExp]>> = {
  stdev: ['one standard deviation', /sd|std|dev/i],
  stderr: ['one standard error', /se|err/i],
  ci: ['the 95 % confidence interval of the mean (bootstrapped)', /ci|conf|margin|95/i],
  iqr: ['the quartiles', /iqr/i],
}

/** Error bars or a band: those that the data give, or what is asked of the rows of a place. */
export function withSpread({ asked, cast, encoding, layers, denied, says }: Drawn): void {
  const { kind, table } = cast
  if (asked.declined.has('spread') || encoding.y?.stack) return
  const [y, ...more] = cast.y
  const of = (role: Field['role']) =>
    table.fields.find((field) => field.role === role && field.of === y?.name)
  const [low, high, error] = [of('lower'), of('upper'), of('error')]
  const isBand = asked.manners.has('band') || (kind.id === 'line' && !asked.manners.has('bars'))
  const put = (own: Encoding, said: string, extent?: string) => {
    const ink = !isBand && kind.id === 'bar' ? { color: { value: '#1a1d21' } } : {}
    const mark = isBand ? { type: 'errorband' } : { type: 'errorbar', ticks: kind.id !== 'point' }
    layers.splice(isBand ? 0 : layers.length, 0, {
      name: isBand ? 'band' : 'error',
      mark: { ...mark, extent },
      encoding: { ...own, ...ink },
    })
    says.push(`${isBand ? 'the band is' : 'error bars are'} ${said}`)
  }
  const { aggregate: op, title = null } = encoding.y ?? {}
  const extent = asked.spread ?? 'stdev'
  const [said = '', column] = SPREADS[extent] ?? []
  const isOne = y && more.length === 0
  if (isOne && !op && low && high)
    put(
      { y: number(low.name, { title }), y2: { field: high.name } },
      `the columns ${low.name} to ${high.name}`,
    )
  else if (isOne && !op && error) {
    put(
      { y: number(y.name, { title }), yError: { field: error.name } },
      `the column ${error.name} on both sides`,
    )
    if (asked.spread && !column?.test(error.name)) denied.add('spread')
  } else if (
    asked.manners.has('spread') &&
    (op === 'mean' || (op === 'median' && extent === 'iqr'))
  )
    put({ y: { ...encoding.y, aggregate: undefined } }, said, extent)
}

const DASHED = { type: 'rule', strokeDash: [4, 3] }

export const diagonal = ({ layers }: Drawn, low: number, high: number) =>
  layers.push({
    name: 'diagonal',
    mark: DASHED,
    encoding: { x: { datum: low }, y: { datum: low }, x2: { datum: high }, y2: { datum: high } },
  })

/** The columns of a chart, as its sentence says them. */
export function along({ cast, encoding, folds, measure }: Drawn): string[] {
  const { x, kind } = cast
  const over = /^(?:point|volcano)$/.test(kind.id) ? 'against' : 'over'
  const series = folds ? listed([...folds.values()].map((each) => each.trim())) : ''
  const isGrouped = encoding.xOffset !== undefined && kind.id === 'bar'
  const how = encoding.y?.stack ? 'stacked' : isGrouped ? 'grouped' : 'coloured'
  const told = kind.id === 'slope' ? 'for each' : kind.family === 'xy' ? `${how} by` : 'by'
  const said = (field: Field | undefined, say: string) =>
    field ? [`${say} ${called(field)}`.replace('each the names given', 'each name')] : []
  return [
    ...said(x, x && (isName(x) || kind.id === 'bar') ? 'by' : over),
    ...(encoding.x?.field === 'Row' ? ['in the order of the rows'] : []),
    ...said(cast.color, told),
    ...(folds && !measure.includes(series) ? [`one each for ${series}`] : []),
    ...said(cast.detail, 'a line for each'),
    ...said(cast.size, 'sized by'),
    ...said(cast.facet, 'a panel for each'),
  ]
}

/** x and y changed over, in all layers. */
export function turn(drawn: Drawn): void {
  const across = (name: string) =>
    name.replace(/^[xy](?=2|Offset|Error|$)/, (sign) => (sign === 'x' ? 'y' : 'x'))
  const turned = (encoding: Encoding) =>
    Object.fromEntries(Object.entries(encoding).map(([name, own]) => [across(name), own]))
  drawn.encoding = turned(drawn.encoding)
  drawn.layers = drawn.layers.map((layer) => {
    const given = typeof layer.mark === 'string' ? { type: layer.mark } : (layer.mark as Json)
    const { dy, ...mark } = given as Json
    const look = dy === undefined ? {} : { dx: 4, align: 'left', baseline: 'middle' }
    const encoding = turned((layer.encoding ?? {}) as Encoding)
    return { ...layer, mark: { ...mark, ...look }, encoding }
  })
  drawn.isLying = true
}

/** The specification of it all. */
export function specOf(drawn: Drawn, description: string) {
  const { encoding, layers, facets, title } = drawn
  // What an author sets at a place of an axis reads no columns.
  const isAlone = ({ name }: Json) => name === 'diagonal'
  const [first, ...more] = layers.map((layer) =>
    isAlone(layer) ? layer : { ...layer, encoding: { ...encoding, ...(layer.encoding as Json) } },
  )
  const view = more.length === 0 ? { ...first, name: undefined } : { layer: [first, ...more] }
  const count = Array.isArray(facets?.sort) ? facets.sort.length : 0
  const columns = count < 2 ? undefined : count <= 3 ? count : count === 4 ? 2 : count <= 9 ? 3 : 4
  const all = facets ? { facet: facets, spec: view, columns } : view
  const transform = drawn.transform.length > 0 ? drawn.transform : undefined
  const text = JSON.stringify({ description, title, transform, ...all })
  // A mark that has a type alone is its name.
  return JSON.parse(text.replace(/"mark":\{"type":("[a-z-]+")\}/g, '"mark":$1')) as ChartSpec
}
