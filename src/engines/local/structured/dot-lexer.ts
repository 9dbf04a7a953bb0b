/** The words of the DOT language, as its grammar (graphviz.org/doc/info/lang.html) defines them. */
export type DotToken =
  | { kind: 'sign'; text: string; at: number }
  /** `html` ids stood between angle brackets; `bare` ones stood without quotes and may be keywords. */
  | { kind: 'id'; text: string; at: number; html: boolean; bare: boolean }
  /** Where the words end because no further one can be read; `text` says why. */
  | { kind: 'fault'; text: string; at: number }

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
    const numeral = match(NUMERAL)
    if (numeral) {
      tokens.push({ kind: 'id', text: numeral[0], at: start, html: false, bare: true })
      continue
    }
    const sign = match(SIGN)
    if (sign) {
      tokens.push({ kind: 'sign', text: sign[0], at: start })
      continue
    }
    const name = match(NAME)
    if (name) {
      tokens.push({ kind: 'id', text: name[0], at: start, html: false, bare: true })
      continue
    }
    const quoted = match(QUOTED)
    if (quoted) {
      const words = (quoted[1] ?? '').replace(/\\\r?\n/g, '').replace(/\\"/g, '"')
      tokens.push({ kind: 'id', text: words, at: start, html: false, bare: false })
      continue
    }
    if (text[at] === '<') {
      const end = endOfHtml(text, at)
      if (end === undefined) break
      at = end
      tokens.push({
        kind: 'id',
        text: text.slice(start + 1, at - 1),
        at: start,
        html: true,
        bare: false,
      })
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
