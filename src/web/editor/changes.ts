import { words } from '../parts/words'
import { type Figure, lineOf, type Part } from './figure'

type Kind = keyof typeof words.editor.changes

/** Pixels of the figure below which nothing has moved. */
const SAME = 0.5

/** What is different in another state of a figure, in sentences. */
export function changesBetween(before: Figure, after: Figure): string[] {
  const found: [Kind, string][] = []
  const nameOf = (part: Part) => lineOf(part) || words.editor.roles[part.role]
  for (const [id, was] of before.parts) {
    const is = after.parts.get(id)
    if (is) found.push(...changesOf(was, is).map((kind): [Kind, string] => [kind, nameOf(is)]))
    else found.push(['gone', nameOf(was)])
  }
  for (const [id, is] of after.parts) if (!before.parts.has(id)) found.push(['added', nameOf(is)])
  const kinds = Map.groupBy(found, ([kind]) => kind)
  return [...kinds].map(([kind, all]) =>
    words.editor.changes[kind]([...new Set(all.map(([, name]) => name))].join(', ')),
  )
}

function changesOf(was: Part, is: Part): Kind[] {
  const differ = (a: number, b: number) => Math.abs(a - b) > SAME
  const [a, b] = [was.box, is.box]
  const kinds: Kind[] = []
  if (was.label !== is.label || was.detail !== is.detail) kinds.push('renamed')
  if (is.role === 'edge') {
    if (was.from !== is.from || was.to !== is.to || was.heads !== is.heads) kinds.push('led')
  } else if (differ(a.width, b.width) || differ(a.height, b.height)) kinds.push('resized')
  else if (differ(a.x, b.x) || differ(a.y, b.y)) kinds.push('moved')
  const paints = ['fill', 'stroke', 'stroke_width', 'dashed', 'ink'] as const
  if (paints.some((name) => was[name] !== is[name])) kinds.push('painted')
  return kinds
}
