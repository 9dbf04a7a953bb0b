import { ChartRefused } from '../../../../forms/chart'
import { readCsv, separatorOf } from './csv'
import { lists, MOST_COLUMNS, MOST_ROWS, matrix, records } from './list-shapes'
import { object } from './object-shapes'
import { column, EMPTY, isList, isNumeric, isObject, isScalar, type Raw } from './raw'

/**
 * Tells the form of the data and brings it into columns.
 * @throws ChartRefused where no form fits, nothing is in it, or it is too large
 */
export function readShape(value: unknown): Raw {
  const raw = shapeOf(value, 0)
  const rows = raw.columns[0]?.values.length ?? 0
  if (raw.columns.length === 0 || rows === 0) {
    throw new ChartRefused(
      'data_json holds no data: give records, columns, lists of numbers or names with numbers.',
    )
  }
  if (rows > MOST_ROWS) {
    throw new ChartRefused(
      `data_json has ${rows} rows; ${MOST_ROWS} are the most. Aggregate or sample the data.`,
    )
  }
  if (raw.columns.length > MOST_COLUMNS) {
    throw new ChartRefused(
      `data_json has ${raw.columns.length} columns; ${MOST_COLUMNS} are the most.`,
    )
  }
  return raw
}

function shapeOf(value: unknown, depth: number): Raw {
  if (depth > 6)
    throw new ChartRefused('data_json is nested deeper than any form of data that can be drawn.')
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number')
    return { shape: 'number', columns: [column('value', [value], true)], notes: [] }
  if (isList(value)) return list(value, depth)
  if (isObject(value)) return object(value, (inside) => shapeOf(inside, depth + 1), depth)
  return EMPTY
}

function text(value: string): Raw {
  const separator = separatorOf(value)
  if (separator === undefined) {
    throw new ChartRefused(
      'data_json is a text that is no table: send JSON data, or CSV with a header row.',
    )
  }
  const rows = readCsv(value, separator)
  const [head = [], ...body] = rows
  const headed = head.some((cell) => cell !== '' && !isNumeric(cell))
  if (!headed) return matrix(rows)
  return {
    shape: 'csv',
    separator,
    columns: head.map((name, i) =>
      column(
        name || `column ${i + 1}`,
        body.map((row) => row[i] ?? null),
      ),
    ),
    notes: [],
  }
}

function list(value: unknown[], depth: number): Raw {
  if (value.length === 0) return EMPTY
  if (value.every(isList)) return lists(value)
  if (value.every(isObject)) return records(value, depth)
  if (value.every(isScalar)) {
    if (value.every(isNumeric))
      return { shape: 'numbers', columns: [column('value', value, true)], notes: [] }
    return { shape: 'names', columns: [column('category', value, true)], notes: [] }
  }
  throw new ChartRefused('data_json mixes numbers, lists and records in one list; give one kind.')
}
