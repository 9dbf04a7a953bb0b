import { joined } from './joined'
import type { Item, LayerPart } from './layers'

/** Units at least this share as large as the largest beside them take its size. */
const ALIKE = 0.5

function level(items: readonly Item[], side: 'main' | 'cross'): void {
  const free = items.filter((item) => item.unit?.natural)
  const most = Math.max(0, ...free.map((item) => item[side]))
  for (const item of free) if (item[side] >= ALIKE * most) item[side] = most
}

/** Gives nodes that stand one below the other one width: those of a column, or of a strip downwards that is a mere chain. */
export function alike(strips: readonly Item[][][], right: boolean): void {
  if (right)
    for (const column of Map.groupBy(strips.flat(2), (item) => item.column).values())
      level(column, 'main')
  else
    for (const strip of strips)
      if (strip.every((column) => column.length === 1)) level(strip.flat(), 'cross')
}

/**
 * Makes nodes of one outline that reads downwards equally wide where one follows the other and nothing else does,
 * or where they stand in one layer between the same nodes.
 */
export function alikeAcross(items: readonly Item[], ends: readonly LayerPart[]): void {
  const nodes = items.filter((item) => item.unit?.natural)
  const forth = ends.filter(({ link }) => !link.feedback)
  const out = Map.groupBy(forth, ({ link }) => link.from)
  const into = Map.groupBy(forth, ({ link }) => link.to)
  const same: { from: string; to: string }[] = forth
    .filter(({ link: { from, to } }) => out.get(from)?.length === 1 && into.get(to)?.length === 1)
    .map(({ link }) => link)
  const others = (ends: LayerPart[] | undefined, end: 'from' | 'to') =>
    (ends ?? []).map(({ link }) => link[end]).sort()
  const siblings = (key: (id: string) => string[]) => {
    const wanted = nodes.filter(({ unit }) => key(unit?.id ?? '').length > 0)
    const kinds = Map.groupBy(wanted, ({ unit, layer }) =>
      JSON.stringify([layer, key(unit?.id ?? '')]),
    )
    for (const [first, ...rest] of kinds.values())
      for (const each of rest) same.push({ from: first?.unit?.id ?? '', to: each.unit?.id ?? '' })
  }
  siblings((id) => others(into.get(id), 'from'))
  siblings((id) => others(out.get(id), 'to'))
  const root = joined(
    items.flatMap(({ unit }) => unit?.id ?? []),
    same,
  )
  const classes = Map.groupBy(nodes, ({ unit }) =>
    JSON.stringify([unit?.outline, root(unit?.id ?? '')]),
  )
  for (const each of classes.values()) level(each, 'cross')
}
