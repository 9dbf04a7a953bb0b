import { expect, test } from 'bun:test'
import { newKernels, scratchOf } from '../../wasm/kernels'
import { random } from './rasters'

const next = random(7)
const numbers = (count: number) => Float32Array.from({ length: count }, () => next(2001) / 1000 - 1)
const kernels = newKernels()

/** Numbers of the kernels that are as near to the plain ones as 32-bit floats are. */
function expectAlike(found: Float32Array, plain: readonly number[]) {
  for (const [k, value] of plain.entries()) expect(found[k]).toBeCloseTo(value, 4)
}

test('the products of a matrix with planes are the sums of the products, whatever the number of places', () => {
  for (const count of [1, 4, 7, 8, 13, 21])
    for (const step of [1, 2]) {
      const { put, room, floats } = scratchOf(kernels)
      const stride = 8 * Math.ceil((step * count) / 8)
      const [channels, rows, places] = [6, 4, 8 * Math.ceil(count / 8)]
      const levels = 1000
      const planes = numbers(channels * stride)
      const matrix = Int16Array.from({ length: rows * channels }, () => next(2001) - 1000)
      const [scales, biases] = [numbers(rows), numbers(rows)]
      const [columns, out] = [room(2 * channels * places), room(4 * rows * places)]
      kernels.pairs(put(planes), channels, count, stride, step, levels, columns)
      const at = [put(matrix), put(scales), put(biases)] as const
      kernels.multiply(...at, rows, channels / 2, columns, places, 1 / levels, out)
      const found = floats(out, rows * places)
      for (let row = 0; row < rows; row++) {
        const plain = Array.from({ length: count }, (_, place) => {
          let sum = 0
          for (let c = 0; c < channels; c++)
            sum +=
              (matrix[8 * (c >> 1) + 2 * row + (c & 1)] as number) *
              (planes[c * stride + step * place] as number)
          return sum * (scales[row] as number) + (biases[row] as number)
        })
        for (const [k, value] of plain.entries())
          expect(Math.abs((found[row * places + k] as number) - value)).toBeLessThan(4)
      }
    }
})

test('the largest number of planes is that of their places, not of what fills them up', () => {
  const { put } = scratchOf(kernels)
  const planes = Float32Array.of(1, -3, 2, 0, 0.5, 9, 9, 9, 0, 1, 2, -2.5, 1, 9, 9, 9)
  expect(kernels.most(put(planes), 2, 5, 8)).toBe(3)
})

test('a kernel for each plane sums its neighbours, 0 beyond the edges, at every row or every second', () => {
  for (const size of [3, 5])
    for (const step of [1, 2]) {
      const { put, room, floats } = scratchOf(kernels)
      const [width, height, channels] = [6, 4, 3]
      const [stride, rows] = [24, height / step]
      const planes = numbers(channels * stride)
      const [weights, biases] = [numbers(channels * size * size), numbers(channels)]
      const bare = room(4 * ((width + size) * (height + size) + 8))
      const out = room(4 * (channels * stride + 16))
      const at = [put(weights), put(biases), bare, out, stride] as const
      kernels.depthwise(put(planes), channels, width, height, stride, size, step, ...at)
      const found = floats(out, channels * stride)
      const pad = size >> 1
      for (let c = 0; c < channels; c++)
        expectAlike(
          found.subarray(c * stride, c * stride + width * rows),
          Array.from({ length: width * rows }, (_, place) => {
            const [x, y] = [place % width, step * Math.floor(place / width)]
            let sum = biases[c] as number
            for (let k = 0; k < size * size; k++) {
              const [u, v] = [x - pad + (k % size), y - pad + Math.floor(k / size)]
              if (u < 0 || v < 0 || u >= width || v >= height) continue
              sum +=
                (weights[c * size * size + k] as number) *
                (planes[c * stride + v * width + u] as number)
            }
            return sum
          }),
        )
    }
})

test('numbers are bent as a hard swish does', () => {
  const { put, floats } = scratchOf(kernels)
  const values = Float32Array.of(-4, -3, -1, 0, 1, 3, 4, 10)
  const at = put(values)
  kernels.hardSwish(at, values.length, 0.5, 0.25)
  const plain = [...values].map((y) => 0.5 * y * Math.min(6, Math.max(0, y + 3)) + 0.25)
  expectAlike(floats(at, values.length), plain)
})
