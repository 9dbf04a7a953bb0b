import type { Span } from '../../../forms/diagram'

/** The words of the DOT language, as its grammar (graphviz.org/doc/info/lang.html) defines them. */
export type DotToken =
  | { kind: 'sign'; text: string; at: number }
  | DotId
  /** Where the words end because no further one can be read; `text` says why. */
  | { kind: 'fault'; text: string; at: number }

export interface DotId {
  kind: 'id'
  text: string
  at: number
  /** Where its words stand, quotes and brackets left out. */
  span: Span
  /** It stood between angle brackets. */
  html: boolean
  /** It stood without quotes, and may be a keyword. */
  bare: boolean
}

/** DOT that cannot be read: what is wrong and at which offset. */
export class DotFault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message)
  }
}

const SPACE = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=^|\n)#[^\n]*)+/y
const SIGN = /->|--|[{}[\]=;,:+]/y
const NAME = /[\p{L}\p{M}_\u0080-\u{10FFFF}][\p{L}\p{M}\p{N}_\u0080-\u{10FFFF}]*/uy
const NUMERAL = /-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)/y
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y

/** Ends with a fault at a sign that begins no word, or a quote, comment or bracket that never ends. */
export function dotTokens(text: string): DotToken[] {
  const tokens: DotToken[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < text.length) {
    if (match(SPACE)) continue
    const start = at
    const id = (words: string, frame: 0 | 1, html = false) =>
      tokens.push({
        kind: 'id',
        text: words,
        at: start,
        span: { start: start + frame, end: at - frame },
        html,
        bare: frame === 0,
      })
    const numeral = match(NUMERAL)
    if (numeral) {
      id(numeral[0], 0)
      continue
    }
    const sign = match(SIGN)
    if (sign) {
      tokens.push({ kind: 'sign', text: sign[0], at: start })
      continue
    }
    const name = match(NAME)
    if (name) {
      id(name[0], 0)
      continue
    }
    const quoted = match(QUOTED)
    if (quoted) {
      id((quoted[1] ?? '').replace(/\\\r?\n/g, '').replace(/\\"/g, '"'), 1)
      continue
    }
    const end = text[at] === '<' ? endOfHtml(text, at) : undefined
    if (end !== undefined) {
      at = end
      id(text.slice(start + 1, at - 1), 1, true)
      continue
    }
    break
  }
  if (at < text.length) tokens.push({ kind: 'fault', text: unreadable(text, at), at })
  return tokens
}

function unreadable(text: string, at: number): string {
  if (text[at] === '"') return 'a quotation mark that is never closed'
  if (text[at] === '<') return 'an HTML label that is never closed'
  if (text.startsWith('/*', at)) return 'a comment that is never closed'
  return `syntax error near '${String.fromCodePoint(text.codePointAt(at) ?? 0)}'`
}

/** The offset behind the bracket that closes the one at `from`; comments within may hold brackets of their own. */
function endOfHtml(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at)
      if (end < 0) break
      at = end + 2
    } else if (text[at] === '<') depth++
    else if (text[at] === '>' && --depth === 0) return at + 1
  }
  return undefined
}
