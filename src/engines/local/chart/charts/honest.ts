/** What makes a chart false whatever its clauses say: groups that are named and not told apart, counts of rows as amounts. */
import type { Asked, Kind, Slot } from '../clauses/asked'
import { isCounter, isUnique } from './cast'
import { type Draft, isName, namesOf, quoted, refuse } from './draft'

/** Kinds that show how single values lie. */
const OF_SAMPLES: ReadonlySet<Kind> = new Set([
  'box',
  'violin',
  'strip',
  'histogram',
  'density',
  'ecdf',
  'qq',
])
const MIDDLE = /^(?:mean|average|avg|median)(?:$|[^a-z])|(?:^|[^a-z])(?:mean|avg|median)$/i
const SPREAD =
  /^(?:sd|se|sem|std|stdev|stderr|standard.?(?:deviation|error))(?:$|[^a-z])|(?:^|[^a-z])(?:sd|se|sem|std)$/i

/** Kinds whose colours are free for groups. */
const COLOURED: ReadonlySet<Kind> = new Set([
  'line',
  'area',
  'scatter',
  'histogram',
  'density',
  'ecdf',
  'survival',
])

/** A column of which the words hold every name, and no clause says where it stands, is told apart by colour. */
export function coloured(asked: Asked, kind: Kind): void {
  const { roles, values, filters, remarked, without } = asked
  if (!COLOURED.has(kind) || roles.color.length > 0) return
  const placed = new Set([
    ...Object.values(roles).flatMap((slots) =>
      slots.flatMap(({ fields }) => fields.map(({ name }) => name)),
    ),
    ...filters.map(({ field }) => field.name),
    ...[...without].map(({ name }) => name),
    ...remarked,
  ])
  const whole = [...Map.groupBy(values, ({ field }) => field)].filter(
    ([field, said]) =>
      isName(field) &&
      !placed.has(field.name) &&
      new Set(said.map(({ value }) => value)).size === namesOf(field).length,
  )
  const [only, ...more] = whole
  if (!only || more.length > 0 || namesOf(only[0]).length < 2) return
  const words = only[1].map(({ value }) => value).join(', ')
  roles.color.push({ fields: [only[0]], words, exact: false, sentence: 0 })
}

/** @throws ChartRefused where the finished chart would say what the data do not */
export function honest(draft: Draft, asked: Asked): void {
  counted(draft, asked)
  summarised(draft)
  grouped(draft, asked)
  unasked(draft, asked)
}

/** Rows that have names of their own stand under these, not under groups of which no clause speaks. */
function unasked({ encoding, table }: Draft, { named, values }: Asked): void {
  const said = new Set(
    [...named.flatMap(({ fields }) => fields), ...values.map(({ field }) => field)].map(
      ({ name }) => name,
    ),
  )
  const own = (channel: 'x' | 'y' | 'color') =>
    table.fields.find((field) => field.name === encoding[channel]?.field && isName(field))
  const [axis, colour] = [own('x') ?? own('y'), own('color')]
  if (!axis || !colour || axis === colour || said.has(axis.name)) return
  if (said.has(colour.name) && isUnique(colour))
    refuse(
      `The chart would stand on ${JSON.stringify(axis.name)}, of which the intent does not speak; say "by ${colour.name}".`,
    )
}

/** Repeats are counted, not measured. */
function counted({ value, table }: Draft, { roles }: Asked): void {
  if (!value || !isCounter(value)) return
  const slots = Object.values(roles).flat()
  if (slots.some((slot) => slot.fields.includes(value) && isWhole(slot))) return
  const others = table.fields.map(({ name }) => name).filter((name) => name !== value.name)
  refuse(
    `${JSON.stringify(value.name)} counts rows or repeats and measures nothing; name the column of the amounts: ${quoted(others)}.`,
  )
}

/** "The mean of the five replicates": over them it is reckoned, and of something else. */
export function reckonedOver(asked: Asked): void {
  if (asked.how === undefined && asked.spread === undefined) return
  for (const role of ['y', 'loose'] as const)
    asked.roles[role] = asked.roles[role].filter((slot) => {
      const [field, ...more] = slot.fields
      return !field || more.length > 0 || !isCounter(field) || isWhole(slot)
    })
}

const isWhole = ({ words, fields }: Slot): boolean =>
  fields.some(({ name }) => name.toLowerCase() === words.trim().toLowerCase())

/** Of means alone no one knows how the values lay. */
function summarised({ kind, value, table }: Draft): void {
  if (!OF_SAMPLES.has(kind) || !value || !MIDDLE.test(value.name)) return
  const spread = table.fields.find(({ name, of }) => of === value.name || SPREAD.test(name))
  if (spread)
    refuse(
      `A chart of the kind ${kind} needs single values; the data hold ${JSON.stringify(value.name)} and ${JSON.stringify(spread.name)} alone. Ask for bars or points with error bars.`,
    )
}

/** Two names of one column that the words hold are to be told apart. */
function grouped(draft: Draft, { values, filters, remarked, without }: Asked): void {
  const places = new Set<string>()
  named([draft.encoding, draft.layers, draft.over, draft.facet, draft.transform], places)
  const aside = new Set([
    ...filters.map(({ field }) => field.name),
    ...[...without].map(({ name }) => name),
    ...remarked,
  ])
  for (const [name, said] of Map.groupBy(values, ({ field }) => field.name)) {
    const names = [...new Set(said.map(({ value }) => value))]
    const [first] = said
    if (names.length < 2 || !first || !isName(first.field) || namesOf(first.field).length < 2)
      continue
    const shown = [...draft.aliases.values()].some((each) => names.includes(each))
    if (aside.has(name) || shown || places.has(name)) continue
    refuse(
      `The intent names ${quoted(names)} of the column ${JSON.stringify(name)}, and nothing in the chart would tell them apart; say how, e.g. "coloured by ${name}".`,
    )
  }
}

/** Every text of a part that is no form of a mark. */
function named(part: unknown, places: Set<string>): void {
  if (typeof part === 'string') places.add(part)
  if (typeof part !== 'object' || part === null) return
  for (const [key, inner] of Object.entries(part))
    if (!['mark', 'type', 'title', 'sort'].includes(key)) named(inner, places)
}
