import { describe, expect, test } from 'bun:test'
import { type Separation, separate, type Wish } from '../../../src/figure/layout/separation'

/** The same numbers for the same seed, 0 to 1. */
function chance(seed: number): () => number {
  let state = seed * 7919 + 1
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

function randomProblem(seed: number): { wishes: Wish[]; separations: Separation[] } {
  const random = chance(seed)
  const wishes = Array.from({ length: 30 }, () => ({ at: 100 * random(), weight: 0.2 + random() }))
  const order = [...wishes.keys()].sort((a, b) => (wishes[a]?.at ?? 0) - (wishes[b]?.at ?? 0))
  const separations = Array.from({ length: 80 }, () => [random(), random(), random()]).flatMap(
    ([a = 0, b = 0, gap = 0]) => {
      const [i, k] = [Math.floor(30 * a), Math.floor(30 * b)]
      return i < k ? [{ left: order[i] ?? 0, right: order[k] ?? 0, gap: 20 * gap }] : []
    },
  )
  return { wishes, separations }
}

/** The least cost, found by another way: ascent on the multipliers of the constraints, one after the other. */
function leastCost(wishes: readonly Wish[], separations: readonly Separation[]): number {
  const at = wishes.map((wish) => wish.at)
  const weight = (index: number) => 2 * (wishes[index]?.weight ?? 1)
  const multipliers = separations.map(() => 0)
  for (let round = 0; round < 4000; round++)
    for (const [index, { left, right, gap }] of separations.entries()) {
      const slack = (at[right] ?? 0) - (at[left] ?? 0) - gap
      const known = multipliers[index] ?? 0
      const next = Math.max(0, known - slack / (1 / weight(left) + 1 / weight(right)))
      multipliers[index] = next
      at[right] = (at[right] ?? 0) + (next - known) / weight(right)
      at[left] = (at[left] ?? 0) - (next - known) / weight(left)
    }
  return costOf(at, wishes)
}

function costOf(positions: readonly number[], wishes: readonly Wish[]): number {
  return wishes.reduce(
    (sum, { at, weight }, index) => sum + weight * ((positions[index] ?? 0) - at) ** 2,
    0,
  )
}

describe('positions on one axis', () => {
  test('stand where they are wished when nothing pushes', () => {
    const wishes = [3, 8].map((at) => ({ at, weight: 1 }))
    expect(separate(wishes, [{ left: 0, right: 1, gap: 4 }]).positions).toEqual([3, 8])
  })

  test('that are too near part by as much as is needed, evenly', () => {
    const wishes = [5, 5].map((at) => ({ at, weight: 1 }))
    expect(separate(wishes, [{ left: 0, right: 1, gap: 4 }]).positions).toEqual([3, 7])
  })

  test('keep every constraint at the least cost', () => {
    for (let seed = 0; seed < 40; seed++) {
      const { wishes, separations } = randomProblem(seed)
      const { positions, broken } = separate(wishes, separations)
      expect(broken).toEqual([])
      for (const { left, right, gap } of separations)
        expect((positions[right] ?? 0) - (positions[left] ?? 0) - gap).toBeGreaterThan(-1e-5)
      const least = leastCost(wishes, separations)
      expect(Math.abs(costOf(positions, wishes) - least)).toBeLessThan(0.01 * Math.max(1, least))
    }
  })

  test('name what contradicts itself', () => {
    const wishes = [0, 1].map((at) => ({ at, weight: 1 }))
    const circle = [
      { left: 0, right: 1, gap: 2 },
      { left: 1, right: 0, gap: 2 },
    ]
    expect(separate(wishes, circle).broken).toHaveLength(1)
  })
})
