import type { LetterLine } from '../../../src/read/lettering'
import type { TruthLine } from './corpus'

export interface Score {
  lines: number
  exact: number
  characters: number
  /** Edits between what stands there and what was read; a line that was not found costs all its characters. */
  edits: number
  /** Read lines that match none. */
  extra: number
  /** For each found line. */
  sizes: number[]
  bold: number[]
  italic: number[]
  family: number[]
  colour: number[]
  faults: string[]
}

export const emptyScore = (): Score => ({
  lines: 0,
  exact: 0,
  characters: 0,
  edits: 0,
  extra: 0,
  sizes: [],
  bold: [],
  italic: [],
  family: [],
  colour: [],
  faults: [],
})

/** Same words with the same spaces; minus signs and dashes of a like look count as one. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/[−–—]/g, '-').trim()

/** Adds a figure. Lines of truth below `smallest` px are looked past. */
export function addScore(
  score: Score,
  truth: readonly TruthLine[],
  read: readonly LetterLine[],
  smallest: number,
): void {
  const free = new Set(read)
  const pairs = truth
    .flatMap((line) => read.map((found) => ({ line, found, share: overlap(line, found) })))
    .filter(({ share }) => share > 0.25)
    .sort((a, b) => b.share - a.share)
  const matched = new Map<TruthLine, LetterLine>()
  for (const { line, found } of pairs) {
    if (matched.has(line) || !free.has(found)) continue
    matched.set(line, found)
    free.delete(found)
  }
  score.extra += free.size
  for (const found of free)
    score.faults.push(`extra ${JSON.stringify(found.text)} ${found.confidence.toFixed(2)}`)
  for (const line of truth) {
    if (line.size < smallest) continue
    const found = matched.get(line)
    const [wanted, got] = [plain(line.text), plain(found?.text ?? '')]
    score.lines++
    score.characters += wanted.length
    score.edits += distance(wanted, got)
    if (wanted === got) score.exact++
    else
      score.faults.push(
        `${line.size} px ${JSON.stringify(wanted)} read ${found ? `${JSON.stringify(got)} ${found.confidence.toFixed(2)}` : 'not'}`,
      )
    if (found) addStyle(score, line, found)
  }
}

function addStyle(score: Score, line: TruthLine, found: LetterLine): void {
  score.sizes.push(Math.abs(found.fontSize / line.size - 1))
  score.bold.push(Number((found.fontWeight === 700) === line.bold))
  score.italic.push(Number(found.italic === line.italic))
  score.family.push(Number(found.family === line.family))
  const channels = (colour: string) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const other = channels(found.colour)
  score.colour.push(
    Math.max(...channels(line.colour).map((value, k) => Math.abs(value - (other[k] ?? 0)))),
  )
}

/** Shared area over the smaller box. */
function overlap(a: TruthLine, b: LetterLine): number {
  if (a.angle !== b.angle) return 0
  const wide = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x)
  const high = Math.min(a.box.y + a.box.height, b.box.y + b.box.height) - Math.max(a.box.y, b.box.y)
  if (wide <= 0 || high <= 0) return 0
  return (
    (wide * high) /
    Math.max(
      1,
      Math.max(a.box.width * a.box.height, b.box.width * b.box.height) ** 0.5 *
        Math.min(a.box.width * a.box.height, b.box.width * b.box.height) ** 0.5,
    )
  )
}

/** Levenshtein. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let k = 1; k <= b.length; k++) {
      const change = (row[k - 1] ?? 0) + (a[i - 1] === b[k - 1] ? 0 : 1)
      next.push(Math.min(change, (row[k] ?? 0) + 1, (next[k - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
