/** What columns are, as far as it decides where they stand. */
import type { Field, Table } from '../../../forms/chart'

export const isName = ({ role }: Field) => role === 'category' || role === 'ordinal'
export const isAmount = ({ role, logical }: Field) =>
  (role === 'number' || role === 'p' || role === 'weight') && !logical
export const numbersOf = ({ values }: Field): number[] =>
  values.filter((cell) => typeof cell === 'number')
const kept = new WeakMap<object, Map<string, unknown>>()
/** What is asked of a column or a table again and again, reckoned once. */
export function once<T>(of: object, what: string, reckon: () => T): T {
  const own = kept.get(of) ?? new Map<string, unknown>()
  kept.set(of, own)
  if (!own.has(what)) own.set(what, reckon())
  return own.get(what) as T
}

export const distinct = (field: Field) =>
  once(field, 'distinct', () => [...new Set(field.values.filter((cell) => cell !== null))])
export const isUnique = (field: Field) => distinct(field).length === field.values.length

const ALONG =
  /(?:^|[_\s])(?:x|t|time|date|day|week|month|quarter|year|jahr|zeit|hour|minute|second|epoch|step|iteration|iter|round|generation|cycle|dose|conc(?:entration)?|depth|distance|age|frequency|nodes|threads|workers|k|n)s?(?:$|[_\s(])/i

/** Numbers that others run along: years, epochs, doses; evenly spaced and rising ones. */
export const runs = (field: Field): boolean =>
  once(field, 'runs', () => {
    const list = [...new Set(numbersOf(field))]
    const steps = list.slice(1).map((value, i) => Number((value - (list[i] ?? 0)).toPrecision(6)))
    if (!isAmount(field) || steps.length === 0 || steps.some((step) => step < 0)) return false
    // Weeks 1, 2 and 3 side by side are measures.
    const isNamed = ALONG.test(field.name) && !/\d$/.test(field.name)
    return isNamed || (steps.length > 2 && new Set(steps).size === 1)
  })

/** Columns side by side that are years, doses or the like. */
export const isWide = (list: readonly Field[]) =>
  list.length > 1 && list.every(({ name }) => /^\D?\d+(?:\.\d+)?$/.test(name))

/** Two values that say what was true or happened. */
export const isTruth = (field: Field) =>
  distinct(field).length === 2 &&
  (isName(field) || distinct(field).every((value) => value === 0 || value === 1))

/** The most rows at one place. */
export function crowd(
  table: Table,
  keys: readonly (Field | undefined)[],
  value: Field | undefined,
): number {
  const fields = keys.filter((field) => field !== undefined)
  return once(table, JSON.stringify([...fields, value].map((field) => field?.name)), () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < (table.fields[0]?.values.length ?? 0); i++) {
      if (value && value.values[i] === null) continue
      const key = fields.map((field) => field.values[i] ?? '').join('\u0001')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return Math.max(0, ...counts.values())
  })
}

const REPEAT =
  /(?:^|[_\s])(?:participant|subject|subj|patient|animal|mouse|rep|repl|replicates?|repeat|fold|seed|no|nr|index|id|#)\.?$/i
/** Numbers that count repeats or rows: 1, 2, 3 in any order. */
export function isRepeat(field: Field, isNamed = true): boolean {
  if (!field.whole) return false
  const first = once(field, 'count', () => {
    const list = distinct(field)
      .map(Number)
      .sort((a, b) => a - b)
    return list.every((value, i) => value === (list[0] ?? 0) + i) ? list[0] : undefined
  })
  const isRow = !isNamed && (first === 0 || first === 1) && isUnique(field)
  return first !== undefined && (REPEAT.test(field.name) || isRow)
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

/** The first column of a few names. */
export const groupsIn = (list: readonly Field[], most = 10) =>
  list.find((field) => {
    const count = distinct(field).length
    return isName(field) && count > 1 && count <= most && !isUnique(field)
  })

/** A table that says of each amount with which one of the others it may be compared. */
export function withLike(table: Table): Table {
  const amounts = table.fields.filter(isAmount)
  const fields = table.fields.map((field) => {
    const like = amounts.find((first) => alike([first, field], false).length > 1)?.name
    return isAmount(field) && like ? { ...field, like } : field
  })
  return { ...table, fields }
}

/** Amounts that may stand on one axis: of the unit and, where they are compared by length, of the size of the first. */
export function alike(list: readonly Field[], isFar: boolean): Field[] {
  const size = (field: Field) =>
    once(
      field,
      'size',
      () => numbersOf(field).reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1,
    )
  return list.filter((field, _, [first = field]) => {
    const ratio = size(field) / size(first)
    return (isFar || (ratio < 30 && ratio > 1 / 30)) && field.unit === first.unit
  })
}
