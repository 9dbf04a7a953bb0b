/** What charts on plain axes share: the values that clauses name, the names along an axis, the rows without a place. */
import type { Field } from '../../../../forms/chart'
import { sentence } from '../data/field-titles'
import { type Casting, isCounting } from './cast'
import { isName, type Json, quoted, refuse, titled } from './draft'
import { foldable, yearly } from './fold'
import { nameChannel } from './parts'

export const swapped = (channel: 'x' | 'y'): 'x' | 'y' => (channel === 'x' ? 'y' : 'x')

/** Columns without units that differ: they may be one measure, each under the name of its series. */
const sameMeasure = (fields: readonly Field[]): boolean =>
  new Set(fields.map((field) => /\(([^()]*)\)$/.exec(titled(field) ?? '')?.[1] ?? field.unit ?? ''))
    .size === 1

/** Values of one or more columns that the clauses name; several become one with a name for each. `side`: columns side by side may be series. */
export function valuesOf(
  casting: Casting,
  dims: readonly Field[],
  what: string,
  side = false,
): { value: Field; key?: Field } {
  const { asked } = casting
  casting.certain('y')
  casting.certain('loose')
  const taken = new Set(dims.map(({ name }) => name))
  const said = [
    ...new Set([
      ...casting.said('y'),
      ...casting.said('loose', (field) => !isName(field) && field.role !== 'time'),
    ]),
  ].filter(
    ({ name, of, role }) =>
      !taken.has(name) && (of === undefined || role === 'p' || asked.spread === undefined),
  )
  const [only, ...more] = said
  if (only && more.length === 0) return { value: casting.number(only) }
  for (const field of dims) casting.use(field)
  if (only) {
    const apart = casting.apart(said)
    if (apart) refuse(`It is not said what the column ${JSON.stringify(apart.name)} is to show.`)
    if (!sameMeasure(said))
      refuse(
        `The columns ${quoted(said.map(({ name }) => name))} are in different units; ask for two axes, or for one of them.`,
      )
    return told(casting.fold(said, ''))
  }
  const all = casting.numbers()
  const [first] = casting.table.fields
  const counting = all.length > 2 && first && all[0] === first && isCounting(first)
  const free = counting ? all.slice(1) : all
  if (counting)
    casting.table.notes.push(
      `The column ${JSON.stringify(first.name)} counts the rows and is not drawn.`,
    )
  const years = yearly(free)
  if (years.length > 1 && years.length === free.length) return casting.fold(years, '')
  const parts =
    asked.stack !== undefined ||
    asked.roles.color.some(({ fields }) => fields.length === 0) ||
    asked.roles.by.some(({ fields }) => fields.length === 0)
  const wide =
    free.length > 1 &&
    sameMeasure(free) &&
    (side || (casting.table.shape === 'columns' && casting.names().length === 0))
  if (wide)
    casting.table.notes.push(
      `The columns ${quoted(free.map(({ name }) => name))} are drawn as series of one measure.`,
    )
  if (free.length > 1 && (foldable(free) || parts || wide)) {
    const [key = ''] = casting.words('color', 'by')
    casting.settled.add(key)
    return told(casting.fold(free, /^[\p{L} ]{1,24}$/u.test(key) ? key : ''))
  }
  return { value: casting.onlyNumber(what) }
}

/** Repeats of one measure have no names that tell them apart. */
const told = ({ key, value }: { key: Field; value: Field }): { value: Field; key?: Field } =>
  new Set(key.values).size > 1 ? { key, value } : { value }

/** Names along an axis; where the data do not say what they are, the clauses may. */
export function named(casting: Casting, field: Field, list: readonly string[]): Json {
  const words = casting.called(field, 'by', 'x')
  return { ...nameChannel(field, list), ...(words === undefined ? {} : { title: sentence(words) }) }
}

/** The column as it is in the table now. */
export const fresh = ({ table }: Casting, field: Field | undefined): Field | undefined =>
  field && table.fields.find(({ name }) => name === field.name)

export function topicOf(casting: Casting, value: Field): { topic?: string } {
  const topic = casting.called(value, 'y', 'loose')
  return topic === undefined ? {} : { topic }
}

/** Rows that lack a number and so have no place. */
export function missing(
  { table }: Casting,
  fields: readonly Field[],
  so = 'they are left out',
): string[] {
  const length = table.fields[0]?.values.length ?? 0
  const out = Array.from({ length }, (_, i) => i).filter((i) =>
    fields.some(({ values }) => values[i] === null),
  ).length
  return out > 0 ? [`${out} of ${length} rows lack a value; ${so}.`] : []
}
