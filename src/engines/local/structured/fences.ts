/** A fenced block: what it says it holds, and the offsets of its content and of the whole. */
export interface Fence {
  language: 'mermaid' | 'dot'
  start: number
  end: number
  outerStart: number
  outerEnd: number
}

const FENCE =
  /^[ \t]{0,3}(`{3,9}|~{3,9})[ \t]*\{?\.?(mermaid|dot|graphviz|gv)\b[^\n]*\n([\s\S]*?)(?:^[ \t]{0,3}\1[ \t]*$|(?![\s\S]))/gim

/** All fenced blocks of mermaid and DOT, in order; one that is never closed reaches to the end. */
export function fencesOf(source: string): Fence[] {
  return [...source.matchAll(FENCE)].map((hit) => {
    const body = hit[3] ?? ''
    const start = hit.index + hit[0].indexOf('\n') + 1
    return {
      language: hit[2]?.toLowerCase() === 'mermaid' ? 'mermaid' : 'dot',
      start,
      end: start + body.length,
      outerStart: hit.index,
      outerEnd: hit.index + hit[0].length,
    }
  })
}
