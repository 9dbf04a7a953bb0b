import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
// The package's index has no path to this file, so it is named where it lies.
import language from '../node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz' with {
  type: 'file',
}
import core from '../node_modules/tesseract.js-core/tesseract-core-simd-lstm.wasm' with {
  type: 'file',
}

/** A grey picture of one line of text: one byte a pixel, rows from the top, dark letters on a light ground. */
export interface GreyLine {
  width: number
  height: number
  data: Uint8Array
}

/** A letter as it was read. Pixels of the picture that was given; `right` and `bottom` lie behind the box. */
interface ReadSymbol {
  text: string
  /** 0 to 1. */
  confidence: number
  left: number
  top: number
  right: number
  bottom: number
  /** True where a space stands before it. */
  startsWord: boolean
}

export interface ReadLine {
  /** The line, spaces between words, no line end. */
  text: string
  /** 0 to 1; the mean of the words. */
  confidence: number
  symbols: ReadSymbol[]
}

/** What is called of the package's own bindings. */
interface Iterator {
  Begin: () => void
  Next: (level: number) => boolean
  Empty: (level: number) => boolean
  GetUTF8Text: (level: number) => string
  Confidence: (level: number) => number
  IsAtBeginningOf: (level: number) => boolean
  getBoundingBox: (level: number) => { x0: number; y0: number; x1: number; y1: number }
}

interface Api {
  Init: (data: null, language: string, engine: number) => number
  SetVariable: (name: string, value: string) => boolean
  SetPageSegMode: (mode: number) => void
  SetImage: (at: number, width: number, height: number, bytes: number, stride: number) => void
  SetSourceResolution: (dotsPerInch: number) => void
  Recognize: (monitor: null) => number
  GetUTF8Text: () => string
  MeanTextConf: () => number
  GetIterator: () => Iterator
  Clear: () => void
}

interface Core {
  FS: { writeFile: (path: string, data: Uint8Array | string) => void }
  TessBaseAPI: new () => Api
  destroy: (object: unknown) => void
  _malloc: (bytes: number) => number
  _free: (at: number) => void
}

type CreateCore = (options: Record<string, unknown>) => Promise<Core>

/** Numbers of the library's enumerations. */
const LSTM_ONLY = 1
const SINGLE_LINE = 7
const WORD = 3
const SYMBOL = 4

interface Reader {
  core: Core
  memory: WebAssembly.Memory
  api: Api
}

let ready: Promise<Reader> | undefined

/** Compiles the 2.8 MB module and unpacks the 2.9 MB of data once per thread, on the first line. */
function load(): Promise<Reader> {
  ready ??= (async () => {
    const { default: create } = (await import(
      // @ts-expect-error the package has no types
      'tesseract.js-core/tesseract-core-simd-lstm.js'
    )) as { default: CreateCore }
    let memory: WebAssembly.Memory | undefined
    const made = await create({
      print: () => {},
      printErr: () => {},
      // The package keeps its memory to itself; this is the one place where it can be had.
      instantiateWasm: (
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance) => void,
      ) => {
        const instance = new WebAssembly.Instance(
          new WebAssembly.Module(readFileSync(core)),
          imports,
        )
        memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory)
        done(instance)
        return instance.exports
      },
    })
    if (!memory) throw new Error('the text reader has no memory of its own')
    made.FS.writeFile('/eng.traineddata', gunzipSync(readFileSync(language)))
    const api = new made.TessBaseAPI()
    if (api.Init(null, 'eng', LSTM_ONLY) !== 0)
      throw new Error('the text reader cannot open its data')
    return { core: made, memory, api }
  })()
  return ready
}

/** Reads one line of English letters, digits and signs. Equal pictures give equal answers whatever was read before. */
export async function readLine(line: GreyLine): Promise<ReadLine> {
  const { core: module, memory, api } = await load()
  const at = module._malloc(line.data.length)
  try {
    new Uint8Array(memory.buffer).set(line.data, at)
    api.SetPageSegMode(SINGLE_LINE)
    api.SetImage(at, line.width, line.height, 1, line.width)
    api.SetSourceResolution(300)
    if (api.Recognize(null) !== 0) return { text: '', confidence: 0, symbols: [] }
    const symbols = symbolsOf(module, api)
    const text = symbols
      .map((each) => (each.startsWord ? ' ' : '') + each.text)
      .join('')
      .trim()
    return { text, confidence: api.MeanTextConf() / 100, symbols }
  } finally {
    api.Clear()
    module._free(at)
  }
}

function symbolsOf(module: Core, api: Api): ReadSymbol[] {
  const iterator = api.GetIterator()
  const found: ReadSymbol[] = []
  try {
    if (iterator.Empty(SYMBOL)) return found
    do {
      const text = iterator.GetUTF8Text(SYMBOL)
      const { x0, y0, x1, y1 } = iterator.getBoundingBox(SYMBOL)
      found.push({
        text,
        confidence: iterator.Confidence(SYMBOL) / 100,
        left: x0,
        top: y0,
        right: x1,
        bottom: y1,
        startsWord: found.length > 0 && iterator.IsAtBeginningOf(WORD),
      })
    } while (iterator.Next(SYMBOL))
    return found
  } finally {
    module.destroy(iterator)
  }
}
