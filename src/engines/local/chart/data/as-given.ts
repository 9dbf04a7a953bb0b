import type { Cell, Field, Table } from '../../../../forms/chart'
import { isObject } from './raw'

/**
 * Records as the table that a specification names: columns and values as they were sent, nested records as columns
 * `a.b`. Undefined for any other form of data.
 */
export function recordsAsGiven(data: unknown): Table | undefined {
  const rows = listIn(data)
  if (!rows?.every(isObject) || rows.length === 0) return undefined
  const columns = new Map<string, Cell[]>()
  let logical = new Set<string>()
  rows.forEach((row, at) => {
    for (const [name, value] of entriesOf(row, '')) {
      let cells = columns.get(name)
      if (!cells) columns.set(name, (cells = new Array<Cell>(rows.length).fill(null)))
      if (typeof value === 'boolean') logical.add(name)
      cells[at] = cellOf(value)
    }
  })
  logical = new Set([...logical].filter((name) => columns.get(name)?.every((cell) => cell === null || cell === 'true' || cell === 'false')))
  const fields = [...columns].map(([name, values]): Field => {
    const numbers = values.filter((cell) => cell !== null)
    const number = numbers.length > 0 && numbers.every((cell) => typeof cell === 'number')
    return {
      name,
      role: number ? 'number' : 'category',
      whole: number && numbers.every(Number.isInteger),
      ...(logical.has(name) ? { logical: true } : {}),
      values,
    }
  })
  return { shape: 'records', fields, notes: [] }
}

function listIn(data: unknown): unknown[] | undefined {
  if (Array.isArray(data)) return data
  if (!isObject(data)) return undefined
  const [inner] = ['values', 'data'].flatMap((name) => (Array.isArray(data[name]) ? [data[name]] : []))
  return inner
}

/** Records inside records as paths; lists are no values of a column. */
function entriesOf(row: Readonly<Record<string, unknown>>, above: string, depth = 0): [string, unknown][] {
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
