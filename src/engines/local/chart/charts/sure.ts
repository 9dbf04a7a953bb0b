/** What clauses say of columns, held against the finished chart: nothing stands elsewhere, nothing named is missing. */
import type { RoleName } from '../clauses/asked'
import { type Casting, isUnique } from './cast'
import { type Draft, fieldOf, isName, type Json, quoted, refuse } from './draft'

/** Kinds whose axes show the columns as they are. */
const PLAIN: ReadonlySet<Draft['kind']> = new Set([
  'bar',
  'lollipop',
  'line',
  'area',
  'scatter',
  'heatmap',
])

/** Where a column may stand that a clause names for a role. */
const PLACES: Readonly<Partial<Record<RoleName, readonly string[]>>> = {
  x: ['x', 'xOffset'],
  y: ['y', 'yOffset'],
  color: ['color', 'fill', 'stroke'],
  size: ['size'],
  facet: ['facet'],
}

/** Roles without which the rest of the chart is as true. */
const SPARED: ReadonlySet<RoleName> = new Set(['color', 'size', 'shape', 'label'])

/** Names what has no place. @throws ChartRefused where a column that clauses name stands elsewhere than they say, or is missing */
export function sure(draft: Draft, { asked, used, unmet, aliases }: Casting): void {
  const channels = new Map<string, Set<unknown>>()
  collect([draft.encoding, draft.layers, { facet: draft.facet }], channels)
  const hidden = new Set([...asked.without].map(({ name }) => name))
  const told = new Set<string>()
  const { x, y } = draft.encoding
  if (PLAIN.has(draft.kind) && x?.field !== undefined && x.field === y?.field)
    refuse(
      `It is not certain which columns stand on the axes; both would show ${JSON.stringify(x.field)}.`,
    )
  for (const role of Object.keys(asked.roles) as RoleName[])
    for (const { fields } of asked.roles[role]) {
      const [field, ...more] = fields
      if (
        more.length > 0 &&
        !fields.some(({ name, of }) => used.has(name) || aliases.has(name) || of)
      )
        refuse(
          `The intent names the columns ${quoted(fields.map(({ name }) => name))}, and the chart of the kind ${draft.kind} has no place for them.`,
        )
      // Columns that were brought together have no place of their own.
      if (!field || more.length > 0 || !fieldOf(draft.table, field.name)) continue
      const { name } = field
      if (hidden.has(name) || field.of !== undefined || told.has(name)) continue
      if (!used.has(name)) {
        told.add(name)
        const why = `the chart of the kind ${draft.kind} has no place for the column ${JSON.stringify(name)}`
        if (SPARED.has(role) || (isName(field) && (role === 'loose' || isUnique(field))))
          unmet.push(`Not met: ${why}.`)
        else refuse(`The intent names a column, and ${why}.`)
        continue
      }
      const places = PLACES[role]
      const axis = role === 'x' || role === 'y'
      if (!places || (axis && !PLAIN.has(draft.kind))) continue
      // Bars that lie have their axes changed; names along an axis may be coloured too.
      const others =
        axis &&
        asked.roles[role].some((slot) =>
          slot.fields.some((each) => each !== field && channels.get(role)?.has(each.name)),
        )
      if (others && isName(field)) continue
      const either = axis ? draft.amount === 'x' : isName(field)
      const able = either ? [...places, 'x', 'y', 'xOffset', 'yOffset'] : places
      if (!able.some((place) => channels.get(place)?.has(name)))
        refuse(
          `It is not certain where the column ${JSON.stringify(name)} stands: the intent names it for ${role}.`,
        )
    }
}

/** Tells the columns that words name and no mark shows: none of them vanishes unsaid. */
export function shown(draft: Draft, { asked, used, aliases, unmet }: Casting): string[] {
  const place = JSON.stringify([
    draft.encoding,
    draft.layers,
    draft.over,
    draft.facet,
    draft.transform,
  ])
  const aside = new Set(
    [
      ...asked.without,
      ...asked.filters.map(({ field }) => field),
      ...(asked.order?.lists ?? []).map(({ field }) => field),
    ].map(({ name }) => name),
  )
  const lost = asked.named.filter(
    ({ fields }) =>
      !fields.some(
        ({ name, of }) =>
          used.has(name) ||
          aliases.has(name) ||
          of !== undefined ||
          aside.has(name) ||
          asked.remarked.has(name) ||
          place.includes(JSON.stringify(name)) ||
          unmet.some((each) => each.includes(JSON.stringify(name))),
      ),
  )
  return [
    ...new Set(
      lost.map(
        ({ fields }) =>
          `Not shown: ${quoted(fields.map(({ name }) => name))}, which the intent names.`,
      ),
    ),
  ]
}

function collect(part: unknown, channels: Map<string, Set<unknown>>): void {
  if (typeof part !== 'object' || part === null) return
  for (const [name, inner] of Object.entries(part as Json)) {
    const field = (inner as Json | null)?.field
    if (field !== undefined) channels.set(name, (channels.get(name) ?? new Set()).add(field))
    collect(inner, channels)
  }
}
