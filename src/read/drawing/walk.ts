import { boxAround, distance } from '../../figure/geometry'
import { outlineOf } from '../../figure/geometry/outlines'
import {
  mapPath,
  pathOf,
  pathSegments,
  reversedPath,
  ringsOf,
  type Segment,
  withEnd,
} from '../../figure/geometry/path-data'
import { IDENTITY, type Matrix, times } from '../../figure/geometry/transform'
import type { Markup } from '../../figure/svg/clean'
import { roundedTo } from '../../forms/numbers'
import type { Box, Geometry, Point, SceneElement, Style } from '../../forms/scene'
import { endsOf, type FoundHead, type HeadPart, headOf, type LineEnd, markerMatrix } from './heads'
import { type Drawn, elementsIn, hrefOf, idIn, spend } from './markup'
import { at, lengthOf, matrixOf, scaleOf, viewOf } from './numbers'
import { type Look, lookWithin, type Paper, styleOf } from './paint'
import { DrawingRefused } from './refused'
import { dataOf, type Role, roleOf } from './roles'
import { geometryOf, shapeOf } from './shapes'
import { boxOfWords, wordsOf } from './words'

/** Where an element stands. */
interface Place {
  matrix: Matrix
  look: Look
  /** Id of the element around it. */
  parent?: string
  /** What is used again is no part of its own: its names do not count. */
  used?: readonly Markup[]
}

/** More than anybody reads in a figure. */
const MOST_LETTERS = 20_000
const EMPTY: Box = { x: 0, y: 0, width: 0, height: 0 }
/** Drawn only where something refers to them. */
const REFERRED =
  /^(?:defs|symbol|marker|clipPath|linearGradient|radialGradient|pattern|filter|title|desc)$/

/** References inside each other. */
const MOST_NESTED = 8

function deeper(used: Place['used'] = [], target: Markup): readonly Markup[] {
  if (used.length < MOST_NESTED) return [...used, target]
  throw new DrawingRefused(
    `What the drawing uses refers to others more than ${MOST_NESTED} deep, or in a circle.`,
  )
}

/** The elements of a drawing in painting order; groups come before what stands in them. */
export class Walk {
  readonly elements: SceneElement[] = []
  readonly dropped = new Set<string>()
  readonly #taken = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #clips = new Map<string, NonNullable<SceneElement['clip']>>()
  readonly #paper: Paper
  #z = 0
  #letters = 0
  #shadow: Style['shadow']

  constructor(
    private readonly drawn: Drawn,
    private readonly canvas: { width: number; height: number },
    private readonly crops = false,
    private readonly flat = false,
  ) {
    this.#paper = { named: drawn.named, lose: (sentence) => this.dropped.add(sentence) }
  }

  /** Ids that are spoken for. */
  reserve(ids: Iterable<string>): void {
    for (const id of ids) this.#taken.add(id)
  }

  walk(one: Markup, place: Place): void {
    if (REFERRED.test(one.name)) return
    spend(this.drawn.left, 1, 0)
    const { attributes } = one
    const look = lookWithin(place.look, one)
    if (attributes.display === 'none') return
    const own = matrixOf(attributes.transform)
    const inner = { ...place, look, matrix: own ? times(place.matrix, own) : place.matrix }
    // What is scaled to nothing is not drawn.
    if (scaleOf(inner.matrix) === 0) return
    if (one.name === 'g' || one.name === 'svg') this.#group(one, inner, elementsIn(one))
    else if (one.name === 'use') this.#use(one, inner)
    else if (look.visibility === 'hidden' || look.visibility === 'collapse') return
    else if (one.name === 'text') this.#within(one, inner, (here) => this.#words(one, here))
    else if (one.name === 'image') this.#picture(one, inner)
    else if (this.crops && one.name === 'rect' && one.attributes['data-crop'] !== undefined)
      this.#within(one, inner, (here) => this.#picture(one, here))
    else this.#within(one, inner, (here) => this.#shape(one, here))
  }

  #use(one: Markup, place: Place): void {
    const { attributes } = one
    const target = this.drawn.named.get(hrefOf(one))
    if (!target) {
      this.#lose(`The use of #${hrefOf(one)} leads nowhere and was left out.`)
      return
    }
    const length = (name: string, whole: number) => lengthOf(attributes[name], 0, { whole })
    const [x, y] = [length('x', this.canvas.width), length('y', this.canvas.height)]
    const moved = times(place.matrix, [1, 0, 0, 1, x, y])
    const inner = { ...place, matrix: moved, used: deeper(place.used, target) }
    if (target.name !== 'symbol') {
      this.#group(one, inner, [target])
      return
    }
    const view = viewOf(target)
    const [width, height] = [
      length('width', this.canvas.width),
      length('height', this.canvas.height),
    ]
    const scale = view
      ? Math.min((width || view.width) / view.width, (height || view.height) / view.height)
      : 1
    const fit: Matrix = view ? [scale, 0, 0, scale, -scale * view.x, -scale * view.y] : IDENTITY
    const symbol = { ...inner, matrix: times(moved, fit), look: lookWithin(inner.look, target) }
    this.#group(one, symbol, elementsIn(target))
  }

  #group(one: Markup, place: Place, children: readonly Markup[]): void {
    const { attributes } = one
    if (attributes.class === 'formula' && attributes['data-tex'] !== undefined) {
      this.#formula(one, place)
      return
    }
    const role = place.used ? undefined : roleOf(one)
    const opacity = lengthOf(attributes.opacity, 1, { whole: 1 })
    if (opacity <= 0) return
    const clip = this.#clip(one, place.matrix)
    const inside = (parent: string | undefined) => {
      for (const child of children)
        this.walk(child, parent === undefined ? place : { ...place, parent })
    }
    if (!role && !clip && opacity >= 1) {
      inside(place.parent)
      return
    }
    const id = this.#idOf(role, one, place.parent)
    const group: SceneElement = {
      id,
      kind: role?.kind ?? 'group',
      ...(role?.role && { role: role.role }),
      ...(place.parent !== undefined && { parent: place.parent }),
      z: this.#z++,
      box: EMPTY,
      style: opacity < 1 ? { opacity: roundedTo(opacity, 3) } : {},
      ...(clip && { clip }),
      ...(role && dataOf(one, role, id)),
    }
    const before = this.elements.push(group)
    inside(id)
    if (this.elements.length > before) return
    this.elements.pop()
    this.#z--
    if (role?.named)
      this.#lose(`The ${role.named} ${JSON.stringify(id)} draws nothing and was left out.`)
  }

  /** A clipped shape or text stands in a group that clips. */
  #within(one: Markup, place: Place, draw: (place: Place) => void): void {
    const clip = this.#clip(one, place.matrix)
    const from = this.elements.length
    draw(place)
    if (clip) for (const each of this.elements.slice(from)) each.clip = clip
  }

  #add(part: Omit<SceneElement, 'id' | 'z' | 'parent'>, place: Place): SceneElement {
    const one: SceneElement = {
      id: this.#fresh(place.parent ?? 'part'),
      ...part,
      ...(place.parent !== undefined && { parent: place.parent }),
      z: this.#z++,
    }
    this.elements.push(one)
    return one
  }

  #words(one: Markup, place: Place): void {
    for (const { geometry, style, box, text } of wordsOf(one, place.look, place.matrix)) {
      if (style.fill === 'none' && !style.stroke) continue
      this.#letters += text.length
      if (this.#letters > MOST_LETTERS)
        throw new DrawingRefused(`The drawing has more than ${MOST_LETTERS} letters.`)
      const isFree = place.parent === undefined && !place.used
      this.#add(
        { kind: 'text', ...(isFree && { role: 'text' }), box, geometry, style, label: text },
        place,
      )
    }
  }

  #shape(one: Markup, place: Place): void {
    const shape = shapeOf(one, this.canvas)
    if (!shape) return
    spend(this.drawn.left, 0, shape.segments.length)
    const { matrix, look } = place
    const style = styleOf(one, look, { matrix, box: shape.box, paper: this.#paper })
    if (!style) return
    if (one.attributes.filter !== undefined) {
      this.#shadow = this.#shadowOf(one, style)
      return
    }
    // A single stroke encloses nothing.
    if (shape.segments.length === 2 && style.stroke) delete style.fill
    const isLine = style.fill === undefined
    const geometry = geometryOf(shape, matrix, isLine)
    const shadow = this.#shadow
    this.#shadow = undefined
    const part = {
      kind: 'shape' as const,
      box: boxAround(outlinePoints(geometry)),
      geometry,
      style: { ...style, ...(shadow && { shadow }) },
    }
    const isInMarker = place.used?.some(({ name }) => name === 'marker')
    const markers = MARKED.test(one.name) && !isInMarker ? this.#markers(look) : []
    if (markers.length > 0) this.#line(part, markers, place)
    else this.#add(part, place)
  }

  #markers(look: Look): Marked[] {
    if (look['marker-mid'] !== undefined && look['marker-mid'] !== 'none')
      this.#lose('Markers at the corners of a line were left out.')
    return (['start', 'end'] as const).flatMap((which) => {
      const marker = this.drawn.named.get(idIn(look[`marker-${which}`]) ?? '')
      return marker?.name === 'marker' ? [{ which, marker }] : []
    })
  }

  /** A line with heads; those that the writer cannot draw are parts beside it. */
  #line(part: Omit<SceneElement, 'id' | 'z'>, markers: readonly Marked[], place: Place): void {
    const { geometry, style } = part
    const segments = geometry ? outlineOf(geometry) : []
    const ends = endsOf(segments)
    if (!ends) {
      this.#add(part, place)
      return
    }
    const unit = { stroke: style.strokeWidth ?? 1, user: scaleOf(place.matrix) }
    const found = new Map<string, FoundHead>()
    const others: SceneElement[] = []
    for (const { which, marker } of markers) {
      const parts = this.#instance(marker, ends[which], unit, style, place)
      const head = this.flat ? undefined : headOf(parts.map(headPart), ends[which], unit.stroke)
      if (head) found.set(which, head)
      else others.push(...parts)
    }
    const [start, end] = [found.get('start'), found.get('end')]
    const own = geometry && headed(geometry, style, { start, end })
    this.#add({ ...part, ...(own && { kind: 'connector', ...own }) }, place)
    for (const other of others) this.#add(other, place)
  }

  /** What a marker draws at the end of a line, outside of the elements. */
  #instance(
    marker: Markup,
    end: LineEnd,
    unit: { stroke: number; user: number },
    { stroke, fill }: Style,
    place: Place,
  ): SceneElement[] {
    const matrix = markerMatrix(marker, end, unit)
    const context = {
      ...(stroke && { 'context-stroke': stroke }),
      ...(fill && { 'context-fill': fill }),
    }
    const from = this.elements.length
    const look = lookWithin(context as Look, marker)
    for (const child of elementsIn(marker))
      this.walk(child, { matrix, look, used: deeper(place.used, marker) })
    return this.elements.splice(from)
  }

  #clip(one: Markup, matrix: Matrix): SceneElement['clip'] {
    const id = idIn(one.attributes['clip-path'])
    if (id === undefined) return undefined
    const clip = this.drawn.named.get(id)
    if (clip?.name !== 'clipPath' || clip.attributes.clipPathUnits === 'objectBoundingBox') {
      this.#lose(`The clip #${id} was left out: it is no clipPath in units of the drawing.`)
      return undefined
    }
    const key = `${id} ${matrix.join(' ')}`
    const known = this.#clips.get(key)
    if (known) return known
    const own = matrixOf(clip.attributes.transform)
    const d = this.#outlines(clip, own ? times(matrix, own) : matrix)
    const isEven = elementsIn(clip).some(({ attributes }) => attributes['clip-rule'] === 'evenodd')
    const shown = { d: d === '' ? 'M0 0' : d, ...(isEven && { evenOdd: true }) }
    this.#clips.set(key, shown)
    return shown
  }

  #outlines(one: Markup, matrix: Matrix, used: Place['used'] = []): string {
    return elementsIn(one)
      .map((child) => {
        spend(this.drawn.left, 1, 0)
        const own = matrixOf(child.attributes.transform)
        const inner = own ? times(matrix, own) : matrix
        const target = child.name === 'use' ? this.drawn.named.get(hrefOf(child)) : undefined
        if (target) {
          const [x, y] = [lengthOf(child.attributes.x, 0), lengthOf(child.attributes.y, 0)]
          const shown = { ...child, children: [target] }
          return this.#outlines(shown, times(inner, [1, 0, 0, 1, x, y]), deeper(used, target))
        }
        if (child.name === 'g') return this.#outlines(child, inner, used)
        const shape =
          REFERRED.test(child.name) || child.name === 'text'
            ? undefined
            : shapeOf(child, this.canvas)
        return shape ? pathOf(mapPath(shape.segments, (point) => at(inner, point))) : ''
      })
      .join('')
  }

  #picture(one: Markup, { matrix, ...place }: Place): void {
    const { attributes } = one
    const length = (name: string) => lengthOf(attributes[name], 0)
    const [corner, far] = [
      at(matrix, { x: length('x'), y: length('y') }),
      at(matrix, { x: length('x') + length('width'), y: length('y') + length('height') }),
    ]
    const box = { ...corner, width: far.x - corner.x, height: far.y - corner.y }
    const href = attributes.href ?? attributes['xlink:href'] ?? ''
    this.#add(
      { kind: 'shape', box, geometry: { form: 'image', ...box, href }, style: {} },
      { matrix, ...place },
    )
  }

  /** What no letters can show belongs to the words before it. */
  #formula(one: Markup, place: Place): void {
    const [path] = elementsIn(one)
    if (!path) return
    const d = pathOf(
      mapPath(pathSegments(path.attributes.d ?? ''), (point) => at(place.matrix, point)),
    )
    const stroke = path.attributes['stroke-width']
    const formula = {
      tex: one.attributes['data-tex'] ?? '',
      d,
      ...(stroke !== undefined && { strokeWidth: lengthOf(stroke, 1) }),
    }
    const last = this.elements.at(-1)
    const line =
      last?.geometry?.form === 'lines' && last.parent === place.parent
        ? last.geometry.lines.at(-1)
        : undefined
    if (line) {
      line.formulas = [...(line.formulas ?? []), formula]
      return
    }
    const box = boxAround(outlinePoints({ form: 'path', d }))
    const alone = {
      text: formula.tex,
      x: box.x,
      y: box.y + box.height,
      width: box.width,
      runs: [],
      formulas: [formula],
    }
    const geometry = { form: 'lines' as const, lines: [alone], anchor: 'start' as const }
    const style = { fill: path.attributes.fill ?? '#000000', fontSize: box.height }
    this.#add(
      { kind: 'text', box: boxOfWords(geometry, style), geometry, style, label: formula.tex },
      place,
    )
  }

  /** The soft copy under a shape that follows. */
  #shadowOf({ attributes }: Markup, { fill, opacity = 1 }: Style): Style['shadow'] {
    const filter = this.drawn.named.get(idIn(attributes.filter) ?? '')
    const blur = filter && elementsIn(filter)[0]?.attributes.stdDeviation
    const [, , , , dx, dy] = matrixOf(attributes.transform) ?? IDENTITY
    return { dx, dy, blur: lengthOf(blur, 0), color: fill ?? '#000000', opacity }
  }

  #idOf(role: Role | undefined, one: Markup, parent: string | undefined): string {
    const own = role && (role.id ?? one.attributes.id)
    if (own === undefined || own === '') return this.#fresh(role?.role ?? parent ?? 'part', parent)
    if (!this.#given.has(own)) {
      this.#given.add(own)
      this.#taken.add(own)
      return own
    }
    return this.#fresh(own)
  }

  readonly #given = new Set<string>()

  #fresh(base: string, within?: string): string {
    const stem = within !== undefined && within !== base ? `${within}-${base}` : base
    for (;;) {
      const count = (this.#counts.get(stem) ?? 0) + 1
      this.#counts.set(stem, count)
      const id = `${stem}-${count}`
      if (this.#taken.has(id)) continue
      this.#taken.add(id)
      return id
    }
  }

  #lose(sentence: string): void {
    this.dropped.add(sentence)
  }
}

interface Marked {
  which: 'start' | 'end'
  marker: Markup
}

/** What may have markers. */
const MARKED = /^(?:path|line|polyline)$/

/** The places that an outline goes through. */
export const outlinePoints = (geometry: NonNullable<SceneElement['geometry']>): Point[] =>
  geometry.form === 'polyline'
    ? geometry.points
    : ringsOf(outlineOf(geometry)).flatMap(({ points }) => points)

const headPart = ({ geometry, style }: SceneElement): HeadPart => ({
  segments: geometry ? outlineOf(geometry) : [],
  ...(style.fill !== undefined && { fill: style.fill }),
  ...(style.stroke !== undefined && { stroke: style.stroke }),
})

/** A line with the heads that were found at its ends: it ends where they begin, and leads to its only one. */
export function headed(
  geometry: Geometry,
  style: Style,
  { start, end }: { start: FoundHead | undefined; end: FoundHead | undefined },
): Pick<SceneElement, 'heads' | 'geometry' | 'box' | 'style'> | undefined {
  const found = end ?? start
  if (!found) return undefined
  let path: readonly Segment[] = outlineOf(geometry)
  if (end) path = withEnd(path, end.beyond)
  if (start) path = reversedPath(withEnd(reversedPath(path), start.beyond))
  if (!end) path = reversedPath(path)
  const led = lineOf(geometry, path)
  const { color, ...plain } = found.head
  return {
    heads: start && end ? 'both' : 'end',
    geometry: led,
    box: boxAround(outlinePoints(led)),
    style: { ...style, head: color === style.stroke ? plain : found.head },
  }
}

/** A line led along `path`, which differs from its own in its ends, or is the other way round. */
function lineOf(geometry: Geometry, path: readonly Segment[]): Geometry {
  if (geometry.form !== 'polyline') return { form: 'path', d: pathOf(path) }
  // Finer than what is written, so that what the writer takes off for a head comes to the same place again.
  const [start, end] = [path[0], path.at(-1)].map((one) => ({
    x: roundedTo(one?.points.at(-2) ?? 0, 3),
    y: roundedTo(one?.points.at(-1) ?? 0, 3),
  }))
  const [first, last] = [geometry.points[0], geometry.points.at(-1)]
  const isBack = first && last && start && distance(start, last) < distance(start, first)
  const points = isBack ? geometry.points.toReversed() : geometry.points
  return {
    ...geometry,
    points: points.map((point, index) =>
      index === 0 ? (start ?? point) : index === points.length - 1 ? (end ?? point) : point,
    ),
  }
}
