/**
 * Fits boosted trees to labelled cases: logistic loss, second-order leaves with L2, quantile thresholds. The same cases
 * give the same trees.
 */
import type { Features, Trees } from '../../../src/engines/local/prose/graph/trees'

export interface Case {
  features: Features
  label: number
  weight?: number
}

export interface BoostOptions {
  rounds: number
  depth: number
  rate: number
  /** L2 penalty on a leaf. */
  penalty: number
  /** The least sum of second derivatives in a leaf. */
  leaf: number
  /** Features seen in fewer cases are left out. */
  support: number
  /** The share of features that a tree may use. */
  columns: number
  /** Fits that differ in the features their trees may use; their mean judges better than one. */
  bags: number
}

const DEFAULTS: BoostOptions = {
  rounds: 120,
  depth: 4,
  rate: 0.08,
  penalty: 4,
  leaf: 4,
  support: 8,
  columns: 0.5,
  bags: 1,
}

const BINS = 24

export function boost(cases: readonly Case[], options: Partial<BoostOptions> = {}): Trees {
  const set = { ...DEFAULTS, ...options }
  const counts = new Map<string, number>()
  for (const { features } of cases)
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts]
    .filter(([, count]) => count >= set.support)
    .map(([name]) => name)
    .sort()
  const table = tableOf(cases, names)
  const weight = cases.map((one) => one.weight ?? 1)
  const positive = cases.reduce((sum, one, at) => sum + one.label * (weight[at] ?? 1), 0)
  const total = weight.reduce((sum, one) => sum + one, 0)
  const bias = Math.log((positive + 1) / (total - positive + 1))
  const trees = Array.from({ length: set.bags }, (_, bag) =>
    fitted(cases, table, weight, bias, set, bag),
  )
  return { features: names, bias: round4(bias), trees: trees.flat() }
}

function fitted(
  cases: readonly Case[],
  table: Table,
  weight: readonly number[],
  bias: number,
  set: BoostOptions,
  bag: number,
): string[] {
  const scores = new Float64Array(cases.length).fill(bias)
  const gradient = new Float64Array(cases.length)
  const hessian = new Float64Array(cases.length)
  const random = generator(7 + bag)
  const trees: string[] = []
  for (let round = 0; round < set.rounds; round++) {
    cases.forEach((one, at) => {
      const p = 1 / (1 + Math.exp(-(scores[at] ?? 0)))
      gradient[at] = (p - one.label) * (weight[at] ?? 1)
      hessian[at] = Math.max(1e-6, p * (1 - p)) * (weight[at] ?? 1)
    })
    const used = table.bounds.map((_, at) => at).filter(() => random() < set.columns)
    trees.push(grow(table, used, { gradient, hessian, scores }, set))
  }
  return trees
}

type Row = readonly [feature: number, threshold: number] | readonly [leaf: number]

interface Table {
  /** Where the entries of each case begin in {@link cells}; one more than cases. */
  starts: Int32Array
  /** `column * BINS + bin` of each feature that a case has. */
  cells: Int32Array
  /** Upper bounds of the bins but the last, of each column. */
  bounds: number[][]
  /** The bin of zero, of each column. */
  zero: Uint8Array
}

function tableOf(cases: readonly Case[], names: readonly string[]): Table {
  const place = new Map(names.map((name, at) => [name, at]))
  const values: Set<number>[] = names.map(() => new Set([0]))
  for (const { features } of cases)
    for (const [name, value] of features) values[place.get(name) ?? -1]?.add(value)
  const bounds = values.map(boundsOf)
  const binOf = (column: number, value: number) => {
    const limits = bounds[column] ?? []
    let bin = 0
    while (bin < limits.length && value > (limits[bin] ?? 0)) bin++
    return bin
  }
  const starts = new Int32Array(cases.length + 1)
  const cells: number[] = []
  cases.forEach(({ features }, at) => {
    for (const [name, value] of features) {
      const column = place.get(name)
      if (column !== undefined && value !== 0) cells.push(column * BINS + binOf(column, value))
    }
    starts[at + 1] = cells.length
  })
  return {
    starts,
    cells: Int32Array.from(cells),
    bounds,
    zero: Uint8Array.from(names.keys(), (column) => binOf(column, 0)),
  }
}

function boundsOf(values: ReadonlySet<number>): number[] {
  const distinct = [...values].sort((a, b) => a - b)
  const step = Math.max(1, Math.ceil(distinct.length / (BINS - 1)))
  const bounds: number[] = []
  for (let at = 0; at + 1 < distinct.length; at += step)
    bounds.push(((distinct[at] ?? 0) + (distinct[at + 1] ?? 0)) / 2)
  return bounds
}

interface Slopes {
  gradient: Float64Array
  hessian: Float64Array
  scores: Float64Array
}

function grow(table: Table, used: readonly number[], slopes: Slopes, set: BoostOptions): string {
  const { gradient, hessian, scores } = slopes
  const rows: Row[] = []
  const build = (members: Int32Array, depth: number): void => {
    const id = rows.length
    rows.push([0])
    const best = depth < set.depth ? bestSplit(table, used, members, slopes, set) : undefined
    if (!best) {
      let [g, h] = [0, 0]
      for (const at of members) {
        g += gradient[at] ?? 0
        h += hessian[at] ?? 0
      }
      const leaf = round4((-g / (h + set.penalty)) * set.rate)
      rows[id] = [leaf]
      for (const at of members) scores[at] = (scores[at] ?? 0) + leaf
      return
    }
    const low = (at: number) => binAt(table, at, best.column) <= best.bin
    rows[id] = [best.column, round4(table.bounds[best.column]?.[best.bin] ?? 0)]
    build(members.filter(low), depth + 1)
    const high = members.filter((at) => !low(at))
    build(high, depth + 1)
  }
  build(Int32Array.from(scores.keys()), 0)
  // Rows stand in preorder, so each branch needs its feature and threshold alone.
  return rows
    .map((row) => (row.length === 1 ? `${round4(row[0] / set.bags)}` : `${row[0]}<${row[1]}`))
    .join(' ')
}

function binAt({ starts, cells, zero }: Table, at: number, column: number): number {
  for (let cell = starts[at] ?? 0; cell < (starts[at + 1] ?? 0); cell++) {
    const value = cells[cell] ?? 0
    if (value >= column * BINS && value < (column + 1) * BINS) return value - column * BINS
  }
  return zero[column] ?? 0
}

function bestSplit(
  { starts, cells, bounds, zero }: Table,
  used: readonly number[],
  members: Int32Array,
  { gradient, hessian }: Slopes,
  set: BoostOptions,
): { column: number; bin: number } | undefined {
  const gs = new Float64Array(bounds.length * BINS)
  const hs = new Float64Array(bounds.length * BINS)
  let [g, h] = [0, 0]
  for (const at of members) {
    const [gradientAt, hessianAt] = [gradient[at] ?? 0, hessian[at] ?? 0]
    g += gradientAt
    h += hessianAt
    for (let index = starts[at] ?? 0; index < (starts[at + 1] ?? 0); index++) {
      const cell = cells[index] ?? 0
      gs[cell] = (gs[cell] ?? 0) + gradientAt
      hs[cell] = (hs[cell] ?? 0) + hessianAt
    }
  }
  const base = (g * g) / (h + set.penalty)
  let best: { column: number; bin: number } | undefined
  let gain = 1e-3
  for (const column of used) {
    const limits = bounds[column] ?? []
    let [gz, hz] = [g, h]
    for (let cell = column * BINS; cell <= column * BINS + limits.length; cell++) {
      gz -= gs[cell] ?? 0
      hz -= hs[cell] ?? 0
    }
    let [gl, hl] = [0, 0]
    for (let bin = 0; bin < limits.length; bin++) {
      const isZero = zero[column] === bin
      gl += (gs[column * BINS + bin] ?? 0) + (isZero ? gz : 0)
      hl += (hs[column * BINS + bin] ?? 0) + (isZero ? hz : 0)
      if (hl < set.leaf || h - hl < set.leaf) continue
      const now =
        (gl * gl) / (hl + set.penalty) + ((g - gl) * (g - gl)) / (h - hl + set.penalty) - base
      if (now > gain) {
        gain = now
        best = { column, bin }
      }
    }
  }
  return best
}

const round4 = (value: number) => Math.round(value * 1e4) / 1e4

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
