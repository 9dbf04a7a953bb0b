import { clamp, rounded, roundedAll } from '../../forms/numbers'
import type { Anchor, Box, Head, Point, Scene, SceneElement, Style } from '../../forms/scene'
import { boxAround, distance, midpoint } from '../geometry'
import { boxOf } from '../geometry/moved'
import { outlineOf } from '../geometry/outlines'
import { ringsOf } from '../geometry/path-data'
import { headOf } from '../svg/heads'
import { lost } from './lost'
import type { Exportable, Made } from './made'
import * as parts from './parts'

/** Excalidraw's file: shapes with their words bound to them, arrows bound at both ends, groups of what belongs together. */
export function excalidraw({ scene }: Exportable): Made {
  const leftOut = lost(scene, [
    'gradients',
    'shadows',
    'clips',
    'halos',
    'stretches',
    'bold',
    'faces',
    'crosses',
  ])
  const sheet = new Sheet(scene)
  for (const part of parts.partsOf(scene)) sheet.draw(part, [])
  const file = {
    ...{ type: 'excalidraw', version: 2, source: 'burin', elements: sheet.elements },
    appState: { viewBackgroundColor: scene.background, gridSize: null },
    files: sheet.files,
  }
  return { bytes: JSON.stringify(file), leftOut }
}

interface Drawn extends Record<string, unknown> {
  id: string
  boundElements: { id: string; type: 'arrow' | 'text' }[]
}

/** Excalidraw's numbers of typefaces that are ours or near them; its Liberation Sans is as wide as Arial. */
const FAMILIES: readonly (readonly [RegExp, number])[] = [
  [/shantell|comic/i, 5],
  [/nunito|poppins/i, 6],
  [/mono|courier|cousine/i, 3],
]
const PLAIN = 9

const HEADS: Readonly<Record<Head['form'], string>> = {
  triangle: 'triangle',
  barbed: 'triangle',
  open: 'arrow',
  bar: 'bar',
  cross: 'bar',
  circle: 'circle_outline',
}

class Sheet {
  readonly elements: Drawn[] = []
  readonly files: Record<string, object> = {}
  /** By id; arrows may end at what is drawn later. */
  private readonly bound = new Map<string, Drawn['boundElements']>()
  private readonly boxes: ReadonlyMap<string, Box>

  constructor(private readonly scene: Scene) {
    this.boxes = parts.thingsIn(scene)
  }

  /** @param groups ids, the innermost first */
  draw(part: parts.Part, groups: readonly string[]): void {
    if (part.is === 'thing') this.thing(part, groups)
    else if (part.is === 'words') this.words(part.each, groups)
    else if (part.is === 'ink') this.ink(part.each, groups)
    else if (part.is === 'wire') this.wire(part, groups)
    else this.drawing(`${part.each.id}-picture`, part.elements, groups)
  }

  private thing({ each, body, label, parts: held }: parts.Thing, groups: readonly string[]): void {
    const shape = body && shapeOf(body)
    const isBound = each.role === 'node' && shape && !label?.geometry.turn
    const inside = held.length > 0 || !isBound ? [`${each.id}-group`, ...groups] : groups
    if (body && !shape) this.ink({ ...body, id: `${each.id}-outline` }, inside)
    // Arrows and words are bound to plain shapes alone: others have one that is not seen.
    const unseen = { type: 'rectangle', ...placeOf(parts.boxOfThing(each)), ...UNSEEN }
    const holder = parts.isThing(each)
      ? this.add(each.id, { ...(shape ?? unseen), groupIds: inside })
      : undefined
    for (const part of held) this.draw(part, inside)
    if (label && holder && isBound) this.bind(holder, label, inside)
    else if (label) this.words(label, inside)
  }

  private bind(holder: Drawn, words: parts.Words, groups: readonly string[]): void {
    const { id } = Object.assign(this.words(words, groups), {
      ...{ containerId: holder.id, verticalAlign: 'middle', textAlign: 'center' },
    })
    holder.boundElements.push({ id, type: 'text' })
  }

  private words(each: parts.Words, groups: readonly string[]): Drawn {
    const { box, turn, fontSize, leading, lines, anchor } = parts.blockOf(each)
    const text = lines.map(parts.textOf).join('\n')
    return this.add(each.id, {
      ...{ type: 'text', ...placeOf(box), ...paintOf({ stroke: each.style.fill ?? '#000000' }) },
      angle: (turn * Math.PI) / 180,
      groupIds: groups,
      opacity: 100 * (each.style.opacity ?? 1),
      ...{ text, originalText: text },
      fontSize: rounded(fontSize),
      lineHeight: rounded(leading / fontSize),
      fontFamily: FAMILIES.find(([name]) => name.test(each.style.fonts?.[0] ?? ''))?.[1] ?? PLAIN,
      textAlign: { start: 'left', middle: 'center', end: 'right' }[anchor],
      ...{ verticalAlign: 'top', containerId: null, autoResize: true },
    })
  }

  private ink(each: parts.Ink, groups: readonly string[]): void {
    const { id, geometry, style } = each
    const shape = shapeOf(each)
    if (shape) {
      this.add(id, { ...shape, groupIds: groups })
      return
    }
    if (geometry.form === 'image') {
      this.picture(id, geometry, geometry.href, groups)
      return
    }
    const rings = ringsOf(outlineOf(geometry))
    const isHoled = (style.fill ?? 'none') !== 'none' && rings.length > 1
    if (isHoled) this.drawing(id, [each], groups)
    else
      for (const [at, { points, closed }] of rings.entries())
        this.add(at === 0 ? id : `${id}-${at + 1}`, {
          ...{ type: 'line', ...paintOf(style), groupIds: groups, polygon: closed },
          ...lineOf(closed ? [...points, ...points.slice(0, 1)] : points),
          ...{ startBinding: null, endBinding: null, startArrowhead: null, endArrowhead: null },
        })
  }

  private drawing(id: string, elements: readonly SceneElement[], groups: readonly string[]): void {
    const { box, svg } = parts.pictureOf(this.scene, elements)
    const data = Buffer.from(svg).toString('base64')
    this.picture(id, box, `data:image/svg+xml;base64,${data}`, groups)
  }

  private picture(id: string, box: Box, dataURL: string, groups: readonly string[]): void {
    const mimeType = /^data:([^;,]+)/.exec(dataURL)?.[1] ?? 'image/png'
    this.files[id] = { id, mimeType, dataURL, created: 1 }
    const image = { fileId: id, status: 'saved', scale: [1, 1], crop: null }
    this.add(id, { type: 'image', ...placeOf(box), ...UNSEEN, ...image, groupIds: groups })
  }

  private wire({ each, parts: held }: parts.Wire, groups: readonly string[]): void {
    const { points, isCurved } = parts.cornersOf(each.geometry)
    const { style, heads = 'end', id } = each
    const head = HEADS[headOf(style).form]
    const arrow = this.add(id, {
      type: 'arrow',
      ...paintOf({ ...style, fill: 'none' }),
      ...lineOf(points),
      groupIds: groups,
      startBinding: this.binding(id, each.from, points[0]),
      endBinding: this.binding(id, each.to, points.at(-1)),
      startArrowhead: heads === 'both' ? head : null,
      endArrowhead: heads === 'none' ? null : head,
      ...{ elbowed: false, roundness: isCurved ? { type: 2 } : null },
    })
    // What is bound to an arrow is moved to its middle: words that stand elsewhere stay free.
    const half = (points.length - 1) / 2
    const [a, b] = [points[Math.floor(half)] ?? ZERO, points[Math.ceil(half)] ?? ZERO]
    for (const part of held) {
      const block = part.is === 'words' && parts.blockOf(part.each)
      if (!block || distance(block.middle, midpoint(a, b)) > block.leading) this.draw(part, groups)
      else this.bind(arrow, part.each as parts.Words, groups)
    }
  }

  /** Both sides name each other, or there is no bond. */
  private binding(arrow: string, anchor: Anchor | undefined, place: Point | undefined) {
    const box = this.boxes.get(anchor?.element ?? '')
    if (!anchor || !box || !place) return null
    this.bondsOf(anchor.element).push({ id: arrow, type: 'arrow' })
    const { x, y, width, height } = box
    const fixedPoint = [(place.x - x) / (width || 1), (place.y - y) / (height || 1)]
    return {
      elementId: anchor.element,
      focus: 0,
      gap: 1,
      fixedPoint: fixedPoint.map((at) => clamp(at, 0, 1)),
    }
  }

  private bondsOf(id: string): Drawn['boundElements'] {
    const bonds = this.bound.get(id) ?? []
    this.bound.set(id, bonds)
    return bonds
  }

  private add(id: string, own: Record<string, unknown>): Drawn {
    const seed = Bun.hash.crc32(id)
    const sketch = parts.isSketched(this.scene) ? 1 : 0
    const element: Drawn = {
      id,
      ...{ angle: 0, frameId: null, roundness: null, link: null, locked: false, isDeleted: false },
      ...{ seed, version: 1, versionNonce: seed, updated: 1, index: null, roughness: sketch },
      ...own,
      boundElements: this.bondsOf(id),
    }
    this.elements.push(element)
    return element
  }
}

const ZERO = { x: 0, y: 0 }

const placeOf = ({ x, y, width, height }: Box) => roundedAll({ x, y, width, height })

function paintOf({ fill = 'none', stroke, strokeWidth = 1, dash, opacity = 1 }: Style) {
  return {
    ...{ strokeColor: stroke ?? 'transparent', strokeWidth: stroke ? rounded(strokeWidth) : 1 },
    ...{ backgroundColor: fill === 'none' ? 'transparent' : fill, fillStyle: 'solid' },
    strokeStyle: dash ? ((dash[0] ?? 0) > 1.5 * strokeWidth ? 'dashed' : 'dotted') : 'solid',
    opacity: rounded(100 * opacity),
  }
}

const UNSEEN = paintOf({})

/** Of rectangles, ellipses and rhombi, which Excalidraw has itself. */
function shapeOf({ geometry, style }: parts.Ink) {
  const placed = { ...placeOf(boxOf(geometry, style)), ...paintOf(style) }
  if (geometry.form === 'ellipse') return { type: 'ellipse', ...placed }
  if (parts.isDiamond(geometry)) return { type: 'diamond', ...placed }
  if (geometry.form !== 'rect') return undefined
  const { radius } = geometry
  return { type: 'rectangle', ...placed, roundness: radius > 0 ? { type: 3, value: radius } : null }
}

/** From its own first point. */
function lineOf(points: readonly Point[]) {
  const [{ x, y } = { x: 0, y: 0 }] = points
  const { width, height } = boxAround(points)
  return {
    ...placeOf({ x, y, width, height }),
    points: points.map((point) => [rounded(point.x - x), rounded(point.y - y)]),
    lastCommittedPoint: null,
  }
}
