import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-web'
import { CORES, packageFile, withFile } from './package-files'

/** Pixels: what the network was made for, by the length of a line that one of its steps sees. */
export const HEIGHT = 48
export const STEP = 8

/** A letter, and how far along its line: pixels of the line that was given. */
export interface SeenSymbol {
  text: string
  /** 0 to 1. */
  confidence: number
  middle: number
  /** True where a space stands before it. */
  startsWord: boolean
}

interface Reader {
  session: InferenceSession
  Tensor: new (type: 'float32', data: Float32Array, dims: number[]) => OrtTensor
  /** The sign of each class that may be answered, by the class's number; the first is no sign at all. */
  signs: readonly (readonly [place: number, sign: string])[]
}

let loaded: Promise<Reader> | undefined

/** Chinese and full-width signs begin here. */
const FOREIGN = 0x2300

/** Compiles the 10 MB module and unpacks the 11 MB network once per thread, on the first line. */
function load(): Promise<Reader> {
  loaded ??= (async () => {
    const { env, InferenceSession, Tensor } = await import('onnxruntime-web')
    // A pool of threads would outlive its job, and two executors would share the cores anyway.
    env.wasm.numThreads = 1
    env.logLevel = 'error'
    const session = await withFile(CORES.onnx, (path) => {
      env.wasm.wasmPaths = { 'ort-wasm-simd.wasm': path }
      return InferenceSession.create(packageFile(CORES.network), { executionProviders: ['wasm'] })
    })
    const all = [
      '',
      ...new TextDecoder().decode(packageFile(CORES.alphabet)).trimEnd().split('\n'),
      ' ',
    ]
    const signs = [...all.entries()].filter(
      ([, sign]) => (sign.codePointAt(0) ?? 0) < FOREIGN && sign !== '℃',
    )
    return { session, Tensor, signs }
  })()
  return loaded
}

/**
 * Reads one line by PP-OCRv4's recogniser: `line` has {@link HEIGHT} rows, a byte a pixel, dark letters on white. Of the
 * network's alphabet only Latin, Greek and the signs beside them are answered. Equal pictures give equal answers.
 */
export async function seeLine(line: { width: number; data: Uint8Array }): Promise<SeenSymbol[]> {
  const { session, Tensor, signs } = await load()
  const area = HEIGHT * line.width
  const input = new Float32Array(3 * area)
  for (let i = 0; i < area; i++) input[i] = (line.data[i] ?? 255) / 127.5 - 1
  input.copyWithin(area, 0, area)
  input.copyWithin(2 * area, 0, area)
  const [name = ''] = session.inputNames
  const tensor = new Tensor('float32', input, [1, 3, HEIGHT, line.width])
  const answer = (await session.run({ [name]: tensor }))[session.outputNames[0] ?? '']
  if (!answer) return []
  return symbolsOf(answer.data as Float32Array, answer.dims.at(-1) ?? 1, signs)
}

/** The likeliest class of each step; equal ones in a row are one sign (connectionist temporal classification). */
function symbolsOf(shares: Float32Array, classes: number, signs: Reader['signs']): SeenSymbol[] {
  const found: SeenSymbol[] = []
  let before = ''
  let spaced = false
  for (let start = 0; start < shares.length; start += classes) {
    let [best, most, all] = ['', 0, 1e-9]
    for (const [place, sign] of signs) {
      const share = shares[start + place] ?? 0
      all += share
      if (share > most) [best, most] = [sign, share]
    }
    const last = found.at(-1)
    const confidence = most / all
    if (best === ' ') spaced = true
    else if (best === before && last) last.confidence = Math.max(last.confidence, confidence)
    else if (best !== '') {
      const middle = (start / classes + 0.5) * STEP
      found.push({ text: best, confidence, middle, startsWord: spaced && found.length > 0 })
      spaced = false
    }
    before = best
  }
  return found
}
