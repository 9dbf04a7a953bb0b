import type { DiagramEdge, DiagramNode } from '../../forms/diagram'
import type { Scene, SceneElement } from '../../forms/scene'
import { type Box, type Figure, type Lettering, type Part, pointsOf } from './figure'

/** Words are as sure as whoever edits them. */
const SURE = { spans: [], confidence: 1 }

/**
 * A figure that was read from a picture, as the same parts as one of a diagram: closed forms are boxes, or groups where
 * others lie in them; lines are arrows. The first words in a form are its label, all others boxes of their own.
 */
export function figureOfScene(id: string, svg: string, scene: Scene): Figure {
  const { labels, own } = wordsOf(scene)
  const things = scene.elements.filter(
    (each) => (each.kind !== 'text' && each.kind !== 'connector') || own.has(each.id),
  )
  const frames = things.filter(
    (one) => one.kind === 'group' || (one.kind === 'shape' && things.some((it) => holds(one, it))),
  )
  const framesOf = new Map(
    things.map((one) => [
      one.id,
      frames.filter((frame) => holds(frame, one)).toSorted((a, b) => area(a.box) - area(b.box))[0]
        ?.id,
    ]),
  )
  const common = (each: SceneElement) => {
    const label = textOf(labels.get(each.id) ?? each)
    return { id: each.id, label, box: each.box }
  }
  const placed = (each: SceneElement) => {
    const group = framesOf.get(each.id)
    return { ...common(each), in: group === undefined ? {} : { group } }
  }
  const parts: Part[] = [
    ...frames.map(placed).map(({ in: { group: parent }, ...one }) => ({
      ...one,
      kind: 'group' as const,
      said: {
        ...{ id: one.id, label: one.label, ...SURE },
        ...(parent !== undefined && { parent }),
      },
    })),
    ...scene.elements
      .filter(({ kind }) => kind === 'connector')
      .map((each) => ({
        ...common(each),
        kind: 'edge' as const,
        said: edgeOf(each),
        points: pointsOf(each),
        ends: each.from && each.to ? { from: each.from, to: each.to } : undefined,
      })),
    ...things
      .filter((each) => !frames.includes(each))
      .map(placed)
      .map(({ in: inside, ...one }) => ({
        ...one,
        kind: 'node' as const,
        pinned: false,
        said: {
          ...{ id: one.id, label: one.label, kind: 'process', ...SURE, ...inside },
        } satisfies DiagramNode,
      })),
  ]
  const lettering = [...labels]
    .map(([part, text]) => letteringOf(part, text))
    .concat([...own.values()].map((text) => letteringOf(text.id, text)))
  return {
    ...{ id, svg, width: scene.width, height: scene.height, direction: undefined, lettering },
    parts: new Map(parts.map((part) => [part.id, part])),
  }
}

/** Texts that are the label of something, by what they label, and those that stand for themselves. */
export function wordsOf({ elements }: Scene) {
  const forms = new Set(
    elements.flatMap(({ id, kind }) => (kind === 'text' || kind === 'connector' ? [] : [id])),
  )
  const labels = new Map<string, SceneElement>()
  const own = new Map<string, SceneElement>()
  for (const each of elements) {
    if (each.kind !== 'text' || each.geometry?.form !== 'lines') continue
    const { parent } = each
    if (parent !== undefined && forms.has(parent) && !labels.has(parent)) labels.set(parent, each)
    else own.set(each.id, each)
  }
  return { labels, own }
}

const textOf = ({ geometry }: SceneElement): string =>
  geometry?.form === 'lines' ? geometry.lines.map(({ text }) => text).join('\n') : ''

const letteringOf = (part: string, { box, style }: SceneElement): Lettering => ({
  ...{ part, field: 'label', box },
  size: style.fontSize ?? box.height,
})

function edgeOf({ id, from, to, heads = 'end' }: SceneElement): DiagramEdge {
  return { id, from: from?.element ?? '', to: to?.element ?? '', kind: 'flow', heads, ...SURE }
}

const area = ({ width, height }: Box) => width * height

function holds({ id, box: a }: SceneElement, { id: other, box: b }: SceneElement): boolean {
  const across = a.x <= b.x && a.x + a.width >= b.x + b.width
  const down = a.y <= b.y && a.y + a.height >= b.y + b.height
  return id !== other && across && down && area(a) > area(b)
}
