import bidiFactory from 'bidi-js'

const RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u060c\u061b\u061f]/u

/** Whether a text has characters that run from right to left. */
export function rightToLeft(text: string): boolean {
  return RIGHT.test(text)
}

let bidi: ReturnType<typeof bidiFactory> | undefined

/**
 * The embedding level of each character of a line, after the Unicode Bidirectional Algorithm (UAX 9): odd ones run from
 * right to left. The first letter of the whole decides which way its lines run.
 */
export function levelsOf(line: string, whole = line): number[] {
  bidi ??= bidiFactory()
  const [paragraph] = bidi.getEmbeddingLevels(whole).paragraphs
  const { levels } = bidi.getEmbeddingLevels(line, paragraph?.level === 1 ? 'rtl' : 'ltr')
  let at = 0
  return [...line].map((character) => {
    const level = levels[at] ?? 0
    at += character.length
    return level
  })
}

/** The order, from left to right, of stretches of one level each (rule L2): their indices. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index)
  for (let level = Math.max(0, ...levels); level >= 1; level--) {
    for (let start = 0; start < order.length; start++) {
      let end = start
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end++
      if (end > start) {
        order.splice(start, end - start, ...order.slice(start, end).reverse())
        start = end
      }
    }
  }
  return order
}
