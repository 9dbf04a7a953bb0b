import { type TSchema, Type } from '@sinclair/typebox'
import type { Source } from '../../figure/quotes/source'
import { EDGE_ROLES, SIDES } from '../../forms/composition'
import type { Diagram } from '../../forms/diagram'
import { plain } from './material'
import { SIGNS } from './read-draft'

type Legend = NonNullable<Diagram['legend']>

/** Entries of a key, and letters of one. */
const MOST = { items: 7, label: 40, sign: 3 } as const
/** Of its words, the share that the text must say. */
const SAID = 0.75

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The key as a plan may wish it: words for roles of edges or signs of operators, and a side of the page. */
export const LegendLook = orNull(
  Type.Object({
    items: orNull(
      Type.Array(
        Type.Object({
          role: orNull(Type.String()),
          sign: orNull(Type.String()),
          label: Type.String(),
        }),
      ),
    ),
    at: orNull(Type.Union(SIDES.map((side) => Type.Literal(side)))),
  }),
)

/** The key of an answer, in words that the text or the role itself says, and a sentence for each entry that is left out. */
export function legendOf(
  given: unknown,
  source: Source,
): { legend: Legend | undefined; unsure: string[] } {
  const unsure: string[] = []
  if (given === null || typeof given !== 'object') return { legend: undefined, unsure }
  const { items, at } = given as { items?: unknown; at?: unknown }
  const side = SIDES.find((one) => one === at)
  const list = Array.isArray(items) ? items.slice(0, MOST.items) : []
  const read = list.flatMap((one): Legend['items'] => {
    const item = itemOf(one)
    if (!item) return []
    if (item.label === item.role || isSaid(item, source)) return [item]
    unsure.push(`The key's words "${item.label}" are left out: the text does not say them.`)
    return []
  })
  const isEmpty = read.length === 0 && side === undefined
  return { legend: isEmpty ? undefined : { items: read, ...(side && { at: side }) }, unsure }
}

function itemOf(given: unknown): Legend['items'][number] | undefined {
  if (given === null || typeof given !== 'object') return undefined
  const { role, sign, label } = given as Readonly<Record<string, unknown>>
  if (typeof label !== 'string' || label.length > MOST.label) return undefined
  const words = plain(label).replaceAll('\n', ' ')
  if (words === '') return undefined
  if (typeof role === 'string' && role !== '')
    return { role: EDGE_ROLES.find((one) => one === role.toLowerCase()) ?? role, label: words }
  if (typeof sign !== 'string') return undefined
  const drawn = SIGNS[sign.toLowerCase()] ?? sign
  return [...drawn].length <= MOST.sign ? { sign: drawn, label: words } : undefined
}

/** By the text, or by the name of what it explains. */
function isSaid({ role, sign, label }: Legend['items'][number], source: Source): boolean {
  if (source.says(label, SAID)) return true
  const known = [role, ...Object.keys(SIGNS).filter((name) => SIGNS[name] === sign)]
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const open = words.filter(
    (word) => word !== '' && !known.some((name) => name?.split(/[ -]/).includes(word)),
  )
  return open.length === 0 || source.says(open.join(' '), 1)
}
