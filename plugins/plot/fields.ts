import type { ReadSpec } from '../../src/plugin'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Columns that the reader of the data names itself. */
const MADE = ['category', 'value', 'series', 'group', 'row', 'column', 'x', 'y']

/** What of a specification the data do not hold, in a sentence; `data` as they were sent. */
export function unknownIn({ fields, data: own }: ReadSpec, data: unknown): string | undefined {
  for (const { path, values } of own)
    if (!isSame(values, data))
      return `in the specification, ${path}.values is not what data_json holds; no other data are drawn.`
  const names = new Set(MADE)
  collect(data, names)
  for (const { path, field } of fields) {
    const plain = field.replace(/\\/g, '')
    if (
      names.has(plain) ||
      [...names].some((one) => plain.endsWith(` ${one}`) || plain.endsWith(`.${one}`))
    )
      continue
    return `in the specification, ${path} is ${JSON.stringify(field).slice(0, 80)}, which the data do not have; they have ${listed(names)}.`
  }
  return undefined
}

/** Equal to the data, or to the list that they hold. */
function isSame(values: unknown, data: unknown): boolean {
  const inner = isObject(data) ? [data.values, data.data] : []
  return [data, ...inner].some((each) => JSON.stringify(each) === JSON.stringify(values))
}

/** Data without names of their own have those that the reader gives. */
function listed(names: ReadonlySet<string>): string {
  const own = [...names].filter((one) => !MADE.includes(one)).slice(0, 12)
  return (own.length > 0 ? own : MADE).join(', ')
}

/** Every word of the data that may become the name of a column: keys, heads of tables and of CSV. */
function collect(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    const [head = ''] = value.trimStart().split(/\r\n|\n|\r/, 1)
    if (value.includes('\n'))
      for (const name of head.split(/[,;\t|]/)) names.add(name.trim().replace(/^"|"$/g, ''))
  } else if (Array.isArray(value)) {
    const [first] = value
    if (Array.isArray(first))
      for (const name of first) if (typeof name === 'string') names.add(name)
    for (const each of value) if (isObject(each)) collect(each, names)
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      names.add(name)
      if (typeof inner === 'object' || name === 'csv' || name === 'data') collect(inner, names)
      if (name === 'columns' && Array.isArray(inner))
        for (const each of inner) if (typeof each === 'string') names.add(each)
    }
  }
}
