import { hasGlyph } from '../../../figure/pictures'
import {
  type Composition,
  EDGE_ROLES,
  GRID_WIDTH,
  LEAST_PLACED,
  type NodeForm,
  type WishedBox,
} from '../../../forms/composition'
import type { Diagram, DiagramNode, NodeKind } from '../../../forms/diagram'
import type { Point } from '../../../forms/scene'

/** How a node looks, where that is not left to its kind. */
export type Look = Partial<
  Pick<DiagramNode, 'form' | 'labelAt' | 'picture' | 'sign' | 'emphasis' | 'hue'>
>

/** What a shape of another language is here: a kind, and a form where the kind does not have it already. */
export interface Shape {
  kind: NodeKind
  form?: NodeForm
  /** Its name where it has no form of its own here and is drawn as the nearest. */
  like?: string
}

/** A glyph as other languages call it: `brain` or `burin:brain`. */
export function glyphNamed(name: string): string | undefined {
  const glyph = name.trim().replace(/^burin:/, '')
  return hasGlyph(glyph) ? glyph : undefined
}

/** A known role, by a class of its name. */
export const roleNamed = (name: string) => EDGE_ROLES.find((role) => role === name)

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

export const noGlyph = (name: string) =>
  `there is no glyph "${name.slice(0, 60)}"; the node is drawn without it.`

/** Height of the grid that places are spread on, and of a node's box, as shares. */
const GRID = { height: 0.5625, width: 0.62, tall: 0.55 } as const

/**
 * The diagram composed by the places of its nodes, their middles in any unit, y downwards; `pitch` is the usual distance
 * of neighbours. Where too few have one, `warnings` says so.
 */
export function placed(
  diagram: Diagram,
  places: ReadonlyMap<string, Point>,
  pitch: Point,
): Diagram {
  const shown = diagram.nodes.flatMap(({ id }) => {
    const at = places.get(id)
    return at ? [{ id, ...at }] : []
  })
  if (shown.length === 0) return diagram
  if (shown.length < LEAST_PLACED * diagram.nodes.length)
    return {
      ...diagram,
      warnings: [
        ...diagram.warnings,
        `Only ${shown.length} of ${diagram.nodes.length} nodes are placed; two thirds must be, so the places were left out.`,
      ],
    }
  return { ...diagram, composition: wishOf(shown, pitch) }
}

function wishOf(places: readonly (Point & { id: string })[], pitch: Point): Composition {
  const [left, right] = ends(places.map(({ x }) => x))
  const [top, bottom] = ends(places.map(({ y }) => y))
  const height = GRID.height * GRID_WIDTH
  const scale = Math.min(GRID_WIDTH / (right - left + pitch.x), height / (bottom - top + pitch.y))
  const size = { width: GRID.width * pitch.x * scale, height: GRID.tall * pitch.y * scale }
  const box = ({ id, x, y }: Point & { id: string }): WishedBox => ({
    id,
    x: Math.round((x - left + pitch.x / 2) * scale - size.width / 2),
    y: Math.round((y - top + pitch.y / 2) * scale - size.height / 2),
    width: Math.round(size.width),
    height: Math.round(size.height),
  })
  return { height, nodes: places.map(box), groups: [], edges: [] }
}

const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const
