import type { Cell, Field, Table } from '../../../../forms/chart'
import { isObject } from '../../../../forms/json'
import { withTitle } from './names'
import { flattened } from './shapes'

/**
 * Records as the table that a specification names: columns and values as they were sent, nested records as columns
 * `a.b`. Undefined for any other form of data.
 */
export function recordsAsGiven(data: unknown): Table | undefined {
  const list = isObject(data) ? [data.values, data.data].find(Array.isArray) : data
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return undefined
  const rows = list.map((row) => flattened(row, '.'))
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const fields = names.map((name): Field => {
    const given = rows.map((row) => row[name])
    const values = given.map(cellOf)
    const present = given.filter((_, i) => values[i] !== null)
    const areAll = (type: string) =>
      present.length > 0 && present.every((cell) => typeof cell === type)
    const whole =
      areAll('number') && values.every((cell) => cell === null || Number.isInteger(cell))
    const logical = areAll('boolean')
    return withTitle({
      ...{ name, role: areAll('number') ? 'number' : 'category', whole, values },
      ...(logical ? { logical } : {}),
    })
  })
  return { shape: 'records', fields, notes: [] }
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}
