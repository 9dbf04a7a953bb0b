/** Data of any known form as columns, before anything is known of their values. */
import { ChartRefused } from '../../../../forms/chart'
import { isObject, type Json } from '../../../../forms/json'
import { tidy } from './cells'

export interface Raw {
  shape: string
  columns: { name: string; values: unknown[]; made?: boolean }[]
  notes: string[]
  /** Of a text of separated values. */
  separator?: string
}

/** The most that one chart is drawn from. */
const MOST_ROWS = 100_000
const MOST_COLUMNS = 500
const TOO_DEEP = 'data_json is nested deeper than any form of data that can be drawn.'

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'
const scalars = (value: unknown): value is unknown[] => isList(value) && value.every(isScalar)
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  value === null ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
const own = (each: Json, name: string): unknown => (Object.hasOwn(each, name) ? each[name] : null)
const firstOf = (value: Json, names: string, test: (each: unknown) => boolean): unknown =>
  names
    .split(' ')
    .map((name) => own(value, name))
    .find(test)

/** Columns by their names; those of `made` are named by the reader itself. */
function columnsOf(
  shape: string,
  names: readonly string[],
  valuesOf: (name: string, i: number) => unknown[],
  made: readonly string[] = [],
): Raw {
  if (names.length > MOST_COLUMNS)
    throw new ChartRefused(`data_json has ${names.length} columns; ${MOST_COLUMNS} are the most.`)
  const columns = names.map((name, i) => ({
    // Vega reads a backslash as the beginning of an escape.
    name: tidy(name).replaceAll('\\', '/') || (i === 0 ? 'category' : 'value'),
    values: valuesOf(name, i),
    ...(made.includes(name) || tidy(name) === '' ? { made: true } : {}),
  }))
  return { shape, columns, notes: [] }
}

const rowsOf = (shape: string, rows: readonly Json[], made: readonly string[] = []): Raw => {
  const names = [...new Set([...made, ...rows.flatMap((row) => Object.keys(row))])]
  return columnsOf(shape, names, (name) => rows.map((row) => own(row, name)), made)
}

/**
 * Tells the form of the data and brings it into columns.
 * @throws ChartRefused where no form fits, nothing is in it, or it is too large
 */
export function readShape(value: unknown): Raw {
  const raw = shapeOf(value, 0)
  const rows = raw.columns[0]?.values.length ?? 0
  if (rows === 0)
    throw new ChartRefused(
      'data_json holds no data: give records, columns, lists of numbers or names with numbers.',
    )
  if (rows > MOST_ROWS) throw tooMany(rows)
  return raw
}

const tooMany = (rows: number) =>
  new ChartRefused(
    `data_json has ${rows} rows; ${MOST_ROWS} are the most. Aggregate or sample the data.`,
  )

function shapeOf(value: unknown, depth: number): Raw {
  if (depth > 6) throw new ChartRefused(TOO_DEEP)
  if (typeof value === 'string') return separated(value)
  if (typeof value === 'number') return list([value])
  if (isList(value)) return list(value)
  return isObject(value) ? object(value, depth) : list([])
}

function list(value: unknown[]): Raw {
  if (value.length > 0 && value.every(isList)) return lists(value)
  if (value.length > 0 && value.every(isObject)) return records(value)
  if (!value.every(isScalar))
    throw new ChartRefused('data_json mixes numbers, lists and records in one list; give one kind.')
  const [shape, name] = value.every(isNumeric) ? ['numbers', 'value'] : ['names', 'category']
  const rows = value.map((each) => ({ [name]: each }))
  return rowsOf(shape, rows, [name])
}

/** Lists in a list: a header with rows, pairs, samples of unequal length, or a matrix. */
function lists(value: unknown[][]): Raw {
  const [head = [], ...body] = value
  const isEqual = value.every((row) => row.length === head.length)
  if (isEqual && isHeader(head, body))
    return columnsOf('table', head.map(String), (_, i) => body.map((row) => row[i]))
  if (isEqual && head.length === 2 && value.length > 2) {
    const isNamed = value.some(([first]) => typeof first === 'string' && !isNumeric(first))
    const [first, second] = isNamed ? ['category', 'value'] : ['x', 'y']
    const rows = value.map(([one, two]) => ({ [first]: one, [second]: two }))
    return rowsOf('pairs', rows, [first, second])
  }
  if (!isEqual) return samples(value.map((each, i) => [`Sample ${i + 1}`, each]))
  return matrix(value)
}

/** Names above rows: words, below which some column holds hardly any. */
function isHeader(head: readonly unknown[], body: readonly unknown[][]): boolean {
  const isWord = (cell: unknown) => typeof cell === 'string' && !/^\W*\d/.test(cell)
  const isTitle = (cell: unknown) =>
    (typeof cell === 'string' && !isNumeric(cell)) ||
    cell === '' ||
    /^(?:19|20)\d\d$/.test(String(cell))
  if (body.length === 0 || !head.every(isTitle) || !head.some(isWord)) return false
  return head.some((_, i) => body.filter((row) => !isWord(row[i])).length > body.length / 2)
}

function samples(entries: readonly (readonly [string, unknown[]])[]): Raw {
  const rows = entries.flatMap(([group, values]) => values.map((value) => ({ group, value })))
  const empty = entries.filter(([, values]) => values.length === 0).length
  const notes = empty > 0 ? [`${empty} empty samples were left out.`] : []
  return { ...rowsOf('samples', rows, ['group', 'value']), notes }
}

function matrix(
  rows: readonly unknown[][],
  rowNames?: readonly unknown[],
  columnNames?: readonly unknown[],
): Raw {
  const width = Math.max(...rows.map((row) => row.length))
  const across = columnNames ?? (rows.length === width ? rowNames : undefined)
  const cells = rows.flatMap((row, i) =>
    row.map((value, k) => ({
      row: String(rowNames?.[i] ?? i + 1),
      column: String(across?.[k] ?? k + 1),
      value,
    })),
  )
  return rowsOf('matrix', cells, ['row', 'column', 'value'])
}

/** Records may hold records, whose members become columns of their own, and lists, which become rows. */
function records(value: readonly Json[], made: readonly string[] = []): Raw {
  const flat = value.map((each) => flattened(each))
  const lengths = flat.map((each) =>
    Math.max(1, ...Object.values(each).map((cell) => (isList(cell) ? cell.length : 1))),
  )
  const count = lengths.reduce((all, each) => all + each, 0)
  if (count > MOST_ROWS) throw tooMany(count)
  const hasLists = flat.some((each) => Object.values(each).some(isList))
  if (!hasLists) return rowsOf('records', flat, made)
  const rows = flat.flatMap((each, i) =>
    Array.from({ length: lengths[i] ?? 1 }, (_, k) =>
      Object.fromEntries(
        Object.entries(each).map(([name, cell]) => [name, isList(cell) ? cell[k] : cell]),
      ),
    ),
  )
  return rowsOf('records of lists', rows, made)
}

/** A record without records inside, whose members have names of both, joined by `sign`. */
export function flattened(each: Json, sign = ' ', prefix = '', depth = 0): Json {
  if (depth > 3) throw new ChartRefused(TOO_DEEP)
  const found: Json = Object.create(null)
  for (const [name, value] of Object.entries(each)) {
    const full = prefix === '' ? name : `${prefix}${sign}${name}`
    if (isObject(value)) Object.assign(found, flattened(value, sign, full, depth + 1))
    else found[full] = value
  }
  return found
}

const WRAPPERS =
  'data records rows values items results table csv points dataset observations'.split(' ')
const DECORATION =
  /^(?:title|name|description|units?|[xy]_?(?:label|title)|caption|source|type|chart|chart_type|meta(?:data)?|p_?values|significance|notes?)$/i
const ARGUMENTS = 'x labels categories time dates date epoch epochs steps step t index years year'
const GRIDS = 'matrix z confusion_matrix confusion'
const ROW_NAMES = 'rows row_labels index y ylabels y_labels labels classes class_names names'
const COLUMN_NAMES = 'columns cols column_labels col_labels x xlabels x_labels'

function object(value: Json, depth: number): Raw {
  const keys = Object.keys(value).filter((key) => !DECORATION.test(key))
  const labels = own(value, 'labels') ?? own(value, 'categories')
  const argument = scalars(labels) ? labels : firstOf(value, ARGUMENTS, scalars)
  const datasets = own(value, 'datasets') ?? own(value, 'series')
  const named = isObject(datasets)
    ? Object.entries(datasets).map(([name, values]) => ({ name, values }))
    : datasets
  if (isList(named) && named.length > 0 && named.every(isObject))
    return series(named, argument as unknown[] | undefined)
  const isLabelled = isList(labels) || own(value, 'rows') !== null || own(value, 'columns') !== null
  const grid = firstOf(
    value,
    `${GRIDS}${keys.length > 1 ? ' values' : ''}${isLabelled ? ' data' : ''}`,
    (each) => each !== null,
  )
  if (isList(grid) && grid.length > 0 && grid.every(isList)) return gridded(value, grid)
  const wrapper = WRAPPERS.find((name) => /^[os]/.test(typeof (own(value, name) ?? 0)))
  if (wrapper && keys.every((key) => key === wrapper || isScalar(value[key])))
    return shapeOf(value[wrapper], depth + 1)
  const inside = keys.map((key) => value[key])
  const [only] = inside
  // One name around samples says nothing of them.
  if (keys.length === 1 && isObject(only) && Object.values(only).every(isList))
    return shapeOf(only, depth + 1)
  const values = own(value, 'values')
  if (scalars(labels) && scalars(values)) {
    const rows = labels.map((category, i) => ({ category, value: values[i] }))
    return rowsOf('columns', rows, ['category', 'value'])
  }
  if (inside.every(isScalar)) {
    const rows = keys.map((category) => ({ category, value: value[category] }))
    return rowsOf('map', rows, ['category', 'value'])
  }
  if (inside.every(isObject)) return nested(keys, inside)
  const arrays = keys.filter((key) => scalars(value[key]))
  if (arrays.length > 0 && inside.every((each) => isScalar(each) || scalars(each))) {
    // Lists of equal length are columns, others samples.
    const all = arrays.map((key) => value[key] as unknown[])
    return all.every(({ length }) => length === all[0]?.length)
      ? columnsOf('columns', arrays, (_, i) => all[i] ?? [])
      : samples(arrays.map((key, i) => [tidy(key), all[i] ?? []]))
  }
  const rows = inside.find((each) => isList(each) && each.every(isObject))
  if (rows !== undefined) return shapeOf(rows, depth + 1)
  throw new ChartRefused(
    `data_json has no form that can be drawn: its members are ${keys.slice(0, 6).join(', ')}. Give records, columns, or names with numbers.`,
  )
}

function gridded(value: Json, grid: unknown[][]): Raw {
  const columns = firstOf(value, COLUMN_NAMES, scalars) as unknown[] | undefined
  const isMatrix = ['rows', 'labels', 'matrix'].some((name) => Object.hasOwn(value, name))
  const isTable =
    !isMatrix &&
    columns?.length === grid[0]?.length &&
    grid.flat().some((cell) => typeof cell === 'string')
  if (isTable && columns)
    return columnsOf('split table', columns.map(String), (_, i) => grid.map((row) => row[i]))
  return matrix(grid, firstOf(value, ROW_NAMES, scalars) as unknown[] | undefined, columns)
}

/** Maps in a map: names with metrics, names with lists, names with names. */
function nested(keys: readonly string[], inner: readonly Json[]): Raw {
  const every = (test: (one: unknown) => boolean) =>
    inner.every((each) => Object.values(each).every(test))
  /** A key beside what it has, which may be called the same. */
  const beside = (name: string, key: string, each: Json) => ({
    [Object.hasOwn(each, name) ? `${name} ` : name]: key,
    ...each,
  })
  const under = (name: string) => keys.map((key, i) => beside(name, key, inner[i] ?? {}))
  if (every(isScalar)) return rowsOf('nested', under('category'), ['category'])
  const [first = {}] = inner
  const isAligned = (each: Json) => {
    const lengths = new Set(Object.values(each).map((one) => isList(one) && one.length))
    return lengths.size === 1 && Object.keys(each).join() === Object.keys(first).join()
  }
  const isColumns = Object.keys(first).length > 1 && inner.every(isAligned)
  if (isColumns || !(every(scalars) || every(isObject))) {
    const name = isColumns ? 'series' : 'category'
    return records(under(name), [name])
  }
  const rows = keys.flatMap((category, i) =>
    Object.entries(inner[i] ?? {}).map(([group, value]) => ({
      ...{ category, group },
      ...(isObject(value) ? value : { value }),
    })),
  )
  return records(rows, ['category', 'group', 'value'])
}

/** Lists of a series that are not its values. */
const BESIDE = 'lower upper lo hi std error err sem se sd ci_low ci_high yerr errors'.split(' ')

/** `{labels, datasets}` and `{x, series}`: one argument, several named lists. */
function series(all: readonly Json[], labels: unknown[] | undefined): Raw {
  const place = labels?.some((label) => typeof label === 'string') ? 'category' : 'x'
  const rows = all.flatMap((each, i) => {
    const lists = Object.entries(each).filter(([, one]) => isList(one)) as [string, unknown[]][]
    const companions = lists.filter(([key]) => BESIDE.includes(key))
    const other = lists.find(([key]) => key !== 'x' && !BESIDE.includes(key))?.[1]
    const values = (firstOf(each, 'data values y points', isList) ?? other ?? []) as unknown[]
    const isName = (one: unknown) => typeof one === 'string' || typeof one === 'number'
    const name = String(firstOf(each, 'label name series title id', isName) ?? `Series ${i + 1}`)
    const argument = lists.find(([key]) => key === 'x')?.[1] ?? labels
    return values.map((cell, k): Json => {
      const point = isObject(cell) ? cell : isList(cell) ? { x: cell[0], y: cell[1] } : { y: cell }
      return {
        [place]: own(point, 'x') ?? argument?.[k] ?? k + 1,
        series: name,
        value: own(point, 'y') ?? own(point, 'value'),
        ...Object.fromEntries(companions.map(([key, cells]) => [key, cells[k]])),
      }
    })
  })
  return rowsOf('series', rows, [place, 'series', 'value'])
}

/** A text of separated values (RFC 4180, line feeds inside quotes excepted): two or more lines with the same separator. */
function separated(text: string): Raw {
  const lines = text
    .trim()
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  const isSame = (sign: string) => {
    const counts = lines.slice(0, 20).map((line) => cellsOf(line, sign).length)
    return (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0])
  }
  const separator = lines.length > 1 ? [',', '\t', ';', '|', ' '].find(isSame) : undefined
  const [title = '', ...cells] = lines
  if (separator === undefined && cells.length > 1 && !isNumeric(title) && cells.every(isNumeric))
    return columnsOf('csv', [title.trim()], () => cells)
  if (separator === undefined)
    throw new ChartRefused(
      'data_json is a text that is no table: send JSON data, or CSV with a header row.',
    )
  const [head = [], ...body] = lines.map((line) => cellsOf(line, separator))
  if (!head.some((cell) => cell !== '' && !isNumeric(cell))) return matrix([head, ...body])
  const names = head.map((name, i) => name || `column ${i + 1}`)
  return { ...columnsOf('csv', names, (_, i) => body.map((row) => row[i] ?? null)), separator }
}

function cellsOf(line: string, separator: string): string[] {
  const sign = RegExp.escape(separator)
  const cell = new RegExp(`${sign} *(?:"((?:[^"]|"")*)"|([^${sign}]*))`, 'g')
  return [...`${separator}${line}`.matchAll(cell)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
}
