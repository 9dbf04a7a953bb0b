import type { Cell } from './cells'
import type { Letter } from './recognise'

/** Gaps in heights of tall letters (0.72 em): certainly within a word, certainly between words. */
const WITHIN = 0.2
const BETWEEN = 0.46
/** Where most gaps are small, this is one between words. */
const LIKELY = 0.3
/** Less may be a gap of 2 that fell badly on the pixels, where the reader sees no space. */
const THREE_PIXELS = 3

/**
 * Sets the spaces by the gaps that are there; the reader's own view counts where they could be either. `cellOf[k]` is
 * the place of letter k, undefined where letters touch.
 */
export function respace(
  letters: readonly Letter[],
  cellOf: readonly (Cell | undefined)[],
  cells: readonly Cell[],
  tall: number,
): Letter[] {
  const gaps = letters.map((_, k) => {
    const before = letters[k - 1]
    if (!before) return undefined
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
  const pitch = pitchOf(cellOf)
  const spaced = letters.map((letter, k) => {
    const gap = gaps[k]
    const [before, after] = [letters[k - 1]?.text ?? '', letters[k + 1]?.text ?? '']
    if (/[.,]/.test(letter.text) && /\d/.test(before) && /\d/.test(after))
      return { ...letter, startsWord: false }
    if (before === '.' && /\d/.test(letters[k - 2]?.text ?? '') && /\d/.test(letter.text))
      return { ...letter, startsWord: false }
    if (gap === undefined) return letter
    if (pitch) {
      const step = (middle(cellOf[k]) - middle(cellOf[k - 1])) / pitch
      // No letter of an even pitch stands between one and two steps off: these only look even.
      return { ...letter, startsWord: step > 1.55 || (step > 1.25 && gap >= LIKELY) }
    }
    const likely = Math.max(LIKELY, letter.startsWord ? 0 : THREE_PIXELS / tall)
    if (gap >= BETWEEN || (gap >= likely && gap > 2.2 * usual))
      return { ...letter, startsWord: true }
    if (gap <= WITHIN) return { ...letter, startsWord: false }
    return letter
  })
  return spaced.map((letter, k) => {
    const [before, after] = [spaced[k - 1], spaced[k + 1]]
    if (before && after && RELATION.test(letter.text))
      return { ...letter, startsWord: letter.startsWord || after.startsWord }
    if (before && k > 1 && RELATION.test(before.text))
      return { ...letter, startsWord: letter.startsWord || before.startsWord }
    return letter
  })
}

/** What stands between two words, or in one: a gap on one side is a gap on the other. */
const RELATION = /^[=<>≤≥≈]$/

const middle = (cell: Cell | undefined) => (cell ? (cell.left + cell.right) / 2 : 0)

/** Distance of letters that all stand equally far apart, undefined where they do not. */
export function pitchOf(cellOf: readonly (Cell | undefined)[]): number | undefined {
  const steps = cellOf
    .slice(1)
    .flatMap((cell, k) => (cell && cellOf[k] ? [middle(cell) - middle(cellOf[k])] : []))
    .sort((a, b) => a - b)
  if (steps.length < 4) return undefined
  const usual = steps[Math.floor(0.4 * steps.length)] ?? 0
  const off = (step: number) => Math.abs(step / usual - Math.round(step / usual))
  const even = steps.filter((step) => off(step) < 0.14).length
  const mean = steps.filter((step) => Math.round(step / usual) === 1)
  if (even < 0.85 * steps.length || mean.length < 3) return undefined
  return mean.reduce((sum, step) => sum + step, 0) / mean.length
}
