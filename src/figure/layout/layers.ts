import type { LevelLink, Unit } from './levels'
import { closing } from './ways-back'

/** A unit, or the place that a long link takes in a layer it passes. */
export interface Item {
  /** Undefined: a passing link. */
  unit: Unit | undefined
  /** Size along the reading direction and across it, in pixels. */
  main: number
  cross: number
  layer: number
  strip: number
  /** Place along the flow within the strip, from 0. */
  step: number
  /** Place along the axis: the step, counted from the far end where the strip runs back. */
  column: number
  /** Centre across. */
  centre: number
}

/** A link between neighbouring layers, or a part of a longer one. */
export interface LayerPart {
  a: Item
  b: Item
  /** From the centre of each item across to where the link ends there. */
  aOff: number
  bOff: number
  link: LevelLink
}

/** Longest path from the sources; feedback and what closes a cycle is left out. */
export function assignLayers(
  units: readonly Unit[],
  links: readonly LevelLink[],
): Map<string, number> {
  const next = new Map<string, string[]>(units.map((unit) => [unit.id, []]))
  const outer = links.filter(({ from, to }) => from !== to)
  const linked = new Set(outer.flatMap(({ from, to }) => [from, to]))
  const ahead = outer.filter(({ feedback }) => !feedback)
  const back = closing(units, ahead)
  for (const link of ahead) if (!back.has(link)) next.get(link.from)?.push(link.to)
  const order = topological(units, next)
  const layer = new Map<string, number>(units.map((unit) => [unit.id, 0]))
  for (const id of order) {
    for (const to of next.get(id) ?? []) {
      layer.set(to, Math.max(layer.get(to) ?? 0, (layer.get(id) ?? 0) + 1))
    }
  }
  // A source stands right before what it feeds, not at the far end of the figure.
  const reached = new Set([...next.values()].flat())
  for (const id of order) {
    const to = next.get(id) ?? []
    if (!reached.has(id) && to.length > 0) {
      layer.set(id, Math.min(...to.map((each) => layer.get(each) ?? 1)) - 1)
    }
  }
  const loose = units.filter((unit) => !linked.has(unit.id))
  for (const [index, unit] of loose.entries()) layer.set(unit.id, index)
  return layer
}

/** Sources first. */
function topological(
  units: readonly Unit[],
  next: ReadonlyMap<string, readonly string[]>,
): string[] {
  const order: string[] = []
  const seen = new Set<string>()
  const visit = (id: string) => {
    seen.add(id)
    for (const to of next.get(id) ?? []) if (!seen.has(to)) visit(to)
    order.push(id)
  }
  for (const { id } of units) if (!seen.has(id)) visit(id)
  return order.reverse()
}

/** Units by layer, without empty layers. */
export function columnsOf(items: readonly Item[]): Item[][] {
  const last = Math.max(...items.map((item) => item.layer))
  const columns = Array.from({ length: last + 1 }, (_, layer) =>
    items.filter((item) => item.layer === layer),
  ).filter((column) => column.length > 0)
  for (const [index, column] of columns.entries()) for (const item of column) item.layer = index
  return columns
}
