import type { Kernels, Scratch } from '../kernels'

/** Pixels: what the network was made for, by the length of a line that one of its steps sees. */
export const HEIGHT = 48
export const STEP = 8

/** Of normalisation. */
export const EPSILON = 1e-5
/** Whole numbers that a layer's input is brought to: with the sums of a matrix's row they fill 31 bits. */
export const LEVELS = 4095
/** Of attention. */
const HEADS = 8

/** Planes of 32-bit floats in the kernels' memory, each `stride` numbers after the last. */
export interface Planes {
  at: number
  channels: number
  width: number
  height: number
  stride: number
}

/** A matrix in the kernels' memory as `multiply` wants it: addresses. */
export interface Matrix {
  rows: number
  two: number
  matrix: number
  scales: number
  biases: number
}

/** A kernel for each plane, and its bias: addresses. */
export interface Deep {
  size: number
  kernels: number
  biases: number
}

/** What the layers of a network make of planes, with room for their answers. */
export class Layers {
  readonly #kernels: Kernels
  readonly #room: Scratch['room']

  constructor(kernels: Kernels, { room }: Scratch) {
    this.#kernels = kernels
    this.#room = room
  }

  floats({ at, channels, stride }: Planes): Float32Array {
    return new Float32Array(this.#kernels.memory.buffer, at, channels * stride)
  }

  #planes(channels: number, width: number, height: number): Planes {
    const stride = 8 * Math.ceil((width * height) / 8)
    // Kernels write and read beyond the last row.
    return { at: this.#room(4 * (channels * stride + 16)), channels, width, height, stride }
  }

  /** What the first layer multiplies, at every second pixel of a line of grey: its nine neighbours, and nothing. */
  stem({ width, data }: { width: number; data: Uint8Array }): Planes {
    const out = this.#planes(10, width / 2, HEIGHT / 2)
    const values = this.floats(out).fill(0)
    for (let tap = 0; tap < 9; tap++)
      for (let y = 0, k = tap * out.stride; y < out.height; y++)
        for (let x = 0; x < out.width; x++, k++) {
          const row = 2 * y - 1 + ((tap / 3) | 0)
          const column = 2 * x - 1 + (tap % 3)
          if (row >= 0 && column >= 0)
            values[k] = (data[row * width + column] as number) / 127.5 - 1
        }
    return out
  }

  /** Of every place, or of every `step`-th one. */
  multiplied(planes: Planes, { rows, two, matrix, scales, biases }: Matrix, step = 1): Planes {
    const { at, channels, stride, width, height } = planes
    const out = this.#planes(rows, width / step, height)
    const most = this.#kernels.most(at, channels, width * height, stride)
    const levels = LEVELS / Math.max(1e-9, most)
    const columns = this.#room(2 * channels * out.stride)
    this.#kernels.pairs(at, channels, out.width * height, stride, step, levels, columns)
    const by = [rows, two, columns, out.stride, 1 / levels, out.at] as const
    this.#kernels.multiply(matrix, scales, biases, ...by)
    return out
  }

  depthwise(planes: Planes, deep: Deep, step: number): Planes {
    const { at, channels, width, height, stride } = planes
    const out = this.#planes(channels, width, height / step)
    const bare = this.#room(4 * ((width + deep.size) * (height + deep.size) + 8))
    const own = [deep.size, step, deep.kernels, deep.biases, bare] as const
    this.#kernels.depthwise(at, channels, width, height, stride, ...own, out.at, out.stride)
    return out
  }

  hardSwish(planes: Planes, { gain, offset }: { gain: number; offset: number }): Planes {
    this.#kernels.hardSwish(planes.at, planes.channels * planes.stride, gain, offset)
    return planes
  }

  swish(planes: Planes): Planes {
    const values = this.floats(planes)
    for (let k = 0; k < values.length; k++) {
      const value = values[k] as number
      values[k] = value / (1 + Math.exp(-value))
    }
    return planes
  }

  /** Each plane by what two small layers make of all planes' means. */
  weighed(planes: Planes, down: Matrix, up: Matrix): Planes {
    const { channels, width, height, stride } = planes
    const count = width * height
    const means = this.#planes(channels, 1, 1)
    const [from, to] = [this.floats(planes), this.floats(means)]
    for (let c = 0; c < channels; c++) {
      let sum = 0
      for (let k = c * stride; k < c * stride + count; k++) sum += from[k] as number
      to[c * means.stride] = sum / count
    }
    const few = this.multiplied(means, down)
    const low = this.floats(few)
    for (let k = 0; k < low.length; k++) low[k] = Math.max(0, low[k] as number)
    const all = this.multiplied(few, up)
    const [values, by] = [this.floats(planes), this.floats(all)]
    for (let c = 0; c < channels; c++) {
      const weight = Math.min(1, Math.max(0, (by[c * all.stride] as number) / 6 + 0.5))
      for (let k = c * stride; k < c * stride + count; k++)
        values[k] = (values[k] as number) * weight
    }
    return planes
  }

  /** Means of three rows and two columns. */
  pooled(planes: Planes): Planes {
    const { channels, width, stride } = planes
    const out = this.#planes(channels, width / 2, 1)
    const [from, to] = [this.floats(planes), this.floats(out)]
    for (let c = 0; c < channels; c++)
      for (let x = 0; x < out.width; x++) {
        let sum = 0
        for (let k = c * stride + 2 * x; k < c * stride + 3 * width; k += width)
          sum += (from[k] as number) + (from[k + 1] as number)
        to[c * out.stride + x] = sum / 6
      }
    return out
  }

  /** Each plane of one row moved to the right, as it is, and moved to the left. */
  around(...all: readonly Planes[]): Planes {
    const { width = 0 } = all[0] ?? {}
    const channels = all.reduce((sum, each) => sum + each.channels, 0)
    const out = this.#planes(3 * channels, width, 1)
    const to = this.floats(out).fill(0)
    let row = 0
    for (const planes of all) {
      const from = this.floats(planes)
      for (let c = 0; c < planes.channels; c++)
        for (let moved = 1; moved >= -1; moved--, row += out.stride)
          for (let x = Math.max(0, moved); x < width + Math.min(0, moved); x++)
            to[row + x] = from[c * planes.stride + x - moved] as number
    }
    return out
  }

  /** Of each place over all planes. */
  normed(planes: Planes, { gains, offsets }: Record<'gains' | 'offsets', Float32Array>): Planes {
    const { channels, width, stride } = planes
    const out = this.#planes(channels, width, 1)
    const [from, to] = [this.floats(planes), this.floats(out)]
    for (let x = 0; x < width; x++) {
      let [mean, squares] = [0, 0]
      for (let c = 0; c < channels; c++) mean += (from[c * stride + x] as number) / channels
      for (let c = 0; c < channels; c++) squares += ((from[c * stride + x] as number) - mean) ** 2
      const by = 1 / Math.sqrt(squares / channels + EPSILON)
      for (let c = 0; c < channels; c++) {
        const own = ((from[c * stride + x] as number) - mean) * by
        to[c * stride + x] = own * (gains[c] as number) + (offsets[c] as number)
      }
    }
    return out
  }

  added(one: Planes, other: Planes): Planes {
    const [to, from] = [this.floats(one), this.floats(other)]
    for (let k = 0; k < to.length; k++) to[k] = (to[k] as number) + (from[k] as number)
    return one
  }

  /** What each place takes of all, by how its question fits their answers, for each head by itself. */
  attended(planes: Planes): Planes {
    const { width, stride } = planes
    const out = this.#planes(planes.channels / 3, width, 1)
    const each = out.channels / HEADS
    const [from, to] = [this.floats(planes), this.floats(out)]
    const part = out.channels * stride
    const shares = new Float32Array(width)
    for (let first = 0; first < part; first += each * stride)
      for (let x = 0; x < width; x++) {
        shares.fill(0)
        for (let c = first; c < first + each * stride; c += stride) {
          const question = (from[c + x] as number) / Math.sqrt(each)
          for (let k = 0; k < width; k++)
            shares[k] = (shares[k] as number) + question * (from[part + c + k] as number)
        }
        let [most, all] = [-Infinity, 0]
        for (let k = 0; k < width; k++) most = Math.max(most, shares[k] as number)
        for (let k = 0; k < width; k++) {
          shares[k] = Math.exp((shares[k] as number) - most)
          all += shares[k] as number
        }
        for (let c = first; c < first + each * stride; c += stride) {
          let sum = 0
          for (let k = 0; k < width; k++)
            sum += (shares[k] as number) * (from[2 * part + c + k] as number)
          to[c + x] = sum / all
        }
      }
    return out
  }
}
