import { alikes, type Growth } from './blocks'
import { type Fitting, fitAt, type Given, linesOf, WORDS } from './fit'

/** Widest lines that are tried for words that stand on several, in em. */
const WIDER = [9, 7.5, 6, 5]
/** Lines of a connector's words that are many. */
const MANY = 2
/** Shares of what is wished that are tried for sizes of all, and steps by which single cards grow. */
const SHARES = [1, 0.75, 0.5, 0.25]
const STEPS = [0.25, 0.5, 0.75, 1]
/** Nodes of a figure that is eased: a larger one has no time and no room. */
const MOST_NODES = 60

/** The same with words on fewer lines, then pictures and outlines larger, wherever there is room. */
export function eased(given: Given, fitting: Fitting): Fitting {
  const { nodes } = given.diagram
  if (nodes.length > MOST_NODES) return fitting
  let best = fitting
  const attempt = (change: Partial<Growth>): boolean => {
    const next = fitAt(given, best.room, { ...best.growth, ...change }, best.em)
    if (next) best = next
    return next !== undefined
  }
  /** The largest share that fits, if that is more than there is. */
  const enlarge = (now: number, change: (share: number) => Partial<Growth>) =>
    SHARES.some((share) => share <= now || attempt(change(share)))

  const align = () => {
    if (!best.growth.level) attempt({ level: true })
    if (!best.growth.alike) attempt({ alike: true })
  }

  if (best.growth.tight) attempt({ tight: false })
  align()
  if (best.growth.words < WORDS.most && !attempt({ words: WORDS.most }))
    for (const [id, { text }] of best.labels)
      if (text.lines.length > MANY) attempt({ wide: new Set([...(best.growth.wide ?? []), id]) })
  const lines = (ids: readonly string[]) =>
    ids.map((id) => best.blocks.get(id)).map((block) => (block ? linesOf(block.fit) : 0))
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const sets = alikes(nodes, fitting.wished).map((ids) => ({ ids, most: Math.max(...lines(ids)) }))
  for (const { ids } of sets.sort((a, b) => b.most - a.most))
    for (const wrap of WIDER) {
      const before = best
      const count = sum(lines(ids))
      if (count === ids.length) break
      const wraps = new Map([...(best.growth.wraps ?? []), ...ids.map((id) => [id, wrap] as const)])
      if (!attempt({ wraps })) continue
      if (sum(lines(ids)) < count) break
      best = before
    }
  enlarge(best.growth.pictures, (pictures) => ({ pictures }))
  // In turn, so that none has all the room.
  const grow = (id: string, share: number) => {
    const { pictures, larger, taller } = best.growth
    const wide = larger?.get(id) ?? pictures
    const high = Math.max(wide, taller?.get(id) ?? 0)
    if (wide >= share || attempt({ larger: new Map(larger).set(id, share) })) return true
    return high >= share || attempt({ taller: new Map(taller).set(id, share) })
  }
  let growing = nodes.flatMap(({ id, picture }) => (picture ? id : []))
  for (const share of STEPS) growing = growing.filter((id) => grow(id, share))
  enlarge(best.growth.outlines, (outlines) => ({ outlines }))
  enlarge(best.growth.outlines, (heights) => ({ heights }))
  align()
  return best
}
