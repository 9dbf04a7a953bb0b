import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { MIN_FONT, unitScale } from '../check/backdrop'
import { CAP_HEIGHT, eastAsianOf, faceFor, longestPiece, type Wrapped, wrapEvenly } from '../fonts'
import { typesetText, unmarked } from '../formula'
import { boxAt, centreOf, grown, hullOf, LEFT_OF, overlap, within } from '../geometry'
import { boxOf } from '../geometry/moved'
import { setText } from '../themes/set-text'
import { canGrow, resizeShape } from './free-space'
import type { Doc } from './scene-document'

/** Letters become smaller by this share, so often at the most, where their shape cannot become larger. */
const SMALLER = 0.94
const MOST_SIZES = 16
/** Baseline to baseline, in em. */
export const LINE_HEIGHT = 1.2
const LEAST_LEADING = 1.1
/** Between words and their border beside them, at least and at most, and above and below them, in em. */
const PADDING = { least: 0.3, most: 0.5, above: 0.26 } as const
/** Between words and what stands beside them, in em. */
const BESIDE = 0.45
/** Of lines that stand in no shape, in em. */
const WIDEST = { piece: 6, line: 12 } as const

type Lines = Extract<Geometry, { form: 'lines' }>
export const oneLine = (text = '') => text.replace(/\s+/g, ' ').trim()
/** Words as a reader types them, whatever formulas they were typed with. */
export const plain = (typed: string) => oneLine(unmarked(typesetText(typed)))
export const fontSizeOf = ({ style }: SceneElement) => style.fontSize ?? 16
const linesIn = ({ geometry }: SceneElement) => (geometry?.form === 'lines' ? geometry.lines : [])
const anchorOf = ({ geometry }: SceneElement) =>
  geometry?.form === 'lines' ? geometry.anchor : 'middle'
export const minFontSize = ({ scene }: Doc) => MIN_FONT.plain * unitScale(scene)

interface Fit extends Wrapped {
  size: number
}

/** Baseline to baseline in em, as words are set or would be. */
const leadingOf = (text: SceneElement) => {
  const [first, second] = linesIn(text)
  return first && second
    ? Math.max((second.y - first.y) / fontSizeOf(text), LEAST_LEADING)
    : LINE_HEIGHT
}
const heightOf = ({ lines, size }: Pick<Fit, 'lines' | 'size'>, leading: number) =>
  size * (CAP_HEIGHT + (lines.length - 1) * leading)

/** From the top of the first line's capitals to the last baseline, as they stand. */
const inkOf = (text: SceneElement): Box => {
  const lines = linesIn(text)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return text.box
  const top = first.y - CAP_HEIGHT * fontSizeOf(text)
  return { ...text.box, y: top, height: last.y - top }
}

/** The shape that words stand in. */
function carrierOf(doc: Doc, owner: SceneElement, text: SceneElement): SceneElement | undefined {
  if (owner.role !== 'node' && owner.role !== 'note' && owner.role !== 'key') return undefined
  const middle = centreOf(text.box)
  if (owner.geometry) return within(middle, owner.box) ? owner : undefined
  const size = ({ box }: SceneElement) => box.width * box.height
  return doc
    .children(owner.id)
    .filter(
      ({ kind, role, geometry, box, z }) =>
        kind === 'shape' &&
        role === undefined &&
        geometry?.form === 'rect' &&
        z < text.z &&
        within(middle, box) &&
        box.width >= text.box.width,
    )
    .sort((a, b) => size(a) - size(b))[0]
}

/** Where a shape has room for words: its box but for corners and slants. */
function inside({ geometry, box, style }: SceneElement, pad: number, size: number): Box {
  const line = (style.strokeWidth ?? 0) / 2
  const [inset, above] = [pad + line, PADDING.above * size + line]
  const share = (across: number, down: number, top = 0): Box => ({
    x: box.x + (box.width * (1 - across)) / 2 + inset,
    y: box.y + (box.height * (1 - down)) / 2 + above + top,
    width: across * box.width - 2 * inset,
    height: down * box.height - 2 * above - top,
  })
  if (geometry?.form === 'ellipse') return share(0.8, 0.72)
  if (geometry?.form === 'cylinder') return share(1, 1, 1.6 * geometry.cap)
  if (geometry?.form !== 'polygon') return share(1, 1)
  const middle = box.x + box.width / 2
  const isDiamond =
    geometry.points.length === 4 && geometry.points.some(({ x }) => Math.abs(x - middle) < 1)
  return isDiamond ? share(0.64, 0.58) : share(0.9, 1)
}

/** Room between what else stands in the shape; an icon goes along with the words beside it. */
function between(
  doc: Doc,
  owner: SceneElement,
  carrier: SceneElement,
  text: SceneElement,
  room: Box,
  isStacked: boolean,
): Box {
  const gap = BESIDE * fontSizeOf(text)
  const { x, y } = centreOf(inkOf(text))
  let [left, right, top, bottom] = [room.x, room.x + room.width, room.y, room.y + room.height]
  for (const { id, kind, geometry, box } of doc.partsOf(owner.id)) {
    const isOther = geometry && id !== text.id && id !== owner.id && id !== carrier.id
    const isLarge = box.width * box.height > 0.5 * room.width * room.height
    if (!isOther || isLarge || !overlap(box, room)) continue
    if (kind === 'text' && Math.abs(centreOf(box).x - x) < Math.max(box.width, text.box.width) / 2)
      continue
    if (within({ x, y }, box)) continue
    if (box.y < y + 2 && box.y + box.height > y - 2) {
      const isLeft = centreOf(box).x < x
      if (isLeft)
        left = Math.max(left, kind === 'icon' ? room.x + box.width + gap : box.x + box.width + gap)
      else
        right = Math.min(
          right,
          kind === 'icon' ? room.x + room.width - box.width - gap : box.x - gap,
        )
    } else if (box.x < x && box.x + box.width > x) {
      if (centreOf(box).y < y) top = Math.max(top, box.y + box.height + gap)
      else bottom = Math.min(bottom, box.y - gap)
    }
  }
  // A face may be less high than what it is the front of: words keep the middle that they have.
  const isAlone = top === room.y && bottom === room.y + room.height && text.box.width > 0
  const most = Math.min(y - top, bottom - y)
  if (isAlone && !isStacked && most > 0) [top, bottom] = [y - most, y + most]
  if (anchorOf(text) === 'start') left = Math.max(left, text.box.x)
  else if (anchorOf(text) === 'middle') {
    const half = Math.min(x - left, right - x)
    if (half > 0) [left, right] = [x - half, x + half]
  }
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/**
 * Words set where a text stands, in as many lines as it has room for. Where they have none their shape becomes wider and
 * higher, then their letters smaller. `others`: what stands under them in the same shape; `least`: the smallest letters.
 */
export function fitText(
  doc: Doc,
  owner: SceneElement,
  text: SceneElement,
  typed: string,
  others: readonly SceneElement[] = [],
  least = Math.min(fontSizeOf(text), minFontSize(doc)),
): void {
  const words = typesetText(typed)
  const size = fontSizeOf(text)
  const weight = faceFor(text.style.fonts, text.style.fontWeight)
  const at = (width: number, own = size): Fit => ({
    ...wrapEvenly(words, Math.max(1, width), { weight, size: own }),
    size: own,
  })
  const carrier = carrierOf(doc, owner, text)
  const ink = inkOf(text)
  const leading = leadingOf(text)
  if (!carrier) {
    const fit = at(widthFor(doc, owner, text, words))
    const { x, y } = centreOf(ink)
    const more = (heightOf(fit, leading) - ink.height) / 2
    // A caption keeps its gap to what it stands below or above.
    const body = doc.bodyOf(owner)
    const isBelow = body.y + body.height <= ink.y + 1
    const isAbove = body.y >= ink.y + ink.height - 1
    const by =
      owner.role === 'node' && body !== owner.box ? (isBelow ? more : isAbove ? -more : 0) : 0
    write(doc, text, fit, words, { x, y: y + by })
    return
  }
  const slack = (carrier.box.width - text.box.width) / 2
  const pad = Math.min(PADDING.most * size, Math.max(PADDING.least * size, slack))
  const room = between(doc, owner, carrier, text, inside(carrier, pad, size), others.length > 0)
  // What stands in shapes of its own ends the room already.
  const below = others.filter(({ box }) => centreOf(box).y < room.y + room.height)
  const under = below.length > 0 ? hullOf(below.map(({ box }) => box)) : undefined
  const stack = under ? under.y + under.height - ink.y - ink.height : 0
  const { box } = carrier
  const drawnOut = (wider: number, higher: number): Box =>
    boxAt(centreOf(box), { width: box.width + wider, height: box.height + higher })
  const isFree = canGrow(doc, owner.id, box)
  const { fit, wider, higher } = fitted(at, {
    ...{ room, size, stack, least, leading },
    isFree: (wide, high) => isFree(drawnOut(wide, high)),
  })
  if (wider > 0 || higher > 0) {
    // What ends the room above and below stays at the borders that part.
    const ends = doc
      .children(owner.id)
      .filter((part) => part.id !== carrier.id && within(part.box, box))
    const end = room.y + room.height
    const above = ends.filter((part) => part.box.y + part.box.height <= room.y)
    const beneath = ends.filter((part) => part.box.y >= end)
    resizeShape(doc, owner, carrier, drawnOut(wider, higher))
    doc.shift(new Set(above.map(({ id }) => id)), 0, -higher / 2)
    doc.shift(new Set(beneath.map(({ id }) => id)), 0, higher / 2)
  }
  // Icons keep their gap to words that become wider, what stands below its gap to words that become higher.
  const sideways = (fit.width - ink.width) / 2
  if (linesIn(text)[0]?.text)
    for (const { id, box } of doc.children(owner.id).filter(({ kind }) => kind === 'icon')) {
      const isBeside = box.y < ink.y + ink.height && box.y + box.height > ink.y
      if (isBeside && anchorOf(text) === 'middle')
        doc.shift(new Set([id]), box.x < ink.x ? -sideways : sideways, 0)
    }
  const centre = centreOf(ink)
  const height = heightOf(fit, leading)
  const most = Math.max(0, (room.height + higher - height - stack) / 2)
  // Words that are set from their edge begin where they began.
  const own = anchorOf(text) === 'start' ? ink.y + height / 2 : centre.y
  const wished = own + stack / 2
  const held = Math.min(Math.max(wished, centreOf(room).y - most), centreOf(room).y + most)
  const y = held - stack / 2
  const down = y + height / 2 - ink.y - ink.height
  doc.shift(new Set(below.map(({ id }) => id)), 0, rounded(down))
  write(doc, text, fit, words, { x: centre.x, y })
}

interface Need {
  room: Box
  size: number
  least: number
  /** Whether their shape may become so much wider and higher. */
  isFree: (wider: number, higher: number) => boolean
  /** What else stands under the words, in pixels. */
  stack: number
  leading: number
}

/** Shares of the room that words have, by which their shape becomes wider and higher. */
const GROWTH: readonly (readonly [number, number])[] = [
  ...[0, 0.08, 0.16, 0.25, 0.4, 0.6, 0.8, 1].map((wide) => [wide, 0] as const),
  ...[0.3, 0.6, 1].flatMap((high) => [0, 0.3, 0.6, 1].map((wide) => [wide, high] as const)),
  // Small shapes become much wider before their letters are smaller than those of their neighbours.
  ...[1.5, 2, 3].flatMap((wide) => [0, 0.3, 0.6, 1].map((high) => [wide, high] as const)),
]
/** Where there is room for nothing. */
const FORCED = [0.2, 0.5, 1, 2, 4, 8] as const

/** The largest letters for which there is room, and by how much their shape is to be larger: what is larger without need is last. */
function fitted(
  at: (width: number, size: number) => Fit,
  { room, size, least, isFree, stack, leading }: Need,
): { fit: Fit; wider: number; higher: number } {
  const needed = (own: number, wide: number) => {
    const fit = at(room.width * (1 + wide), own)
    const wider = Math.ceil(Math.max(0, fit.width - room.width - 0.01))
    const higher = Math.ceil(Math.max(0, heightOf(fit, leading) + stack - room.height - 0.5))
    return { fit, wider, higher }
  }
  const sizes = Array.from({ length: MOST_SIZES }, (_, k) => Math.max(least, SMALLER ** k * size))
  for (const own of new Set(sizes))
    for (const [wide, high] of GROWTH) {
      const need = needed(own, wide)
      const isHeld = need.fit.broken === 0 && need.higher <= high * room.height
      if (isHeld && isFree(need.wider, need.higher)) return need
    }
  const last = FORCED.map((share) => ({ ...needed(least, share), most: share * room.height })).find(
    ({ fit, higher, most }) => fit.broken === 0 && higher <= most,
  )
  return last ?? needed(least, Number.MAX_SAFE_INTEGER)
}

/** How wide the lines of words are that stand in no shape: as those that stood there, where there is room wider. */
function widthFor(doc: Doc, owner: SceneElement, text: SceneElement, words: string): number {
  const size = fontSizeOf(text)
  const weight = faceFor(text.style.fonts, text.style.fontWeight)
  const longest = longestPiece(words, WIDEST.piece * size, { weight, size })
  if (owner.role === 'group')
    return Math.max(longest, owner.box.x + owner.box.width - text.box.x - size)
  // Free words break where their author breaks them, but for those that were broken already.
  if (owner === text || owner.geometry?.form === 'lines')
    return linesIn(text).length > 1 ? Math.max(longest, text.box.width) : Number.MAX_SAFE_INTEGER
  const isFree = canGrow(doc, owner.id, text.box)
  const { x, y, width, height } = text.box
  const share = LEFT_OF[anchorOf(text)]
  const wide = Math.max(longest, width)
  const widths = [WIDEST.line, 0.75 * WIDEST.line].map((line) => line * size)
  const isRoom = (one: number) =>
    one > wide && isFree({ x: x - share * (one - width), y, width: one, height })
  return widths.find(isRoom) ?? wide
}

/** Whether words have scripts or formulas, which are not told by their letters alone. */
export const isTypeset = (text: SceneElement) =>
  linesIn(text).some(
    ({ runs = [], formulas }) => formulas || runs.some(({ rise, italic }) => rise || italic),
  )

/** Words that stand where they do, in a shape that has another form or size, or in a box of their own; no smaller than `least`. */
export function refitText(
  doc: Doc,
  owner: SceneElement,
  text: SceneElement,
  { to, least }: { to?: Box; least?: number } = {},
): void {
  if (isTypeset(text)) {
    if (to) doc.shift(new Set([text.id]), to.x - text.box.x, to.y - text.box.y)
    return
  }
  const words =
    text.label ??
    linesIn(text)
      .map((line) => line.text)
      .join(' ')
  if (to) {
    const weight = faceFor(text.style.fonts, text.style.fontWeight)
    const size = fontSizeOf(text)
    const fit = { ...wrapEvenly(words, to.width, { weight, size }), size }
    const x = { start: to.x, middle: to.x + to.width / 2, end: to.x + to.width }[anchorOf(text)]
    write(doc, text, fit, words, { x, y: to.y + heightOf(fit, leadingOf(text)) / 2 }, x)
    return
  }
  const carrier = carrierOf(doc, owner, text)
  if (
    carrier &&
    !within(inkOf(text), inside(carrier, PADDING.least * fontSizeOf(text), fontSizeOf(text)), 0.5)
  )
    fitText(doc, owner, text, words, [], least)
}

/** Lines around a middle; what is set from its edge keeps that. */
function write(
  doc: Doc,
  text: SceneElement,
  { lines, size, width }: Fit,
  words: string,
  centre: Point,
  at?: number,
): void {
  const anchor = anchorOf(text)
  const [first] = linesIn(text)
  const leading = leadingOf(text) * size
  const height = size * CAP_HEIGHT + (lines.length - 1) * leading
  const isFree = anchor !== 'middle' && first !== undefined && text.parent === undefined
  const top = isFree && at === undefined ? first.y : centre.y - height / 2 + CAP_HEIGHT * size
  const x = at ?? (anchor === 'middle' ? centre.x : (first?.x ?? centre.x - width / 2))
  const { paint: _, ...bare } = text
  const face = faceFor(text.style.fonts, text.style.fontWeight)
  const style = { ...text.style, fontSize: rounded(size), fontWeight: face }
  const geometry: Lines = {
    form: 'lines',
    lines: lines.map((line, index) => ({
      text: line.text,
      x: rounded(x),
      y: rounded(top + index * leading),
      width: rounded(line.width),
    })),
    anchor,
    ...(text.geometry?.form === 'lines' &&
      text.geometry.turn !== undefined && { turn: text.geometry.turn }),
  }
  const set = setText({ ...bare, label: oneLine(words), geometry, style }, eastAsianOf(words))
  doc.put({ ...set, box: boxOf(geometry, style) })
  if (text.parent === undefined) doc.reach(grown(boxOf(geometry, style), 0))
}
