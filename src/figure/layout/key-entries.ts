import { MAIN_ROLE } from '../../forms/composition'
import { countInferred, type Diagram, isInferred } from '../../forms/diagram'

/** A line of the key; without a role or a sign, what is inferred, or what its author drew dashed. */
export interface KeyEntry {
  label: string
  role?: string
  dotted?: true
  hue?: number
  /** Of an operator. */
  sign?: string
}

/** Entries at the most. */
const MOST_ENTRIES = 7

/** What alone needs no key: an arrow that runs back says so. */
const PLAIN_ROLES: readonly string[] = [MAIN_ROLE, 'feedback']

/**
 * The roles of a figure that has more than plain ones, unless its words say them; then dashed lines. What its author has
 * words for is explained in these, whatever else says it.
 */
export function keyOf(diagram: Diagram): KeyEntry[] {
  const { items = [] } = diagram.legend ?? {}
  const words = new Map(items.flatMap(({ role, label }) => (role ? [[role, label]] : [])))
  const hues = new Map(diagram.edges.map(({ role = MAIN_ROLE, hue }) => [role, hue]))
  const open = [...hues].flatMap(([role, hue]): KeyEntry[] => {
    const label = words.get(role)
    if (label === undefined && (role === MAIN_ROLE || isSaid(role, hue, diagram))) return []
    return [{ label: label ?? role, role, ...(hue && { hue }) }]
  })
  const isPlain = ({ role = '' }: KeyEntry) => PLAIN_ROLES.includes(role) && !words.has(role)
  const strands = [...hues.keys()].filter((role) => role !== MAIN_ROLE)
  // One line left of several says nothing that the others do not.
  const isLeft = open.length === 1 && strands.length > 1 && words.size === 0
  const named = hues.size > 1 && !isLeft && open.some((entry) => !isPlain(entry))
  const signs = new Set(diagram.nodes.flatMap(({ sign }) => sign ?? []))
  const signed = items.flatMap(({ sign, label }): KeyEntry[] =>
    sign && signs.has(sign) ? [{ label, sign }] : [],
  )
  const inferred = countInferred(diagram) > 0 ? [{ label: 'inferred' }] : []
  const dotted =
    inferred.length > 0 && diagram.edges.some((edge) => edge.dashed && !isInferred(edge))
  return [
    ...[...(named ? open : []), ...signed].slice(0, MOST_ENTRIES),
    ...inferred,
    ...(dotted ? [{ label: 'dashed by the author', dotted } as const] : []),
  ]
}

/** Whether its lines, what they join, or the heading of a group in its colour bear the words of a role. */
function isSaid(role: string, hue: number | undefined, { nodes, edges, groups }: Diagram): boolean {
  const lines = edges.filter((edge) => edge.role === role)
  const joined = new Set(lines.flatMap(({ from, to }) => [from, to]))
  const texts = [
    ...lines.map(({ label }) => label ?? ''),
    ...nodes.filter(({ id }) => joined.has(id)).map(({ label }) => label),
    ...groups.filter((group) => hue !== undefined && group.hue === hue).map(({ label }) => label),
  ]
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ')} `
  return texts.some((text) => words(text).includes(words(role)))
}
