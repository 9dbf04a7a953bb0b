import { centreOf, gap, grown, hullOf, within } from '../../figure/geometry'
import { anchorOn } from '../../figure/geometry/anchors'
import { outlineOf } from '../../figure/geometry/outlines'
import type { Box, Point, SceneElement } from '../../forms/scene'
import { endsOf } from './heads'
import { takeHeads } from './settle'
import { outlinePoints } from './walk'

/** Pixels by which the end of a line may stand off what it joins, and words off the line that they belong to. */
const REACH = { end: 12, edge: 40, words: 24 } as const
/** Drawings of more forms are textures, not figures. */
const MOST_FORMS = 800
/** Smaller shapes are marks, and those without words that are not much larger are heads. */
const LEAST = 16
const LEAST_BARE = 24
/** In sizes of its letters: how far below its picture a caption begins, the smallest picture, how far words stand out. */
const CAPTION = { gap: 1.6, wide: 2.5, high: 1.5, out: 4 } as const

/**
 * Things of a drawing whose groups do not say what they are: shapes with words are nodes, shapes around nodes panels, lines
 * between them edges. Groups that say so themselves are left as they are, but for edges without a word on their ends.
 */
export function withThings(elements: SceneElement[]): SceneElement[] {
  const hasNodes = elements.some(({ role }) => role === 'node')
  const named = hasNodes ? elements : withEdges(withNodes(elements))
  const things = withCaptions(named)
  const panels = named.filter(({ role }) => role === 'group')
  return named.map((each) => (each.role === 'edge' ? holding(each, things, panels) : each))
}

const isWords = ({ kind }: SceneElement) => kind === 'text'
const size = ({ box }: SceneElement) => box.width * box.height
const middleIn = (one: SceneElement, box: Box) => within(centreOf(one.box), box)

/** A form that can hold words: closed, painted, of some size, in no group of its own meaning. */
function isForm(
  { kind, role, geometry, style, box, parent }: SceneElement,
  roles: ReadonlyMap<string, string | undefined>,
): boolean {
  if (kind !== 'shape' || role !== undefined || !geometry || roles.get(parent ?? '') !== undefined)
    return false
  if (Math.min(box.width, box.height) < LEAST) return false
  return (
    style.fill !== undefined ||
    (style.stroke !== undefined &&
      /Z\s*$/.test('d' in geometry ? geometry.d : 'Z') &&
      geometry.form !== 'polyline')
  )
}

/** Nodes by the place that they take with their words. */
function withCaptions(elements: readonly SceneElement[]): SceneElement[] {
  const words = Map.groupBy(elements.filter(isWords), ({ parent }) => parent)
  return elements
    .filter(({ role }) => role === 'node')
    .map((node) => ({
      ...node,
      box: hullOf([node.box, ...(words.get(node.id) ?? []).map(({ box }) => box)]),
    }))
}

function withNodes(elements: readonly SceneElement[]): SceneElement[] {
  const roles = new Map(elements.map(({ id, role }) => [id, role]))
  const forms = elements.filter((each) => isForm(each, roles)).sort((a, b) => size(a) - size(b))
  const homes = new Map<string, SceneElement>()
  for (const text of elements.filter(isWords)) {
    const form = forms.find(({ box, z }) => z < text.z && middleIn(text, grown(box, 1)))
    if (form) homes.set(text.id, form)
  }
  const filled = new Set(homes.values())
  for (const text of elements.filter(isWords)) {
    const own = homes.get(text.id)
    const form = forms.find((each) => !filled.has(each) && each !== own && isCaption(text, each))
    if (form && (!own || within(form.box, own.box))) homes.set(text.id, form)
  }
  const lines = elements.filter(isLine).flatMap(({ geometry }) => {
    const ends = geometry && endsOf(outlineOf(geometry))
    return ends ? [ends.start.at, ends.end.at] : []
  })
  const worded = new Set(homes.values())
  const holds = (form: SceneElement) =>
    forms.some(
      (other) =>
        other !== form &&
        worded.has(other) &&
        size(other) < 0.8 * size(form) &&
        within(other.box, form.box, 2),
    )
  // Every form is held against every other one.
  const panels = new Set(forms.length > MOST_FORMS ? [] : forms.filter(holds))
  const nodes = new Set(
    forms.filter(
      (form) =>
        !panels.has(form) &&
        // What words or a line meet, and no node holds.
        (worded.has(form) ||
          (Math.min(form.box.width, form.box.height) >= LEAST_BARE &&
            lines.some((end) => gap(form.box, end) <= 2))) &&
        forms.length <= MOST_FORMS &&
        !forms.some(
          (other) =>
            other !== form &&
            worded.has(other) &&
            !panels.has(other) &&
            size(other) > size(form) &&
            within(form.box, other.box, 2),
        ),
    ),
  )
  // Of the words in a panel its title alone is its own: the first along its edge.
  for (const panel of panels) {
    const [title] = elements.filter((text) => homes.get(text.id) === panel && isAtEdge(text, panel))
    for (const text of elements)
      if (homes.get(text.id) === panel && text !== title) homes.delete(text.id)
  }
  const words = Map.groupBy(elements, ({ id }) => homes.get(id))
  return elements.map((each): SceneElement => {
    const home = homes.get(each.id)
    const label = (words.get(each) ?? [])
      .map((text) => text.label ?? '')
      .join(' ')
      .trim()
    if (panels.has(each)) return { ...each, kind: 'group', role: 'group', ...(label && { label }) }
    if (nodes.has(each)) return { ...each, role: 'node', ...(label && { label }) }
    const isIn = home && (nodes.has(home) || panels.has(home)) && home.parent === each.parent
    if (!isIn) return each
    const { role: _, ...plain } = each
    return { ...plain, parent: home.id }
  })
}

/** Words right below a picture, around its middle. */
function isCaption({ box: text, style }: SceneElement, { box }: SceneElement): boolean {
  const { fontSize = 16 } = style
  const gap = text.y - box.y - box.height
  const off = Math.abs(centreOf(text).x - centreOf(box).x)
  return (
    gap >= -2 &&
    gap <= CAPTION.gap * fontSize &&
    off <= box.width / 4 &&
    text.width <= box.width + CAPTION.out * fontSize &&
    box.width >= CAPTION.wide * fontSize &&
    box.height >= CAPTION.high * fontSize
  )
}

const isAtEdge = ({ box: text, style }: SceneElement, { box }: SceneElement) =>
  Math.min(text.y - box.y, box.y + box.height - text.y - text.height) < 1.5 * (style.fontSize ?? 16)

/** A line with heads, or an open one. */
const isLine = ({ kind, role, geometry, style }: SceneElement) =>
  role === undefined &&
  (kind === 'connector' ||
    (kind === 'shape' &&
      style.stroke !== undefined &&
      style.fill === undefined &&
      isOpen(geometry)))

const isOpen = (geometry: SceneElement['geometry']) =>
  geometry?.form === 'polyline' || (geometry?.form === 'path' && !/Z/.test(geometry.d))

function withEdges(elements: readonly SceneElement[]): SceneElement[] {
  const nodes = withCaptions(elements)
  const panels = elements.filter(({ role }) => role === 'group')
  const edges = new Map<string, SceneElement>()
  const gone = new Set<SceneElement>()
  const marks = elements.filter(
    ({ kind, role, box }) =>
      kind === 'shape' && role === undefined && Math.max(box.width, box.height) < 3 * LEAST,
  )
  for (const each of elements) {
    if (!isLine(each) || !each.geometry) continue
    const edge: SceneElement = {
      ...each,
      kind: 'connector',
      role: 'edge',
      heads: each.kind === 'connector' ? (each.heads ?? 'end') : 'none',
    }
    if (edge.heads === 'none') takeHeads(edge, marks, gone)
    const ends = edge.geometry && endsOf(outlineOf(edge.geometry))
    const [from, to] = [ends?.start.at, ends?.end.at].map(
      (at) =>
        at && (thingAt(nodes, at, REACH.end) ?? panels.find(({ box }) => isAtBorder(box, at))),
    )
    if (from && to && from !== to) edges.set(each.id, edge)
  }
  return elements.flatMap((each): SceneElement[] => {
    if (gone.has(each)) return []
    const edge = edges.get(each.id)
    if (edge) return [labelled(edge, elements)]
    const line = isFreeText(each) ? nearestEdge(each, edges) : undefined
    if (!line || line.parent !== undefined) return [each]
    const { role: _, ...plain } = each
    return [{ ...plain, parent: line.id }]
  })
}

const isFreeText = ({ kind, parent }: SceneElement) => kind === 'text' && parent === undefined

function labelled(edge: SceneElement, elements: readonly SceneElement[]): SceneElement {
  const words = elements.filter(
    (each) => isFreeText(each) && nearestEdge(each, new Map([[edge.id, edge]])),
  )
  const label = words
    .map((text) => text.label ?? '')
    .join(' ')
    .trim()
  return label === '' ? edge : { ...edge, label }
}

function nearestEdge(
  text: SceneElement,
  edges: ReadonlyMap<string, SceneElement>,
): SceneElement | undefined {
  const off = ({ geometry }: SceneElement) =>
    Math.min(
      ...(geometry ? steps(outlinePoints(geometry)) : []).map((point) => gap(text.box, point)),
    )
  return [...edges.values()]
    .map((edge) => [off(edge), edge] as const)
    .filter(([far]) => far <= REACH.words)
    .sort(([a], [b]) => a - b)[0]?.[1]
}

/** Places along a line, some pixels apart. */
const steps = (points: readonly Point[]): Point[] =>
  points.flatMap((to, at) => {
    const from = points[at - 1] ?? to
    const count = Math.min(50, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 12))
    return Array.from({ length: count + 1 }, (_, k) => ({
      x: from.x + ((to.x - from.x) * k) / (count || 1),
      y: from.y + ((to.y - from.y) * k) / (count || 1),
    }))
  })

/** The thing whose box is nearest to a place; of two that hold it the smaller one. */
function thingAt(
  things: readonly SceneElement[],
  point: Point,
  reach: number,
): SceneElement | undefined {
  return things
    .map((thing) => [gap(thing.box, point), thing] as const)
    .filter(([off]) => off <= reach)
    .sort(([a, one], [b, two]) => a - b || size(one) - size(two))[0]?.[1]
}

const isAtBorder = (box: Box, point: Point) =>
  within(point, box, REACH.end) && !within(point, box, -REACH.end)

/** An edge that says nothing of its ends holds on to what they meet. */
function holding(
  edge: SceneElement,
  things: readonly SceneElement[],
  panels: readonly SceneElement[],
): SceneElement {
  const ends = edge.geometry && endsOf(outlineOf(edge.geometry))
  if (!ends) return edge
  const held = (['from', 'to'] as const).flatMap((end) => {
    if (edge[end] || edge.data?.[end] !== undefined) return []
    const { at } = ends[end === 'from' ? 'start' : 'end']
    const thing = thingAt(things, at, REACH.edge) ?? panels.find(({ box }) => isAtBorder(box, at))
    return thing ? [[end, anchorOn(thing, at)] as const] : []
  })
  return held.length > 0 ? { ...edge, ...Object.fromEntries(held) } : edge
}
