import type { World } from './world'

export function components(world: World): number[] {
  const parent = world.entities.map((_, index) => index)
  const root = (at: number): number => {
    let id = at
    while (parent[id] !== undefined && parent[id] !== id) id = parent[id] ?? id
    return id
  }
  for (const link of world.links) parent[root(link.from)] = root(link.to)
  return world.entities.map((_, index) => root(index))
}

/** An edge back to what already leads here is a feedback edge. */
export function markLoops(world: World): void {
  for (const link of world.links) {
    const from = world.entities[link.from]
    const to = world.entities[link.to]
    if (!from || !to || from.start <= to.start || link.kind !== 'flow') continue
    const seen = new Set<number>()
    const open = [to.id]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === from.id) {
        link.kind = 'feedback'
        break
      }
      if (seen.has(id)) continue
      seen.add(id)
      for (const other of world.links) if (other.from === id && other !== link) open.push(other.to)
    }
  }
}
