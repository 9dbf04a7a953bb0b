/** What the cells of a column write: numbers with their units, moments, intervals. */
import type { Cell } from '../../../../forms/chart'
import { unitOf } from './names'

const MISSING =
  /^\s*(?:|-|—|–|\.|n\/?a|n\.\s?a\.?|n\.?\s?d\.?|k\. ?a\.?|nan|none|null|undefined|-?inf(?:inity)?|missing|\?)\s*$/i
/** Sign, currency, digits with their separators, exponent, unit. */
const NUMBER =
  /^\s*([-+−]?)\s*([$€£]?)\s*(\d[\d.,'’\u00a0\u202f ]*\d|\d|\.\d+)(e[-+]?\d+)?\s*([%‰\p{L}µμ°Ω][^\d<>()]{0,15}(?:\d[^\d]{0,4})?)?\s*$/iu

/** Names of one line and bounded length; what cannot be printed goes. */
export const tidy = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f\u200b\u2028\u2029\ue000-\uf8ff]+/g, ' ')
    .trim()
    .slice(0, 2000)

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return MISSING.test(value) ? null : tidy(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? null : tidy(JSON.stringify(value).slice(0, 200))
}

/** The cells of a column; among words, and among doses, "none" is one of them: no treatment, no pain. */
export function cellsOf(values: readonly unknown[]): Cell[] {
  const isNumber = (value: unknown) => /^[\s<>~$€£+−-]*[\d.,]+\P{L}*$/u.test(String(value))
  const cells = values.map(cellOf)
  const isNamed = cells.some((cell) => cell !== null) && !cells.some(isNumber)
  return cells.map((cell, i) => (isNamed && values[i] === 'none' ? 'none' : cell))
}

/** A column read as numbers. */
export interface NumbersRead {
  values: (number | null)[]
  unit?: string
  note?: string
}

interface Part {
  at: number
  sign: 1 | -1
  body: string
  exponent: string
  unit: string
}

/**
 * The numbers that a column writes: decimal commas and points, separators of thousands, signs of per cent, units.
 * Undefined where its cells are names; a sentence where they are numbers that cannot be read safely.
 */
export function numbersIn(
  cells: readonly Cell[],
  isSemicolon = false,
): NumbersRead | string | undefined {
  const parts = cells.map(partOf)
  const texts = parts.filter((part) => part !== undefined)
  const present = cells.filter((cell) => cell !== null).length
  const isRead = (cell: Cell, i: number) => typeof cell === 'number' || parts[i] !== undefined
  const count = cells.filter(isRead).length
  if (present === 0 || count < present / 2) return undefined
  const row = (i: number) => `row ${i + 1} holds ${JSON.stringify(cells[i])}`
  const strange = cells.flatMap((cell, i) => (cell === null || isRead(cell, i) ? [] : [i]))
  const [first] = strange
  const areWords = strange.every((i) => !/\d/.test(String(cells[i]))) && count >= present * 0.8
  if (first !== undefined && !areWords) return `${row(first)}, which is no number`
  const comma = decimals(texts, isSemicolon)
  if (typeof comma === 'string') return comma
  const [one, ...others] = texts
  const other = others.find(({ unit }) => unit !== one?.unit)
  if (one && other)
    return `row ${other.at + 1} has the unit ${JSON.stringify(other.unit)} and row ${one.at + 1} ${JSON.stringify(one.unit)}`
  const values = cells.map((cell, i) =>
    parts[i] ? numberOf(parts[i], comma) : typeof cell === 'number' ? cell : null,
  )
  const bad = values.findIndex((value) => value !== null && !Number.isFinite(value))
  if (bad >= 0) return `${row(bad)}, which is no number`
  const unit = one?.unit ? (unitOf(one.unit) ?? one.unit) : undefined
  const where = strange.length === 1 ? `in row ${Number(first) + 1}` : `in ${strange.length} rows`
  const note = `has ${where} ${JSON.stringify(cells[first ?? 0])} in place of a number, which counts as missing`
  return { values, ...(unit ? { unit } : {}), ...(first === undefined ? {} : { note }) }
}

function partOf(cell: Cell, at: number): Part | undefined {
  const [, sign, currency, body, exponent = '', behind = ''] =
    typeof cell === 'string' ? (NUMBER.exec(cell) ?? []) : []
  const unit = currency || behind.trim()
  // One letter behind a number may well be part of a name: 12A, 3b.
  const isUnit = unit.length < 2 ? /^[%‰$€£gmslLhVWJ]?$/.test(unit) : unitOf(unit) !== undefined
  if (body === undefined || !isUnit) return undefined
  return {
    at,
    sign: sign === '-' || sign === '−' ? -1 : 1,
    body: body.replace(/['’\u00a0\u202f ]/g, ''),
    exponent,
    unit,
  }
}

const THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/
const COMMA = /^[\d.]*,\d*$/
const POINT = /^[\d,]*\.\d*$|,.*,/

/** Whether a comma begins the decimals of a column; a sentence where that is not certain. */
function decimals(parts: readonly Part[], isSemicolon: boolean): boolean | string {
  const [first, ...more] = parts.filter(({ body }) => /[.,]/.test(body))
  if (isSemicolon && first && [first, ...more].every(({ body }) => THOUSANDS.test(body)))
    return `row ${first.at + 1} can be read as thousands or as decimals`
  const comma = parts.find(({ body }) => COMMA.test(body) && !THOUSANDS.test(body))
  const point = parts.find(({ body }) => POINT.test(body))
  return comma && point
    ? `row ${comma.at + 1} writes decimals with a comma and row ${point.at + 1} with a point`
    : comma !== undefined
}

function numberOf({ body, exponent, sign }: Part, isComma: boolean): number {
  const plain = isComma ? body.replaceAll('.', '').replace(',', '.') : body.replaceAll(',', '')
  return sign * Number((plain.split('.').length > 2 ? plain.replaceAll('.', '') : plain) + exponent)
}

/** Numbers whose spelling says that they are names: "007", and keys such as "1.0". */
export const isSpelled = (cell: Cell, isKey: boolean): boolean =>
  typeof cell === 'string' &&
  (/^\s*0\d/.test(cell) || (isKey && /^\d+\.\d*$/.test(cell) && String(Number(cell)) !== cell))

/** The ends of an interval that a text writes, with the estimate where it has one: "1.2 (0.8-1.9)", "0.55–1.22", "14 ± 2". */
export function intervalOf(
  cell: Cell,
): { estimate?: number; lower: number; upper: number } | undefined {
  if (typeof cell !== 'string') return undefined
  const text = cell
    .replaceAll('−', '-')
    .replace(/\b95 ?% ?CI:?/g, '')
    .replace(/\bto\b/g, '–')
  const number = '(-?\\d+(?:\\.\\d+)?)'
  const around = new RegExp(`^\\s*${number}\\s*(?:±|\\+/-)\\s*${number}\\s*$`).exec(text)
  if (around) {
    const [middle, half] = [Number(around[1]), Number(around[2])]
    return { estimate: middle, lower: middle - half, upper: middle + half }
  }
  const ends = `${number}\\s*(?:[,;–—-]|\\.\\.)\\s*${number}`
  const bare = new RegExp(`^\\s*()${ends}\\s*$`).exec(text)
  const [, estimate, lower, upper] =
    bare ?? new RegExp(`^\\s*${number}?\\s*[([]\\s*${ends}\\s*[)\\]]\\s*$`).exec(text) ?? []
  if (!(Number(upper) >= Number(lower))) return undefined
  return {
    ...(estimate ? { estimate: Number(estimate) } : {}),
    lower: Number(lower),
    upper: Number(upper),
  }
}

const NAME = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const ISO =
  /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/
const QUARTER = /^(\d{4})[- ]?Q([1-4])$|^Q([1-4])[- ](\d{4})$/i
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/
const NAME_YEAR = new RegExp(`^${NAME}[ -](\\d{4})$`, 'i')
/** Ways to write a day, and the places of year, month and day in them. */
const DAYS: readonly (readonly [RegExp, number, number, number])[] = [
  [/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, 1, 2, 3],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/, 3, 2, 1],
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]${NAME},?[ -](\\d{4}|\\d\\d)$`, 'i'), 3, 2, 1],
  [new RegExp(`^${NAME} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'i'), 3, 1, 2],
  [NAME_YEAR, 2, 1, 0],
]

export interface MomentsRead {
  values: (number | null)[]
  span?: 'month' | 'quarter'
}

/** A column as moments in milliseconds of UTC; undefined where it holds none, a sentence where they are not certain. */
export function momentsIn(cells: readonly Cell[]): MomentsRead | string | undefined {
  const present = cells.filter((cell) => cell !== null)
  if (present.length < 2) return undefined
  const slashed = present.flatMap((cell) =>
    [SLASHED.exec(String(cell)) ?? []].filter(([all]) => all),
  )
  const isDay = (place: number) => slashed.some((each) => Number(each[place]) > 12)
  const values = cells.map((cell) => momentOf(cell, !isDay(2)))
  const strange = cells.findIndex((cell, i) => cell !== null && values[i] === null)
  if (values.filter((value) => value !== null).length < present.length / 2) return undefined
  if (strange >= 0)
    return `row ${strange + 1} holds ${JSON.stringify(cells[strange])}, which is no date`
  if (slashed.length > 0 && isDay(1) === isDay(2))
    return 'its dates can be read with the day or with the month first'
  const areAll = (pattern: RegExp) => present.every((cell) => pattern.test(String(cell)))
  const isMonth = areAll(/^\d{4}-\d{2}$/) || areAll(NAME_YEAR)
  const span = areAll(QUARTER) ? 'quarter' : isMonth ? 'month' : undefined
  return { values, ...(span ? { span } : {}) }
}

function momentOf(cell: Cell, dayFirst: boolean): number | null {
  const text = typeof cell === 'string' ? cell.trim() : ''
  const quarter = QUARTER.exec(text)
  if (quarter)
    return Date.UTC(Number(quarter[1] ?? quarter[4]), (Number(quarter[2] ?? quarter[3]) - 1) * 3, 1)
  const slashed: (typeof DAYS)[number] = [SLASHED, 3, dayFirst ? 2 : 1, dayFirst ? 1 : 2]
  for (const [pattern, year, month, day] of [...DAYS, slashed]) {
    const found = pattern.exec(text)
    if (found) return dayOf(found[year], found[month], day === 0 ? '1' : found[day])
  }
  if (!ISO.test(text)) return null
  const isLocal = /[T ]/.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
  const value = Date.parse(isLocal ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isFinite(value) ? value : null
}

function dayOf(short = '', name = '', day = ''): number | null {
  const year = short.length === 2 ? `${Number(short) > 69 ? 19 : 20}${short}` : short
  const month = /^\d+$/.test(name)
    ? Number(name)
    : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const value = Date.UTC(Number(year), month - 1, Number(day))
  const date = new Date(value)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day) ? value : null
}
