import { readFileSync } from 'node:fs'
import file from './kernels.wasm' with { type: 'file' }

type Name =
  | 'averaged'
  | 'base'
  | 'chamfer'
  | 'chessboard'
  | 'connected4'
  | 'connected8'
  | 'depthwise'
  | 'describe'
  | 'flat'
  | 'grounded'
  | 'hardSwish'
  | 'maximum'
  | 'most'
  | 'multiply'
  | 'nearest'
  | 'outstanding'
  | 'pack'
  | 'packOpaque'
  | 'pairs'
  | 'pieces'
  | 'renumber'
  | 'smooth'
  | 'ssim'
  | 'still'
  | 'surfaces'
  | 'thin'

/** The functions of `kernels/`, where their numbers are told: addresses in `memory`, counts and levels. */
export type Kernels = Record<Name, (...numbers: number[]) => number> & {
  memory: WebAssembly.Memory
}

type Numbers =
  | Uint8Array<ArrayBufferLike>
  | Uint8ClampedArray<ArrayBufferLike>
  | Int16Array<ArrayBufferLike>
  | Int32Array<ArrayBufferLike>
  | Float32Array<ArrayBufferLike>

/** Room in the kernels' memory while they work; whoever lends it takes it back. */
export interface Scratch {
  /** Copies numbers in; returns their address. */
  put: (numbers: Numbers) => number
  /** So many bytes, with whatever was left in them. */
  room: (bytes: number) => number
  /** Where what is free begins. */
  top: () => number
  /** Copies of what lies at an address. */
  bytes: (at: number, count: number) => Uint8Array<ArrayBuffer>
  ints: (at: number, count: number) => Int32Array<ArrayBuffer>
  floats: (at: number, count: number) => Float32Array<ArrayBuffer>
  doubles: (at: number, count: number) => Float64Array<ArrayBuffer>
}

const PAGE = 65_536
/** Pages: each growth may move all that is there. */
const LEAST_GROWTH = 512
/** Bytes, for a picture of 1600 x 900 pixels. */
const MOST_KEPT = 100_000_000
/** Every address suits the widest load. */
const ALIGNED = 16

let instance: Kernels | undefined
let compiled: WebAssembly.Module | undefined

/** The kernels with a memory of their own. */
export function newKernels(): Kernels {
  compiled ??= new WebAssembly.Module(readFileSync(file))
  return new WebAssembly.Instance(compiled).exports as unknown as Kernels
}

/**
 * Lends the pixel kernels and room to work in. There is one instance a thread, and what it lends is free again after
 * `work`, which therefore copies out what it gives back.
 * @throws RangeError where `work` asks for more than a gigabyte
 */
export function withKernels<T>(work: (kernels: Kernels, scratch: Scratch) => T): T {
  instance ??= newKernels()
  return work(instance, scratchOf(instance))
}

/** Room in the kernels' memory from an address on. */
export function scratchOf(kernels: Kernels, from = kernels.base()): Scratch {
  let top = from
  const room = (bytes: number) => {
    const at = top
    top += Math.ceil(bytes / ALIGNED) * ALIGNED
    const missing = top - kernels.memory.buffer.byteLength
    if (missing > 0) kernels.memory.grow(Math.max(Math.ceil(missing / PAGE), LEAST_GROWTH))
    return at
  }
  return {
    room,
    top: () => top,
    put: (numbers) => {
      const at = room(numbers.byteLength)
      const { buffer } = kernels.memory
      new Uint8Array(buffer, at, numbers.byteLength).set(
        new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
      )
      return at
    },
    bytes: (at, count) => new Uint8Array(kernels.memory.buffer.slice(at, at + count)),
    ints: (at, count) => new Int32Array(kernels.memory.buffer.slice(at, at + 4 * count)),
    floats: (at, count) => new Float32Array(kernels.memory.buffer.slice(at, at + 4 * count)),
    doubles: (at, count) => new Float64Array(kernels.memory.buffer.slice(at, at + 8 * count)),
  }
}

/** Gives the memory back: after a large picture it would stay with the thread. */
export function releaseKernels(): void {
  if (instance && instance.memory.buffer.byteLength > MOST_KEPT) instance = undefined
}
