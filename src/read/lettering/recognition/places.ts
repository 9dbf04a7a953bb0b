import type { SeenSymbol } from '../../../../wasm/ppocr'
import { boxAround } from '../lines/rows'
import type { Cell } from './cells'

/** Costs of the alignment, in heights of a tall letter. */
const SKIPPED_MARK = 0.5
const SKIPPED_CELL = 1.2
const SKIPPED_LETTER = 1
const TOUCHING = 0.4
const IN_PARTS = 0.8
const SIGN_IN_PARTS = 0.1
/** Of a tall letter's height: what is lower is no letter. */
const LOW = 0.4

const PARTED = /["“”%…«»]/

interface Step {
  cost: number
  letters: number
  cells: number
}

/**
 * The place that each letter was read from, undefined where letters touch or nothing of its own stands: what was read, in
 * order, is aligned with what stands there (dynamic programming over both); letters may share a place, a sign may have several. `tall` in the cells' pixels, as the symbols' middles.
 */
export function placed(
  letters: readonly SeenSymbol[],
  cells: readonly Cell[],
  tall: number,
): (Cell | undefined)[] {
  const [n, m] = [letters.length, cells.length]
  const best: (Step | undefined)[][] = Array.from({ length: n + 1 }, () => new Array(m + 1))
  const first = best[0] as Step[]
  first[0] = { cost: 0, letters: 0, cells: 0 }
  for (let i = 0; i <= n; i++) {
    for (let k = 0; k <= m; k++) {
      const so = best[i]?.[k]
      if (!so) continue
      const relax = (di: number, dk: number, by: number) => {
        const row = best[i + di]
        const cost = so.cost + by
        if (row && k + dk <= m && cost < (row[k + dk]?.cost ?? Number.POSITIVE_INFINITY))
          row[k + dk] = { cost, letters: di, cells: dk }
      }
      const [letter, cell] = [letters[i], cells[k]]
      if (cell) relax(0, 1, cell.bottom - cell.top < LOW * tall ? SKIPPED_MARK : SKIPPED_CELL)
      if (letter) relax(1, 0, SKIPPED_LETTER)
      if (!letter || !cell) continue
      relax(1, 1, apart([letter], [cell], tall) + unlike(letter, cell, tall))
      for (let more = 1; more <= 3; more++) {
        if (i + more < n)
          relax(more + 1, 1, more * TOUCHING + apart(letters.slice(i, i + more + 1), [cell], tall))
        if (more < 3 && k + more < m)
          relax(
            1,
            more + 1,
            more * (PARTED.test(letter.text) ? SIGN_IN_PARTS : IN_PARTS) +
              apart([letter], cells.slice(k, k + more + 1), tall),
          )
      }
    }
  }
  return traced(best, letters.length, cells)
}

function apart(letters: readonly SeenSymbol[], cells: readonly Cell[], tall: number): number {
  const middle = ((letters[0]?.middle ?? 0) + (letters.at(-1)?.middle ?? 0)) / 2
  return Math.min(
    1,
    Math.abs(middle - ((cells[0]?.left ?? 0) + (cells.at(-1)?.right ?? 0)) / 2) / tall,
  )
}

/** A letter is no dot, and a dot no letter. */
function unlike({ text }: SeenSymbol, { top, bottom }: Cell, tall: number): number {
  const high = bottom - top
  if (/[\p{L}\p{N}]/u.test(text)) return high < LOW * tall ? 0.7 : 0
  return /[.,'·-]/.test(text) && high > 0.6 * tall ? 0.7 : 0
}

function traced(
  best: (Step | undefined)[][],
  letters: number,
  cells: readonly Cell[],
): (Cell | undefined)[] {
  const cellOf: (Cell | undefined)[] = []
  let [i, k] = [letters, cells.length]
  while (i > 0 || k > 0) {
    const step = best[i]?.[k]
    if (!step) break
    const own = cells.slice(k - step.cells, k)
    const place = step.letters === 1 && own.length > 0 ? boxAround(own) : undefined
    for (let count = 0; count < step.letters; count++) cellOf.unshift(place)
    i -= step.letters
    k -= step.cells
  }
  return cellOf
}
