/** Data of any known form as typed columns. */
import type { Cell, Field, Role, Table } from '../../../../forms/chart'
import { cellsOf, intervalOf, isSpelled, momentsIn, numbersIn } from './cells'
import { withCompanions } from './companions'
import { withTitle } from './names'
import { type Raw, readShape } from './shapes'

/** Columns that hold names, even where these are spelled like numbers; numbers that are the names of those who were measured. */
const NAMES = /version|release|model|code|zip|label|category|name|variant|build|cluster/i
const NAMING =
  /^(?:.*[_ ])?(?:id|subject|patient|participant|animal|mouse|volunteer|(?<count>run|row|index|no|nr))$/i

/**
 * Brings data of any known form into typed columns; the names of those without a value are added to `hollow`.
 * @throws ChartRefused with a sentence that names data_json
 */
export function readTable(value: unknown, hollow: string[] = []): Table {
  const raw = readShape(value)
  const notes = [...raw.notes]
  const names = new Set<string>()
  const fields = withoutRows(raw, notes).flatMap(({ name, values, made }): Field[] => {
    let own = name
    for (let i = 2; names.has(own); i++) own = `${name} ${i}`
    names.add(own)
    const isKey = (made === true || NAMES.test(name)) && own !== 'value'
    const spelling = { isKey, isSemicolon: raw.separator === ';' }
    const cells = cellsOf(values)
    // What tells series apart is a name, also where it is spelled like a number or a date.
    if (made && /^(?:series|group)$/.test(own)) {
      const names = cells.map((cell) => (cell === null ? null : String(cell)))
      return [{ name: own, made, role: 'category', whole: false, values: names }]
    }
    const read = fieldsOf(own, cells, spelling, notes)
    return made ? read.map((field) => ({ ...field, made })) : read
  })
  const isHollow = ({ values }: Field) => values.every((cell) => cell === null)
  hollow.push(...fields.filter(isHollow).map(({ name }) => name))
  const full = fields.filter((field) => !isHollow(field))
  return { shape: raw.shape, fields: withCompanions(full.map(withTitle)), notes }
}

const TOTAL =
  /^\s*(?:grand |sub)?-?(?:total|sum|totals|mean|average|all|insgesamt|gesamt|summe)s?\s*:?\s*$/i

/** The columns without header rows in the middle, empty rows and a row of totals; each is told. */
function withoutRows({ columns }: Raw, notes: string[]): Raw['columns'] {
  if (columns.length < 2) return columns
  const rows = [...(columns[0]?.values.keys() ?? [])]
  const first =
    columns.find(({ values }) => values.some((cell) => typeof cell === 'string'))?.values ?? []
  const repeated = rows.filter((i) =>
    columns.every(({ name, values }) => String(values[i]).trim() === name),
  )
  const empty = rows.filter((i) => columns.every(({ values }) => (values[i] ?? '') === ''))
  const sums = rows.filter((i) => typeof first[i] === 'string' && TOTAL.test(first[i]))
  const total = sums.length === 1 && new Set(first).size > 2 ? sums : []
  const say = (list: readonly number[], what: string) => {
    const places = list.slice(0, 5).map((i) => i + 1)
    if (places.length > 0) notes.push(`Row ${places.join(', ')} of the data ${what}.`)
  }
  say(repeated, 'repeats the header and was left out')
  say(empty, 'is empty and was left out')
  say(total, `(${total.map((i) => first[i])}) sums up the others and was left out`)
  const out = new Set([...repeated, ...empty, ...total])
  return columns.map((each) => ({ ...each, values: each.values.filter((_, i) => !out.has(i)) }))
}

// biome-ignore format: a table
const ORDERS = [
  'very low, low, medium, high, very high', 'low, middle, high', 'xs, s, m, l, xl, xxl', 'small, medium, large', 'none, mild, moderate, severe',
  'never, rarely, sometimes, often, very often, always', 'strongly disagree, disagree, neutral, agree, strongly agree',
  'jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec', 'mon, tue, wed, thu, fri, sat, sun',
  'january, february, march, april, may, june, july, august, september, october, november, december',
  'monday, tuesday, wednesday, thursday, friday, saturday, sunday',
].map((order) => order.split(', '))
const AMOUNT =
  /^\s*[<>≥≤]?\s*(0|[1-9]\d*(?:\.\d+)?)(?:\s?(?:-|–|to)\s?\d|\s?\+|$|\s*(?:years?|y|mg|kg|min|h|d|°C)\b)/i

/** Names of an order that everybody knows, in it; undefined where the names have none. */
export function knownOrder(names: readonly string[]): string[] | undefined {
  if (names.length < 2) return undefined
  const begins = new Map(names.map((name) => [name, Number(AMOUNT.exec(name)?.[1])]))
  if ([...begins.values()].every(Number.isFinite))
    return [...names].sort((a, b) => (begins.get(a) ?? 0) - (begins.get(b) ?? 0))
  const lower = names.map((name) => name.toLowerCase())
  const scale = ORDERS.find((order) => lower.every((name) => order.includes(name)))
  return (
    scale &&
    [...names].sort((a, b) => scale.indexOf(a.toLowerCase()) - scale.indexOf(b.toLowerCase()))
  )
}

const roleOf = (present: readonly (string | number)[]): Role => {
  const names = [...new Set(present.map(String))]
  return names.every((each) => /^\d{1,2}:\d{2}$/.test(each)) || knownOrder(names)
    ? 'ordinal'
    : 'category'
}

const isUniqueIn = (present: readonly unknown[]) =>
  present.length > 0 && new Set(present).size === present.length

/** A column, or the columns of the interval that it writes. */
function fieldsOf(
  name: string,
  cells: Cell[],
  { isKey, isSemicolon }: Readonly<Record<'isKey' | 'isSemicolon', boolean>>,
  notes: string[],
): Field[] {
  const present = cells.filter((cell): cell is number | string => cell !== null)
  const moments = momentsIn(cells)
  if (typeof moments === 'object') return [{ name, role: 'time', whole: false, ...moments }]
  const named = NAMING.exec(name)
  const order = present.map(Number).sort((a, b) => a - b)
  const isCount = order.every((value, i) => value === (order[0] ?? 0) + i)
  const isNaming =
    named !== null && isUniqueIn(present) && (named.groups?.count === undefined || isCount)
  const isWords = moments || isNaming || present.some((cell) => isSpelled(cell, isKey))
  const numbers = isWords ? moments : numbersIn(cells, isSemicolon)
  if (typeof numbers === 'object') {
    const { note, ...read } = numbers
    if (note) notes.push(`The column ${JSON.stringify(name)} ${note}.`)
    const whole = read.values.every((each) => each === null || Number.isInteger(each))
    return [{ name, role: 'number', whole, ...read }]
  }
  const intervals = cells.map(intervalOf)
  const found = intervals.filter((each) => each !== undefined)
  const areBins = found.every(
    ({ estimate, lower, upper }) =>
      estimate === undefined && Number.isInteger(lower) && Number.isInteger(upper),
  )
  const isInterval = !areBins || /ci|interval|range/i.test(name)
  if (!isWords && found.length > 0 && found.length === present.length && isInterval)
    return intervalFields(name, intervals)
  if (numbers) notes.push(`The column ${JSON.stringify(name)} is read as names: ${numbers}.`)
  const values = cells.map((cell) => (cell === null ? null : String(cell)))
  return [{ name, role: roleOf(present), whole: false, values }]
}

function intervalFields(
  name: string,
  intervals: readonly ReturnType<typeof intervalOf>[],
): Field[] {
  const hasEstimate = intervals.some((each) => each?.estimate !== undefined)
  // "HR (95% CI)" is the estimate and its interval.
  const bare = name.replace(
    /\s*[([][^()[\]]*\b(?:CI|interval|range|SD|SE|SEM|IQR)\b[^()[\]]*[)\]]\s*$/i,
    '',
  )
  const own = (hasEstimate && bare) || name
  const column = (called: string, member: 'estimate' | 'lower' | 'upper'): Field => ({
    ...{ name: called, role: 'number', whole: false },
    values: intervals.map((each) => each?.[member] ?? null),
  })
  return [
    ...(hasEstimate ? [column(own, 'estimate')] : []),
    column(`${own} lower`, 'lower'),
    column(`${own} upper`, 'upper'),
  ]
}
