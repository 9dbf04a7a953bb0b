import { rounded } from '../../forms/numbers'
import type { Box, Point, SceneElement } from '../../forms/scene'
import { onStep } from '../check/plane'
import {
  boxAround,
  centreOf,
  direction,
  distance,
  grown,
  hullOf,
  meets,
  overlap,
  within,
} from '../geometry'
import { placeLabels } from '../layout/edge-labels'
import { fieldOf, pointsOf } from './field'
import { labelSize } from './manner'
import type { Sheet } from './sheet'

/**
 * Words of connectors that were led anew keep their place beside the line where that is free, else another one is found.
 * `old`: the line that they stood at.
 */
export function labelled(
  sheet: Sheet,
  led: readonly { edge: SceneElement; old: readonly Point[] }[],
): void {
  const texts = led.flatMap(({ edge, old }) => {
    const own = sheet.children(edge.id).filter(({ kind }) => kind === 'text')
    if (own.length === 0) own.push(...beside(sheet, edge, old))
    return own.length > 0 ? [{ id: edge.id, own, old }] : []
  })
  if (texts.length === 0) return
  const field = fieldOf(
    sheet,
    new Set(texts.flatMap(({ id, own }) => [id, ...own.map((text) => text.id)])),
  )
  for (const { id } of texts) {
    const { geometry } = sheet.get(id) ?? {}
    if (geometry) field.lines.set(id, pointsOf(geometry))
  }
  const em = labelSize(sheet)
  const solid = [...field.nodes.values(), ...field.texts.map(({ box }) => box)]
  const isFree = (box: Box) =>
    within(box, { x: 0, y: 0, width: sheet.width, height: sheet.height }) &&
    !solid.some((other) => overlap(box, other)) &&
    ![...field.lines.values()].some((line) =>
      line.some((b, at) => at > 0 && meets(line[at - 1] as Point, b, box)),
    )
  const astray = texts.filter(({ id, own, old }) => {
    const line = field.lines.get(id)
    const box = hullOf(own.map((text) => text.box))
    const by = line && carried(box, old, line)
    if (!by || !isFree({ ...box, x: box.x + by.x, y: box.y + by.y })) return true
    sheet.shift(new Set(own.map((text) => text.id)), by.x, by.y)
    return false
  })
  for (const { id, own } of astray) {
    const line = field.lines.get(id)
    if (!line) continue
    const box = hullOf(own.map((text) => text.box))
    const { width, height } = box
    const reach = grown(boxAround(line), Math.max(width, height) + em)
    const isNear = (other: Box) => overlap(other, reach)
    const near = [...field.lines].filter(([, points]) => isNear(grown(boxAround(points), 1)))
    const place = placeLabels({
      labels: new Map([[id, { text: { lines: [], width, broken: 0 }, width, height }]]),
      routes: new Map(near),
      nodes: [...field.nodes.values()].filter(isNear),
      texts: field.texts.map((text) => text.box).filter(isNear),
      frames: [...field.frames.values()].filter(isNear),
      ...{ em, width: sheet.width, height: sheet.height, side: 'before', early: new Set() },
    }).boxes.get(id)
    if (!place) continue
    sheet.shift(
      new Set(own.map((text) => text.id)),
      rounded(place.x - box.x),
      rounded(place.y - box.y),
    )
    field.texts.push({ id, box: place })
  }
}

/** In em: free words nearer to a line of no words of its own, and to no other, are its label. */
const BESIDE = 0.8

function beside(sheet: Sheet, edge: SceneElement, old: readonly Point[]): SceneElement[] {
  const em = labelSize(sheet)
  const off = (line: readonly Point[], { box }: SceneElement) => {
    const { x, y } = centreOf(box)
    return Math.min(
      ...line.slice(1).map((b, at) => {
        const on = onStep(line[at] as Point, b, { x, y })
        return Math.hypot(
          Math.max(0, Math.abs(on.x - x) - box.width / 2),
          Math.max(0, Math.abs(on.y - y) - box.height / 2),
        )
      }),
    )
  }
  const isNear = (text: SceneElement) =>
    off(old, text) < BESIDE * em &&
    !sheet.elements.some(
      ({ id, role, geometry }) =>
        role === 'edge' &&
        id !== edge.id &&
        geometry &&
        off(pointsOf(geometry), text) < off(old, text),
    )
  const titles = sheet
    .withRole('group')
    .flatMap((panel) => sheet.children(panel.id).find(({ kind }) => kind === 'text') ?? [])
  return sheet
    .withRole('text')
    .filter(
      (text) => sheet.get(text.parent)?.role !== 'node' && !titles.includes(text) && isNear(text),
    )
    .slice(0, 1)
}

/** By how much words are moved that keep their place beside a step of their line; undefined where it goes another way. */
function carried(box: Box, old: readonly Point[], line: readonly Point[]): Point | undefined {
  const middle = centreOf(box)
  const steps = old.slice(1).map((b, at) => ({ a: old[at] as Point, b, at }))
  const off = ({ a, b }: { a: Point; b: Point }) => {
    const on = onStep(a, b, middle)
    return distance(on, middle)
  }
  const nearest = steps.reduce<(typeof steps)[number] | undefined>(
    (best, each) => (best && off(best) <= off(each) ? best : each),
    undefined,
  )
  if (!nearest) return undefined
  const share =
    distance(nearest.a, onStep(nearest.a, nearest.b, middle)) /
    (distance(nearest.a, nearest.b) || 1)
  const at = old.length === line.length ? nearest.at : -1
  const [c, d] = [line[at], line[at + 1]]
  if (!c || !d) return undefined
  const [was, is] = [direction(nearest.a, nearest.b), direction(c, d)]
  if (was.x * is.x + was.y * is.y < 0.9) return undefined
  const from = onStep(nearest.a, nearest.b, middle)
  return {
    x: rounded(c.x + share * (d.x - c.x) - from.x),
    y: rounded(c.y + share * (d.y - c.y) - from.y),
  }
}
