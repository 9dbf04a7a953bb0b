/** What columns are, as far as it decides where they stand. */
import type { Field, Table } from '../../../forms/chart'
import { fieldTitle } from './table/names'

export const isName = ({ role }: Field) => role === 'category' || role === 'ordinal'
export const isAmount = ({ role, logical }: Field) =>
  (role === 'number' || role === 'p' || role === 'weight') && !logical
export const numbersOf = ({ values }: Field): number[] =>
  values.filter((cell) => typeof cell === 'number')
export const distinct = ({ values }: Field) => [...new Set(values.filter((cell) => cell !== null))]
export const isUnique = (field: Field) => distinct(field).length === field.values.length

const ALONG =
  /(?:^|[_\s])(?:x|t|time|date|day|week|month|quarter|year|jahr|zeit|hour|minute|second|epoch|step|iteration|iter|round|generation|cycle|dose|conc(?:entration)?|depth|distance|age|frequency|nodes|threads|workers|k|n)s?(?:$|[_\s(])/i

/** Numbers that others run along: years, epochs, doses; evenly spaced and rising ones. */
export function runs(field: Field): boolean {
  const list = [...new Set(numbersOf(field))]
  const steps = list.slice(1).map((value, i) => Number((value - (list[i] ?? 0)).toPrecision(6)))
  if (!isAmount(field) || steps.length === 0 || steps.some((step) => step < 0)) return false
  return ALONG.test(field.name) || (steps.length > 2 && new Set(steps).size === 1)
}

/** Columns side by side that are years, doses or the like. */
export const isWide = (list: readonly Field[]) =>
  list.length > 1 && list.every(({ name }) => /^\D?\d+(?:\.\d+)?$/.test(name))

/** Two values that say what was true or happened. */
export const isTruth = (field: Field) =>
  distinct(field).length === 2 &&
  (isName(field) || numbersOf(field).every((value) => value === 0 || value === 1))

/** The most rows at one place. */
export function crowd(
  { fields }: Table,
  keys: readonly (Field | undefined)[],
  value: Field | undefined,
): number {
  const counts = new Map<string, number>()
  for (let i = 0; i < (fields[0]?.values.length ?? 0); i++) {
    if (value && value.values[i] === null) continue
    const key = JSON.stringify(keys.map((field) => field?.values[i] ?? null))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

const REPEAT =
  /^(?:participant|subject|patient|animal|mouse|rep|repl|replicates?|repeat|fold|seed|no|nr|index|id|#)\.?$/i
/** Numbers that count repeats measure nothing. */
export function isRepeat({ name, whole, values }: Field): boolean {
  const list = [...new Set(values)].map(Number).sort((a, b) => a - b)
  return whole && REPEAT.test(name) && list.every((value, i) => value === (list[0] ?? 0) + i)
}

/** Classes of columns, by the letters of a kind's row. */
const CLASSES: Readonly<Record<string, (field: Field) => boolean>> = {
  T: ({ role }) => role === 'time',
  O: (field) =>
    field.role === 'ordinal' ||
    runs(field) ||
    (field.made === true && isAmount(field) && /^(?:x|category)$/.test(field.name)),
  N: isName,
  A: isAmount,
  P: ({ role, name }) => role === 'p' || /^(?:p|q|padj|fdr)\b|p[._ ]?val|neg.?log/i.test(name),
}
/** The place of the first class that a column is of; -1 where it is of none. */
export const classIn = (field: Field, classes: string) =>
  [...classes].findIndex((name) => CLASSES[name]?.(field))

/** Whether each name of the one column has one name of the other: subjects in groups. */
export function isNested(a: Field, b: Field): boolean {
  const rows = a.values.map((value, i) => JSON.stringify([value, b.values[i]]))
  return new Set(rows).size === Math.max(distinct(a).length, distinct(b).length)
}

/** The first column of a few names. */
export const groupsIn = (list: readonly Field[], most = 10) =>
  list.find((field) => {
    const count = distinct(field).length
    return isName(field) && count > 1 && count <= most && !isUnique(field)
  })

/** The unit in which a column is drawn. */
export const unitOf = (field: Field | undefined): string | undefined =>
  /\(([^()]+)\)$/.exec(fieldTitle(field))?.[1]

/** Amounts that may stand on one axis: of the unit and, where they are compared by length, of the size of the first. */
export function alike(list: readonly Field[], isFar: boolean): Field[] {
  const size = (field: Field) => Math.max(0, ...numbersOf(field).map(Math.abs)) || 1
  return list.filter((field, _, [first = field]) => {
    const ratio = size(field) / size(first)
    return (isFar || (ratio < 30 && ratio > 1 / 30)) && unitOf(field) === unitOf(first)
  })
}
