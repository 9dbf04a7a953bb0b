import type { Diagram } from '../../forms/diagram'
import { withoutMarks } from './marks'
import { setFormula } from './tex'

export { isMarked, MATH_SPACE, pieces, unmarked } from './marks'

/** `$...$`, `\(...\)`; a dollar sign before a space or a digit's price is no formula. */
const FORMULA = /\$(?!\s)([^$\n]{1,200}?)(?<!\s)\$(?!\d)|\\\((.{1,200}?)\\\)/gsu
/** `x_i`, `W_{ij}`, `10^3`, `R^2`: one letter or a number with a short script; names such as `max_len` are none. */
const PLAIN =
  /(?<![\p{L}\p{N}_\\])((?:\p{L}|\d+(?:\.\d+)?)(?:[_^](?:\{[^{}\s]{1,12}\}|[-−+]?\d{1,4}|\p{L}(?![\p{L}\p{N}]))){1,2})(?![\p{L}\p{N}_^])/gu
/** A script without braces, of which TeX would take the first character alone. */
const SCRIPT = /([_^])([^{}_^]+)/gu
/** A command outside dollars, if it is one known to stand for a sign. */
const COMMAND = /\\([A-Za-z]+)(?![A-Za-z])/gu

/** A label with its formulas set as marked text. */
export function typesetText(text: string): string {
  const safe = withoutMarks(text)
  if (!/[$\\_^]/.test(safe)) return safe
  const parts: string[] = []
  let at = 0
  for (const match of safe.matchAll(FORMULA)) {
    parts.push(typesetPlain(safe.slice(at, match.index)))
    parts.push(setFormula(match[1] ?? match[2] ?? ''))
    at = match.index + match[0].length
  }
  parts.push(typesetPlain(safe.slice(at)))
  return parts.join('')
}

function typesetPlain(text: string): string {
  return text
    .replace(PLAIN, (formula) => setFormula(formula.replace(SCRIPT, '$1{$2}')))
    .replace(COMMAND, (whole) => {
      const set = setFormula(whole)
      // A command that is none comes back as its name: a path such as C:\temp stays one.
      return set === whole.slice(1) ? whole : set
    })
}

/** The diagram with every label set; layout measures what will be drawn. */
export function typeset(diagram: Diagram): Diagram {
  const optional = <K extends string>(key: K, text: string | undefined) =>
    text === undefined ? {} : ({ [key]: typesetText(text) } as Record<K, string>)
  return {
    ...diagram,
    nodes: diagram.nodes.map((node) => ({
      ...node,
      label: typesetText(node.label),
      ...optional('detail', node.detail),
      ...(node.items
        ? { items: node.items.map((item) => ({ ...item, label: typesetText(item.label) })) }
        : {}),
    })),
    edges: diagram.edges.map((edge) => ({ ...edge, ...optional('label', edge.label) })),
    groups: diagram.groups.map((group) => ({ ...group, label: typesetText(group.label) })),
  }
}
