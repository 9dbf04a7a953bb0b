import { ChartRefused } from '../../../forms/chart'
import { tidy } from './cells'
import {
  column,
  EMPTY,
  isList,
  isObject,
  isScalar,
  type Json,
  matrix,
  own,
  type Raw,
  records,
  samples,
  scalars,
  shapeOf,
} from './shapes'

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

export function object(value: Json, depth: number): Raw {
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

export const has = (value: Json, name: string): boolean => Object.hasOwn(value, name)

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
export function nested(value: Json, keys: readonly string[], depth: number): Raw {
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
