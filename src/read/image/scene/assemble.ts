import { centreOf, grown, within } from '../../../figure/geometry'
import { difference, hexOf } from '../../../figure/pixels/color'
import { leastOf } from '../../../forms/least'
import type { Box, SceneElement } from '../../../forms/scene'
import { LEAST_CONFIDENCE } from '../../lettering'
import { type Connector, connectorElement } from '../lines/connectors/connectors'
import { segmentDistance } from '../outlines/polyline'
import type { Shape } from '../outlines/shape'
import { shapeElement } from '../painting/shape-elements'
import { cropPng, cropWithoutGround, wholePixels } from '../pixels/crop'
import type { Reading } from '../reading'
import { isCentred, letteringOf, textElement, tornLines } from './text-elements'

/** Reading order: rows from the top, from the left in a row. */
function inOrder<T extends { box: Box }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}

interface Named {
  shape: Shape
  element: SceneElement
}

/** Builds the elements of the scene from all that was read; shapes are painted from the largest. */
export function assembleElements(reading: Reading): SceneElement[] {
  const top = reading.shapes.length
  const named = namedShapes(reading.shapes)
  const [covers, shapes] = [named.filter(isCover), named.filter((one) => !isCover(one))]
  markInnerBorders(shapes)
  const traced = reading.traced.map((one, index): SceneElement => {
    const below = shapes.filter(({ shape }) => within(one.box, shape.box, 1)).length
    return {
      id: `path-${index + 1}`,
      kind: 'shape',
      role: 'mark',
      z: below,
      box: one.box,
      geometry: { form: 'path', d: one.d },
      style: { fill: hexOf(one.colour) },
    }
  })
  const edges = connectors(reading, shapes, top + 1)
  for (const { element } of covers) markCover(element, edges, top + 2)
  const icons = iconElements(reading, shapes, top + 3)
  const lines = textElements(reading, { shapes, edges, covers }, top + 4)
  const torn = tornLines(lines, icons)
  const isSure = (line: SceneElement) =>
    (line.confidence ?? 0) >= LEAST_CONFIDENCE && !torn.has(line)
  const texts = lines.filter(isSure)
  const unsure = lines.filter((line) => !isSure(line)).map((line) => letteringOf(line, reading))
  markGroups(shapes, texts)
  markPoints(shapes, edges, reading.textHeight)
  const pictures = inOrder(reading.pictures.map((box) => ({ box }))).map(
    ({ box }, index): SceneElement => ({
      id: `picture-${index + 1}`,
      kind: 'picture',
      role: 'picture',
      z: 0,
      box,
      geometry: { form: 'image', ...box, href: cropPng(reading.original, box) },
      style: {},
      label: 'picture',
    }),
  )
  return [
    ...pictures,
    ...shapes.map(({ element }) => element),
    ...traced,
    ...edges,
    ...covers.map(({ element }) => element),
    ...icons,
    ...texts,
    ...unsure,
  ]
}

function namedShapes(shapes: readonly Shape[]): Named[] {
  const names = new Map(inOrder(shapes).map((shape, index) => [shape, `node-${index + 1}`]))
  return shapes.map((shape, index) => ({
    shape,
    element: shapeElement(shape, names.get(shape) ?? `node-${index + 1}`, index),
  }))
}

function isCover({ shape }: Named): boolean {
  return shape.overLine === true
}

/** What hides a line below its label is a part of the line. */
function markCover(element: SceneElement, edges: readonly SceneElement[], z: number): void {
  const edge = labelled(element.box, edges, element.box.height)
  element.z = z
  element.role = 'mark'
  if (!edge) return
  delete element.role
  element.parent = edge.id
}

const parentOf = ({ parent }: SceneElement) => (parent === undefined ? {} : { parent })

/** Pixels, and the share of its side, between the borders of a form with a double one. */
const BETWEEN = 8
const BETWEEN_SHARE = 0.15

/** The inner border of a form with two is a part of it. */
function markInnerBorders(shapes: readonly Named[]): void {
  for (const { shape, element } of shapes) {
    const { box, fill, stroke, outline } = shape
    const most = Math.min(BETWEEN, BETWEEN_SHARE * Math.min(box.width, box.height)) + 1
    const holder = shapes.find(({ shape: outer }) => {
      if (outer === shape || outer.outline.form !== outline.form || !outer.stroke) return false
      const sides = [
        box.x - outer.box.x,
        box.y - outer.box.y,
        outer.box.x + outer.box.width - box.x - box.width,
        outer.box.y + outer.box.height - box.y - box.height,
      ]
      return sides.every((by) => by > 0 && by <= most) && difference(outer.fill, fill) <= SAME_FILL
    })
    if (!stroke || !holder) continue
    delete element.role
    element.parent = holder.element.id
  }
}

/** The smallest shape that holds a box. */
function holderOf(box: Box, shapes: readonly Named[], slack: number): Named | undefined {
  return shapes.findLast(({ shape, element }) => !element.parent && within(box, shape.box, slack))
}

function connectors(reading: Reading, shapes: readonly Named[], z: number): SceneElement[] {
  const idOf = (place: string) => shapes[Number(place)]?.element.id ?? place
  const renamed = reading.connectors.map((one): Connector & { box: Box } => {
    const first = one.route.points[0] ?? { x: 0, y: 0 }
    return {
      ...one,
      ...(one.from && { from: { ...one.from, element: idOf(one.from.element) } }),
      ...(one.to && { to: { ...one.to, element: idOf(one.to.element) } }),
      box: { ...first, width: 0, height: 0 },
    }
  })
  let edges = 0
  let marks = 0
  return inOrder(renamed).map((one) =>
    connectorElement(one, one.relation ? `edge-${++edges}` : `line-${++marks}`, z),
  )
}

function iconElements(reading: Reading, shapes: readonly Named[], z: number): SceneElement[] {
  return inOrder(reading.icons).map(({ box }, index) => {
    const whole = wholePixels(grown(box, 1), reading.source)
    const holder = holderOf(box, shapes, 0)
    return {
      id: `icon-${index + 1}`,
      kind: 'icon',
      ...(holder ? { parent: holder.element.id } : { role: 'icon' as const }),
      z,
      box: whole,
      geometry: {
        form: 'image',
        ...whole,
        href: cropWithoutGround(reading.source, reading.ground, whole),
      },
      style: {},
      label: 'icon',
    }
  })
}

function textElements(
  { lettering, textHeight }: Reading,
  {
    shapes,
    edges,
    covers,
  }: { shapes: readonly Named[]; edges: readonly SceneElement[]; covers: readonly Named[] },
  z: number,
): SceneElement[] {
  const { lines } = lettering
  const holders = lines.map(({ box }) => holderOf(box, shapes, 2))
  return inOrder(lines.map((line, index) => ({ line, box: line.box, holder: holders[index] }))).map(
    ({ line, box, holder }, index) => {
      const element = textElement(line, `text-${index + 1}`, z, isCentred(box, holder?.shape.box))
      const cover = covers.find(({ shape }) => within(box, shape.box, 2))
      if (cover) return { ...element, ...parentOf(cover.element) }
      if (holder) return { ...element, parent: holder.element.id }
      const edge = labelled(box, edges, 1.1 * textHeight)
      return edge ? { ...element, parent: edge.id } : element
    },
  )
}

/** The connector that a free line of text stands at. */
function labelled(box: Box, edges: readonly SceneElement[], reach: number) {
  const middle = centreOf(box)
  const away = ({ role, geometry }: SceneElement): number => {
    const points = role === 'edge' && geometry?.form === 'polyline' ? geometry.points : []
    const steps = points.slice(1).map((b, at) => {
      const a = points[at] ?? b
      const upright = Math.abs(a.x - b.x) < Math.abs(a.y - b.y)
      return segmentDistance(middle, a, b) - (upright ? box.width : box.height) / 2
    })
    return Math.min(...steps)
  }
  return leastOf(edges, away, reach)
}

/** So many small forms alike are the points of a plot, in its legend too. */
const LEAST_POINTS = 5
/** By which share of its size one may differ from the others. */
const ALIKE = 0.2

/** Small forms alike that have no label, and to which nothing is connected, are marks. */
function markPoints(
  shapes: readonly Named[],
  edges: readonly SceneElement[],
  textHeight: number,
): void {
  const held = new Set(edges.flatMap(({ from, to }) => [from?.element, to?.element]))
  const small = shapes.filter(
    ({ shape, element }) =>
      Math.max(shape.box.width, shape.box.height) <= textHeight &&
      element.label === undefined &&
      !held.has(element.id),
  )
  for (const { shape, element } of small) {
    const alike = small.filter(
      ({ shape: { outline, box, fill } }) =>
        outline.form === shape.outline.form &&
        difference(fill, shape.fill) <= SAME_FILL &&
        Math.abs(box.width - shape.box.width) <= ALIKE * shape.box.width &&
        Math.abs(box.height - shape.box.height) <= ALIKE * shape.box.height,
    )
    if (alike.length >= LEAST_POINTS) element.role = 'mark'
  }
}

/** Levels by which the fills of marks alike may differ. */
const SAME_FILL = 16

/** A shape that holds other labelled shapes is a group; a shape's own lines are its label and its parts. */
function markGroups(shapes: readonly Named[], texts: SceneElement[]): void {
  const own = new Map<string, SceneElement[]>()
  for (const text of texts)
    if (text.parent) own.set(text.parent, [...(own.get(text.parent) ?? []), text])
  for (const { shape, element } of shapes) {
    const inner = shapes.filter(
      (other) =>
        other.shape !== shape && within(other.shape.box, shape.box, 1) && own.has(other.element.id),
    )
    const lines = own.get(element.id) ?? []
    const label = (inner.length > 0 ? lines.slice(0, 1) : lines).map((line) => line.label).join(' ')
    if (label !== '') element.label = label
    if (inner.length > 0) {
      element.kind = 'group'
      element.role = 'group'
      continue
    }
    for (const line of lines) delete line.role
  }
  const edges = new Set(shapes.map(({ element }) => element.id))
  for (const text of texts) if (text.parent && !edges.has(text.parent)) delete text.role
}
