import { hasIcon } from '../../../figure/icons'
import { ownGlyph } from '../../../figure/icons/own-pictures'
import type { DiagramNode, NodeForm, NodeKind } from '../../../forms/diagram'

/** How a node looks, where that is not left to its kind. */
export type Look = Partial<Pick<DiagramNode, 'form' | 'picture' | 'icon'>>

/** What a shape of another language is here: a kind, and a form where the kind does not have it already. */
export interface Shape {
  kind: NodeKind
  form?: NodeForm
  /** Its name where it has no form of its own here and is drawn as the nearest. */
  like?: string
}

/** Names of shapes that have a form of their own here, then of those that are drawn as it. */
type Row = readonly [NodeKind, NodeForm | undefined, own: string, near?: string]

const named = (names: string, shape: (name: string) => Shape) =>
  names === '' ? [] : names.split(' ').map((name) => [name, shape(name)] as const)

export const shapesOf = (rows: readonly Row[]): ReadonlyMap<string, Shape> =>
  new Map(
    rows.flatMap(([kind, form, own, near = '']) => {
      const shape = form ? { kind, form } : { kind }
      return [...named(own, () => shape), ...named(near, (like) => ({ ...shape, like }))]
    }),
  )

/** An operator's picture or an icon as other languages call it: `brain` or `burin:brain`. */
export function pictured(name: string): Pick<Look, 'picture' | 'icon'> | undefined {
  const own = name.trim().replace(/^burin:/, '')
  if (ownGlyph(own)) return { picture: { glyph: own } }
  return hasIcon(own) ? { icon: own } : undefined
}

/** A shape that is drawn as another. */
export const drawnAs = (name: string, { kind, form }: Shape) =>
  `the shape "${name}" is drawn as a ${form ?? DRAWN[kind] ?? 'box'}.`

/** Of the names of what has no effect. */
export const lostNames = (of: string, names: ReadonlySet<string>): string[] =>
  names.size === 0
    ? []
    : [
        `Of ${of} these have no effect: ${[...names].map((name) => `"${name.slice(0, 60)}"`).join(', ')}.`,
      ]

/** What kinds look like that are no box. */
const DRAWN: Partial<Record<NodeKind, string>> = {
  data: 'pill',
  decision: 'diamond',
  store: 'cylinder',
  document: 'document',
}

/** What cannot be kept of one line. */
export const refusal = (line: number, sentence: string) => `Line ${line}: ${sentence}`

export const noPicture = (name: string) =>
  `there is no picture or icon "${name.slice(0, 60)}"; the node is drawn without it.`
