/**
 * Boosted regression trees: what they add up to is the log-odds that a case is true. A tree is written in preorder, a
 * branch as `feature<threshold` followed by its two sides, a leaf as a number; a feature that a case lacks is 0.
 */
export interface Trees {
  features: readonly string[]
  bias: number
  trees: readonly string[]
}

export type Features = Map<string, number>

/** All trees of a model in a row; the low side of a branch stands right behind it. */
interface Flat {
  place: Map<string, number>
  roots: number[]
  /** Of a branch its feature, of a leaf -1. */
  feature: number[]
  /** Of a branch its threshold, of a leaf what it adds. */
  value: number[]
  /** Where the high side of a branch begins. */
  high: number[]
}

const flats = new WeakMap<Trees, Flat>()

/** The probability, from 0 to 1, of each case. */
export function probabilities(model: Trees, cases: readonly Features[]): number[] {
  const flat = flats.get(model) ?? flatten(model)
  flats.set(model, flat)
  const values = new Float64Array(model.features.length)
  return cases.map((one) => {
    values.fill(0)
    for (const [name, value] of one) {
      const at = flat.place.get(name)
      if (at !== undefined) values[at] = value
    }
    let sum = model.bias
    for (const root of flat.roots) sum += leafOf(flat, root, values)
    return 1 / (1 + Math.exp(-sum))
  })
}

function flatten({ features, trees }: Trees): Flat {
  const flat: Flat = {
    place: new Map(features.map((name, at) => [name, at])),
    roots: [],
    feature: [],
    value: [],
    high: [],
  }
  for (const tree of trees) {
    const tokens = tree.split(' ').values()
    const read = () => {
      const at = flat.feature.length
      const [first = '0', threshold] = (tokens.next().value ?? '0').split('<')
      flat.feature.push(threshold === undefined ? -1 : Number(first))
      flat.value.push(Number(threshold ?? first))
      flat.high.push(0)
      if (threshold === undefined) return
      read()
      flat.high[at] = flat.feature.length
      read()
    }
    flat.roots.push(flat.feature.length)
    read()
  }
  return flat
}

function leafOf({ feature, value, high }: Flat, root: number, values: Float64Array): number {
  let at = root
  for (;;) {
    const tested = feature[at] ?? -1
    const limit = value[at] ?? 0
    if (tested < 0) return limit
    at = (values[tested] ?? 0) <= limit ? at + 1 : (high[at] ?? 0)
  }
}
