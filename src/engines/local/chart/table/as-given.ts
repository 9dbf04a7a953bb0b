import type { Cell, Field, Table } from '../../../../forms/chart'
import { isObject } from './shapes'

/**
 * Records as the table that a specification names: columns and values as they were sent, nested records as columns
 * `a.b`. Undefined for any other form of data.
 */
export function recordsAsGiven(data: unknown): Table | undefined {
  const rows = listIn(data)
  if (!rows?.every(isObject) || rows.length === 0) return undefined
  const columns = new Map<string, unknown[]>()
  for (const [at, row] of rows.entries())
    for (const [name, value] of entriesOf(row, '')) {
      const cells = columns.get(name) ?? new Array<unknown>(rows.length).fill(null)
      columns.set(name, cells)
      cells[at] = value
    }
  const fields = [...columns].map(([name, given]): Field => {
    const values = given.map(cellOf)
    const present = values.filter((cell) => cell !== null)
    const isNumber = present.length > 0 && present.every((cell) => typeof cell === 'number')
    const isLogical =
      given.some((cell) => typeof cell === 'boolean') &&
      present.every((cell) => cell === 'true' || cell === 'false')
    return {
      name,
      role: isNumber ? 'number' : 'category',
      whole: isNumber && present.every(Number.isInteger),
      ...(isLogical ? { logical: true } : {}),
      values,
    }
  })
  return { shape: 'records', fields, notes: [] }
}

function listIn(data: unknown): unknown[] | undefined {
  if (Array.isArray(data)) return data
  if (!isObject(data)) return undefined
  const [inner] = ['values', 'data'].flatMap((name) =>
    Array.isArray(data[name]) ? [data[name]] : [],
  )
  return inner
}

/** Records inside records as paths; lists are no values of a column. */
function entriesOf(
  row: Readonly<Record<string, unknown>>,
  above: string,
  depth = 0,
): [string, unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    const path = above === '' ? name : `${above}.${name}`
    if (!isObject(value)) return [[path, value]]
    return depth > 3 ? [] : entriesOf(value, path, depth + 1)
  })
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? null : JSON.stringify(value)
}
