import { rounded } from '../forms/numbers'
import type { PictureColours } from '../forms/reading'
import { REDRAW_GRID, type RedrawForm, type RedrawOperation } from '../forms/redraw'
import type { Anchor, Box, Geometry, Point, Scene, SceneElement } from '../forms/scene'
import { anchorOn, placeOf } from './anchors'
import { contrast, inkOn } from './color'
import { measureText } from './fonts'
import { distance, overlap, union } from './geometry'
import { joinedLine } from './join-lines'
import { renamed, withText } from './label-check'
import { outlineOf } from './outlines'
import { ringsOf } from './path-data'

/** What an operation comes to: another scene and the places where it looks otherwise, or why it cannot be done. */
export type Redrawn = { scene: Scene; places: Box[] } | string

/** A connector's end is at an element when it is no farther from it than this share of the canvas' longer side. */
const REACH = 0.04
const FONTS = ['Inter', 'Arial', 'sans-serif']

/** One operation on a scene that was read; `colours` are those of the picture at a place. */
export function redrawn(
  scene: Scene,
  operation: RedrawOperation,
  colours: (place: Box) => PictureColours,
): Redrawn {
  const find = (id: string) => scene.elements.find((each) => each.id === id)
  switch (operation.op) {
    case 'set_text': {
      const found = find(operation.id)
      if (!found) return unknown(operation.id)
      if (found.kind === 'text')
        return replaced(scene, found, fitted(found, withText(found, operation.text.trim())))
      if (found.geometry?.form !== 'image') return `${found.id} is no text`
      const { parent, z } = found
      const text = textIn(found.box, operation.text.trim(), colours(found.box))
      return replaced(scene, found, { ...text, id: found.id, z, ...(parent && { parent }) })
    }
    case 'set_form': {
      const found = find(operation.id)
      if (found?.kind !== 'shape') return found ? `${found.id} is no shape` : unknown(operation.id)
      return replaced(scene, found, { ...found, geometry: outline(operation.form, found.box) })
    }
    case 'connect':
      return connected(scene, operation)
    case 'add_text': {
      const box = boxIn(scene, operation)
      if (!box) return NO_BOX
      const text = textIn(box, operation.text.trim(), colours(box))
      return added(scene, { ...text, id: newId(scene), z: topOf(scene) })
    }
    case 'add_shape': {
      const box = boxIn(scene, operation)
      if (!box) return NO_BOX
      const { inside, border } = colours(box)
      return added(scene, {
        ...{ id: newId(scene), kind: 'shape', role: 'node', z: bottomOf(scene), box },
        geometry: outline(operation.form, box),
        style: { fill: inside, stroke: border, strokeWidth: 2 },
      })
    }
    case 'merge':
      return merged(scene, operation.ids)
    case 'drop': {
      const found = find(operation.id)
      return found ? without(scene, [found.id]) : unknown(operation.id)
    }
  }
}

const NO_BOX = 'its box is not one'
const unknown = (id: string) => `there is no element ${JSON.stringify(id)}`

const topOf = ({ elements }: Scene) => elements.reduce((top, { z }) => Math.max(top, z), 0) + 1
const bottomOf = ({ elements }: Scene) => elements.reduce((low, { z }) => Math.min(low, z), 0)

function newId({ elements }: Scene): string {
  const ids = new Set(elements.map(({ id }) => id))
  let count = 1
  while (ids.has(`added-${count}`)) count++
  return `added-${count}`
}

function boxIn(
  { width, height }: Scene,
  { x1, y1, x2, y2 }: { x1: number; y1: number; x2: number; y2: number },
): Box | undefined {
  const at = (value: number, side: number) =>
    rounded((Math.min(REDRAW_GRID, Math.max(0, value)) * side) / REDRAW_GRID)
  const [left, right] = [at(Math.min(x1, x2), width), at(Math.max(x1, x2), width)]
  const [top, bottom] = [at(Math.min(y1, y2), height), at(Math.max(y1, y2), height)]
  const box = { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) }
  return box.width >= 4 && box.height >= 4 ? box : undefined
}

function replaced(scene: Scene, before: SceneElement, after: SceneElement): Redrawn {
  const elements = scene.elements.map((each) => (each === before ? after : each))
  return {
    scene: { ...scene, elements: renamed(elements, scene) },
    places: [union(before.box, after.box)],
  }
}

/** By how much letters may be narrower or wider than those that were thought to stand there. */
const MOST_FIT = 1.3

/** Words that were misread fill the place of those that stood there. */
function fitted(before: SceneElement, after: SceneElement): SceneElement {
  const { geometry } = after
  if (geometry?.form !== 'lines') return after
  const width = before.geometry?.form === 'lines' ? before.geometry.lines[0]?.width : undefined
  const [line] = geometry.lines
  if (!line || !width || line.width === 0) return after
  const by = width / line.width
  if (by > MOST_FIT || by < 1 / MOST_FIT) return after
  return {
    ...after,
    box: before.box,
    geometry: { ...geometry, lines: [{ ...line, width, stretched: true }] },
  }
}

function added(scene: Scene, element: SceneElement): Redrawn {
  const taken = scene.elements.some(
    ({ kind, box }) => kind === element.kind && overlap(box, element.box, 2),
  )
  if (element.kind === 'text' && taken) return 'there are words already'
  return { scene: { ...scene, elements: [...scene.elements, element] }, places: [element.box] }
}

function without(scene: Scene, ids: readonly string[]): Redrawn {
  const gone = new Set(ids)
  const left = scene.elements.filter(({ id }) => !gone.has(id))
  const free = <End extends { element: string } | undefined>(end: End) =>
    end && gone.has(end.element) ? undefined : end
  return {
    scene: {
      ...scene,
      elements: left.map(({ parent, from, to, ...each }) => ({
        ...each,
        ...(parent && !gone.has(parent) && { parent }),
        ...(free(from) && { from }),
        ...(free(to) && { to }),
      })),
    },
    places: scene.elements.filter(({ id }) => gone.has(id)).map(({ box }) => box),
  }
}

/** Less contrast is no lettering. */
const SEEN = 1.5

/** Height of letters' em in heights of a box that is wider than its words. */
const ROOMY = 0.8

/** How far the ink of words reaches above and below their line, in em. */
const inkOf = (text: string) => ({
  above: /[^acegmnopqrsuvwxyz\s.,:;-]/.test(text) ? 0.73 : 0.54,
  below: /[gjpqy(),;]/.test(text) ? 0.21 : 0.01,
})

function textIn(
  box: Box,
  text: string,
  { ink, inside }: PictureColours,
): Omit<SceneElement, 'id' | 'z'> {
  const fill = contrast(ink, inside) < SEEN ? inkOn(inside, '#000000') : ink
  const { above, below } = inkOf(text)
  const upright = box.height / (above + below)
  // The box's width says more of the letters than its height, and both together how heavy they are.
  const [{ fontWeight, size }] = [400, 600]
    .map((fontWeight) => ({
      fontWeight,
      size: box.width / measureText(text, { weight: fontWeight, size: 1 }),
    }))
    .sort((a, b) => Math.abs(a.size - upright) - Math.abs(b.size - upright)) as [
    { fontWeight: number; size: number },
  ]
  const isInk = size < MOST_FIT * upright
  const fontSize = rounded(isInk ? size : ROOMY * box.height)
  const width = rounded(measureText(text, { weight: fontWeight, size: fontSize }))
  const baseline = box.y + box.height / 2 + ((above - below) / 2) * fontSize
  const [x, y] = [rounded(box.x + box.width / 2), rounded(baseline)]
  return {
    kind: 'text',
    role: 'text',
    box,
    geometry: { form: 'lines', lines: [{ text, x, y, width }], anchor: 'middle' },
    style: { fill, fonts: FONTS, fontSize, fontWeight },
    label: text,
  }
}

/** Share of a shape's smaller side by which its corners are rounded. */
const ROUNDED = 0.12

function outline(form: RedrawForm, { x, y, width, height }: Box): Geometry {
  const [right, bottom] = [x + width, y + height]
  const [middle, centre] = [x + width / 2, y + height / 2]
  const least = Math.min(width, height)
  const polygon = (...points: [number, number][]): Geometry => ({
    form: 'polygon',
    points: points.map(([px, py]) => ({ x: rounded(px), y: rounded(py) })),
  })
  switch (form) {
    case 'rect':
      return { form: 'rect', x, y, width, height, radius: 0 }
    case 'rounded':
      return { form: 'rect', x, y, width, height, radius: rounded(ROUNDED * least) }
    case 'pill':
      return { form: 'rect', x, y, width, height, radius: rounded(least / 2) }
    case 'ellipse':
      return {
        form: 'ellipse',
        cx: rounded(middle),
        cy: rounded(centre),
        rx: rounded(width / 2),
        ry: rounded(height / 2),
      }
    case 'diamond':
      return polygon([middle, y], [right, centre], [middle, bottom], [x, centre])
    case 'hexagon': {
      const cut = Math.min(width / 4, height / 2)
      return polygon(
        ...([
          [x, centre],
          [x + cut, y],
          [right - cut, y],
        ] as [number, number][]),
        ...([
          [right, centre],
          [right - cut, bottom],
          [x + cut, bottom],
        ] as [number, number][]),
      )
    }
    case 'cylinder':
      return {
        form: 'cylinder',
        x,
        y,
        width,
        height,
        cap: rounded(Math.min(height / 6, width / 6)),
      }
  }
}

/** The ends of a connector's line. */
function endsOf({ geometry, box }: SceneElement): [Point, Point] {
  const points = geometry ? ringsOf(outlineOf(geometry)).flatMap((ring) => ring.points) : []
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? [first, last] : [box, { x: box.x + box.width, y: box.y + box.height }]
}

function connected(
  scene: Scene,
  { id, from, to }: Extract<RedrawOperation, { op: 'connect' }>,
): Redrawn {
  const found = scene.elements.find((each) => each.id === id)
  if (!found) return unknown(id)
  if (found.kind !== 'connector') return `${id} is no connector`
  const [start, finish] = endsOf(found)
  const ends: { from?: Anchor; to?: Anchor } = {}
  for (const [name, wanted, point] of [
    ['from', from, start],
    ['to', to, finish],
  ] as const) {
    if (wanted === null) continue
    const element = scene.elements.find((each) => each.id === wanted)
    if (!element || element.kind === 'connector') return unknown(wanted)
    const anchor = anchorOn(element, point)
    const off = distance(point, placeOf(element.box, anchor))
    if (off > REACH * Math.max(scene.width, scene.height)) return `its end is not at ${wanted}`
    ends[name] = anchor
  }
  if ((ends.from ?? found.from)?.element === (ends.to ?? found.to)?.element)
    return 'both ends would be at one element'
  return replaced(scene, found, { ...found, ...ends })
}

/** Lines of text as one, below each other; strokes of one line as one. */
function merged(scene: Scene, ids: readonly string[]): Redrawn {
  const parts = [...new Set(ids)].map((id) => scene.elements.find((each) => each.id === id))
  const found = parts.filter((each) => each !== undefined)
  const [first, second, ...others] = found
  if (found.length < parts.length) return 'not all of them are there'
  if (!first || !second) return 'one alone cannot be merged'
  const one = found.every(({ kind }) => kind === 'text')
    ? joinedText(found)
    : found.every(isLine) && others.length === 0
      ? joinedLine(first, second, REACH * Math.max(scene.width, scene.height))
      : 'only texts, or two lines, can become one'
  if (typeof one === 'string') return one
  const rest = without(
    scene,
    found.slice(1).map(({ id }) => id),
  )
  if (typeof rest === 'string') return rest
  const elements = rest.scene.elements.map((each) => (each.id === first.id ? one : each))
  return { scene: { ...rest.scene, elements }, places: found.map(({ box }) => box) }
}

/** A line that joins nothing is a shape. */
const isLine = ({ geometry }: SceneElement) =>
  geometry?.form === 'polyline' || geometry?.form === 'path'

function joinedText(parts: readonly SceneElement[]): SceneElement | string {
  const inOrder = [...parts].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
  const [first] = inOrder
  if (first?.geometry?.form !== 'lines') return 'they are no lines of text'
  const { anchor, turn } = first.geometry
  const lines = inOrder.flatMap(({ geometry }) =>
    geometry?.form === 'lines' && geometry.anchor === anchor && geometry.turn === turn
      ? geometry.lines
      : [],
  )
  if (lines.length < parts.length) return 'they are not set alike'
  const [surest = first] = inOrder.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
  return {
    ...first,
    style: surest.style,
    box: inOrder.map(({ box }) => box).reduce(union),
    geometry: { ...first.geometry, lines },
    label: inOrder.map(({ label = '' }) => label).join(' '),
  }
}
