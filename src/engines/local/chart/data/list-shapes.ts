import { ChartRefused } from '../../../../forms/chart'
import { column, isList, isNumeric, isObject, type Json, own, type Raw } from './raw'

/** The most that one chart is drawn from. */
export const MOST_ROWS = 100_000
export const MOST_COLUMNS = 500

/** Lists in a list: a header with rows, pairs, samples of unequal length, or a matrix. */
export function lists(value: unknown[][]): Raw {
  const [head = [], ...body] = value
  const equal = value.every((row) => row.length === head.length)
  if (equal && isHeader(head, body))
    return {
      shape: 'table',
      columns: head.map((name, i) =>
        column(
          String(name),
          body.map((row) => row[i]),
        ),
      ),
      notes: [],
    }
  if (equal && head.length === 2 && value.length > 2) {
    const named = value.some(([first]) => typeof first === 'string' && !isNumeric(first))
    return {
      shape: 'pairs',
      columns: [
        column(
          named ? 'category' : 'x',
          value.map(([first]) => first),
          true,
        ),
        column(
          named ? 'value' : 'y',
          value.map(([, second]) => second),
          true,
        ),
      ],
      notes: [],
    }
  }
  if (!equal || head.length > 24 * value.length)
    return samples(value.map((each, i) => [`Sample ${i + 1}`, each]))
  return matrix(value)
}

/** Names above rows: words, below which some column holds hardly any. */
function isHeader(head: readonly unknown[], body: readonly unknown[][]): boolean {
  const word = (cell: unknown) => typeof cell === 'string' && !/^\W*\d/.test(cell)
  if (body.length === 0 || !head.every((cell) => word(cell) || /^(?:19|20)\d\d$/.test(String(cell)))) return false
  if (!head.some(word)) return false
  return head.some((_, i) => body.filter((row) => !word(row[i])).length > body.length / 2)
}

export function samples(entries: readonly (readonly [string, unknown[]])[]): Raw {
  const filled = entries.filter(([, list]) => list.length > 0)
  return {
    shape: 'samples',
    columns: [
      column(
        'group',
        filled.flatMap(([name, list]) => list.map(() => name)),
        true,
      ),
      column(
        'value',
        filled.flatMap(([, list]) => list),
        true,
      ),
    ],
    notes:
      filled.length < entries.length
        ? [`${entries.length - filled.length} empty samples were left out`]
        : [],
  }
}

export function matrix(
  rows: readonly unknown[][],
  rowNames?: readonly unknown[],
  columnNames?: readonly unknown[],
): Raw {
  const width = Math.max(...rows.map((row) => row.length))
  const names = (given: readonly unknown[] | undefined, count: number) =>
    Array.from({ length: count }, (_, i) => String(given?.[i] ?? i + 1))
  const [down, across] = [
    names(rowNames, rows.length),
    names(columnNames ?? (rows.length === width ? rowNames : undefined), width),
  ]
  const cells = rows.flatMap((row, i) =>
    row.map((cell, k) => ({ row: down[i], column: across[k], cell })),
  )
  return {
    shape: 'matrix',
    columns: [
      column(
        'row',
        cells.map(({ row }) => row),
        true,
      ),
      column(
        'column',
        cells.map((each) => each.column),
        true,
      ),
      column(
        'value',
        cells.map(({ cell }) => cell),
        true,
      ),
    ],
    notes: [],
  }
}

/** Records may hold records, whose members become columns of their own, and lists, which become rows. */
export function records(value: Json[], depth: number): Raw {
  const flat = value.map((each) => flattened(each))
  const names = [...new Set(flat.flatMap((each) => Object.keys(each)))]
  if (names.length > MOST_COLUMNS)
    throw new ChartRefused(`data_json has ${names.length} columns; ${MOST_COLUMNS} are the most.`)
  const listed = names.filter((name) => flat.some((each) => isList(own(each, name))))
  if (listed.length > 0 && depth < 3) return spreadLists(flat, names, listed)
  return {
    shape: 'records',
    columns: names.map((name) =>
      column(
        name,
        flat.map((each) => own(each, name)),
      ),
    ),
    notes: [],
  }
}

function flattened(each: Json, prefix = '', depth = 0): Json {
  const found: Json = Object.create(null)
  for (const [name, value] of Object.entries(each)) {
    const full = prefix === '' ? name : `${prefix} ${name}`
    if (isObject(value) && depth >= 3)
      throw new ChartRefused('data_json is nested deeper than any form of data that can be drawn.')
    if (isObject(value))
      for (const [inner, cell] of Object.entries(flattened(value, full, depth + 1)))
        found[inner] = cell
    else found[full] = value
  }
  return found
}

/** `{name: 'A', values: [1, 2]}` gives a row for each value. */
function spreadLists(flat: Json[], names: readonly string[], listed: readonly string[]): Raw {
  const length = (each: Json) =>
    Math.max(
      1,
      ...listed.map((name) => {
        const cell = own(each, name)
        return isList(cell) ? cell.length : 1
      }),
    )
  const lengths = flat.map(length)
  if (lengths.reduce((all, each) => all + each, 0) > MOST_ROWS)
    throw new ChartRefused(
      `data_json has more than ${MOST_ROWS} rows. Aggregate or sample the data.`,
    )
  const columns = names.map((name) =>
    column(
      name,
      flat.flatMap((each, i) => {
        const cell = own(each, name)
        return Array.from({ length: lengths[i] ?? 1 }, (_, k) =>
          isList(cell) ? (cell[k] ?? null) : cell,
        )
      }),
    ),
  )
  return { shape: 'records of lists', columns, notes: [] }
}
