import type { Diagram, DiagramNode } from '../../forms/diagram'
import type { FigurePart, PART_ROLES } from '../../forms/edit-preview'
import type { Scene, SceneElement } from '../../forms/scene'
import { BOLD } from '../fonts/substitute'
import { labelParts, textOf } from './labels'
import { pointsIn } from './obstacles'
import { Doc } from './scene-document'

type PartRole = (typeof PART_ROLES)[number]

const ROLES: Readonly<Partial<Record<NonNullable<SceneElement['role']>, PartRole>>> = {
  node: 'node',
  edge: 'edge',
  group: 'panel',
  text: 'text',
  picture: 'picture',
  icon: 'picture',
  residual: 'picture',
  scheme: 'scheme',
  note: 'note',
  key: 'key',
  legend: 'key',
  mark: 'shape',
  axis: 'shape',
}

/**
 * What a person can point at: things, connectors, panels, free words and shapes, words of connectors; in painting order.
 * @param diagram what the figure says; absent: nobody knows
 */
export function figureParts(scene: Scene, diagram?: Diagram): FigurePart[] {
  const doc = new Doc(scene)
  const known = new Map<string, Chosen>(
    [...(diagram?.nodes ?? []), ...(diagram?.edges ?? [])].map((each) => [each.id, each]),
  )
  return scene.elements
    .toSorted((a, b) => a.z - b.z)
    .flatMap((one) => {
      const role = roleOf(doc, one)
      return role ? [partOf(doc, one, role, known.get(one.id))] : []
    })
}

function roleOf(doc: Doc, one: SceneElement): PartRole | undefined {
  const { role, kind, parent } = one
  const around = doc.get(parent)
  if (role !== undefined) return ROLES[role]
  if (kind === 'icon') return 'picture'
  if (kind === 'text') return around === undefined || around.role === 'edge' ? 'text' : undefined
  if (around !== undefined || kind === 'group') return undefined
  return one.geometry?.form === 'image' ? 'picture' : kind === 'connector' ? 'edge' : 'shape'
}

type Chosen = Partial<Pick<DiagramNode, 'form' | 'icon' | 'picture'>> & { kind: string }

function partOf(
  doc: Doc,
  one: SceneElement,
  role: PartRole,
  { kind, form, icon, picture }: Partial<Chosen> = {},
): FigurePart {
  const { id, box, style, from, to, data, geometry } = one
  const { name, detail } = labelParts(doc, one)
  const words = name[0]?.style
  const drawn = mainShapeOf(doc, one)
  const shape = drawn?.style ?? {}
  const is = kind ?? (role === 'node' ? (data?.kind ?? null) : null)
  const isEdge = role === 'edge'
  return {
    id,
    role,
    box,
    label: name.length > 0 ? textOf(name) : (one.label ?? null),
    detail: textOf(detail),
    kind: is,
    form: form ?? data?.form ?? (role === 'node' && !is ? formOf(drawn?.geometry) : null),
    icon: icon ?? iconOf(doc, one),
    picture: picture && 'glyph' in picture ? picture.glyph : null,
    parent: doc.homeOf(id) ?? null,
    from: isEdge ? (from?.element ?? (data?.from || null)) : null,
    to: isEdge ? (to?.element ?? (data?.to || null)) : null,
    heads: isEdge ? (one.heads ?? 'end') : null,
    points: isEdge && geometry ? pointsIn(geometry) : [],
    fill: role === 'text' ? null : colour(shape.fill),
    stroke: role === 'text' ? null : colour(shape.stroke),
    stroke_width: role === 'text' || shape.stroke === undefined ? null : (shape.strokeWidth ?? 1),
    dashed: (isEdge ? style : shape).dash !== undefined,
    ink: colour(words?.fill),
    font_size: words?.fontSize ?? null,
    bold: (words?.fontWeight ?? 0) >= BOLD,
    italic: words?.italic === true,
  }
}

/** What an outline is called that nobody chose by its name; null: it has none. */
function formOf(geometry: SceneElement['geometry']): string | null {
  if (geometry?.form === 'cylinder') return 'cylinder'
  if (geometry?.form === 'ellipse') return 'circle'
  if (geometry?.form !== 'rect') return null
  return 2 * geometry.radius >= geometry.height - 1 ? 'pill' : 'box'
}

/** The icon that a thing has, chosen or of its theme, by its name or what it shows; null: it has none. */
function iconOf(doc: Doc, { id }: SceneElement): string | null {
  const drawn = doc.children(id).find(({ kind, role }) => kind === 'icon' && !role)
  return drawn?.label?.replaceAll(' ', '-') ?? null
}

const colour = (paint: string | undefined) => (paint?.startsWith('#') ? paint : null)

/** What of a thing is painted when it is: its outline, of a drawing its largest shape. */
export function mainShapeOf(doc: Doc, one: SceneElement): SceneElement | undefined {
  if (one.geometry || one.kind === 'connector') return one
  const size = ({ box }: SceneElement) => box.width * box.height
  return doc
    .partsOf(one.id)
    .filter(({ kind, style }) => kind === 'shape' && (style.fill ?? style.stroke) !== undefined)
    .toSorted((a, b) => size(b) - size(a))[0]
}
