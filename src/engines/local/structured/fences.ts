import type { Span } from '../../../forms/diagram'

/** A fenced block: what it says it holds, and the offsets of its content and of the whole. */
export interface Fence {
  language: 'mermaid' | 'dot' | 'other'
  start: number
  end: number
  outer: Span
  /** Else it reaches to the end of the text. */
  closed: boolean
}

const FENCE =
  /^[ \t]{0,3}(`{3,9}|~{3,9})[ \t]*(?:\{?\.?(?:(mermaid)|(dot|graphviz|gv))\b)?[^\n]*\n([\s\S]*?)(?:^[ \t]{0,3}\1[ \t]*$|(?![\s\S]))/gim

/** All fenced blocks, in order. */
export const fencesOf = (source: string): Fence[] =>
  [...source.matchAll(FENCE)].map(({ 0: whole, 2: mermaid, 3: dot, 4: body = '', index }) => {
    const start = index + whole.indexOf('\n') + 1
    const end = start + body.length
    const outer = { start: index, end: index + whole.length }
    const language = mermaid ? 'mermaid' : dot ? 'dot' : 'other'
    return { language, start, end, outer, closed: end < outer.end }
  })
