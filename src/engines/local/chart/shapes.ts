import { ChartRefused } from '../../../forms/chart'
import { tidy } from './cells'
import { readCsv, separatorOf } from './csv'

/** Columns as they were found, before anything is known of their values. */
export interface Raw {
  shape: string
  columns: { name: string; values: unknown[]; made?: boolean }[]
  notes: string[]
  /** Stated p values of pairs of names: "A vs B" -> 0.01. */
  pairs?: { pair: [string, string]; p: number }[]
  /** Words that came with the data. */
  title?: string
  xTitle?: string
  yTitle?: string
  /** The columns named here are one measure under several names. */
  wide?: string[]
}

type Json = Record<string, unknown>

const MOST_ROWS = 100_000
const MOST_COLUMNS = 500

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  value === null ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const scalars = (value: unknown): value is unknown[] => isList(value) && value.every(isScalar)

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

const EMPTY: Raw = { shape: 'empty', columns: [], notes: [] }

function shapeOf(value: unknown, depth: number): Raw {
  if (depth > 6)
    throw new ChartRefused('data_json is nested deeper than any form of data that can be drawn.')
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number')
    return { shape: 'number', columns: [column('value', [value], true)], notes: [] }
  if (isList(value)) return list(value, depth)
  if (isObject(value)) return object(value, depth)
  return EMPTY
}

const column = (name: string, values: unknown[], made = false) => ({
  name: tidy(name) || 'value',
  values,
  ...(made ? { made } : {}),
})

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

/** Lists in a list: a header with rows, pairs, samples of unequal length, or a matrix. */
function lists(value: unknown[][]): Raw {
  const [head = [], ...body] = value
  const equal = value.every((row) => row.length === head.length)
  if (
    equal &&
    body.length > 0 &&
    head.every((cell) => typeof cell === 'string' && !isNumeric(cell)) &&
    body.some((row) => row.some((cell) => typeof cell === 'number'))
  ) {
    if (!body.every((row) => row.every((cell) => typeof cell === 'string'))) {
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
    }
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

function samples(entries: readonly (readonly [string, unknown[]])[]): Raw {
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

function matrix(
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
function records(value: Json[], depth: number): Raw {
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

const own = (each: Json, name: string): unknown => (Object.hasOwn(each, name) ? each[name] : null)

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

const WRAPPERS = [
  'data',
  'records',
  'rows',
  'values',
  'items',
  'results',
  'table',
  'csv',
  'points',
  'dataset',
  'observations',
]
const DECORATIONS = new Set([
  'title',
  'name',
  'description',
  'unit',
  'units',
  'xlabel',
  'ylabel',
  'x_label',
  'y_label',
  'x_title',
  'y_title',
  'caption',
  'source',
  'type',
  'chart',
  'chart_type',
  'metadata',
  'meta',
  'p_values',
  'pvalues',
  'significance',
  'note',
  'notes',
])

function object(value: Json, depth: number): Raw {
  const found = objectShape(value, depth)
  const word = (...names: string[]) =>
    names.map((name) => own(value, name)).find((each): each is string => typeof each === 'string')
  const pairs = pairsOf(
    own(value, 'p_values') ?? own(value, 'pvalues') ?? own(value, 'significance'),
  )
  const [title, xTitle, yTitle] = [
    word('title'),
    word('xlabel', 'x_label', 'x_title'),
    word('ylabel', 'y_label', 'y_title'),
  ]
  return {
    ...found,
    ...(pairs.length > 0 ? { pairs } : {}),
    ...(title && found.shape !== 'map' ? { title: tidy(title) } : {}),
    ...(xTitle ? { xTitle: tidy(xTitle) } : {}),
    ...(yTitle ? { yTitle: tidy(yTitle) } : {}),
  }
}

function pairsOf(value: unknown): NonNullable<Raw['pairs']> {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, p]) => {
    const [one, two] = name.split(/\s*(?:\bvs\.?\b|\bversus\b|\||:|,|\/)\s*/i)
    return one && two && typeof p === 'number' && p >= 0 && p <= 1
      ? [{ pair: [tidy(one), tidy(two)] as [string, string], p }]
      : []
  })
}

function objectShape(value: Json, depth: number): Raw {
  const keys = Object.keys(value).filter((key) => !DECORATIONS.has(key.toLowerCase()))
  const labels = own(value, 'labels') ?? own(value, 'categories')
  const datasets = own(value, 'datasets') ?? own(value, 'series')
  if (isList(datasets) && datasets.length > 0 && datasets.every(isObject))
    return series(datasets, scalars(labels) ? labels : argumentOf(value))
  if (isObject(datasets))
    return series(
      Object.entries(datasets).map(([name, values]) => ({ name, values })),
      scalars(labels) ? labels : argumentOf(value),
    )
  const grid =
    own(value, 'matrix') ??
    own(value, 'z') ??
    own(value, 'confusion_matrix') ??
    (keys.length > 1 ? own(value, 'values') : undefined) ??
    (isList(labels) || has(value, 'rows') || has(value, 'columns') ? own(value, 'data') : undefined)
  if (isList(grid) && grid.length > 0 && grid.every(isList)) {
    const pick = (...names: string[]) => names.map((name) => own(value, name)).find(scalars)
    const down = pick(
      'rows',
      'row_labels',
      'index',
      'y',
      'ylabels',
      'y_labels',
      'labels',
      'classes',
      'class_names',
      'names',
    )
    const across = pick(
      'columns',
      'cols',
      'column_labels',
      'col_labels',
      'x',
      'xlabels',
      'x_labels',
    )
    if (
      has(value, 'columns') &&
      !has(value, 'rows') &&
      !has(value, 'index') &&
      scalars(own(value, 'columns')) &&
      !has(value, 'labels') &&
      !has(value, 'matrix')
    ) {
      const names = own(value, 'columns')
      if (
        isList(names) &&
        grid.every((row) => row.length === names.length) &&
        grid.some((row) => row.some((cell) => typeof cell === 'string'))
      )
        return {
          shape: 'split table',
          columns: names.map((name, i) =>
            column(
              String(name),
              grid.map((row) => row[i]),
            ),
          ),
          notes: [],
        }
    }
    return matrix(grid, down, across)
  }
  const only = keys.length === 1 ? keys[0] : undefined
  const wrapper = WRAPPERS.find(
    (name) =>
      has(value, name) && (typeof value[name] === 'object' || typeof value[name] === 'string'),
  )
  if (
    wrapper !== undefined &&
    (only === wrapper || keys.every((key) => key === wrapper || isScalar(value[key])))
  )
    return shapeOf(value[wrapper], depth + 1)
  if (scalars(labels) && scalars(own(value, 'values')))
    return columnsOf({ category: labels, value: own(value, 'values') }, ['category', 'value'])
  return plainObject(value, keys, depth)
}

const has = (value: Json, name: string): boolean => Object.hasOwn(value, name)

const ARGUMENTS = [
  'x',
  'labels',
  'categories',
  'time',
  'dates',
  'date',
  'epoch',
  'epochs',
  'steps',
  'step',
  't',
  'index',
  'years',
  'year',
]

function argumentOf(value: Json): unknown[] | undefined {
  const name = ARGUMENTS.find((each) => scalars(own(value, each)))
  return name === undefined ? undefined : (own(value, name) as unknown[])
}

function argumentName(value: Json): string {
  return ARGUMENTS.find((each) => scalars(own(value, each))) ?? 'x'
}

/** `{labels, datasets}` and `{x, series}`: one argument, several named lists. */
function series(list: readonly Json[], labels: unknown[] | undefined): Raw {
  const named = list.map((each, i) => {
    const values =
      ['data', 'values', 'y', 'points'].map((name) => own(each, name)).find(isList) ?? []
    const name = ['label', 'name', 'series', 'title', 'id']
      .map((key) => own(each, key))
      .find((key) => typeof key === 'string' || typeof key === 'number')
    return {
      name: String(name ?? `Series ${i + 1}`),
      values,
      x: scalars(own(each, 'x')) ? (own(each, 'x') as unknown[]) : labels,
      each,
    }
  })
  const companions = [
    'lower',
    'upper',
    'lo',
    'hi',
    'std',
    'error',
    'err',
    'sem',
    'se',
    'sd',
    'ci_low',
    'ci_high',
    'yerr',
    'errors',
  ].filter((key) => named.some(({ each }) => isList(own(each, key))))
  const rows = named.flatMap(({ name, values, x, each }) =>
    values.map((cell, i) => {
      const point = isObject(cell)
        ? cell
        : isList(cell)
          ? { x: cell[0], y: cell[1] }
          : { x: x?.[i] ?? i + 1, y: cell }
      return {
        series: name,
        x: own(point, 'x') ?? x?.[i] ?? i + 1,
        y: own(point, 'y') ?? own(point, 'value'),
        extra: companions.map((key) => {
          const found = own(each, key)
          return isList(found) ? found[i] : null
        }),
      }
    }),
  )
  const category = labels?.some((label) => typeof label === 'string') === true
  return {
    shape: 'series',
    columns: [
      column(
        category ? 'category' : 'x',
        rows.map(({ x }) => x),
        true,
      ),
      column(
        'series',
        rows.map((row) => row.series),
        true,
      ),
      column(
        'value',
        rows.map(({ y }) => y),
        true,
      ),
      ...companions.map((key, k) =>
        column(
          key,
          rows.map(({ extra }) => extra[k]),
        ),
      ),
    ],
    notes: [],
  }
}

function columnsOf(value: Json, keys: readonly string[]): Raw {
  return {
    shape: 'columns',
    columns: keys.map((key) => column(key, value[key] as unknown[])),
    notes: [],
  }
}

function plainObject(value: Json, keys: readonly string[], depth: number): Raw {
  const inside = keys.map((key) => value[key])
  if (keys.length === 0) return EMPTY
  if (inside.every(isScalar)) {
    return {
      shape: 'map',
      columns: [column('category', [...keys], true), column('value', inside, true)],
      notes: [],
    }
  }
  if (inside.every((each) => scalars(each))) return listsByName(value, keys)
  if (inside.every(isObject)) return nested(value, keys, depth)
  const arrays = keys.filter((key) => scalars(value[key]))
  if (arrays.length > 0 && keys.every((key) => isScalar(value[key]) || scalars(value[key])))
    return listsByName(value, arrays)
  const argument = argumentOf(value)
  const rest = keys.filter((key) => key !== argumentName(value))
  if (argument && rest.every((key) => isObject(value[key]))) {
    return series(
      rest.map((name) => ({ name, ...(value[name] as Json) })),
      argument,
    )
  }
  const matrixKey = keys.find(
    (key) => isList(value[key]) && (value[key] as unknown[]).every(isList),
  )
  if (matrixKey !== undefined) return { ...shapeOf(value[matrixKey], depth + 1) }
  const recordKey = keys.find(
    (key) => isList(value[key]) && (value[key] as unknown[]).every(isObject),
  )
  if (recordKey !== undefined) return shapeOf(value[recordKey], depth + 1)
  throw new ChartRefused(
    `data_json has no form that can be drawn: its members are ${keys.slice(0, 6).join(', ')}. Give records, columns, or names with numbers.`,
  )
}

/** Lists of equal length with an argument or names among them are columns; lists of numbers alone may be samples. */
function listsByName(value: Json, keys: readonly string[]): Raw {
  const lists = keys.map((key) => value[key] as unknown[])
  const equal = lists.every((list) => list.length === lists[0]?.length)
  if (!equal) return samples(keys.map((key) => [tidy(key), value[key] as unknown[]]))
  return columnsOf(value, keys)
}

/** Maps in a map: names with metrics, names with lists, names with names. */
function nested(value: Json, keys: readonly string[], depth: number): Raw {
  const inner = keys.map((key) => value[key] as Json)
  const names = [...new Set(inner.flatMap((each) => Object.keys(each)))]
  if (inner.every((each) => Object.values(each).every(isScalar))) {
    const wide = names.filter((name) => inner.some((each) => typeof own(each, name) === 'number'))
    return {
      shape: 'nested',
      columns: [
        column('category', [...keys], true),
        ...names.map((name) =>
          column(
            name,
            inner.map((each) => own(each, name)),
          ),
        ),
      ],
      notes: [],
      wide: wide.map(tidy),
    }
  }
  if (inner.every((each) => Object.values(each).every((list) => scalars(list)))) {
    const aligned = inner.every((each) => {
      const lists = Object.values(each) as unknown[][]
      return lists.every((list) => list.length === lists[0]?.length)
    })
    const same = inner.every((each) => names.every((name) => has(each, name)))
    if (aligned && same && names.length > 1) {
      const lengths = inner.map((each) => (each[names[0] ?? ''] as unknown[]).length)
      return {
        shape: 'nested columns',
        columns: [
          column(
            'series',
            keys.flatMap((key, i) => new Array(lengths[i]).fill(key)),
            true,
          ),
          ...names.map((name) =>
            column(
              name,
              inner.flatMap((each) => each[name] as unknown[]),
            ),
          ),
        ],
        notes: [],
      }
    }
    const rows = keys.flatMap((key) =>
      Object.entries(value[key] as Json).flatMap(([name, list]) =>
        (list as unknown[]).map((cell) => ({ key, name, cell })),
      ),
    )
    return {
      shape: 'nested samples',
      columns: [
        column(
          'category',
          rows.map(({ key }) => key),
          true,
        ),
        column(
          'group',
          rows.map(({ name }) => name),
          true,
        ),
        column(
          'value',
          rows.map(({ cell }) => cell),
          true,
        ),
      ],
      notes: [],
    }
  }
  if (inner.every((each) => Object.values(each).every(isObject)) && depth < 3) {
    const rows = keys.flatMap((key) =>
      Object.entries(value[key] as Json).map(([name, cells]) => ({
        category: key,
        group: name,
        ...(cells as Json),
      })),
    )
    return { ...records(rows, depth + 1), shape: 'nested records' }
  }
  return {
    ...records(
      keys.map((key) => ({ category: key, ...(value[key] as Json) })),
      depth + 1,
    ),
    shape: 'nested records',
  }
}
