import place from './words.bin' with { type: 'file' }

/** The vector of a lower-case word or of its stem; undefined for words that are not known. */
export type Vectors = (word: string) => readonly number[] | undefined

let loading: Promise<Vectors> | undefined

/**
 * What 30,000 English words mean, as 32 numbers each; loaded on first use, within 0.1 s. Words that are used alike have
 * vectors that are alike. Written by `scripts/bake-vectors.ts`.
 */
export function vectors(): Promise<Vectors> {
  loading ??= Bun.file(place).arrayBuffer().then(parse)
  return loading
}

/** Counts of words and dimensions, bytes of the list, the step of a cell; the list, one word a line; the cells. */
function parse(buffer: ArrayBuffer): Vectors {
  const [words = 0, size = 0, bytes = 0] = new Uint32Array(buffer, 0, 3)
  const [step = 0] = new Float32Array(buffer, 12, 1)
  const list = new TextDecoder().decode(new Uint8Array(buffer, 16, bytes)).split('\n')
  const cells = new Int8Array(buffer, 16 + bytes, words * size)
  const place = new Map(list.map((word, at) => [word, at]))
  return (word) => {
    const at = formsOf(word.toLowerCase())
      .map((form) => place.get(form))
      .find((found) => found !== undefined)
    if (at === undefined) return undefined
    return Array.from(cells.subarray(at * size, (at + 1) * size), (cell) => cell * step)
  }
}

/** A word, the last part of a compound, and what a stem may have stood for. */
const formsOf = (word: string) => {
  const last = word.split(/[-–/]/).at(-1) ?? word
  return [word, last, `${last}s`, `${last}e`, last.replace(/s$/, '')]
}
