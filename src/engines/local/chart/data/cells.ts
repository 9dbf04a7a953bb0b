import type { Cell } from '../../../../forms/chart'

const MISSING =
  /^\s*(?:|-|—|–|n\/?a|nan|none|null|undefined|inf(?:inity)?|-inf(?:inity)?|missing|\?)\s*$/i
const NUMBER = /^\s*[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[-+]?\d+)?\s*%?\s*$/i
const DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/
const SLASHED = /^\d{4}\/\d{1,2}\/\d{1,2}$/
const QUARTER = /^(\d{4})[- ]?Q([1-4])$/i

/** A value as JSON gives it, made a cell: other kinds of numbers than finite ones are missing. */
function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return MISSING.test(value) ? null : tidy(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || value === undefined) return null
  return tidy(JSON.stringify(value).slice(0, 200))
}

/** The cells of a column; among words "none" is one of them: no treatment, no pain. */
export function cellsOf(values: readonly unknown[]): Cell[] {
  const cells = values.map(cellOf)
  const isWord = (cell: Cell) =>
    typeof cell === 'string' && numberOf(cell) === null && momentOf(cell) === null
  if (!values.includes('none') || !cells.some(isWord)) return cells
  if (!cells.every((cell) => cell === null || isWord(cell))) return cells
  return cells.map((cell, i) => (values[i] === 'none' ? 'none' : cell))
}

/** Names of one line and bounded length; what cannot be printed goes. */
export function tidy(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f\u200b\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 2000)
}

/** The number a text stands for, or null: "1,200", "3.4e-5", "12 %". */
export function numberOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  if (cell === null || !NUMBER.test(cell) || !/\d/.test(cell)) return null
  const value = Number(cell.replace(/[,%\s]/g, '').replace('−', '-'))
  return Number.isFinite(value) ? value : null
}

/** The number that words of a sentence write: "1,200", "0,5", "−3"; NaN where they are none. */
export function numberWritten(text: string): number {
  const grouped = text.replace(/,(?=\d{3}(?!\d))/g, '')
  return Number(grouped.replace(',', '.').replace('−', '-'))
}

/** What the texts of moments stand for, where it is longer than a day. */
export function spanOf(cells: readonly Cell[]): 'month' | 'quarter' | undefined {
  const all = (pattern: RegExp) =>
    cells.every((cell) => typeof cell === 'string' && pattern.test(cell))
  if (all(QUARTER)) return 'quarter'
  return all(/^\d{4}-\d{2}$/) ? 'month' : undefined
}

/** Numbers whose spelling says that they are names: "007", and keys such as "1.0". */
export const isSpelled = (cell: Cell, key: boolean): boolean =>
  typeof cell === 'string' &&
  (/^\s*0\d/.test(cell) || (key && /^\d+\.\d*$/.test(cell) && String(Number(cell)) !== cell))

/** The moment a text stands for in milliseconds of UTC, or null: ISO dates, months, quarters. */
export function momentOf(cell: Cell): number | null {
  if (typeof cell !== 'string') return null
  const quarter = QUARTER.exec(cell)
  if (quarter) return Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3, 1)
  if (SLASHED.test(cell)) {
    const [year = 0, month = 1, day = 1] = cell.split('/').map(Number)
    return Date.UTC(year, month - 1, day)
  }
  if (!DATE.test(cell)) return null
  const zoned = /[T ]/.test(cell) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(cell)
  const value = Date.parse(zoned ? `${cell.replace(' ', 'T')}Z` : cell)
  return Number.isFinite(value) ? value : null
}
