import type { Field, Table } from '../../../../forms/chart'
import { nameWords } from '../data/field-titles'
import type { Wish } from '../words/wish'
import { isArgument, mentioned, named, namesIn, rises } from './context'

/**
 * "train vs val accuracy per epoch" sets two columns side by side where "weight vs height" sets one against the other:
 * the two share a word of their names and something else runs, or the rows have a name each and are said to.
 */
export function withCompared(wish: Wish, fields: readonly Field[]): Wish {
  const { said } = wish
  const numbers = fields.filter(({ role }) => role === 'number')
  const [one, two] = [named(said.y, numbers), named(said.x, numbers)]
  if (!wish.versus || wish.mark?.mark === 'point' || !one || !two || one === two) return wish
  const others = fields.filter((field) => field !== one && field !== two)
  const words = nameWords(two.name)
  const akin = nameWords(one.name).some((word) => word.length > 2 && words.includes(word))
  const runs = others.some(
    (field) =>
      field.role === 'time' || (field.role === 'number' && (isArgument(field) || rises(field))),
  )
  const alone = others.some(
    (field) => field.role === 'category' && namesIn(field).length === field.values.length,
  )
  const bars = wish.mark?.mark === 'bar'
  if (!((akin && (runs || alone)) || (bars && alone))) return wish
  const { x: _x, color, ...rest } = said
  return {
    ...wish,
    versus: false,
    said: { ...rest, y: `${said.y} and ${said.x}`, ...(color ? { x: color } : {}) },
  }
}

/** p values are stars beside other values, unless the intent wants them drawn as such. */
export function withShownP(table: Table, wish: Wish, intent: string): Table {
  const said = [wish.said.x, wish.said.y].join(' ')
  const shown = table.fields.filter(
    (field) =>
      field.role === 'p' &&
      !/\bstars?\b|\basterisks?\b|\bsignifican(?:t|ce)\b/i.test(intent) &&
      (named(said, [field]) !== undefined ||
        (wish.mark?.mark === 'point' && mentioned(intent, [field]).length > 0)),
  )
  if (shown.length === 0) return table
  return {
    ...table,
    fields: table.fields.map((field) => {
      const { of: _, ...own } = field
      return shown.includes(field) ? { ...own, role: 'number' as const } : field
    }),
  }
}
