/** Data of any known form as columns, before anything is known of their values. */
import { ChartRefused } from '../../../../forms/chart'
import { tidy } from './cells'

export interface Raw {
  shape: string
  columns: { name: string; values: unknown[]; made?: boolean }[]
  notes: string[]
  /** Of a text of separated values. */
  separator?: string
}

type Json = Record<string, unknown>

/** The most that one chart is drawn from. */
const MOST_ROWS = 100_000
const MOST_COLUMNS = 500
const TOO_DEEP = 'data_json is nested deeper than any form of data that can be drawn.'

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
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

const column = (name: string, values: unknown[], made = false) => ({
  name: tidy(name) || 'value',
  values,
  ...(made ? { made } : {}),
})
/** Columns that the reader names itself. */
const made = (shape: string, columns: Readonly<Record<string, unknown[]>>): Raw => ({
  ...{ shape, notes: [] },
  columns: Object.entries(columns).map(([name, values]) => column(name, values, true)),
})
const named = (
  shape: string,
  names: readonly string[],
  of: (name: string, i: number) => unknown[],
): Raw => ({
  ...{ shape, notes: [] },
  columns: names.map((name, i) => column(name, of(name, i))),
})

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
  if (rows > MOST_ROWS)
    throw new ChartRefused(
      `data_json has ${rows} rows; ${MOST_ROWS} are the most. Aggregate or sample the data.`,
    )
  if (raw.columns.length > MOST_COLUMNS)
    throw new ChartRefused(
      `data_json has ${raw.columns.length} columns; ${MOST_COLUMNS} are the most.`,
    )
  return raw
}

function shapeOf(value: unknown, depth: number): Raw {
  if (depth > 6) throw new ChartRefused(TOO_DEEP)
  if (typeof value === 'string') return separated(value)
  if (typeof value === 'number') return made('number', { value: [value] })
  if (isList(value)) return list(value, depth)
  return isObject(value) ? object(value, depth) : made('empty', {})
}

function list(value: unknown[], depth: number): Raw {
  if (value.length > 0 && value.every(isList)) return lists(value)
  if (value.length > 0 && value.every(isObject)) return records(value, depth)
  if (value.every(isNumeric)) return made('numbers', { value })
  if (value.every(isScalar)) return made('names', { category: value })
  throw new ChartRefused('data_json mixes numbers, lists and records in one list; give one kind.')
}

/** Lists in a list: a header with rows, pairs, samples of unequal length, or a matrix. */
function lists(value: unknown[][]): Raw {
  const [head = [], ...body] = value
  const isEqual = value.every((row) => row.length === head.length)
  if (isEqual && isHeader(head, body))
    return named('table', head.map(String), (_, i) => body.map((row) => row[i]))
  if (isEqual && head.length === 2 && value.length > 2) {
    const isNamed = value.some(([first]) => typeof first === 'string' && !isNumeric(first))
    const [first, second] = isNamed ? ['category', 'value'] : ['x', 'y']
    return made('pairs', {
      [first]: value.map(([one]) => one),
      [second]: value.map(([, two]) => two),
    })
  }
  if (!isEqual || head.length > 24 * value.length)
    return samples(value.map((each, i) => [`Sample ${i + 1}`, each]))
  return matrix(value)
}

/** Names above rows: words, below which some column holds hardly any. */
function isHeader(head: readonly unknown[], body: readonly unknown[][]): boolean {
  const isWord = (cell: unknown) => typeof cell === 'string' && !/^\W*\d/.test(cell)
  const isTitle = (cell: unknown) => isWord(cell) || /^(?:19|20)\d\d$/.test(String(cell))
  if (body.length === 0 || !head.every(isTitle) || !head.some(isWord)) return false
  return head.some((_, i) => body.filter((row) => !isWord(row[i])).length > body.length / 2)
}

function samples(entries: readonly (readonly [string, unknown[]])[]): Raw {
  const filled = entries.filter(([, values]) => values.length > 0)
  const raw = made('samples', {
    group: filled.flatMap(([name, values]) => values.map(() => name)),
    value: filled.flatMap(([, values]) => values),
  })
  const empty = entries.length - filled.length
  return empty > 0 ? { ...raw, notes: [`${empty} empty samples were left out.`] } : raw
}

function matrix(
  rows: readonly unknown[][],
  rowNames?: readonly unknown[],
  columnNames?: readonly unknown[],
): Raw {
  const width = Math.max(...rows.map((row) => row.length))
  const across = columnNames ?? (rows.length === width ? rowNames : undefined)
  const cells = rows.flatMap((row, i) =>
    row.map(
      (cell, k) => [String(rowNames?.[i] ?? i + 1), String(across?.[k] ?? k + 1), cell] as const,
    ),
  )
  return made('matrix', {
    row: cells.map(([row]) => row),
    column: cells.map(([, each]) => each),
    value: cells.map(([, , cell]) => cell),
  })
}

/** Records may hold records, whose members become columns of their own, and lists, which become rows. */
function records(value: Json[], depth: number, shape = 'records'): Raw {
  const flat = value.map((each) => flattened(each))
  const names = [...new Set(flat.flatMap((each) => Object.keys(each)))]
  if (names.length > MOST_COLUMNS)
    throw new ChartRefused(`data_json has ${names.length} columns; ${MOST_COLUMNS} are the most.`)
  const listed = names.filter((name) => flat.some((each) => isList(own(each, name))))
  if (listed.length === 0 || depth > 2)
    return named(shape, names, (name) => flat.map((each) => own(each, name)))
  const lengthOf = (cell: unknown) => (isList(cell) ? cell.length : 1)
  const lengths = flat.map((each) =>
    Math.max(1, ...listed.map((name) => lengthOf(own(each, name)))),
  )
  if (lengths.reduce((all, each) => all + each, 0) > MOST_ROWS)
    throw new ChartRefused(
      `data_json has more than ${MOST_ROWS} rows. Aggregate or sample the data.`,
    )
  const spread = (cell: unknown, length: number) =>
    Array.from({ length }, (_, k) => (isList(cell) ? (cell[k] ?? null) : cell))
  return named('records of lists', names, (name) =>
    flat.flatMap((each, i) => spread(own(each, name), lengths[i] ?? 1)),
  )
}

function flattened(each: Json, prefix = '', depth = 0): Json {
  if (depth > 3) throw new ChartRefused(TOO_DEEP)
  const found: Json = Object.create(null)
  for (const [name, value] of Object.entries(each)) {
    const full = prefix === '' ? name : `${prefix} ${name}`
    if (isObject(value)) Object.assign(found, flattened(value, full, depth + 1))
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
  const read = (inside: unknown) => shapeOf(inside, depth + 1)
  const keys = Object.keys(value).filter((key) => !DECORATION.test(key))
  const labels = own(value, 'labels') ?? own(value, 'categories')
  const argument = scalars(labels)
    ? labels
    : (firstOf(value, ARGUMENTS, scalars) as unknown[] | undefined)
  const datasets = own(value, 'datasets') ?? own(value, 'series')
  if (isList(datasets) && datasets.length > 0 && datasets.every(isObject))
    return series(datasets, argument)
  if (isObject(datasets))
    return series(
      Object.entries(datasets).map(([name, values]) => ({ name, values })),
      argument,
    )
  const isLabelled = isList(labels) || own(value, 'rows') !== null || own(value, 'columns') !== null
  const grid = firstOf(
    value,
    `${GRIDS}${keys.length > 1 ? ' values' : ''}${isLabelled ? ' data' : ''}`,
    (each) => each !== null,
  )
  if (isList(grid) && grid.length > 0 && grid.every(isList)) return gridded(value, grid)
  const wrapper = WRAPPERS.find(
    (name) => ['object', 'string'].includes(typeof own(value, name)) && own(value, name) !== null,
  )
  if (wrapper && keys.every((key) => key === wrapper || isScalar(value[key])))
    return read(value[wrapper])
  const inside = keys.length === 1 ? value[keys[0] ?? ''] : undefined
  // One name around samples says nothing of them.
  if (isObject(inside) && Object.values(inside).every(isList)) return read(inside)
  const values = own(value, 'values')
  if (scalars(labels) && scalars(values))
    return made('columns', { category: labels, value: values })
  return plain(value, keys, argument, depth, read)
}

function gridded(value: Json, grid: unknown[][]): Raw {
  const [rows, columns, names] = [
    firstOf(value, ROW_NAMES, scalars),
    firstOf(value, COLUMN_NAMES, scalars),
    own(value, 'columns'),
  ]
  const isMatrix = ['rows', 'labels', 'matrix'].some((name) => Object.hasOwn(value, name))
  const isTable =
    !isMatrix &&
    scalars(names) &&
    grid.every((row) => row.length === names.length) &&
    grid.flat().some((cell) => typeof cell === 'string')
  if (isTable) return named('split table', names.map(String), (_, i) => grid.map((row) => row[i]))
  return matrix(grid, rows as unknown[] | undefined, columns as unknown[] | undefined)
}

function plain(
  value: Json,
  keys: readonly string[],
  argument: unknown[] | undefined,
  depth: number,
  read: (inside: unknown) => Raw,
): Raw {
  const inside = keys.map((key) => value[key])
  if (keys.length === 0) return made('empty', {})
  if (inside.every(isScalar)) return made('map', { category: [...keys], value: inside })
  if (inside.every(isObject)) return nested(keys, inside, depth)
  const arrays = keys.filter((key) => scalars(value[key]))
  if (arrays.length > 0 && inside.every((each) => isScalar(each) || scalars(each))) {
    // Lists of equal length are columns, others samples.
    const of = (key: string) => value[key] as unknown[]
    const isEqual = arrays.every((key) => of(key).length === of(arrays[0] ?? '').length)
    return isEqual
      ? named('columns', arrays, of)
      : samples(arrays.map((key) => [tidy(key), of(key)]))
  }
  const rest = keys.filter((key) => value[key] !== argument)
  if (argument && rest.every((key) => isObject(value[key])))
    return series(
      rest.map((name) => ({ name, ...(value[name] as Json) })),
      argument,
    )
  const grid = inside.find((each): each is unknown[][] => isList(each) && each.every(isList))
  if (grid) {
    const sides = inside.filter(scalars)
    const rows = sides.find(({ length }) => length === grid.length)
    const columns = sides.find((each) => each !== rows && each.length === grid[0]?.length)
    return rows && columns ? matrix(grid, rows, columns) : read(grid)
  }
  const rows = inside.find((each) => isList(each) && each.every(isObject))
  if (rows !== undefined) return read(rows)
  throw new ChartRefused(
    `data_json has no form that can be drawn: its members are ${keys.slice(0, 6).join(', ')}. Give records, columns, or names with numbers.`,
  )
}

/** Maps in a map: names with metrics, names with lists, names with names. */
function nested(keys: readonly string[], inner: readonly Json[], depth: number): Raw {
  const every = (test: (one: unknown) => boolean) =>
    inner.every((each) => Object.values(each).every(test))
  const all = [...new Set(inner.flatMap((each) => Object.keys(each)))]
  // JSON gives names that are whole numbers first: they stand by size.
  const names = all.every((name) => /^\d+$/.test(name))
    ? all.sort((a, b) => Number(a) - Number(b))
    : all
  const key = (name: string, values: unknown[]) => column(name, values, true)
  if (every(isScalar))
    return {
      shape: 'nested',
      notes: [],
      columns: [
        key('category', [...keys]),
        ...named('', names, (name) => inner.map((each) => own(each, name))).columns,
      ],
    }
  const lists = (each: Json) => Object.values(each) as unknown[][]
  if (every(scalars)) {
    const isAligned =
      names.length > 1 &&
      inner.every(
        (each) =>
          names.every((name) => Object.hasOwn(each, name)) &&
          lists(each).every(({ length }) => length === lists(each)[0]?.length),
      )
    const series = keys.flatMap((each, i) => (lists(inner[i] ?? {})[0] ?? []).map(() => each))
    if (isAligned)
      return {
        shape: 'nested columns',
        notes: [],
        columns: [
          key('series', series),
          ...named('', names, (name) => inner.flatMap((each) => each[name] as unknown[])).columns,
        ],
      }
    const rows = keys.flatMap((category, i) =>
      Object.entries(inner[i] ?? {}).flatMap(([group, list]) =>
        (list as unknown[]).map((value) => ({ category, group, value })),
      ),
    )
    return made('nested samples', {
      category: rows.map(({ category }) => category),
      group: rows.map(({ group }) => group),
      value: rows.map(({ value }) => value),
    })
  }
  const rows =
    every(isObject) && depth < 3
      ? keys.flatMap((category, i) =>
          Object.entries(inner[i] ?? {}).map(([group, cells]) => ({
            category,
            group,
            ...(cells as Json),
          })),
        )
      : keys.map((category, i) => ({ category, ...inner[i] }))
  return records(rows, depth + 1, 'nested records')
}

/** Lists of a series that are not its values. */
const BESIDE = 'lower upper lo hi std error err sem se sd ci_low ci_high yerr errors'.split(' ')

/** `{labels, datasets}` and `{x, series}`: one argument, several named lists. */
function series(all: readonly Json[], labels: unknown[] | undefined): Raw {
  const companions = BESIDE.filter((key) => all.some((each) => isList(own(each, key))))
  const rows = all.flatMap((each, i) => {
    const other = Object.entries(each).find(
      ([key, one]) => isList(one) && key !== 'x' && !BESIDE.includes(key),
    )?.[1]
    const values = (firstOf(each, 'data values y points', isList) ?? other ?? []) as unknown[]
    const name = firstOf(
      each,
      'label name series title id',
      (key) => typeof key === 'string' || typeof key === 'number',
    )
    const argument = scalars(own(each, 'x')) ? (own(each, 'x') as unknown[]) : labels
    return values.map((cell, k) => {
      const point = isObject(cell) ? cell : isList(cell) ? { x: cell[0], y: cell[1] } : { y: cell }
      const beside = companions.map((key) =>
        isList(own(each, key)) ? (own(each, key) as unknown[])[k] : null,
      )
      return {
        name: String(name ?? `Series ${i + 1}`),
        x: own(point, 'x') ?? argument?.[k] ?? k + 1,
        y: own(point, 'y') ?? own(point, 'value'),
        beside,
      }
    })
  })
  const place = labels?.some((label) => typeof label === 'string') ? 'category' : 'x'
  const raw = made('series', {
    [place]: rows.map(({ x }) => x),
    series: rows.map(({ name }) => name),
    value: rows.map(({ y }) => y),
  })
  return {
    ...raw,
    columns: [
      ...raw.columns,
      ...companions.map((key, k) =>
        column(
          key,
          rows.map(({ beside }) => beside[k]),
        ),
      ),
    ],
  }
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
  const separator = lines.length > 1 ? [',', '\t', ';', '|'].find(isSame) : undefined
  if (separator === undefined)
    throw new ChartRefused(
      'data_json is a text that is no table: send JSON data, or CSV with a header row.',
    )
  const [head = [], ...body] = lines.map((line) => cellsOf(line, separator))
  if (!head.some((cell) => cell !== '' && !isNumeric(cell))) return matrix([head, ...body])
  const names = head.map((name, i) => name || `column ${i + 1}`)
  return { ...named('csv', names, (_, i) => body.map((row) => row[i] ?? null)), separator }
}

function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]
    if (isQuoted && sign === '"' && line[i + 1] === '"') {
      cell += '"'
      i++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}
