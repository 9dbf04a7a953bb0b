/**
 * Which way the characters of a line run, after the Unicode Bidirectional Algorithm (UAX 9): its rules for letters,
 * digits, their separators, marks and neutral characters, without explicit embeddings and paired brackets.
 */

type Kind = 'left' | 'right' | 'digit' | 'separator' | 'mark' | 'neutral'

const RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u060c\u061b\u061f]/u

function kindOf(character: string): Kind {
  if (/\p{Mark}/u.test(character)) return 'mark'
  if (/[0-9\u0660-\u0669\u06f0-\u06f9]/.test(character)) return 'digit'
  if (RIGHT.test(character)) return 'right'
  if (/[\p{L}\p{N}\p{Co}]/u.test(character)) return 'left'
  return /[-+.,:/%$€£°]/.test(character) ? 'separator' : 'neutral'
}

/** Whether a text has characters that run from right to left. */
export function rightToLeft(text: string): boolean {
  return RIGHT.test(text)
}

/** Whether a text as a whole is read from right to left: its first letter decides. */
function startsRight(text: string): boolean {
  for (const character of text) {
    const kind = kindOf(character)
    if (kind === 'right' || kind === 'left') return kind === 'right'
  }
  return false
}

/** The embedding level of each character of a line: odd ones run from right to left. */
export function levelsOf(line: string, whole = line): number[] {
  const base = startsRight(whole) ? 1 : 0
  const kinds = resolved([...line].map(kindOf), base)
  return kinds.map((kind) => {
    if (kind === 'right') return 1
    if (kind === 'digit') return 2
    return base === 0 ? 0 : 2
  })
}

/** Marks follow their letter, separators the digits around them, digits the letters before, neutrals their surroundings. */
function resolved(given: readonly Kind[], base: number): Kind[] {
  const outer: Kind = base === 1 ? 'right' : 'left'
  const kinds = [...given]
  for (const [i, kind] of kinds.entries()) {
    if (kind === 'mark') kinds[i] = kinds[i - 1] ?? outer
    if (kind !== 'separator') continue
    const [before, after] = [kinds[i - 1], given[i + 1]]
    const within = before === 'digit' && after === 'digit'
    const sign = /digit/.test(`${before}${after}`) && (i === 0 || before === 'digit')
    kinds[i] = within || sign ? 'digit' : 'neutral'
  }
  let strong = outer
  for (const [i, kind] of kinds.entries()) {
    if (kind === 'left' || kind === 'right') strong = kind
    else if (kind === 'digit' && strong === 'left') kinds[i] = 'left'
  }
  return kinds.map((kind, i) => {
    if (kind !== 'neutral') return kind
    const side = (step: 1 | -1): Kind => {
      for (let k = i + step; k >= 0 && k < kinds.length; k += step) {
        const near = kinds[k]
        if (near !== undefined && near !== 'neutral') return near === 'digit' ? 'right' : near
      }
      return outer
    }
    const [before, after] = [side(-1), side(1)]
    return before === after ? before : outer
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
