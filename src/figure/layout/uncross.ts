import type { Point } from '../../forms/scene'
import { crossings } from '../measure'
import type { Found, RouteRequest } from './router'
import { simplify } from './simplify'

interface Router {
  find(edge: RouteRequest): Found | undefined
  put(found: Found, by: 1 | -1): void
  /** Whether there is time for more. */
  mayGoOn(): boolean
}

/** Pairs that are taken up at the most. */
const MOST_CROSSED = 40

/** Routes each two that cross once more, the other one first, where that leaves fewer crossings. */
export function uncross(
  edges: readonly RouteRequest[],
  routes: Map<string, Found>,
  router: Router,
): void {
  const { find, put, mayGoOn } = router
  const lines = new Map<Found, Point[]>()
  const lineOf = (found: Found) => {
    const line = lines.get(found) ?? simplify(found.points)
    lines.set(found, line)
    return line
  }
  const met = (one: Found, two: Found) => crossings(lineOf(one), lineOf(two))
  /** With the routes that are there. */
  const metBy = (one: Found, but?: Found) =>
    [...routes.values()].reduce(
      (sum, other) => (other === one || other === but ? sum : sum + met(one, other)),
      0,
    )
  const crossingsOf = (one: Found, two: Found) => metBy(one, two) + metBy(two, one) + met(one, two)
  let left = MOST_CROSSED
  for (const [index, a] of edges.entries())
    for (const b of edges.slice(index + 1)) {
      const [one, two] = [routes.get(a.id), routes.get(b.id)]
      if (!one || !two || met(one, two) === 0) continue
      if (left-- <= 0 || !mayGoOn()) return
      const before = crossingsOf(one, two)
      let known: [Found, Found] = [one, two]
      for (const [first, second] of [
        [a, b],
        [b, a],
      ] as const) {
        for (const each of known) put(each, -1)
        routes.delete(a.id)
        routes.delete(b.id)
        const ahead = find(first)
        // What crosses as much without the other is no better with it.
        const better = ahead !== undefined && metBy(ahead) < before
        if (ahead) put(ahead, 1)
        if (ahead) routes.set(first.id, ahead)
        const behind = better ? find(second) : undefined
        if (ahead) put(ahead, -1)
        const found =
          ahead && behind && (first === a ? ([ahead, behind] as const) : ([behind, ahead] as const))
        if (found && crossingsOf(...found) < before) known = [...found]
        for (const each of known) put(each, 1)
        routes.set(a.id, known[0])
        routes.set(b.id, known[1])
        if (known[0] !== one) break
      }
    }
}
