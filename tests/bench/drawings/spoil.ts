import { changedBox, changedGeometry } from '../../../src/figure/geometry/moved'
import { outlineOf } from '../../../src/figure/geometry/outlines'
import { pathOf, reversedPath, withEnd } from '../../../src/figure/geometry/path-data'
import { mix } from '../../../src/figure/pixels/color'
import type { FaultKind } from '../../../src/forms/fault'
import type { Scene, SceneElement } from '../../../src/forms/scene'
import type { Random } from './clean'

/** A drawing with one fault seeded, and the groups of which any may be told as its place. */
export interface Spoilt {
  scene: Scene
  kind: FaultKind
  ids: (string | null)[]
}

type Spoil = (scene: Scene, random: Random) => Omit<Spoilt, 'kind'> | undefined

const nodes = ({ elements }: Scene) => elements.filter(({ role }) => role === 'node')
const edges = ({ elements }: Scene) =>
  elements.filter(({ role, geometry }) => role === 'edge' && geometry)
const texts = ({ elements }: Scene) =>
  elements.filter(({ geometry, label }) => geometry?.form === 'lines' && (label ?? '').length > 4)

/** The node, edge or panel around an element. */
function thingOf(scene: Scene, one: SceneElement): string | null {
  const byId = new Map(scene.elements.map((each) => [each.id, each]))
  for (let at: SceneElement | undefined = one; at; at = byId.get(at.parent ?? ''))
    if (at.role === 'node' || at.role === 'edge' || at.role === 'group') return at.id
  return null
}

const withElement = (
  scene: Scene,
  id: string,
  change: (one: SceneElement) => SceneElement,
): Scene => ({
  ...scene,
  elements: scene.elements.map((each) => (each.id === id ? change(each) : each)),
})

function moved(one: SceneElement, x: number, y: number): SceneElement {
  const change = { from: one.box, to: { ...one.box, x: one.box.x + x, y: one.box.y + y } }
  return {
    ...one,
    box: changedBox(one.box, change),
    ...(one.geometry && { geometry: changedGeometry(one.geometry, change) }),
  }
}

/** A group with all its parts, elsewhere. */
function movedGroup(scene: Scene, id: string, x: number, y: number): Scene {
  const inside = new Set([id])
  for (let grown = true; grown; ) {
    grown = false
    for (const { id: part, parent } of scene.elements)
      if (parent && inside.has(parent) && !inside.has(part)) {
        inside.add(part)
        grown = true
      }
  }
  return {
    ...scene,
    elements: scene.elements.map((each) => (inside.has(each.id) ? moved(each, x, y) : each)),
  }
}

function added(
  scene: Scene,
  part: Pick<SceneElement, 'box' | 'geometry' | 'style'> & Partial<SceneElement>,
): Scene {
  const z = Math.max(...scene.elements.map((each) => each.z)) + 1
  return { ...scene, elements: [...scene.elements, { id: 'seeded', kind: 'shape', z, ...part }] }
}

const line = (d: string, stroke = '#22303f') => ({
  box: { x: 0, y: 0, width: 1, height: 1 },
  geometry: { form: 'path' as const, d },
  style: { stroke, strokeWidth: 2 },
})

const lettering = (one: SceneElement) => {
  const { x, y, width, height } = one.box
  return { left: x, right: x + width, middle: y + 0.45 * height, width, height }
}

/** The words that stand in the form of their own node. */
function inForm(scene: Scene): { text: SceneElement; node: SceneElement }[] {
  return texts(scene).flatMap((text) => {
    const node = scene.elements.find(
      ({ id, geometry }) => id === text.parent && geometry?.form === 'rect',
    )
    return node && node.role === 'node' ? [{ text, node }] : []
  })
}

/** What a drawing is to show: all that it shows now. */
export const planOf = (scene: Scene) => ({
  nodes: nodes(scene).map(({ id, label = '' }) => ({ id, label })),
  edges: edges(scene).flatMap(({ from, to }) =>
    from && to ? [{ from: from.element, to: to.element }] : [],
  ),
})

/** By the kind that the check is to find. */
export const SPOILS: Partial<Record<FaultKind, Spoil>> = {
  words_over(scene, random) {
    const [one, two] = [random.one(texts(scene)), random.one(texts(scene))]
    if (one.id === two.id || one.label === two.label) return undefined
    const [x, y] = [
      two.box.x - one.box.x + random.whole(-8, 8),
      two.box.y - one.box.y + random.whole(-5, 5),
    ]
    return {
      scene: withElement(scene, one.id, (each) => moved(each, x, y)),
      ids: [thingOf(scene, one), thingOf(scene, two)],
    }
  },
  words_struck(scene, random) {
    const text = random.one(texts(scene))
    const { left, right, middle } = lettering(text)
    const rise = random.whole(-3, 3)
    return {
      scene: added(scene, line(`M${left - 9} ${middle + rise}L${right + 9} ${middle - rise}`)),
      ids: [thingOf(scene, text)],
    }
  },
  words_leave(scene, random) {
    const found = inForm(scene)
    if (found.length === 0) return undefined
    const { text, node } = random.one(found)
    const by = node.box.x + node.box.width - text.box.x - text.box.width + random.whole(3, 14)
    return { scene: withElement(scene, text.id, (each) => moved(each, by, 0)), ids: [node.id] }
  },
  words_small(scene, random) {
    const text = random.one(texts(scene))
    const fontSize = random.whole(9, 15)
    return {
      scene: withElement(scene, text.id, (each) => ({
        ...each,
        style: { ...each.style, fontSize },
      })),
      ids: [thingOf(scene, text)],
    }
  },
  words_hidden(scene, random) {
    const text = random.one(texts(scene))
    const { x, y, width, height } = text.box
    const share = 0.4 + 0.5 * random.next()
    const geometry = {
      form: 'rect' as const,
      x: x - 2,
      y: y - 2,
      width: share * width + 4,
      height: height + 8,
      radius: 0,
    }
    return {
      scene: added(scene, { box: geometry, geometry, style: { fill: '#eef2f6' } }),
      ids: [thingOf(scene, text)],
    }
  },
  contrast(scene, random) {
    const dark = texts(scene).filter(({ style }) => style.fill !== '#ffffff')
    const text = random.one(dark)
    const fill = mix('#ffffff', text.style.fill ?? '#000000', 0.1 + 0.15 * random.next())
    return {
      scene: withElement(scene, text.id, (each) => ({ ...each, style: { ...each.style, fill } })),
      ids: [thingOf(scene, text)],
    }
  },
  end_off(scene, random) {
    const edge = random.one(edges(scene))
    if (!edge.geometry) return undefined
    const [by, isStart] = [random.whole(6, 30), random.often(0.5)]
    const path = outlineOf(edge.geometry)
    const d = pathOf(isStart ? reversedPath(withEnd(reversedPath(path), -by)) : withEnd(path, -by))
    return {
      scene: withElement(scene, edge.id, (each) => ({ ...each, geometry: { form: 'path', d } })),
      ids: [edge.id],
    }
  },
  head_missing(scene, random) {
    const edge = random.one(edges(scene))
    const change = (each: SceneElement): SceneElement => ({
      ...each,
      heads: 'none',
      data: { ...each.data, heads: 'end' },
    })
    return { scene: withElement(scene, edge.id, change), ids: [edge.id] }
  },
  wrong_way(scene, random) {
    const edge = random.one(edges(scene))
    if (!edge.geometry) return undefined
    const d = pathOf(reversedPath(outlineOf(edge.geometry)))
    return {
      scene: withElement(scene, edge.id, (each) => ({ ...each, geometry: { form: 'path', d } })),
      ids: [edge.id],
    }
  },
  through(scene, random) {
    const all = nodes(scene).toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
    const at = random.whole(0, all.length - 3)
    const [from, over, to] = all.slice(at, at + 3)
    if (!from || !over || !to) return undefined
    const beside = (one: SceneElement, other: SceneElement) =>
      Math.abs(one.box.y - other.box.y) < 20
    if (
      !beside(from, over) ||
      !beside(over, to) ||
      from.box.x > over.box.x ||
      over.box.x > to.box.x
    )
      return undefined
    const y = over.box.y + 0.4 * over.box.height
    const points = [
      { x: from.box.x + from.box.width, y },
      { x: to.box.x, y },
    ]
    const edge: Partial<SceneElement> = {
      ...{
        kind: 'connector',
        role: 'edge',
        heads: 'end',
        geometry: { form: 'polyline', points, radius: 0 },
      },
      ...{
        from: { element: from.id, side: 'right', at: 0.5 },
        to: { element: to.id, side: 'left', at: 0.5 },
      },
    }
    return { scene: added(scene, { ...line('M0 0'), ...edge } as SceneElement), ids: ['seeded'] }
  },
  on_one_line(scene, random) {
    const edge = random.one(edges(scene).filter(({ box }) => box.width + box.height > 60))
    const others = nodes(scene).filter(
      ({ id }) => id !== edge?.from?.element && id !== edge?.to?.element,
    )
    const [from, to] = [random.one(others), random.one(others)]
    if (!edge?.geometry || !from || !to) return undefined
    const anchor = { side: 'top' as const, at: 0.5 }
    const ends = { from: { element: from.id, ...anchor }, to: { element: to.id, ...anchor } }
    return {
      scene: added(scene, {
        ...moved(edge, random.next(), random.next()),
        ...ends,
        id: 'seeded',
        z: 9999,
      }),
      ids: ['seeded', edge.id],
    }
  },
  crossing(scene, random) {
    const edge = random.one(edges(scene).filter(({ geometry }) => geometry?.form === 'polyline'))
    if (edge?.geometry?.form !== 'polyline') return undefined
    const [a, b] = edge.geometry.points
    if (!a || !b) return undefined
    const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    const [dx, dy] = [a.y === b.y ? 0 : 24, a.y === b.y ? 24 : 0]
    const points = [
      { x: at.x - dx, y: at.y - dy },
      { x: at.x + dx + random.whole(0, 6), y: at.y + dy },
    ]
    const wire: Partial<SceneElement> = {
      ...{ kind: 'connector', role: 'edge', heads: 'end' },
      geometry: { form: 'polyline', points, radius: 0 },
    }
    return {
      scene: added(scene, { ...line('M0 0'), ...wire } as SceneElement),
      ids: ['seeded', edge.id],
    }
  },
  missing(scene, random) {
    const { id } = random.one(edges(scene))
    return {
      scene: {
        ...scene,
        elements: scene.elements.filter((each) => each.id !== id && each.parent !== id),
      },
      ids: [null],
    }
  },
  empty: (scene, random) => ({
    scene: { ...scene, height: scene.height * (1.4 + 0.4 * random.next()) },
    ids: [null],
  }),
  overlap(scene, random) {
    const [one, two] = [random.one(nodes(scene)), random.one(nodes(scene))]
    if (one.id === two.id) return undefined
    const share = 0.3 + 0.4 * random.next()
    const [x, y] = [
      two.box.x - one.box.x + share * two.box.width,
      two.box.y - one.box.y + share * 30,
    ]
    return { scene: movedGroup(scene, one.id, x, y), ids: [one.id, two.id] }
  },
  edge_unnamed(scene, random) {
    const edge = random.one(edges(scene))
    const { to: _, ...plain } = edge
    return {
      scene: withElement(scene, edge.id, () => ({ ...plain, data: { to: 'nobody' } })),
      ids: [edge.id],
    }
  },
  id_doubled(scene, random) {
    const [one, two] = [random.one(nodes(scene)), random.one(nodes(scene))]
    if (one.id === two.id) return undefined
    return {
      scene: withElement(scene, two.id, (each) => ({ ...each, data: { node: one.id } })),
      ids: [one.id],
    }
  },
  words_foreign(scene, random) {
    const text = random.one(texts(scene))
    const said = random.one(['zeppelin', '93 %', 'xylophone 417'])
    const change = (each: SceneElement): SceneElement => {
      if (each.geometry?.form !== 'lines') return each
      const lines = each.geometry.lines.map((one) => ({ ...one, text: said }))
      return { ...each, label: said, geometry: { ...each.geometry, lines } }
    }
    return { scene: withElement(scene, text.id, change), ids: [thingOf(scene, text)] }
  },
  quote_foreign(scene, random) {
    const node = random.one(nodes(scene))
    const quote = 'a marching band plays in the rain at night'
    return { scene: withElement(scene, node.id, (each) => ({ ...each, quote })), ids: [node.id] }
  },
  near_border(scene, random) {
    const found = inForm(scene)
    if (found.length === 0) return undefined
    const { text, node } = random.one(found)
    const by = node.box.x + node.box.width - text.box.x - text.box.width - random.whole(2, 3)
    return { scene: withElement(scene, text.id, (each) => moved(each, by, 0)), ids: [node.id] }
  },
  near_align(scene, random) {
    const alike = nodes(scene).filter(({ geometry }) => geometry?.form === 'rect')
    const pairs = alike.flatMap((one) =>
      alike
        .filter(
          (two) =>
            two.id !== one.id &&
            Math.abs(two.box.y - one.box.y) < 0.01 &&
            Math.abs(two.box.width - one.box.width) < 5,
        )
        .map((two) => [one, two] as const),
    )
    const pair = pairs.find(
      ([one, two]) =>
        !alike.some(
          (each) =>
            each !== one &&
            each !== two &&
            Math.abs(each.box.y - one.box.y) < 1 &&
            (each.box.x - one.box.x) * (each.box.x - two.box.x) < 0,
        ),
    )
    if (!pair) return undefined
    const [one, two] = pair
    return { scene: movedGroup(scene, one.id, 0, random.whole(2, 5)), ids: [one.id, two.id] }
  },
}
