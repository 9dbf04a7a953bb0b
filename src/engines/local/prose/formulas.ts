import type { Diagram, Span } from '../../../forms/diagram'
import { lowerBound } from '../../words/diagram-parts'

/** A letter without case that no text uses: a run of it stands for a formula, which is one noun of the sentence. */
const MARK = '\u01bb'
const RUN = new RegExp(`${MARK}+`, 'g')

/** `$x_i$` and `\\(x\\)`, not amounts of money: with a sign of TeX inside, or one letter alone. */
const INLINE = /\$(?![\s$])([^$\n]{1,120}?)(?<![\s\\])\$(?!\d)|\\\(([^\n]{1,120}?)\\\)/g
const TEX = /[\\_^={}]|^\p{L}$/u

/** Puts a run of marks of the same length in the place of every inline formula. */
export const markFormulas = (text: string): string =>
  text.replace(INLINE, (whole, one?: string, other?: string) =>
    TEX.test((one ?? other ?? '').trim()) ? MARK.repeat(whole.length) : whole,
  )

/** Puts the formulas of the source back into what was read, as `$...$`; `title` is where the diagram's stands. */
export function withFormulas(
  diagram: Diagram,
  { source, masked, title }: { source: string; masked: string; title: Span | undefined },
): Diagram {
  if (!masked.includes(MARK)) return diagram
  const all = [...masked.matchAll(RUN)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
  }))
  const starts = all.map(({ start }) => start)
  const tex = ({ start, end }: Span) => {
    const whole = source.slice(start, end)
    return `$${(whole.startsWith('$') ? whole.slice(1, -1) : whole.slice(2, -2)).trim()}$`
  }
  const runsIn = ({ start, end }: Span) =>
    all.slice(lowerBound(starts, start), lowerBound(starts, end))
  // Words stand in the order of their spans, and so do formulas among them.
  const back = (text: string, spans: readonly Span[]) => {
    let next = spans.flatMap(runsIn)
    return text.replace(RUN, (run) => {
      const at = next.findIndex(({ start, end }) => end - start === run.length)
      const found = next[at]
      next = next.slice(at + 1)
      return found ? tex(found) : ''
    })
  }
  const restored = <Part extends { label?: string; detail?: string; spans: Span[] }>(
    part: Part,
  ) => ({
    ...part,
    ...(part.label === undefined ? {} : { label: back(part.label, part.spans) }),
    ...(part.detail === undefined ? {} : { detail: back(part.detail, part.spans) }),
  })
  return {
    ...diagram,
    ...(diagram.title === undefined ? {} : { title: back(diagram.title, title ? [title] : []) }),
    nodes: diagram.nodes.map((node) => ({
      ...restored(node),
      ...(node.items ? { items: node.items.map(restored) } : {}),
    })),
    edges: diagram.edges.map(restored),
    groups: diagram.groups.map(restored),
  }
}
