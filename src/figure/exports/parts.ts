import { leastOf } from '../../forms/least'
import type { Box, Geometry, Point, Scene, SceneElement, TextLine } from '../../forms/scene'
import { BOLD } from '../fonts/substitute'
import {
  boxAround,
  boxAt,
  grown,
  hullOf,
  LEFT_OF,
  overlap,
  turnedAround,
  within,
} from '../geometry'
import { boxOf, movedElement } from '../geometry/moved'
import { outlineOf } from '../geometry/outlines'
import { ringsOf } from '../geometry/path-data'
import { toSvg } from '../svg'
import { groundOf } from '../svg/ground'
import { countUnder, treeOf } from '../svg/tree'
import { handDrawn } from '../themes/hand-drawn'

export type Words = SceneElement & { geometry: Extract<Geometry, { form: 'lines' }> }
export type Ink = SceneElement & { geometry: Exclude<Geometry, { form: 'lines' }> }

/** What a figure consists of over its background, in painting order, as drawing programs take it. */
export type Part =
  /** A node, a panel or a mere group: its outline, where it has one, what is written in it, and what else it holds. */
  | { is: 'thing'; each: SceneElement; body?: Ink; label?: Words; parts: Part[] }
  /** A connector and its words. */
  | { is: 'wire'; each: Ink; parts: Part[] }
  | { is: 'words'; each: Words }
  | { is: 'ink'; each: Ink }
  /** Free drawing without its words, which is one picture. */
  | { is: 'picture'; each: SceneElement; elements: SceneElement[] }

export type Thing = Extract<Part, { is: 'thing' }>
export type Wire = Extract<Part, { is: 'wire' }>

/** A theme's pen draws its strokes: other programs have a pen of their own. */
export const isSketched = ({ theme }: Scene): boolean => theme === handDrawn.name

export const isThing = ({ role }: SceneElement): boolean => role === 'node' || role === 'group'
const isWords = (each: SceneElement): each is Words => each.geometry?.form === 'lines'
/** What draws something: a form of no points draws nothing. */
function isInk(each: SceneElement): each is Ink {
  const { geometry } = each
  if (!geometry || geometry.form === 'lines') return false
  return 'points' in geometry ? geometry.points.length > 1 : !('d' in geometry) || geometry.d !== ''
}
const isWire = (each: SceneElement): each is Ink => each.kind === 'connector' && isInk(each)
const size = ({ box }: SceneElement) => box.width * box.height

export function partsOf(scene: Scene): Part[] {
  const { roots, children } = treeOf(scene)
  const below = (each: SceneElement): SceneElement[] =>
    (children.get(each.id) ?? []).flatMap((one) => [one, ...below(one)])
  const visit = (each: SceneElement): Part[] => {
    const all = isPicture(each) ? [each, ...below(each)] : []
    if (all.length > 0 && !all.some((one) => isThing(one) || isWire(one))) {
      const words = all.filter(isWords).flatMap(visit)
      const elements = all.filter((one) => !isWords(one))
      const isDrawn = elements.some((one) => isInk(one) || one.paint)
      const drawn: Part[] = isDrawn ? [{ is: 'picture', each, elements }] : []
      return words.length === 0 ? drawn : [{ is: 'thing', each, parts: [...drawn, ...words] }]
    }
    const inside = children.get(each.id) ?? []
    const lists = inside.map(visit)
    const parts = lists.flat()
    if (isWords(each)) return [...formulasOf(each), { is: 'words', each }, ...parts]
    if (isWire(each)) return [{ is: 'wire', each, parts }]
    const { role: _, clip: __, ...bare } = each
    const isPainted = each.paint !== undefined && !isSketched(scene)
    if (isThing(each)) {
      if (isPainted) parts.unshift({ is: 'picture', each, elements: [bare] })
      const label = labelOf(each, inside, parts)
      const rest = parts.filter((part) => part.each !== label)
      const body = !isPainted && isInk(each) && { body: each }
      return [{ is: 'thing', each, ...body, ...(label && { label }), parts: rest }]
    }
    const under = lists.slice(0, countUnder(scene, each, inside)).flat().length
    if (isPainted) parts.splice(under, 0, { is: 'picture', each, elements: [bare] })
    else if (isInk(each)) {
      const id = inside.length === 0 ? each.id : `${each.id}-outline`
      parts.splice(under, 0, { is: 'ink', each: { ...each, id } })
    }
    return inside.length === 0 ? parts : [{ is: 'thing', each, parts }]
  }
  const elements = groundOf(scene).slice(1)
  const lines = elements.slice(0, 1).map((each): Part => ({ is: 'picture', each, elements }))
  const all = roots.flatMap(visit)
  return [...lines, ...(scene.drawn ? inPanels(all) : all)]
}

/** Free drawing, and what only a picture can show. */
function isPicture({ kind, role, style, clip, geometry }: SceneElement): boolean {
  if (geometry?.form === 'lines') return false
  const isFree = kind === 'icon' || role === 'picture' || role === 'scheme'
  return clip || style.gradient ? true : isFree && geometry?.form !== 'image'
}

function formulasOf({ id, z, style, geometry }: Words): Part[] {
  const { fill = '#000000' } = style
  const all = geometry.lines.flatMap(({ formulas = [] }) => formulas.filter(({ d }) => d !== ''))
  return all.map(({ d, strokeWidth }, at) => {
    const form = { form: 'path' as const, d }
    const pen = strokeWidth !== undefined && { stroke: fill, strokeWidth }
    const each = { id: `${id}-formula-${at + 1}`, kind: 'shape' as const, z, geometry: form }
    return { is: 'ink', each: { ...each, box: boxOf(form, style), style: { fill, ...pen } } }
  })
}

/** The words that a thing is called by, else its first; none where other parts lie under them. */
function labelOf(
  { label = '' }: SceneElement,
  inside: readonly SceneElement[],
  parts: readonly Part[],
): Words | undefined {
  const words = inside.filter(isWords).filter(({ geometry }) => !geometry.turn)
  const name = label.replace(/\s+/g, ' ').trim()
  const one =
    words.find(({ geometry }) => geometry.lines.map(textOf).join(' ') === name) ?? words[0]
  const isUnder = ({ is, each }: Part) =>
    (is === 'ink' || is === 'picture') && overlap(each.box, one?.box ?? each.box)
  return parts.some(isUnder) ? undefined : one
}

/** What its author drew beside a panel, and within its frame, stands in it. */
function inPanels(all: readonly Part[]): Part[] {
  const panels = all.filter((part) => part.is === 'thing' && part.each.role === 'group')
  const homes = new Map(
    all.map((part) => {
      const around = panels.filter(
        ({ each }) =>
          part.is !== 'wire' && size(each) > size(part.each) && within(part.each.box, each.box, 1),
      )
      return [part, leastOf(around, (panel) => size(panel.each))]
    }),
  )
  for (const [part, home] of homes) if (home?.is === 'thing') home.parts.push(part)
  return all.filter((part) => !homes.get(part))
}

/** The boxes of the outlines that connectors may end at, by id. */
export const thingsIn = (scene: Scene): ReadonlyMap<string, Box> =>
  new Map(scene.elements.filter(isThing).map((each) => [each.id, boxOfThing(each)]))

export const boxOfThing = (each: SceneElement): Box =>
  isInk(each) ? boxOf(each.geometry, each.style) : each.box

/** A picture alone, and its box in the figure's pixels. */
export function pictureOf(
  scene: Scene,
  elements: readonly SceneElement[],
): { box: Box; svg: string } {
  const box = hullOf(
    elements.map((each) =>
      grown(each.box, (each.style.strokeWidth ?? 0) / 2 + 3 * (each.style.shadow?.blur ?? 0)),
    ),
  )
  const { paper: _, ground: __, ...bare } = scene
  const alone = {
    ...{ ...bare, drawn: true, background: 'none', title: '', description: '' },
    ...{ width: Math.max(box.width, 1), height: Math.max(box.height, 1) },
    elements: elements.map((each) => movedElement(each, -box.x, -box.y)),
  }
  return { box, svg: toSvg(alone, { version: '0' }) }
}

/** Of Arial and its like, in em: above and below the baseline, and from line to line. */
const [ASCENT, DESCENT, LEADING] = [0.905, 0.212, 1.25]

/** A block of words as programs that set boxes take it: the box is that before it is turned around its middle. */
export function blockOf({ geometry: { lines, anchor, turn = 0 }, style }: Words) {
  const { fontSize = 16, fonts = [] } = style
  const { x = 0, y = 0 } = lines[0] ?? {}
  const step = ((lines.at(-1)?.y ?? 0) - y) / (lines.length - 1 || 1)
  const leading = step > fontSize / 2 ? step : LEADING * fontSize
  const width = Math.max(1, ...lines.map((line) => line.width))
  const height = leading * lines.length
  const down = (height - leading + (DESCENT - ASCENT) * fontSize) / 2
  const middle = turnedAround({ x, y }, { x: (0.5 - LEFT_OF[anchor]) * width, y: down }, turn)
  const box = boxAt(middle, { width, height })
  return { box, middle, turn, fontSize, leading, lines, anchor, family: commonOf(fonts) }
}

/** What every machine has of these families, else what is nearest to the last, which is generic. */
function commonOf(fonts: readonly string[]): string {
  const known = /^(?:arial|helvetica|times|courier|comic sans|georgia|verdana)/i
  const generic = fonts.at(-1) ?? ''
  const nearest = generic === 'serif' ? 'Times New Roman' : 'Arial'
  const own = fonts.find((name) => known.test(name))
  return own ?? (generic === 'monospace' ? 'Courier New' : nearest)
}

/** Most programs know bold letters and plain ones alone. */
export const isBold = ({ fontWeight = 400 }: { fontWeight?: number | undefined }): boolean =>
  fontWeight >= BOLD

/** A line's words as they are read. */
export const textOf = ({ text, runs }: TextLine): string =>
  runs ? runs.map((run) => run.text).join('') : text

/** A line's places, straight between them; few where it is curved. */
function placesOf(geometry: Ink['geometry']): { points: Point[]; isCurved: boolean } {
  const line = outlineOf(geometry)
  const isCurved = line.some(({ letter }) => letter === 'C')
  const points = ringsOf(line)[0]?.points ?? [{ x: 0, y: 0 }]
  const step = isCurved ? Math.max(1, Math.floor(points.length / 8)) : 1
  const last = points.length - 1
  return { points: points.filter((_, at) => at % step === 0 || at === last), isCurved }
}

export interface Corners {
  points: readonly Point[]
  isCurved: boolean
  radius: number
}

/** A connector's line through its corners, which its style may round. */
export const cornersOf = (geometry: Ink['geometry']): Corners =>
  geometry.form === 'polyline'
    ? { points: geometry.points, isCurved: false, radius: geometry.radius }
    : { ...placesOf(geometry), radius: 0 }

/** Its four corners are the middles of its box's sides. */
export function isDiamond(geometry: Geometry): boolean {
  if (geometry.form !== 'polygon' || geometry.points.length !== 4) return false
  const { x, y, width, height } = boxAround(geometry.points)
  const near = (a: number, b: number) => Math.abs(a - b) < 1
  return geometry.points.every(
    (point) => near(point.x, x + width / 2) !== near(point.y, y + height / 2),
  )
}
