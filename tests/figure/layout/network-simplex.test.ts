import { expect, test } from 'bun:test'
import { networkSimplex, type Tie } from '../../../src/figure/layout/network-simplex'

/** The same numbers in the same order (a linear congruential generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

function randomTies(count: number, below: (most: number) => number): Tie[] {
  return Array.from({ length: count }, (_, head) => head).flatMap((head) =>
    Array.from({ length: head }, (_, tail) => tail).flatMap((tail) =>
      below(9) < 4 ? [{ tail, head, least: below(4), weight: 1 + below(4) }] : [],
    ),
  )
}

const costOf = (places: ArrayLike<number>, ties: readonly Tie[]) =>
  ties.reduce(
    (sum, { tail, head, weight }) => sum + weight * ((places[head] ?? 0) - (places[tail] ?? 0)),
    0,
  )

/** The least cost of all places up to `most`, tried one by one. */
function leastCost(count: number, ties: readonly Tie[], most: number): number {
  const places = new Array<number>(count).fill(0)
  let least = Number.POSITIVE_INFINITY
  const place = (at: number) => {
    if (at === count) {
      least = Math.min(least, costOf(places, ties))
      return
    }
    const from = Math.max(
      0,
      ...ties.flatMap((tie) => (tie.head === at ? (places[tie.tail] ?? 0) + tie.least : [])),
    )
    for (let value = from; value <= most; value++) {
      places[at] = value
      place(at + 1)
    }
  }
  place(0)
  return least
}

test('no ties can be shorter on the whole, and none is shorter than it may be', () => {
  const below = numbers(7)
  for (let round = 0; round < 60; round++) {
    const count = 3 + below(3)
    const ties = randomTies(count, below)
    const least = leastCost(count, ties, 12)
    for (const centred of [false, true]) {
      const places = networkSimplex(count, ties, centred)
      for (const tie of ties)
        expect((places[tie.head] ?? 0) - (places[tie.tail] ?? 0)).toBeGreaterThanOrEqual(tie.least)
      expect(costOf(places, ties)).toBe(least)
    }
  }
})

test('what may stand anywhere between two stands in the middle', () => {
  const ties = [
    { tail: 0, head: 1, least: 1, weight: 2 },
    { tail: 1, head: 2, least: 1, weight: 2 },
    { tail: 0, head: 2, least: 10, weight: 0 },
  ]
  expect([...networkSimplex(3, ties, true)]).toEqual([0, 5, 10])
})

test('ties that run in a circle are refused', () => {
  const ties = [
    { tail: 0, head: 1, least: 1, weight: 1 },
    { tail: 1, head: 0, least: 1, weight: 1 },
  ]
  expect(() => networkSimplex(2, ties)).toThrow('circle')
})
