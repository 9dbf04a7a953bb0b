import type { Cell, Field, Table } from '../../../../forms/chart'
import { FILLERS } from '../clauses/vocabulary'
import { nameWords, sentence } from '../data/field-titles'
import { isAmount } from './draft'

/** The words that columns have in common and those that tell them apart. */
export function wordsApart(fields: readonly Field[]): { common: string[]; own: string[] } {
  const lists = fields.map(({ name }) => nameWords(name))
  const shared = (lists[0] ?? []).filter((word) => lists.every((list) => list.includes(word)))
  // "In" and "of" make no measure.
  const common = shared.every((word) => FILLERS.has(word) && word.length < 4) ? [] : shared
  const kept = fields.map(({ name }) => {
    const parts = name.replace(/\s*[([][^)\]]*[)\]]\s*$/, '').split(/[\s_]+/)
    return parts.filter((part) => !common.includes(part.toLowerCase())).join(' ') || name
  })
  const bare = kept.map((name) => name.replace(/^y(?=\d{4}$)/i, ''))
  return {
    common,
    own: new Set(bare).size === fields.length ? bare : fields.map(({ name }) => name),
  }
}

/** Columns of numbers that hold one measure under several names: only one word or number tells them apart. */
export function foldable(fields: readonly Field[]): boolean {
  if (fields.length < 2 || !fields.every((field) => isAmount(field))) return false
  const lists = fields.map(({ name }) => nameWords(name))
  const { common } = wordsApart(fields)
  return (
    lists.every((list) => list.length - common.length <= 1) &&
    (common.length > 0 || fields.every(({ name }) => /^\D{0,2}\d+/.test(name)))
  )
}

/** Columns whose headings are years: one measure over time, whatever it is called. */
export const yearly = (fields: readonly Field[]): Field[] =>
  fields.filter(({ name }) => /^(?:y|yr|year)?[ _]?(?:1[5-9]|20)\d\d$/i.test(name.trim()))

/** The table with columns side by side as rows: a column of their headings and one of their numbers, errors beside. */
export function folded(
  table: Table,
  fields: readonly Field[],
  key: string,
  asWritten = false,
): { table: Table; key: Field; value: Field; labels: string[] } {
  const { common, own: bare } = wordsApart(fields)
  const others = table.fields.filter(
    (field) =>
      !fields.includes(field) &&
      !(field.of !== undefined && fields.some(({ name }) => name === field.of)),
  )
  const length = table.fields[0]?.values.length ?? 0
  const spread = (values: readonly Cell[]) => fields.flatMap(() => values)
  const plain = !asWritten && bare.every((name) => /^[a-z][a-z_]*$/.test(name))
  const own = plain ? bare.map(sentence) : bare
  const numbers = own.map((name) => Number(name))
  const years = yearly(fields).length === fields.length
  const numeric = years || (numbers.every(Number.isFinite) && own.every((name) => /^\d/.test(name)))
  const taken = new Set(others.map(({ name }) => name))
  const free = (name: string) => {
    let found = name
    while (taken.has(found)) found = `${found} `
    taken.add(found)
    return found
  }
  const keyField: Field = {
    name: free(key || (years ? 'year' : 'series')),
    role: numeric ? 'number' : 'category',
    whole: numeric,
    made: !years && key === '',
    values: fields.flatMap((_, i) =>
      Array.from({ length }, () => (numeric ? Number(own[i]?.replace(/\D/g, '')) : (own[i] ?? ''))),
    ),
  }
  const units = new Set(fields.map(({ unit }) => unit))
  const [unit] = units
  const stem = common.join(' ')
  const value: Field = {
    name: free(stem === '' ? 'value' : stem),
    role: 'number',
    whole: fields.every(({ whole }) => whole),
    made: stem === '',
    ...(units.size === 1 && unit !== undefined ? { unit } : {}),
    values: fields.flatMap(({ values }) => values),
  }
  const companions = (['error', 'lower', 'upper'] as const).flatMap((role): Field[] => {
    const list = fields.map(({ name }) =>
      table.fields.find((field) => field.of === name && field.role === role),
    )
    if (list.some((field) => field === undefined)) return []
    const names = wordsApart(list.filter((field) => field !== undefined)).common.join(' ') || role
    return [
      {
        name: free(names),
        role,
        whole: false,
        of: value.name,
        values: list.flatMap((field) => field?.values ?? []),
      },
    ]
  })
  const kept = others.map((field) => ({ ...field, values: spread(field.values) }))
  return {
    table: { ...table, fields: [...kept, keyField, value, ...companions] },
    key: keyField,
    value,
    labels: own,
  }
}
