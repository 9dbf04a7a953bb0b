import type { Cell, Field, Table } from '../../forms/chart'
import { fenced, inParts, numbered, oneLine } from './material'

/** Rows of a table that are shown where rows may leave. */
const MOST_ROWS = 24
/** Of these the first of the table. */
const FIRST = 10
/** Characters of all of them. */
const MOST_SAMPLE = 12_000
/** Different values of a column of words that are shown where rows may leave. */
const MOST_VALUES = 40
/** Characters of one value. */
const MOST_CELL = 80
/** Columns that are told one by one. */
export const MOST_COLUMNS = 200

/**
 * An intent and what may be told of a table. Without `sendRows` no value of a column of words is in it, but for those
 * that the intent itself has.
 */
export function chartRequest(intent: string, table: Table, sendRows: boolean): string {
  return inParts(
    fenced('INTENT', numbered(intent)),
    fenced('TABLE', columnLines(table, sendRows).join('\n')),
    ...namedValues(intent, table, sendRows),
    sendRows && fenced('ROWS', sampleOf(table).join('\n')),
  )
}

const lengthOf = ({ fields }: Table) => fields[0]?.values.length ?? 0

function columnLines(table: Table, sendRows: boolean): string[] {
  const shown = table.fields.slice(0, MOST_COLUMNS)
  const more = table.fields.length - shown.length
  return [
    `- ${lengthOf(table)} rows`,
    ...shown.map((field) => columnLine(field, sendRows)),
    ...(more > 0 ? [`- and ${more} columns more, which cannot be used`] : []),
  ]
}

function columnLine(field: Field, sendRows: boolean): string {
  const { name, values, unit, of, role } = field
  const present = values.filter((cell) => cell !== null)
  const distinct = new Set(present).size
  const lost = values.length - present.length
  const facts = [
    kindOf(field),
    ...rangeOf(field, present),
    `${distinct} different`,
    ...(lost > 0 ? [`${lost} missing`] : []),
    ...(unit ? [`unit ${unit}`] : []),
    ...(of === undefined ? [] : [`${COMPANIONS[role] ?? 'belongs to'} ${JSON.stringify(of)}`]),
    ...(sendRows && isWords(field) ? [valuesOf(present)] : []),
  ]
  return `- ${JSON.stringify(name)}: ${facts.join(', ')}`
}

const COMPANIONS: Readonly<Partial<Record<Field['role'], string>>> = {
  lower: 'may be the lower end of an interval around',
  upper: 'may be the upper end of an interval around',
  error: 'may be a symmetric error of',
  p: 'may be the p value of',
  weight: 'may be the weight of',
}

function kindOf({ role, whole, logical }: Field): string {
  if (logical) return 'true or false'
  if (role === 'category' || role === 'ordinal') return 'words'
  return role === 'time' ? 'time' : whole ? 'whole numbers' : 'numbers'
}

/** Columns of words hold what a client wrote. */
export const isWords = ({ role, logical }: Field) =>
  (role === 'category' || role === 'ordinal') && !logical

function rangeOf({ role }: Field, present: readonly Cell[]): string[] {
  const numbers = present.filter((cell) => typeof cell === 'number')
  if (numbers.length === 0) return []
  const ends = [Math.min, Math.max].map((of) => numbers.reduce((a, b) => of(a, b)))
  const written = ends.map((end) => (role === 'time' ? dateOf(end) : String(end)))
  return [`${written.join(' to ')}`]
}

const dateOf = (ms: number) => new Date(ms).toISOString().replace('T00:00:00.000Z', '')

function valuesOf(present: readonly Cell[]): string {
  const values = [...new Set(present)]
  const shown = values.slice(0, MOST_VALUES).map((cell) => JSON.stringify(clipped(cell)))
  return `${values.length > shown.length ? 'among them' : 'which are'} ${shown.join(' | ')}`
}

const clipped = (cell: Cell): Cell =>
  typeof cell === 'string' ? oneLine(cell).slice(0, MOST_CELL) : cell

/** Values of columns of words that the intent has itself: the model learns whose they are. */
function namedValues(intent: string, { fields }: Table, sendRows: boolean): string[] {
  if (sendRows) return []
  const said = ` ${intent.toLowerCase()} `
  const lines = fields.filter(isWords).flatMap(({ name, values }) =>
    [...new Set(values)].flatMap((cell) => {
      const word = String(cell ?? '').trim()
      return word.length > 0 && word.length <= MOST_CELL && hasWord(said, word.toLowerCase())
        ? [`- ${JSON.stringify(word)} is a value of ${JSON.stringify(name)}`]
        : []
    }),
  )
  const shown = lines.slice(0, MOST_VALUES)
  return shown.length > 0 ? [fenced('NAMED', shown.join('\n'))] : []
}

/** Whether a text has a word that no letter or digit goes on. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

/** Rows from all parts of a table, each as a list in the order of its columns. */
function sampleOf(table: Table): string[] {
  const length = lengthOf(table)
  const count = Math.min(length, MOST_ROWS)
  const fields = table.fields.slice(0, MOST_COLUMNS)
  const lines: string[] = []
  let characters = 0
  for (let i = 0; i < count; i++) {
    // The first ones show their order, the others lie evenly among the rest.
    const row =
      i < FIRST ? i : FIRST + Math.floor(((i - FIRST) * (length - FIRST)) / (count - FIRST))
    const cells = fields.map(({ values, role }) => {
      const cell = values[row] ?? null
      return role === 'time' && typeof cell === 'number' ? dateOf(cell) : clipped(cell)
    })
    const line = `- row ${row + 1}: ${JSON.stringify(cells)}`
    characters += line.length
    if (characters > MOST_SAMPLE) break
    lines.push(line)
  }
  return lines
}
