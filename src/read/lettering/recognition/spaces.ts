import type { SeenSymbol } from '../../../../wasm/ppocr'
import { leastOf } from '../../../forms/least'
import type { Cell } from './cells'

/** Gaps in heights of tall letters (0.72 em): certainly within a word, certainly between words. */
const WITHIN = 0.2
const BETWEEN = 0.46
/** Where most gaps are small, this is one between words. */
const LIKELY = 0.3
/** How many times the usual gap of its line. */
const WIDER = 2.2

/** Sets the spaces by the gaps that are there; the network's own view counts where they could be either. */
export function spaced(
  letters: readonly SeenSymbol[],
  cells: readonly Cell[],
  tall: number,
): SeenSymbol[] {
  const breaks = cells.slice(1).map(({ left }, k) => {
    const end = cells[k]?.right ?? left
    return { middle: (end + left) / 2, gap: (left - end) / tall }
  })
  const own = letters.map(({ middle }) =>
    leastOf(cells, ({ left, right }) => Math.max(0, left - middle, middle - right)),
  )
  const isShared = (k: number) => own.indexOf(own[k]) !== own.lastIndexOf(own[k])
  // Undefined where letters touch: what is narrow there is as wide elsewhere.
  const gaps = letters.map(({ middle }, k) => {
    if (k === 0 || isShared(k - 1) || isShared(k)) return undefined
    const before = letters[k - 1]?.middle ?? middle
    const between = breaks.filter((one) => one.middle > before && one.middle <= middle)
    return leastOf(between, ({ gap }) => -gap)?.gap
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
