import type { Scene, SceneElement, Style } from '../../forms/scene'
import { similarity, withText } from '../check/labels'
import { lineBoxesOf } from '../check/line-boxes'
import { centreOf, common, distance, grown, hullOf, overlap } from '../geometry'

/** Intersection over union from which two forms are one. */
const SAME_FORM = 0.8
/** How alike a line must be to stand as another was read, from 0 to 1, and their boxes: letters may have been misread, none lost. */
const SAME_WORDS = { letters: 0.7, box: 0.7 } as const

/** Letters from this weight on are heavy. */
const HEAVY = 600

/**
 * Sets words and forms of a drawing as they were read off the picture's pixels: who sees says what they are, who measures
 * where and how large. Every line of words is one element then.
 */
export function asRead(drawing: Scene, read: Scene): Scene {
  const single = drawing.elements.flatMap(lineByLine)
  const words = pairs(single.filter(isWords), read.elements.filter(isWords), likeWords)
  const forms = pairs(single.filter(isForm), read.elements.filter(isForm), likeForms)
  const elements = single.map((each): SceneElement => {
    const own = words.get(each) ?? forms.get(each)
    if (!own) return each
    const { geometry, box, style } = each.kind === 'text' ? setAs(each, own) : own
    return { ...each, ...(geometry && { geometry }), box, style }
  })
  return { ...drawing, elements }
}

type Like = (drawn: SceneElement, read: SceneElement) => number

/** The best pairs first, each of both once. */
function pairs(
  drawn: readonly SceneElement[],
  read: readonly SceneElement[],
  like: Like,
): Map<SceneElement, SceneElement> {
  const all = drawn.flatMap((one) =>
    read.flatMap((other) => {
      const likeness = like(one, other)
      return likeness > 0 ? [{ one, other, likeness }] : []
    }),
  )
  const found = new Map<SceneElement, SceneElement>()
  const taken = new Set<SceneElement>()
  for (const { one, other } of all.sort((a, b) => b.likeness - a.likeness)) {
    if (found.has(one) || taken.has(other)) continue
    found.set(one, other)
    taken.add(other)
  }
  return found
}

const isWords = ({ kind, geometry }: SceneElement) => kind === 'text' && geometry?.form === 'lines'

const likeWords: Like = (drawn, read) => {
  const [one, other] = [drawn.geometry, read.geometry]
  if (one?.form !== 'lines' || other?.form !== 'lines') return 0
  // A reader of pixels knows no letters that are set otherwise within a line.
  const isSetOtherwise = one.lines.some(({ runs, formulas }) => runs ?? formulas)
  if ((one.turn ?? 0) !== (other.turn ?? 0) || isSetOtherwise) return 0
  if (!overlap(drawn.box, grown(read.box, read.box.height / 2))) return 0
  const likeness = similarity(drawn.label ?? '', read.label ?? '')
  const off = distance(centreOf(drawn.box), centreOf(read.box))
  const isRead =
    likeness === 1 ||
    (likeness >= SAME_WORDS.letters && common(drawn.box, read.box) >= SAME_WORDS.box)
  return isRead ? likeness + 0.1 / (1 + off) : 0
}

/** Of letters: their kind of face, whether they are heavy, whether they slant. */
const mannerOf = ({ fonts, fontWeight = 400, italic = false }: Style) =>
  `${fonts?.at(-1)} ${fontWeight >= HEAVY} ${italic}`

/** A line of words in place and size of what was read, with its own letters in their own manner. */
function setAs({ label = '', style }: SceneElement, read: SceneElement): SceneElement {
  const set = read.label === label ? read : withText(read, label)
  if (mannerOf(style) === mannerOf(set.style) || set.geometry?.form !== 'lines') return set
  const { fonts = [], fontWeight = 400, italic = false } = style
  const isOfKind = fonts.length === 0 || fonts.at(-1) === set.style.fonts?.at(-1)
  const lines = set.geometry.lines.map((line) => ({ ...line, stretched: true }))
  return {
    ...set,
    geometry: { ...set.geometry, lines },
    style: { ...set.style, ...(!isOfKind && { fonts }), fontWeight, italic },
  }
}

const isForm = ({ geometry, role }: SceneElement) =>
  geometry !== undefined &&
  role !== 'edge' &&
  ['rect', 'ellipse', 'polygon', 'cylinder'].includes(geometry.form)

const likeForms: Like = (drawn, read) => {
  const [one, other] = [drawn.geometry, read.geometry]
  const isOne =
    one?.form === other?.form &&
    !(
      one?.form === 'polygon' &&
      other?.form === 'polygon' &&
      one.points.length !== other.points.length
    )
  const likeness = isOne ? common(drawn.box, read.box) : 0
  return likeness < SAME_FORM ? 0 : likeness
}

/** A block of words as an element a line; what is turned goes round its first line. */
function lineByLine(each: SceneElement): SceneElement[] {
  const { geometry, style } = each
  if (geometry?.form !== 'lines' || geometry.lines.length < 2 || geometry.turn) return [each]
  return geometry.lines.map((line, at) => {
    const alone = { ...geometry, lines: [line] }
    const id = at === 0 ? each.id : `${each.id}-line-${at + 1}`
    const ink = lineBoxesOf(alone, style).map(({ box }) => box)
    const box = ink.length > 0 ? hullOf(ink) : each.box
    return { ...each, id, geometry: alone, label: line.text, box }
  })
}
