/** What costs least, and less than `below`; of equals the first. */
export function leastOf<One>(
  list: Iterable<One>,
  cost: (one: One) => number,
  below = Infinity,
): One | undefined {
  let best: One | undefined
  let least = below
  for (const one of list) {
    const own = cost(one)
    if (!(own < least)) continue
    least = own
    best = one
  }
  return best
}

/** Each with each that comes after it. */
export function* pairsOf<One>(list: readonly One[]): Generator<[One, One]> {
  for (const [at, one] of list.entries()) for (const other of list.slice(at + 1)) yield [one, other]
}
