import type { Cell } from '../../../../forms/chart'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const NAME = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const ISO =
  /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/
const QUARTER = /^(\d{4})[- ]?Q([1-4])$|^Q([1-4])[- ](\d{4})$/i
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/
const DAY_NAME = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]${NAME},?[ -](\\d{4})$`, 'i')
const NAME_DAY = new RegExp(`^${NAME} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'i')
const NAME_YEAR = new RegExp(`^${NAME}[ -](\\d{4})$`, 'i')

/** Which of two numbers with a slash is the day. */
export type DayFirst = boolean | undefined

export interface MomentsRead {
  values: (number | null)[]
  span?: 'month' | 'quarter'
}

/** A column as moments in milliseconds of UTC; undefined where it holds none, a sentence where they are not certain. */
export function momentsIn(cells: readonly Cell[], said: DayFirst): MomentsRead | string | undefined {
  const present = cells.filter((cell) => cell !== null)
  if (present.length < 2) return undefined
  const slashed = present.flatMap((cell) => {
    const found = SLASHED.exec(String(cell))
    return found ? [[Number(found[1]), Number(found[2])] as const] : []
  })
  const first = slashed.some(([one]) => one > 12)
  const second = slashed.some(([, two]) => two > 12)
  const dayFirst = first && !second ? true : second && !first ? false : said
  const values = cells.map((cell) => (cell === null ? null : momentOf(cell, dayFirst ?? true)))
  const strange = cells.findIndex((cell, i) => cell !== null && values[i] === null)
  const read = values.filter((value) => value !== null).length
  if (read < present.length / 2) return undefined
  if (strange >= 0) return `row ${strange + 1} holds ${JSON.stringify(cells[strange])}, which is no date`
  if (slashed.length > 0 && said !== undefined && dayFirst !== said)
    return `its dates are written with the ${said ? 'month' : 'day'} first`
  if (slashed.length > 0 && (dayFirst === undefined || (first && second)))
    return 'its dates can be read with the day or with the month first; say which'
  const all = (pattern: RegExp) => present.every((cell) => pattern.test(String(cell)))
  const span = all(QUARTER) ? 'quarter' : all(/^\d{4}-\d{2}$/) || all(NAME_YEAR) ? 'month' : undefined
  return { values, ...(span ? { span } : {}) }
}

/** The moment that a text stands for, or null. */
function momentOf(cell: Cell, dayFirst = true): number | null {
  if (typeof cell !== 'string') return null
  const text = cell.trim()
  const quarter = QUARTER.exec(text)
  if (quarter)
    return Date.UTC(Number(quarter[1] ?? quarter[4]), (Number(quarter[2] ?? quarter[3]) - 1) * 3, 1)
  const parts = (pattern: RegExp) => pattern.exec(text)?.slice(1)
  const yearFirst = parts(YEAR_FIRST)
  if (yearFirst) return dayOf(yearFirst[0], yearFirst[1], yearFirst[2])
  const dotted = parts(DOTTED)
  if (dotted) return dayOf(dotted[2], dotted[1], dotted[0])
  const slashed = parts(SLASHED)
  if (slashed) return dayFirst ? dayOf(slashed[2], slashed[1], slashed[0]) : dayOf(slashed[2], slashed[0], slashed[1])
  const named = parts(DAY_NAME)
  if (named) return dayOf(named[2], monthOf(named[1]), named[0])
  const after = parts(NAME_DAY)
  if (after) return dayOf(after[2], monthOf(after[0]), after[1])
  const month = parts(NAME_YEAR)
  if (month) return dayOf(month[1], monthOf(month[0]), '1')
  if (!ISO.test(text)) return null
  const local = /[T ]/.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
  const value = Date.parse(local ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isFinite(value) ? value : null
}

const monthOf = (name = '') => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

function dayOf(year = '', month = '', day = ''): number | null {
  const value = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(value)
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? value : null
}
