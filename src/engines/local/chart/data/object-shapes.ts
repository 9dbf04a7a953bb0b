import { ChartRefused } from '../../../../forms/chart'
import { tidy } from './cells'
import { nested } from './nested-shapes'
import { argumentName, argumentOf, series } from './series-shapes'
import { matrix, samples } from './list-shapes'
import { column, EMPTY, has, isList, isObject, isScalar, type Json, own, type Raw, scalars } from './raw'

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

/** How what an object holds is read. */
type Inside = (value: unknown) => Raw

/** The form of an object; `depth` is how deep it lies in the data. */
export const object = objectShape

function objectShape(value: Json, read: Inside, depth: number): Raw {
  const keys = Object.keys(value).filter((key) => !DECORATIONS.has(key.toLowerCase()))
  const labels = own(value, 'labels') ?? own(value, 'categories')
  const argument = () => (scalars(labels) ? labels : argumentOf(value))
  const datasets = own(value, 'datasets') ?? own(value, 'series')
  if (isList(datasets) && datasets.length > 0 && datasets.every(isObject))
    return series(datasets, argument())
  if (isObject(datasets))
    return series(
      Object.entries(datasets).map(([name, values]) => ({ name, values })),
      argument(),
    )
  const grid = gridOf(value, keys)
  if (grid) return gridShape(value, grid)
  const only = keys.length === 1 ? keys[0] : undefined
  const wrapper = WRAPPERS.find(
    (name) =>
      has(value, name) && (typeof value[name] === 'object' || typeof value[name] === 'string'),
  )
  if (
    wrapper !== undefined &&
    (only === wrapper || keys.every((key) => key === wrapper || isScalar(value[key])))
  )
    return read(value[wrapper])
  const inside = only === undefined ? undefined : value[only]
  // One name around samples says nothing of them.
  if (isObject(inside) && Object.values(inside).every(isList)) return read(inside)
  if (scalars(labels) && scalars(own(value, 'values')))
    return columnsOf({ category: labels, value: own(value, 'values') }, ['category', 'value'])
  return plainObject(value, keys, read, depth)
}

/** Lists in a list under a name of a matrix. */
function gridOf(value: Json, keys: readonly string[]): unknown[][] | undefined {
  const labelled = isList(own(value, 'labels') ?? own(value, 'categories'))
  const grid =
    own(value, 'matrix') ??
    own(value, 'z') ??
    own(value, 'confusion_matrix') ??
    own(value, 'confusion') ??
    (keys.length > 1 ? own(value, 'values') : undefined) ??
    (labelled || has(value, 'rows') || has(value, 'columns') ? own(value, 'data') : undefined)
  return isList(grid) && grid.length > 0 && grid.every(isList) ? grid : undefined
}

const ROW_NAMES = [
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
]

const COLUMN_NAMES = ['columns', 'cols', 'column_labels', 'col_labels', 'x', 'xlabels', 'x_labels']

function gridShape(value: Json, grid: unknown[][]): Raw {
  const pick = (names: readonly string[]) => names.map((name) => own(value, name)).find(scalars)
  const names = own(value, 'columns')
  const named = ['rows', 'labels', 'matrix'].some((name) => has(value, name))
  const table =
    !named &&
    scalars(names) &&
    grid.every((row) => row.length === names.length) &&
    grid.some((row) => row.some((cell) => typeof cell === 'string'))
  if (!table) return matrix(grid, pick(ROW_NAMES), pick(COLUMN_NAMES))
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

function columnsOf(value: Json, keys: readonly string[]): Raw {
  return {
    shape: 'columns',
    columns: keys.map((key) => column(key, value[key] as unknown[])),
    notes: [],
  }
}

function plainObject(value: Json, keys: readonly string[], read: Inside, depth: number): Raw {
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
  if (matrixKey !== undefined) {
    const grid = value[matrixKey] as unknown[][]
    const lists = keys.flatMap((key) => (scalars(value[key]) ? [value[key] as unknown[]] : []))
    const rows = lists.find(({ length }) => length === grid.length)
    const columns = lists.find((list) => list !== rows && list.length === grid[0]?.length)
    return rows && columns ? matrix(grid, rows, columns) : read(grid)
  }
  const recordKey = keys.find(
    (key) => isList(value[key]) && (value[key] as unknown[]).every(isObject),
  )
  if (recordKey !== undefined) return read(value[recordKey])
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
