import type { Field, Table } from '../../../../forms/chart'
import { namesIn, stems } from '../choice/context'
import { COLOR } from './colors'
import { wordAt } from './order'

const WITHOUT = String.raw`\b(?:leav(?:e|ing)(?: out| away| off|(?= (?:\p{L}+ ){1,3}(?:out|away|off)\b))|exclud(?:e|es|ed|ing)|except(?:ing)?(?: for)?|without|omit(?:ting)?|ignor(?:e|ing)|drop(?:ping)?|skip(?:ping)?|not (?:counting|including|showing)|remov(?:e|ing)|minus|but not|hide|hiding|other than|apart from)\b`

const ONLY = String.raw`\b(?:restrict(?:ed)? to|limit(?:ed)? to|keep(?:ing)? only|show(?:ing)? only|plot(?:ting)? only|include only|use only|only (?:show|plot|use|include|keep|draw)|only(?= for\b)|just for|only the rows (?:for|of|with))\b`

/** What follows a word up to the end of its clause. */
const after = (text: string, word: string): string[] =>
  [...text.matchAll(new RegExp(`([^.;:,]{0,60})${word}([^.;:]{1,100})`, 'giu'))]
    // "All grey except one" leaves nothing out.
    .filter(
      ([clause]) =>
        !new RegExp(`(?<!\\p{L})(?:${COLOR}|highlight\\p{L}*|emphas\\p{L}*)(?!\\p{L})`, 'iu').test(
          clause,
        ),
    )
    .map((match) => match[2] ?? '')

/** Names at the head of a phrase, however they are joined: "Firefox and Opera, sorted" begins with two. */
function heading(phrase: string, names: readonly string[]): string[] {
  const low = phrase.toLowerCase()
  const places = names
    .map((name) => ({ name, at: wordAt(low, name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((one, two) => one.at - two.at || two.name.length - one.name.length)
  const found: string[] = []
  let end = 0
  for (const { name, at } of places) {
    if (at < end) continue
    const link =
      found.length === 0
        ? /^[\s"]*(?:\p{L}+ ){0,2}"?$/u
        : /^[\s",]*(?:and|or|nor|&|,)?[\s"]*(?:the )?"?$/i
    if (!link.test(low.slice(end, at))) break
    found.push(name)
    end = at + name.length
  }
  return found
}

const only = (table: Table, keep: (row: number) => boolean): Field[] =>
  table.fields.map((field) => ({ ...field, values: field.values.filter((_, row) => keep(row)) }))

/** The table without the names and columns that the intent leaves out, or with nothing but those it asks for. */
export function withRowsNamed(table: Table, text: string): Table {
  const groups = table.fields.filter(({ role }) => role === 'category' || role === 'ordinal')
  const [without, alone] = [after(text, WITHOUT), after(text, ONLY)]
  for (const field of groups) {
    const names = namesIn(field)
    const out = without.flatMap((phrase) => heading(phrase, names))
    const asked = alone.flatMap((phrase) => heading(phrase, names))
    const wanted = (name: string) =>
      !out.includes(name) && (asked.length === 0 || asked.includes(name))
    const rest = names.filter(wanted)
    if (rest.length === names.length || rest.length === 0) continue
    const left = names.filter((name) => !wanted(name))
    const kept = only(table, (row) => wanted(String(field.values[row] ?? '')))
    // A single name tells nothing apart any more.
    const bare = kept.filter(({ name }) => name !== field.name)
    const enough = bare.filter(({ role }) => role !== 'error' && role !== 'p').length > 1
    return {
      ...table,
      fields: rest.length === 1 && enough ? bare : kept,
      notes: [...table.notes, `left out as the intent asks: ${left.slice(0, 6).join(', ')}`],
    }
  }
  const numbers = table.fields.filter(({ role }) => role === 'number')
  const out = without
    .map((phrase) => stems(phrase).join(' '))
    .flatMap((phrase) =>
      numbers.filter((field) => heading(phrase, [stems(field.name).join(' ')]).length > 0),
    )
  if (out.length === 0 || numbers.length - out.length < 1) return table
  return {
    ...table,
    fields: table.fields.filter(
      (field) => !out.includes(field) && !(field.of && out.some(({ name }) => name === field.of)),
    ),
  }
}
