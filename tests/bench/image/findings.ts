import { ahead, distance, gap, within } from '../../../src/figure/geometry'
import type { Box, Point, Scene, SceneElement } from '../../../src/forms/scene'
import { inkMask } from '../../../src/read/image/outlines/ink-mask'
import { renderElements } from '../../../src/read/image/painting/render'
import { wholePixels } from '../../../src/read/image/pixels/crop'
import { dilated } from '../../../src/read/image/pixels/masks'
import { opaque } from '../../../src/read/image/pixels/pixels'
import type { Raster } from '../../../src/read/raster'
import type { Known } from './folder'
import {
  addTally,
  emptyTally,
  endReach,
  endsOf,
  inTruth,
  type Matches,
  matched,
  overlap,
  type Tally,
} from './score'

/** How a picture was read that holds words, arrows and pictures of known places. */
export interface Findings {
  tally: Tally
  /** Right: both ends at the right shapes, heads at the right ends. */
  arrows: { wanted: number; right: number }
  pictures: { wanted: number; right: number }
  /** Read: drawn as text; wrong: no line there holds it. */
  words: { wanted: number; read: number; wrong: number }
  /** Lines drawn as text. */
  lines: number
  headsAsLetters: number
  /** Lines of text of which ink is missing in the drawing. */
  halfErased: number
  /** A sentence for all that is missing, wrong or too much. */
  faults: string[]
}

export function emptyFindings(): Findings {
  return {
    tally: emptyTally(),
    arrows: { wanted: 0, right: 0 },
    pictures: { wanted: 0, right: 0 },
    words: { wanted: 0, read: 0, wrong: 0 },
    lines: 0,
    headsAsLetters: 0,
    halfErased: 0,
    faults: [],
  }
}

export function addFindings(sum: Findings, one: Findings): void {
  addTally(sum.tally, one.tally)
  for (const name of ['arrows', 'pictures'] as const) {
    sum[name].wanted += one[name].wanted
    sum[name].right += one[name].right
  }
  sum.words.wanted += one.words.wanted
  sum.words.read += one.words.read
  sum.words.wrong += one.words.wrong
  sum.lines += one.lines
  sum.headsAsLetters += one.headsAsLetters
  sum.halfErased += one.halfErased
}

/** Holds what was read from `raster` against what is known of the picture. */
export async function findings(scene: Scene, raster: Raster, known: Known): Promise<Findings> {
  const { truth, pictures } = known
  const scale = raster.width / truth.width
  // What an icon is made of is neither wanted nor wrong.
  const elements = scene.elements.filter(
    ({ kind, box }) =>
      !['shape', 'group', 'connector'].includes(kind) ||
      !pictures.some((picture) => within(inTruth(box, scale), picture, 2)),
  )
  const outside = { ...scene, elements: withPlainLines(elements, known, scale) }
  const matches = matched(outside, truth, scale)
  const words = wrongWords(scene, known, scale)
  const arrows = wrongArrows(outside, known, matches, scale)
  const unseen = pictures.filter(
    (picture) =>
      !scene.elements.some(
        ({ kind, box }) =>
          (kind === 'picture' || kind === 'icon') &&
          overlap(inTruth(box, scale), picture) >= SAME_PICTURE,
      ),
  )
  const letters = headsAsLetters(scene, known, scale)
  const lines = scene.elements.flatMap(({ geometry }) =>
    geometry?.form === 'lines' ? geometry.lines : [],
  )
  const erased = await halfErased(scene, raster, known, scale)
  return {
    tally: matches.tally,
    arrows: {
      wanted: truth.connectors.filter(({ directed }) => directed).length,
      right: truth.connectors.filter(({ directed }) => directed).length - arrows.length,
    },
    pictures: { wanted: pictures.length, right: pictures.length - unseen.length },
    words: {
      wanted: known.texts.flatMap(({ text }) => wordsOf(text)).length,
      read: lines.flatMap(({ text }) => wordsOf(text)).length,
      wrong: words.length,
    },
    lines: lines.length,
    headsAsLetters: letters.length,
    halfErased: erased.length,
    faults: [
      ...surplus(outside, known, matches),
      ...arrows,
      ...unseen.map((box) => `picture missed at ${at(box)}`),
      ...words,
      ...letters,
      ...erased,
    ],
  }
}

const SAME_PICTURE = 0.8

/** Lines that end at no shape are no connectors to a reader; where one was read as a line it was found. */
function withPlainLines(
  elements: readonly SceneElement[],
  { truth }: Known,
  scale: number,
): SceneElement[] {
  const plain = truth.connectors.filter(
    ({ directed, from, to }) => !directed && (from < 0 || to < 0),
  )
  return elements.map((each) => {
    if (plain.length === 0 || each.kind !== 'shape' || !each.id.startsWith('line-')) return each
    const found = matched(
      { elements: [{ ...each, kind: 'connector' }] } as unknown as Scene,
      { ...truth, connectors: plain },
      scale,
    )
    return found.connectors.size > 0 ? { ...each, kind: 'connector', heads: 'none' } : each
  })
}

/** An end is right that is held by its shape; where its shape is none or was not found, that is where it should be. */
function wrongArrows(
  { elements }: Scene,
  { truth }: Known,
  { shapes }: Matches,
  scale: number,
): string[] {
  const found = new Set(shapes.values())
  const reach = endReach(truth)
  const left = elements.filter(({ kind }) => kind === 'connector')
  return truth.connectors.flatMap((arrow, index) => {
    if (!arrow.directed) return []
    const isRight = (edge: SceneElement, back: boolean) => {
      const ends = endsOf(edge, scale)
      if (!ends) return false
      const own = back ? ends.toReversed() : ends
      const held = [edge.from, edge.to].map((anchor) => shapes.get(anchor?.element ?? ''))
      const shown = back ? held.toReversed() : held
      return [
        { shape: arrow.from, place: arrow.start },
        { shape: arrow.to, place: arrow.end },
      ].every(({ shape, place }, k) =>
        found.has(shape) ? shown[k] === shape : distance(own[k] ?? { x: 0, y: 0 }, place) <= reach,
      )
    }
    const heads = arrow.both ? 'both' : 'end'
    const held = left.filter((edge) => isRight(edge, false) || isRight(edge, true))
    const right = held.find((edge) => edge.heads === heads && (isRight(edge, false) || arrow.both))
    if (right) {
      left.splice(left.indexOf(right), 1)
      return []
    }
    const what = held[0] ? `heads ${held[0].heads}, by ${held[0].id}` : 'no line between its ends'
    return [`arrow ${index} from ${arrow.from} to ${arrow.to}: ${what}, ${place(arrow)}`]
  })
}

const place = ({ start, end }: { start: Point; end: Point }) => `${dot(start)} to ${dot(end)}`
const dot = ({ x, y }: Point) => `${Math.round(x)},${Math.round(y)}`
const at = ({ x, y, width, height }: Box) => [x, y, width, height].map(Math.round).join(',')

function surplus({ elements }: Scene, { truth, texts }: Known, matches: Matches): string[] {
  const shapes = new Set(matches.shapes.values())
  const connectors = new Set(matches.connectors.values())
  const isShape = ({ kind, role }: SceneElement) =>
    (kind === 'shape' && role === 'node') || kind === 'group'
  return [
    ...truth.shapes.flatMap((shape, index) =>
      shapes.has(index) ? [] : [`shape ${index} missed: ${shape.form} at ${at(shape)}`],
    ),
    ...elements
      .filter((each) => isShape(each) && !matches.shapes.has(each.id))
      .map(({ id, geometry, box }) => `shape too much: ${id} ${geometry?.form} at ${at(box)}`),
    ...truth.connectors.flatMap((one, index) =>
      connectors.has(index) ? [] : [`connector ${index} missed: ${place(one)}`],
    ),
    ...elements
      .filter(({ kind, id }) => kind === 'connector' && !matches.connectors.has(id))
      .map(({ id, box }) => `connector too much: ${id} at ${at(box)}`),
    ...texts.flatMap(({ text, box }, index) =>
      matches.texts.has(index) ? [] : [`text missed: "${text}" at ${at(box)}`],
    ),
  ]
}

function wordsOf(text: string): string[] {
  return text.normalize('NFKC').split(/\s+/).filter(Boolean)
}

/** Words of lines that no line of the truth at their place holds. */
function wrongWords({ elements }: Scene, { texts }: Known, scale: number): string[] {
  return elements.flatMap(({ geometry, box }) => {
    if (geometry?.form !== 'lines') return []
    const own = inTruth(box, scale)
    const there = texts
      .filter((one) => gap(one.box, own) === 0)
      .flatMap(({ text }) => wordsOf(text))
    return geometry.lines
      .flatMap(({ text }) => wordsOf(text))
      .flatMap((word) => {
        const index = there.indexOf(word)
        if (index < 0) return [`word wrong: "${word}" at ${at(own)}`]
        there.splice(index, 1)
        return []
      })
  })
}

/** Pixels behind a tip at which it is its head's ink. */
const BEHIND = 4

function headsAsLetters({ elements }: Scene, { heads, texts }: Known, scale: number): string[] {
  const lines = elements.filter(({ kind }) => kind === 'text')
  return heads.flatMap(({ tip, before }) => {
    const length = distance(tip, before)
    if (length < BEHIND) return []
    const way = { x: (before.x - tip.x) / length, y: (before.y - tip.y) / length }
    const inside = { ...ahead(tip, way, BEHIND), width: 0, height: 0 }
    const isOver = (box: Box) => within(inside, box)
    if (texts.some(({ box }) => isOver(box))) return []
    return lines
      .filter(({ box }) => isOver(inTruth(box, scale)))
      .map(({ label }) => `arrowhead at ${dot(tip)} read as "${label}"`)
  })
}

/** The share of a line's ink that may have nothing near it in the drawing. */
const ERASED = 0.3
const INK = 48

async function halfErased(
  scene: Scene,
  raster: Raster,
  { texts }: Known,
  scale: number,
): Promise<string[]> {
  const [source, drawn] = [opaque(raster), await renderElements(scene)]
  const bare = await renderElements({ ...scene, elements: scene.elements.filter(isSurface) })
  const wanted = inkMask(source, bare, INK)
  const there = dilated(dilated(inkMask(drawn, bare, INK), source.width), source.width)
  return texts.flatMap(({ text, box }) => {
    const { x, y, width, height } = wholePixels(
      { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale },
      source,
    )
    let ink = 0
    let lost = 0
    for (let row = y; row < y + height; row++)
      for (let i = row * source.width + x; i < row * source.width + x + width; i++) {
        if (!wanted[i]) continue
        ink++
        if (!there[i]) lost++
      }
    return lost > ERASED * ink ? [`half erased: "${text}" at ${at(box)}`] : []
  })
}

function isSurface({ kind }: SceneElement): boolean {
  return kind === 'shape' || kind === 'group'
}
