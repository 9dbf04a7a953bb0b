import type { Cell, Field, Role, Table } from '../../../../forms/chart'
import { cellsOf, intervalOf, isSpelled, numbersIn } from './cells'
import { withCompanions } from './companions'
import { type DayFirst, momentsIn } from './moments'
import type { Raw } from './raw'
import { readShape } from './shapes'

/** Brings data of any known form into typed columns. @throws ChartRefused with a sentence that names data_json */
export function readData(value: unknown, dayFirst?: DayFirst): Table {
  const raw = readShape(value)
  const notes = raw.notes.map(sentence)
  const columns = withoutRows(raw, notes)
  const names = new Set<string>()
  const fields = columns.flatMap(({ name, values, made }): Field[] => {
    const cells = cellsOf(values)
    const own = unique(name, names)
    const key = made === true || NAMES.test(name)
    const read = fieldsOf(own, cells, { key, semicolons: raw.separator === ';', dayFirst }, notes)
    return made ? read.map((field) => ({ ...field, made })) : read
  })
  const kept = fields.filter(({ values }) => values.some((cell) => cell !== null))
  return { shape: raw.shape, fields: withCompanions(kept), notes }
}

const sentence = (note: string) =>
  `${note.charAt(0).toUpperCase()}${note.slice(1).replace(/\.$/, '')}.`

function unique(name: string, names: Set<string>): string {
  let found = name
  for (let i = 2; names.has(found); i++) found = `${name} ${i}`
  names.add(found)
  return found
}

const TOTAL = /^\s*(?:grand |sub)?-?(?:total|sum|totals|mean|average|all|insgesamt|gesamt|summe)s?\s*:?\s*$/i

/** The columns without header rows in the middle, empty rows and rows of totals; each is told. */
function withoutRows({ columns }: Raw, notes: string[]): Raw['columns'] {
  const length = columns[0]?.values.length ?? 0
  const first = columns.find(({ values }) => values.some((cell) => typeof cell === 'string'))
  const shown = new Set(first?.values)
  const repeated: number[] = []
  const totals: number[] = []
  const empty: number[] = []
  for (let i = 0; i < length; i++) {
    const own = columns.map(({ values }) => values[i])
    const at = (each: unknown) => each === null || each === undefined || each === ''
    if (columns.length > 1 && columns.every(({ name, values }) => String(values[i]).trim() === name)) repeated.push(i)
    else if (columns.length > 1 && own.every(at)) empty.push(i)
    else if (typeof first?.values[i] === 'string' && TOTAL.test(String(first.values[i])) && shown.size > 2) totals.push(i)
  }
  const single = totals.length === 1 ? totals : []
  const rows = (list: readonly number[]) => list.map((i) => i + 1).join(', ')
  if (repeated.length > 0) notes.push(`Row ${rows(repeated)} of the data repeats the header and was left out.`)
  if (empty.length > 0) notes.push(`Row ${rows(empty.slice(0, 5))} of the data is empty and was left out.`)
  for (const i of single) notes.push(`Row ${i + 1} of the data (${String(first?.values[i])}) sums up the others and was left out.`)
  const out = new Set([...repeated, ...empty, ...single])
  if (out.size === 0) return columns
  return columns.map((each) => ({ ...each, values: each.values.filter((_, i) => !out.has(i)) }))
}

const ORDERS = [
  'very low, low, medium, high, very high',
  'low, middle, high',
  'xs, s, m, l, xl, xxl',
  'small, medium, large',
  'none, mild, moderate, severe',
  'never, rarely, sometimes, often, very often, always',
  'strongly disagree, disagree, neutral, agree, strongly agree',
  'jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec',
  'january, february, march, april, may, june, july, august, september, october, november, december',
  'mon, tue, wed, thu, fri, sat, sun',
  'monday, tuesday, wednesday, thursday, friday, saturday, sunday',
].map((order) => order.split(', '))

/** Names of an order that everybody knows, in it; undefined where the names have none. */
export function knownOrder(names: readonly string[]): string[] | undefined {
  if (names.length < 2) return undefined
  const begin = names.map((name) => /^\s*[<>≥≤]?\s*(0|[1-9]\d*(?:\.\d+)?)(?:\s?(?:-|–|to)\s?\d|\s?\+|$|\s*(?:years?|y|mg|kg|min|h|d|°C)\b)/i.exec(name)?.[1])
  if (begin.every((each) => each !== undefined))
    return names.map((name, i) => [name, Number(begin[i])] as const).sort((a, b) => a[1] - b[1]).map(([name]) => name)
  const lower = names.map((name) => name.toLowerCase())
  const scale = ORDERS.find((order) => lower.every((name) => order.includes(name)))
  return scale && [...names].sort((a, b) => scale.indexOf(a.toLowerCase()) - scale.indexOf(b.toLowerCase()))
}

/** Numbers that are the names of those who were measured. */
const NAMING = /^(?:.*[_ ])?(?:id|subject|patient|participant|animal|mouse|volunteer|run|row|index|no|nr)$/i

/** Columns that hold names, even where these are spelled like numbers. */
const NAMES = /version|release|model|code|zip|label|category|name|variant|build|cluster/i

interface Spelling {
  key: boolean
  semicolons: boolean
  dayFirst: DayFirst
}

const unread = (name: string, why: string) => `The column ${JSON.stringify(name)} is read as names: ${why}.`

/** A column, or the columns of the interval that it writes. */
function fieldsOf(
  name: string,
  cells: Cell[],
  { key, semicolons, dayFirst }: Spelling,
  notes: string[],
): Field[] {
  const present = cells.filter((cell): cell is number | string => cell !== null)
  const words = (role: Role = 'category'): Field => ({
    name,
    role,
    whole: false,
    values: cells.map((cell) => (cell === null ? null : String(cell))),
  })
  const moments = momentsIn(cells, dayFirst)
  if (typeof moments === 'object') return [{ name, role: 'time', whole: false, ...(moments.span ? { span: moments.span } : {}), values: moments.values }]
  if (moments) notes.push(unread(name, moments))
  const naming = NAMING.test(name) && present.length > 0 && new Set(present).size === present.length
  if (naming || present.some((cell) => isSpelled(cell, key && name !== 'value'))) return [words(orderOf(present))]
  const numbers = moments ? undefined : numbersIn(cells, semicolons)
  if (typeof numbers === 'object') {
    const { values, unit, note } = numbers
    if (note) notes.push(`The column ${JSON.stringify(name)} ${note}.`)
    const whole = values.every((each) => each === null || Number.isInteger(each))
    return [{ name, role: 'number', ...(unit ? { unit } : {}), whole, values }]
  }
  const intervals = cells.map(intervalOf)
  const spans = intervals.filter((each) => each !== undefined).length
  const bins = intervals.every((each) => each === undefined || (each.estimate === undefined && Number.isInteger(each.lower) && Number.isInteger(each.upper)))
  if (spans > 0 && spans === present.length && !(bins && !/ci|interval|range/i.test(name))) return intervalFields(name, intervals)
  if (numbers) notes.push(unread(name, numbers))
  return [words(orderOf(present))]
}

const orderOf = (present: readonly (string | number)[]): Role => {
  const names = [...new Set(present.map(String))]
  return names.every((each) => /^\d{1,2}:\d{2}$/.test(each)) || knownOrder(names) ? 'ordinal' : 'category'
}

function intervalFields(name: string, intervals: readonly ReturnType<typeof intervalOf>[]): Field[] {
  const column = (own: string, member: 'estimate' | 'lower' | 'upper'): Field => ({
    name: own,
    role: 'number',
    whole: false,
    values: intervals.map((each) => each?.[member] ?? null),
  })
  const estimate = intervals.some((each) => each?.estimate !== undefined)
  // "HR (95% CI)" is the estimate and its interval.
  const own = estimate ? name.replace(/\s*[([][^()[\]]*\b(?:CI|interval|range|SD|SE|SEM|IQR)\b[^()[\]]*[)\]]\s*$/i, '') || name : name
  return [...(estimate ? [column(own, 'estimate')] : []), column(`${own} lower`, 'lower'), column(`${own} upper`, 'upper')]
}
