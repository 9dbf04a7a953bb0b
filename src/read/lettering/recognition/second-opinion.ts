import { HEIGHT, STEP, seeLine } from '../../../../wasm/ppocr'
import { enlargeInto, type Strip } from '../lines/strip'
import type { Letter } from './recognise'

/** Pixels: how high tall letters stand in the second reader's rows. */
const TALL = 30

/** The letters of a line as a reader of pictures sees them, who knows more signs than the first; in pixels of the strip. */
export async function seenLetters(strip: Strip, tallInStrip: number): Promise<Letter[]> {
  const sizes = { tall: TALL, height: HEIGHT, step: STEP }
  const { line, scale, margin } = enlargeInto(strip, tallInStrip, sizes)
  const seen = await seeLine(line)
  const middles = seen.map(({ middle }) => (middle - margin) / scale)
  return seen.map(({ text, confidence, startsWord }, k) => {
    const middle = middles[k] ?? 0
    // It tells no boxes: a letter reaches half the way to its nearer neighbour.
    const gaps = [middles[k - 1], middles[k + 1]].flatMap((other) =>
      other === undefined ? [] : [Math.abs(other - middle) / 2],
    )
    const reach = Math.min(0.35 * tallInStrip, ...gaps)
    return {
      text,
      confidence,
      left: middle - reach,
      right: middle + reach,
      top: 0,
      bottom: strip.height,
      startsWord,
    }
  })
}

/** Signs of one look, whatever either reader calls them. */
export function plain(letters: readonly Pick<Letter, 'text'>[]): string {
  return letters
    .map(({ text }) => text)
    .join('')
    .replace(/[−–—]/g, '-')
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
}

/** What the first reader has no word for, and so reads as something else. */
const UNKNOWN = /[^\x20-\x7e‘’“”–—«»£€¥§©®°é]/

/** True where two readings differ by nothing but signs that only the second reader knows. */
export function differBySigns(first: readonly Letter[], second: readonly Letter[]): boolean {
  const pattern = second
    .map(({ text }) => (UNKNOWN.test(text) ? '.{0,2}' : RegExp.escape(plain([{ text }]))))
    .join('')
  return new RegExp(`^${pattern}$`).test(plain(first))
}
