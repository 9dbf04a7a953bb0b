import { tidy } from './cells'

/** Columns as they were found, before anything is known of their values. */
export interface Raw {
  shape: string
  columns: { name: string; values: unknown[]; made?: boolean }[]
  notes: string[]
  /** Of a text of separated values. */
  separator?: string
}

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'

export const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  value === null ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

export const isList = (value: unknown): value is unknown[] => Array.isArray(value)

export const scalars = (value: unknown): value is unknown[] =>
  isList(value) && value.every(isScalar)

export const EMPTY: Raw = { shape: 'empty', columns: [], notes: [] }

export const column = (name: string, values: unknown[], made = false) => ({
  name: tidy(name) || 'value',
  values,
  ...(made ? { made } : {}),
})

export const has = (value: Json, name: string): boolean => Object.hasOwn(value, name)

export const own = (each: Json, name: string): unknown =>
  Object.hasOwn(each, name) ? each[name] : null
