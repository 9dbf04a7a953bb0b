import { clamp, rounded } from '../../forms/numbers'
import type { Box, SceneElement, TextLine } from '../../forms/scene'
import { MIN_FONT, unitScale } from '../check/backdrop'
import type { Finding } from '../check/findings'
import { Budget } from '../check/findings'
import type { FlatText } from '../check/flat-scene'
import { lineBoxesOf } from '../check/line-boxes'
import { textCrossed, textOverflows, textOverlaps } from '../check/text-faults'
import { centreOf, direction, grown, hullOf, nearestStep } from '../geometry'
import { boxOf, movedElement } from '../geometry/moved'
import { type Figure, type Mend, MOST, mended, mendedBest } from './mend'

type Held = (one: SceneElement) => boolean

/** Whether words still have a fault of a kind. */
const has = (found: readonly Finding[], kind: string, id: string) =>
  found.some((one) => one.kind === kind && one.element?.id === id)

/** Small letters are raised; words that leave their shape, or come near its border, are moved into it. */
export function wordsInTheirShape(figure: Figure, isHeld: Held): Figure {
  let now = raised(figure, isHeld)
  for (const { kind, element, against } of figure.found) {
    if ((kind !== 'words_leave' && kind !== 'near_border') || !element || isHeld(element)) continue
    if (!has(now.found, kind, element.id)) continue
    const words = now.scene.elements.find(({ id }) => id === element.id)
    const shape = now.scene.elements.find(({ id }) => id === against?.id)
    if (!words || !shape || isHeld(shape)) continue
    const way = movedInto(words, shape)
    now = mendedBest(now, way ? [[way]] : [], ({ found }) => !has(found, kind, element.id))
  }
  return now
}

function raised(figure: Figure, isHeld: Held): Figure {
  const least = MIN_FONT.plain * unitScale(figure.scene)
  const mends = figure.found.flatMap(({ kind, element }): Mend[] => {
    if (kind !== 'words_small' || !element || isHeld(element) || element.geometry?.form !== 'lines')
      return []
    const isPlain = element.geometry.lines.every(
      ({ runs }) => !runs?.some(({ fontSize }) => fontSize !== undefined),
    )
    return isPlain ? [[sized(element, Math.ceil(10 * least) / 10)]] : []
  })
  return mended(figure, mends)
}

/** The same words in letters of another size, around the middle that they had. */
function sized(words: SceneElement, fontSize: number): SceneElement {
  const { geometry, style } = words
  if (geometry?.form !== 'lines') return words
  const by = fontSize / (style.fontSize ?? 16)
  const [first] = geometry.lines
  const height = 0.36 * (fontSize - (style.fontSize ?? 16))
  const lines = geometry.lines.map(
    (line): TextLine => ({
      ...line,
      width: rounded(by * line.width),
      y: rounded((first?.y ?? 0) + by * (line.y - (first?.y ?? 0)) + height),
      ...(line.runs && {
        runs: line.runs.map((run) => ({
          ...run,
          ...(run.fontSize && { fontSize: rounded(by * run.fontSize) }),
        })),
      }),
    }),
  )
  const next = { ...words, geometry: { ...geometry, lines }, style: { ...style, fontSize } }
  return { ...next, box: boxOf(next.geometry, next.style) }
}

/** Between words and their border. */
const PADDING = 5

/** Words that are farther in their shape, where that has room for them. */
function movedInto(words: SceneElement, shape: SceneElement): SceneElement | undefined {
  const around = roomIn(shape)
  const ink = inkOf(words)
  if (!around || !ink) return undefined
  const room = grown(around, -PADDING - (shape.style.strokeWidth ?? 0) / 2)
  const [dx, dy] = [
    clamp(0, room.x - ink.x, room.x + room.width - ink.x - ink.width),
    clamp(0, room.y - ink.y, room.y + room.height - ink.y - ink.height),
  ]
  const isFar = Math.max(Math.abs(dx), Math.abs(dy)) > MOST.move
  return ink.width > room.width || ink.height > room.height || isFar
    ? undefined
    : movedElement(words, rounded(dx), rounded(dy))
}

/** Where words have room in a shape, as a box; only of shapes of which it is one. */
function roomIn({ geometry }: SceneElement): Box | undefined {
  if (geometry?.form === 'rect') {
    const { x, y, width, height, radius } = geometry
    const round = 0.3 * Math.min(radius, width / 2, height / 2)
    return { x: x + round, y, width: width - 2 * round, height }
  }
  return undefined
}

/** The letters of words as they are inked, where they are not turned. */
function inkOf({ geometry, style }: SceneElement): Box | undefined {
  if (geometry?.form !== 'lines' || geometry.turn) return undefined
  const boxes = lineBoxesOf(geometry, style).map(({ box }) => box)
  return boxes.length > 0 ? hullOf(boxes) : undefined
}

/** Words of an edge that a line or other words strike are moved along their own line, or a little aside. */
export function labelsAlongTheirLine(figure: Figure, isHeld: Held): Figure {
  let now = figure
  for (const { kind, element, against } of figure.found) {
    const words = [element, against].find(
      (one) => one?.geometry?.form === 'lines' && isLabel(figure, one),
    )
    if (!words || isHeld(words) || !/^(?:words_struck|words_over|through)$/.test(kind)) continue
    if (
      !now.found.some(
        (one) =>
          one.kind === kind && (one.element?.id === words.id || one.against?.id === words.id),
      )
    )
      continue
    const place = freePlace(now, words)
    if (place) now = mended(now, [[movedElement(words, place.x, place.y)]])
  }
  return now
}

const isLabel = ({ scene }: Figure, { parent }: SceneElement) =>
  scene.elements.some(({ id, role }) => id === parent && role === 'edge')

/** Steps along the line and aside, in units; the nearest that is free. */
function freePlace({ flat }: Figure, words: SceneElement): { x: number; y: number } | undefined {
  const wire = flat.wires.find(({ element }) => element.id === words.parent)
  const own = flat.words.filter(({ element }) => element.id === words.id)
  const [first] = own
  if (!wire || !first) return undefined
  const near = nearestStep(wire.points, centreOf(first.box))
  const way = near ? direction(near.a, near.b) : { x: 1, y: 0 }
  const others = flat.words.filter(({ element }) => element.id !== words.id)
  const isFree = (x: number, y: number) => {
    const moved = own.map((line) => shifted(line, x, y))
    const work = new Budget()
    const here = { ...flat, words: moved }
    return (
      textCrossed(here, work).length === 0 &&
      textOverflows(here, work).length === 0 &&
      !textOverlaps({ ...flat, words: [...others, ...moved] }, work).some(
        ({ element, against }) => element?.id === words.id || against?.id === words.id,
      )
    )
  }
  const steps = [0, 8, -8, 16, -16, 24, -24, 32, -32, 40, -40]
  const aside = [0, 4, -4, 8, -8, 12, -12]
  const tries = steps.flatMap((along) =>
    aside.map((by) => ({
      x: rounded(along * way.x - by * way.y),
      y: rounded(along * way.y + by * way.x),
    })),
  )
  return tries
    .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
    .find(({ x, y }) => (x !== 0 || y !== 0) && Math.hypot(x, y) <= MOST.label && isFree(x, y))
}

function shifted(line: FlatText, x: number, y: number): FlatText {
  const box = (one: Box): Box => ({ ...one, x: one.x + x, y: one.y + y })
  const quad = <Q extends FlatText['words'][number]['ink']>(one: Q) =>
    one.map((p) => ({ x: p.x + x, y: p.y + y })) as unknown as Q
  return {
    ...line,
    box: box(line.box),
    words: line.words.map((word) => ({
      ...word,
      box: box(word.box),
      ink: quad(word.ink),
      body: quad(word.body),
      letters: word.letters.map(quad),
    })),
  }
}
