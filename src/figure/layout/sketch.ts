import type { Diagram, DiagramGroup, DiagramNode } from '../../forms/diagram'
import type { Box, Geometry } from '../../forms/scene'
import type { ElementDraft, Part } from '../../forms/sketch'
import type { WrappedLine } from '../fonts'
import { LEFT_OF } from '../geometry'
import type { Theme } from '../themes/theme'

/** Painting order. */
export const Z = { group: 0, connector: 100, node: 200, part: 210, text: 220 } as const

/** Gives ids that are unique in a figure and valid as XML names, the same for the same requests. */
export function idMaker(): (wanted: string) => string {
  const taken = new Set<string>()
  return (wanted) => {
    const clean = wanted.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 80)
    const base = /^[A-Za-z_]/.test(clean) ? clean : `n${clean}`
    let id = base
    for (let i = 2; taken.has(id); i++) id = `${base}-${i}`
    taken.add(id)
    return id
  }
}

/** The ids of elements that stand for a diagram's nodes and groups. */
export function elementIds(
  { nodes, groups }: Pick<Diagram, 'nodes' | 'groups'>,
  id = idMaker(),
): Record<'nodes' | 'groups', Map<string, string>> {
  const named = (parts: readonly { id: string }[]) =>
    new Map(parts.map((part) => [part.id, id(part.id)]))
  return { nodes: named(nodes), groups: named(groups) }
}

/** Where a form stands and under which id. */
interface FormAt {
  id: string
  hue: number
  box: Box
  /** Absent: words alone. */
  geometry?: Geometry
}

/** The shape of a node, with what its author asked for. */
export function nodeDraft(node: DiagramNode, part: Part, { hue, ...at }: FormAt): ElementDraft {
  const { accent, emphasis, heavy } = node
  const kind = at.geometry ? 'shape' : 'group'
  const element = { ...told(node), ...at, kind, role: 'node', z: Z.node } as const
  return {
    part,
    hue,
    ...(accent !== undefined && { accent }),
    ...(emphasis !== undefined && { emphasis }),
    ...(heavy && { heavy }),
    element,
  }
}

/** The frame of a group. */
export function groupDraft(group: DiagramGroup, { hue, ...at }: FormAt): ElementDraft {
  const element = { ...told(group), ...at, kind: 'group', role: 'group', z: Z.group } as const
  const { accent, heavy } = group
  return { part: 'group', hue, ...(accent && { accent }), ...(heavy && { heavy }), element }
}

/** What a text says of a part of its diagram. */
const told = ({ label, dashed, inferred, spans, confidence }: DiagramNode | DiagramGroup) => ({
  // The theme knows how long a dash is.
  style: dashed ? { dash: [1, 1] } : {},
  label: label.replaceAll('\n', ' '),
  ...(inferred && { inferred }),
  evidence: spans,
  confidence,
})

export interface LinesAt {
  id: string
  parent: string
  part: Part
  hue: number
  lines: readonly WrappedLine[]
  /** Start, centre or end of every line, by `anchor`. */
  x: number
  /** Top of the first line's capitals. */
  top: number
  /** Pixels from baseline to baseline. */
  leading: number
  size: number
  weight: number
  anchor: 'start' | 'middle' | 'end'
  theme: Theme
  italic?: boolean
}

/** A block of text; its box is that of its capitals plus descenders. */
export function textDraft(at: LinesAt): ElementDraft {
  const cap = at.size * at.theme.capHeight
  const width = Math.max(0, ...at.lines.map((line) => line.width))
  const shift = LEFT_OF[at.anchor]
  let baseline = at.top + cap - at.leading
  const lines = at.lines.map(({ text, width, above = 0, below = 0 }) => {
    const y = baseline + at.leading + above
    baseline = y + below
    return { text, x: at.x, y, width }
  })
  const height = baseline - at.top + DESCENT * at.size
  return {
    part: at.part,
    hue: at.hue,
    element: {
      id: at.id,
      kind: 'text',
      parent: at.parent,
      z: Z.text,
      box: { x: at.x - shift * width, y: at.top, width, height },
      geometry: { form: 'lines', lines, anchor: at.anchor },
      style: {
        fonts: [...at.theme.fonts],
        fontSize: at.size,
        fontWeight: at.weight,
        ...(at.italic ? { italic: true } : {}),
      },
      label: at.lines.map((line) => line.text).join(' '),
    },
  }
}

/** A rectangle that belongs to another element. */
export function partDraft({
  part,
  hue,
  ...at
}: Pick<FormAt, 'id' | 'hue' | 'box'> & { part: Part; parent: string }): ElementDraft {
  const geometry = rect(at.box, 0)
  return { part, hue, element: { ...at, kind: 'shape', z: Z.part, geometry, style: {} } }
}

/** Depth of descenders in em. */
const DESCENT = 0.22

/** Height of a block of lines from the top of its capitals to its last baseline; formulas take what they need. */
export function blockHeight(
  lines: readonly WrappedLine[],
  size: number,
  leading: number,
  theme: Theme,
): number {
  const room = lines.reduce((sum, { above = 0, below = 0 }) => sum + above + below, 0)
  return lines.length === 0 ? 0 : size * theme.capHeight + (lines.length - 1) * leading + room
}

export function rect(box: Box, radius: number): Geometry {
  return { form: 'rect', ...box, radius }
}
