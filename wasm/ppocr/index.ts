import { CORES, packageFile } from '../package-files'
import { HEIGHT, STEP } from './layers'
import { networkOf, type Seen } from './network'
import { tensorsOf } from './onnx'

export { HEIGHT, STEP }

/** A letter, and how far along its line: pixels of the line that was given. */
export interface SeenSymbol {
  text: string
  /** 0 to 1. */
  confidence: number
  middle: number
  /** True where a space stands before it. */
  startsWord: boolean
}

/** Chinese and full-width signs begin here. */
const FOREIGN = 0x2300

let loaded: ReturnType<typeof load> | undefined

/** Unpacks the 11 MB network once per thread, on the first line. */
function load() {
  const alphabet = new TextDecoder().decode(packageFile(CORES.alphabet)).trimEnd().split('\n')
  // The first class is no sign at all, the last a space.
  const signs = [...['', ...alphabet, ' '].entries()].filter(
    ([, sign]) => (sign.codePointAt(0) ?? 0) < FOREIGN && sign !== '℃',
  )
  const run = networkOf(
    tensorsOf(packageFile(CORES.network)),
    signs.map(([place]) => place),
  )
  return { signs: signs.map(([, sign]) => sign), run }
}

/**
 * Reads one line by PP-OCRv4's recogniser: `line` has {@link HEIGHT} rows, a byte a pixel, dark letters on white. Of the
 * network's alphabet only Latin, Greek and the signs beside them are answered. Equal pictures give equal answers.
 */
export function seeLine(line: { width: number; data: Uint8Array }): SeenSymbol[] {
  loaded ??= load()
  const { signs, run } = loaded
  return symbolsOf(run(line), signs)
}

/** The likeliest sign of each step; equal ones in a row are one (connectionist temporal classification). */
function symbolsOf({ count, stride, data }: Seen, signs: readonly string[]): SeenSymbol[] {
  const found: SeenSymbol[] = []
  let before = ''
  let spaced = false
  for (let step = 0; step < count; step++) {
    const likelihood = (sign: number) => data[sign * stride + step] as number
    let most = 0
    for (let k = 1; k < signs.length; k++) if (likelihood(k) > likelihood(most)) most = k
    let all = 0
    for (let k = 0; k < signs.length; k++) all += Math.exp(likelihood(k) - likelihood(most))
    const best = signs[most] ?? ''
    const last = found.at(-1)
    const confidence = 1 / all
    if (best === ' ') spaced = true
    else if (best === before && last) last.confidence = Math.max(last.confidence, confidence)
    else if (best !== '') {
      const middle = (step + 0.5) * STEP
      found.push({ text: best, confidence, middle, startsWord: spaced && found.length > 0 })
      spaced = false
    }
    before = best
  }
  return found
}
