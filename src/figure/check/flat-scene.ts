import type { Box, Geometry, Gradient, Point, Scene, SceneElement, Style } from '../../forms/scene'
import { boxAround, centreOf, cornersOf, grown } from '../geometry'
import { outlineOf } from '../geometry/outlines'
import { NoPath, pathSegments } from '../geometry/path-data'
import { packed } from '../pixels/color'
import { treeOf } from '../svg/tree'
import { type Contour, contoursOf, GridIndex, isInside } from './contours'
import { type LineBox, lineBoxesOf } from './line-boxes'

export interface Clip {
  contours: Contour[]
  evenOdd: boolean
}

/** A colour and how much of what is under it it hides. */
export interface Paint {
  color: number
  alpha: number
  gradient?: Gradient
}

/** A painted shape as it lies on the canvas. */
export interface FlatShape {
  element: SceneElement
  /** The node, edge or panel that it belongs to. */
  thing: SceneElement | undefined
  /** Ids of all that it stands in, its own first. */
  within: readonly string[]
  /** Higher ones lie over lower ones. */
  order: number
  contours: Contour[]
  box: Box
  fill?: Paint
  stroke?: Paint & { width: number }
  clips: readonly Clip[]
}

/** A line of words as it lies on the canvas. */
export interface FlatText extends LineBox {
  element: SceneElement
  thing: SceneElement | undefined
  within: readonly string[]
  order: number
  /** Of its letters together with all that fades them. */
  alpha: number
  clips: readonly Clip[]
}

/** A node or panel with all that is drawn of it. */
export interface FlatNode {
  element: SceneElement
  parts: FlatShape[]
  words: FlatText[]
  box: Box
  /** How many steps its outlines have. */
  steps: number
  /** Of a thing of words alone: the shape of a scheme that they stand on. */
  ground?: FlatShape
}

/** An edge and its line in straight steps. */
export interface FlatEdge {
  element: SceneElement
  part: FlatShape
  points: readonly Point[]
  from?: FlatNode
  to?: FlatNode
}

/** A scene as it is seen: everything flat, in painting order, and where it lies. */
export interface FlatScene {
  scene: Scene
  canvas: Box
  parts: FlatShape[]
  words: FlatText[]
  /** By id. */
  things: ReadonlyMap<string, FlatNode>
  wires: FlatEdge[]
  near: GridIndex<FlatShape>
}

/** What is known of an element by those around it. */
interface Around {
  thing?: SceneElement
  within: readonly string[]
  alpha: number
  clips: readonly Clip[]
}

const CELL = 48

export function flattened(scene: Scene): FlatScene {
  const canvas = { x: 0, y: 0, width: scene.width, height: scene.height }
  const { roots, children } = treeOf(scene)
  const parts: FlatShape[] = []
  const words: FlatText[] = []
  let order = 0
  const cuts = new Map<string, Clip>()
  const visit = (element: SceneElement, around: Around) => {
    const inner = innerOf(element, around, cuts)
    const { thing } = inner
    const held = children.get(element.id) ?? []
    const under = scene.drawn ? held.filter(({ z }) => z < element.z) : []
    for (const part of under) visit(part, inner)
    const own = { element, thing, within: inner.within, order: order++, clips: inner.clips }
    if (element.geometry?.form === 'lines')
      for (const line of lineBoxesOf(element.geometry, element.style))
        words.push({ ...line, ...own, alpha: line.alpha * inner.alpha })
    else if (element.geometry) parts.push(partOf(element.geometry, { ...own, alpha: inner.alpha }))
    for (const part of held) if (!under.includes(part)) visit(part, inner)
  }
  for (const root of roots) visit(root, { within: [], alpha: 1, clips: [] })
  const things = thingsOf(scene, parts, words)
  const near = new GridIndex<FlatShape>(CELL)
  for (const part of parts) near.add(part, reach(part))
  return { scene, canvas, parts, words, things, wires: wiresOf(scene, { parts, things }), near }
}

function innerOf(element: SceneElement, around: Around, known: Map<string, Clip>): Around {
  const { role, clip, style, geometry } = element
  const isThing = role === 'node' || role === 'edge' || role === 'group'
  let own = clip && known.get(clip.d)
  if (clip && !own) {
    own = { contours: contoursOf(pathSegments(clip.d)), evenOdd: clip.evenOdd === true }
    known.set(clip.d, own)
  }
  return {
    ...(isThing ? { thing: element } : around.thing && { thing: around.thing }),
    within: [element.id, ...around.within],
    // A shape's own opacity is told by its paints.
    alpha: around.alpha * (geometry ? 1 : (style.opacity ?? 1)),
    clips: own ? [...around.clips, own] : around.clips,
  }
}

/** What cannot be read is not drawn. */
function drawnOf(geometry: Geometry) {
  try {
    return outlineOf(geometry)
  } catch (error) {
    if (error instanceof NoPath) return []
    throw error
  }
}

type Own = Pick<FlatShape, 'element' | 'thing' | 'within' | 'order' | 'clips'> & { alpha: number }

function partOf(geometry: Geometry, { alpha, ...own }: Own): FlatShape {
  const { style, paint } = own.element
  const contours = contoursOf(drawnOf(geometry))
  const box =
    contours.length > 0 ? boxAround(contours.flatMap(({ points }) => points)) : own.element.box
  const fill = style.fill ?? paint?.find((each) => each.style.fill?.startsWith('#'))?.style.fill
  const whole = alpha * (style.opacity ?? 1)
  const isPicture = geometry.form === 'image'
  return {
    ...own,
    contours,
    box,
    ...(fill?.startsWith('#') && {
      fill: {
        color: packed(fill),
        alpha: whole * (style.fillOpacity ?? 1),
        ...(style.gradient && { gradient: style.gradient }),
      },
    }),
    ...(isPicture && { fill: { color: Number.NaN, alpha } }),
    ...(style.stroke?.startsWith('#') && { stroke: strokeOf(style, whole) }),
  }
}

const strokeOf = (
  { stroke = '#000000', strokeWidth = 1, strokeOpacity = 1 }: Style,
  alpha: number,
) => ({
  color: packed(stroke),
  alpha: alpha * strokeOpacity,
  width: strokeWidth,
})

/** The box of what a part paints. */
const reach = ({ box, stroke }: FlatShape): Box => grown(box, (stroke?.width ?? 0) / 2)

function thingsOf(
  scene: Scene,
  parts: readonly FlatShape[],
  words: readonly FlatText[],
): Map<string, FlatNode> {
  const things = new Map<string, FlatNode>()
  for (const element of scene.elements)
    if (element.role === 'node' || element.role === 'group')
      things.set(element.id, { element, parts: [], words: [], box: element.box, steps: 0 })
  const owners = (within: readonly string[]) => within.flatMap((id) => things.get(id) ?? [])
  for (const part of parts) {
    // A panel is its ground; what stands in it is no part of it.
    for (const owner of owners(part.within))
      if (owner.element.role === 'node' || part.element === owner.element) owner.parts.push(part)
  }
  for (const line of words)
    for (const owner of owners(line.within))
      if (owner.element.role === 'node' || line.thing === owner.element) owner.words.push(line)
  for (const thing of things.values()) {
    const ground = thing.parts.length === 0 ? groundOf(thing, parts) : undefined
    if (ground) thing.ground = ground
    for (const { contours } of thing.parts)
      for (const { points } of contours) thing.steps += points.length
    if (thing.element.role !== 'node' || thing.parts.length + thing.words.length === 0) continue
    thing.box = boxAround(
      [...thing.parts.map(reach), ...thing.words.map(({ box }) => box)].flatMap(cornersOf),
    )
  }
  return things
}

function groundOf({ words }: FlatNode, parts: readonly FlatShape[]): FlatShape | undefined {
  const [line] = words
  if (!line) return undefined
  const centre = centreOf(line.box)
  return parts.findLast(
    (part) =>
      part.order < line.order &&
      part.element.role === undefined &&
      part.thing === undefined &&
      part.element.parent !== undefined &&
      fills(part, centre),
  )
}

function wiresOf(scene: Scene, { parts, things }: Pick<FlatScene, 'parts' | 'things'>): FlatEdge[] {
  const byElement = new Map(parts.map((part) => [part.element, part]))
  return scene.elements.flatMap((element): FlatEdge[] => {
    const part = byElement.get(element)
    if (element.role !== 'edge' || !part) return []
    const points = part.contours.flatMap((contour) => contour.points)
    const [from, to] = [element.from, element.to].map((end) => things.get(end?.element ?? ''))
    return points.length < 2
      ? []
      : [{ element, part, points, ...(from && { from }), ...(to && { to }) }]
  })
}

/** Whether a place of a part is shown at all. */
export const isShown = (clips: readonly Clip[], point: Point): boolean =>
  clips.every(({ contours, evenOdd }) => isInside(contours, point, evenOdd))

/** Whether a part's fill lies at a place. */
export const fills = (part: FlatShape, point: Point): boolean =>
  part.fill !== undefined &&
  isInside(part.contours, point, part.element.style.evenOdd) &&
  isShown(part.clips, point)
