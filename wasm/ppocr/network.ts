import { newKernels, type Scratch, scratchOf } from '../kernels'
import { EPSILON, Layers, LEVELS, type Matrix, type Planes } from './layers'

/** Logarithms of how likely each sign is at each step, those of a sign `stride` numbers after those of the last. */
export interface Seen {
  count: number
  stride: number
  data: Float32Array
}

/** Of the blocks of the backbone: of which rows and columns one is kept, and whether its planes are weighed. */
const BLOCKS: readonly { down?: 2; across?: 2; weighs?: true }[] = [
  {},
  {},
  {},
  { down: 2 },
  {},
  { across: 2 },
  {},
  {},
  {},
  {},
  { down: 2, weighs: true },
  { weighs: true },
  { down: 2 },
  {},
]

/** Bytes that a block needs, for each pixel of a line's length, and besides. */
const BLOCK = 9000
const LEAST_BLOCK = 100_000

/**
 * PP-OCRv4's recogniser of lines: a PP-LCNetV3 of depthwise and pointwise layers, then attention as in SVTR. `tensors` are
 * its weights in the order in which the layers want them; it answers for some `signs` of its alphabet alone. Products are
 * of whole numbers of 12 bits, so that sums are exact; what is between layers has 32 bits.
 */
export function networkOf(
  tensors: Iterator<Float32Array>,
  signs: readonly number[],
): (line: { width: number; data: Uint8Array }) => Seen {
  const kernels = newKernels()
  const fixed = scratchOf(kernels)
  const next = (): Float32Array => tensors.next().value ?? new Float32Array(1)
  const matrix = (weights: Float32Array, biases: Float32Array) => matrixOf(fixed, weights, biases)
  const dense = () => matrix(...withNorm(next(), next(), next(), next(), next()))
  const linear = (own?: readonly number[]) => {
    const [weights, biases] = [next(), next()]
    const rows = own ?? [...biases.keys()]
    const picked = new Float32Array(rows.length)
    for (const [k, row] of rows.entries()) picked[k] = biases[row] as number
    return matrix(rowsOf(weights, biases.length, rows), picked)
  }
  const bent = () => {
    const [weights, biases, by = 0, plus = 0, gain = 0, offset = 0] = [
      next(),
      next(),
      ...[next(), next(), next(), next()].flatMap((each) => [...each]),
    ]
    const layer = [
      weights.map((each) => each * by),
      biases.map((each) => each * by + plus),
    ] as const
    return { layer, gain: gain / 6, offset }
  }
  const norm = () => ({ gains: next(), offsets: next() })

  const [colours, shifts] = withNorm(next(), next(), next(), next(), next())
  const first = matrix(ofGrey(colours), shifts)
  const blocks = BLOCKS.map(({ down = 1, across = 1, weighs }) => {
    const { layer, ...bend } = bent()
    const size = Math.sqrt(layer[0].length / layer[1].length)
    const deep = { ...bend, size, kernels: fixed.put(layer[0]), biases: fixed.put(layer[1]) }
    const weights = weighs && ([matrix(next(), next()), matrix(next(), next())] as const)
    const point = bent()
    return { down, across, deep, weights, point: { ...point, ...matrix(...point.layer) } }
  })
  const [narrow, wide] = [dense(), dense()]
  const mixers = [0, 1].map(() => ({
    before: norm(),
    ask: linear(),
    answer: linear(),
    between: norm(),
    up: linear(),
    down: linear(),
  }))
  const last = norm()
  const [back, joined, end, head] = [dense(), dense(), dense(), linear(signs)]
  const free = fixed.top()

  return (line) => {
    // What a block answers lies in one of two areas, the next one's answer in the other.
    const area = BLOCK * line.width + LEAST_BLOCK
    const within = (place: number) => new Layers(kernels, scratchOf(kernels, free + place * area))
    const stem = within(1)
    let seen = stem.multiplied(stem.stem(line), first)
    for (const [k, { deep, weights, point, down, across }] of blocks.entries()) {
      const block = within(k % 2)
      seen = block.hardSwish(block.depthwise(seen, deep, down), deep)
      if (weights) seen = block.weighed(seen, ...weights)
      seen = block.hardSwish(block.multiplied(seen, point, across), point)
    }
    const run = within(blocks.length % 2)
    const swished = (planes: Planes, layer: Matrix) => run.swish(run.multiplied(planes, layer))
    const pooled = run.pooled(seen)
    let mixed = swished(swished(run.around(pooled), narrow), wide)
    for (const { before, ask, answer, between, up, down } of mixers) {
      const attended = run.attended(run.multiplied(run.normed(mixed, before), ask))
      mixed = run.added(mixed, run.multiplied(attended, answer))
      const grown = swished(run.normed(mixed, between), up)
      mixed = run.added(mixed, run.multiplied(grown, down))
    }
    const both = run.around(pooled, swished(run.normed(mixed, last), back))
    const likely = run.multiplied(swished(swished(both, joined), end), head)
    return { count: likely.width, stride: likely.stride, data: run.floats(likely) }
  }
}

/** A convolution with the normalisation that follows it in one. */
function withNorm(
  weights: Float32Array,
  gains: Float32Array,
  offsets: Float32Array,
  means: Float32Array,
  variances: Float32Array,
): [weights: Float32Array, biases: Float32Array] {
  const by = gains.map((gain, row) => gain / Math.sqrt((variances[row] as number) + EPSILON))
  const each = weights.length / gains.length
  return [
    weights.map((weight, k) => weight * (by[Math.floor(k / each)] as number)),
    offsets.map((offset, row) => offset - (means[row] as number) * (by[row] as number)),
  ]
}

/** Weights of nine pixels and nothing, of weights of the nine in three colours that are the same. */
function ofGrey(colours: Float32Array): Float32Array {
  const grey = new Float32Array((colours.length / 27) * 10)
  for (let k = 0; k < colours.length; k++) {
    const at = 10 * Math.floor(k / 27) + (k % 9)
    grey[at] = (grey[at] as number) + (colours[k] as number)
  }
  return grey
}

/** Some columns of a matrix as rows. */
function rowsOf(weights: Float32Array, columns: number, some: readonly number[]): Float32Array {
  const each = weights.length / columns
  const rows = new Float32Array(some.length * each)
  for (const [row, column] of some.entries())
    for (let k = 0; k < each; k++) rows[row * each + k] = weights[k * columns + column] as number
  return rows
}

/** Rows as whole numbers, as large as 31 bits for their sums allow, four beside each other, by pairs. */
function matrixOf({ put }: Scratch, weights: Float32Array, biases: Float32Array): Matrix {
  const columns = weights.length / biases.length
  const rows = 4 * Math.ceil(biases.length / 4)
  const whole = new Int16Array(rows * columns)
  const [scales, all] = [new Float32Array(rows), new Float32Array(rows)]
  all.set(biases)
  for (let row = 0; row < biases.length; row++) {
    const own = weights.subarray(row * columns, (row + 1) * columns)
    let [peak, sum] = [0, 0]
    for (let k = 0; k < columns; k++) {
      const size = Math.abs(own[k] as number)
      peak = Math.max(peak, size)
      sum += size
    }
    const levels = Math.min(32_767 / peak, (2 ** 31 / (LEVELS + 1) - columns) / sum)
    scales[row] = 1 / levels
    const start = 4 * columns * (row >> 2) + 2 * (row & 3)
    for (let k = 0; k < columns; k++)
      whole[start + 8 * (k >> 1) + (k & 1)] = Math.round((own[k] as number) * levels)
  }
  return { rows, two: columns / 2, matrix: put(whole), scales: put(scales), biases: put(all) }
}
