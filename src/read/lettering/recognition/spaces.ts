import type { SeenSymbol } from '../../../../wasm/ppocr'
import type { Cell } from './cells'

/** Gaps in heights of tall letters (0.72 em): certainly within a word, certainly between words. */
const WITHIN = 0.2
const BETWEEN = 0.46
/** Where most gaps are small, this is one between words. */
const LIKELY = 0.3
/** How many times the usual gap of its line. */
const WIDER = 2.2

/**
 * Sets the spaces by the gaps that are there; the network's own view counts where they could be either. `cellOf[k]` is
 * the place of letter k, undefined where letters touch.
 */
export function spaced(
  letters: readonly SeenSymbol[],
  cellOf: readonly (Cell | undefined)[],
  cells: readonly Cell[],
  tall: number,
): SeenSymbol[] {
  const gaps = letters.map((_, k) => {
    const [a, b] = [cellOf[k - 1], cellOf[k]]
    if (!a || !b) return undefined
    // Fragments that were not read fill a gap as well.
    const end = cells.reduce(
      (most, cell) => (cell.left < b.left ? Math.max(most, cell.right) : most),
      a.right,
    )
    return (b.left - end) / tall
  })
  const known = gaps.filter((gap) => gap !== undefined).sort((a, b) => a - b)
  const usual = known[Math.floor(0.4 * known.length)] ?? 0
  return letters.map((letter, k) => {
    const gap = gaps[k]
    if (gap === undefined) return letter
    if (gap >= BETWEEN || (gap >= LIKELY && gap > WIDER * usual))
      return { ...letter, startsWord: true }
    return gap <= WITHIN ? { ...letter, startsWord: false } : letter
  })
}
