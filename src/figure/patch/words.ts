import { rounded } from '../../forms/numbers'
import type { Box, Geometry, SceneElement, Style } from '../../forms/scene'
import { unitOf } from '../check/ground'
import {
  CAP_HEIGHT,
  eastAsianOf,
  faceFor,
  longestPiece,
  type Wrapped,
  wrapEvenly,
  wrapText,
} from '../fonts'
import { centreOf, hullOf, overlap, within } from '../geometry'
import { boxOf } from '../moved-geometry'
import { setText } from '../themes/set-text'
import { labelStyle } from './manner'
import { roomAround, withBox } from './room'
import type { Sheet } from './sheet'

/** Letters may become smaller by this share before their shape is drawn out, and no smaller than so many units. */
const SMALLER = 0.88
const SMALLEST = 17
/** Baseline to baseline, in em. */
const LEADING = 1.2
/** Between words and their border, at least and at most, in em. */
const PADDING = { least: 0.25, most: 0.6 } as const
/** Between a name and its detail, in em of the detail. */
const DETAIL = { gap: 0.5, size: 0.84 } as const
/** Widest lines of what stands in no shape, in em. */
const WIDEST = 13

type Lines = Extract<Geometry, { form: 'lines' }>
const plain = (text = '') => text.replace(/\s+/g, ' ').trim()
const sizeOf = ({ style }: SceneElement) => style.fontSize ?? 16
const linesIn = ({ geometry }: SceneElement) => (geometry?.form === 'lines' ? geometry.lines : [])

/** The words of a thing, connector or panel that are its own, from the top. */
function textsOf(sheet: Sheet, owner: SceneElement): SceneElement[] {
  if (owner.geometry?.form === 'lines') return [owner]
  const isWords = ({ kind, geometry }: SceneElement) =>
    kind === 'text' && geometry?.form === 'lines'
  const own = sheet.children(owner.id).filter(isWords)
  return own.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}

/** What of a thing's words is its name, and what its detail. */
export function saidBy(
  sheet: Sheet,
  owner: SceneElement,
): { name: SceneElement[]; detail: SceneElement[] } {
  const texts = textsOf(sheet, owner)
  const label = plain(owner.label)
  const told = new Set(label.split(' '))
  const exact = texts.filter((text) => plain(text.label) === label)
  const members = texts.filter((text) =>
    plain(text.label)
      .split(' ')
      .every((word) => told.has(word)),
  )
  const largest = Math.max(...texts.map(sizeOf))
  const first =
    owner.role === 'group'
      ? texts.slice(0, 1)
      : texts.filter((text) => sizeOf(text) === largest).slice(0, 1)
  const name = exact.length > 0 ? exact.slice(0, 1) : members.length > 0 ? members : first
  const top = Math.min(...name.map(({ box }) => box.y))
  const detail = texts.filter(
    (text) => !name.includes(text) && text.box.y > top && /[\p{L}\p{N}]/u.test(text.label ?? ''),
  )
  return { name, detail: owner.role === 'node' ? detail : [] }
}

export const wordsIn = (texts: readonly SceneElement[]): string | null =>
  plain(
    texts
      .map(
        ({ label, geometry }) =>
          label ??
          (geometry?.form === 'lines' ? geometry.lines.map(({ text }) => text).join(' ') : ''),
      )
      .join(' '),
  ) || null

/** Of words that stand in several places those that belong together and say most. */
function mainBlock(texts: readonly SceneElement[]): SceneElement[] {
  const blocks: SceneElement[][] = []
  for (const text of texts) {
    const block = blocks.find((each) => {
      const last = each.at(-1) as SceneElement
      const gap = text.box.y - last.box.y - last.box.height
      const apart =
        Math.max(text.box.x, last.box.x) -
        Math.min(text.box.x + text.box.width, last.box.x + last.box.width)
      return gap < 0.8 * sizeOf(last) && apart < 0
    })
    if (block) block.push(text)
    else blocks.push([text])
  }
  const letters = (block: readonly SceneElement[]) =>
    block.reduce((sum, { label = '' }) => sum + label.length, 0)
  return blocks.toSorted((a, b) => letters(b) - letters(a))[0] ?? []
}

/** A name in the place of the one that a thing has; null takes it away. */
export function reworded(sheet: Sheet, owner: SceneElement, words: string | null): void {
  const { name } = saidBy(sheet, owner)
  const { label: _, ...bare } = owner
  const next = words === null ? bare : { ...owner, label: plain(words) }
  if (owner.geometry?.form === 'lines') {
    if (words !== null) setInto(sheet, next, next, words)
    return
  }
  sheet.put(next)
  const [first = undefined, ...rest] = mainBlock(name)
  const others = name.filter((text) => text !== first && !rest.includes(text))
  sheet.remove(
    [...rest, ...others, ...(words === null && first ? [first] : [])].map(({ id }) => id),
  )
  if (words === null) return
  const base =
    first && rest.length > 0
      ? { ...first, box: hullOf([first, ...rest].map(({ box }) => box)) }
      : first
  setInto(sheet, next, base ?? freshText(sheet, next, `${owner.id}-label`), words)
}

/** The line below a thing's name; null takes it away. */
export function detailed(sheet: Sheet, owner: SceneElement, words: string | null): void {
  const { name, detail } = saidBy(sheet, owner)
  const [first, ...rest] = mainBlock(detail)
  if (words === null) {
    sheet.remove(detail.map(({ id }) => id))
    const taken = first
      ? hullOf(detail.map(({ box }) => box)).height + DETAIL.gap * sizeOf(first)
      : 0
    sheet.move(
      name.map(({ id }) => id),
      0,
      rounded(taken / 2),
    )
    return
  }
  sheet.remove(rest.map(({ id }) => id))
  if (first) {
    setInto(sheet, owner, first, words)
    return
  }
  const above = hullOf(
    name.length > 0
      ? name.map(({ box }) => box)
      : [{ ...centreOf(owner.box), width: 0, height: 0 }],
  )
  const sample = name[0] ?? freshText(sheet, owner, `${owner.id}-label`)
  const size = Math.max(
    Math.min(sizeOf(sample), leastSize(sheet)),
    rounded(DETAIL.size * sizeOf(sample)),
  )
  const taken = size * (LEADING + DETAIL.gap)
  sheet.move(
    name.map(({ id }) => id),
    0,
    rounded(-taken / 2),
  )
  const middle = above.y + above.height + taken / 2 - size / 2
  const style: Style = { ...sample.style, fontSize: size, fontWeight: 400 }
  const at = { ...sample, id: sheet.freeId(`${owner.id}-detail`), parent: owner.id, style }
  setInto(
    sheet,
    owner,
    { ...at, box: { x: centreOf(above).x, y: middle - size / 2, width: 0, height: size } },
    words,
  )
}

export const leastSize = ({ scene }: Sheet) => SMALLEST * unitOf(scene)

/** Words where a thing has none, of the manner of its sisters. */
export function freshText(sheet: Sheet, owner: SceneElement, id: string): SceneElement {
  const isPanel = owner.role === 'group'
  const style = labelStyle(sheet, owner.role)
  const size = style.fontSize ?? 16
  const { x, y, width, height } = owner.box
  const at = isPanel ? { x: x + size, y: y + 1.4 * size } : { x: x + width / 2, y: y + height / 2 }
  return {
    id: sheet.freeId(id),
    kind: 'text',
    parent: owner.id,
    z: owner.z + 1,
    box: { x: at.x, y: at.y - size / 2, width: 0, height: size },
    geometry: {
      form: 'lines',
      lines: [{ text: '', x: at.x, y: at.y + (CAP_HEIGHT / 2) * size, width: 0 }],
      anchor: isPanel ? 'start' : 'middle',
    },
    style,
  }
}

/** The shape that words stand in, by its element. */
function carrierOf(
  sheet: Sheet,
  owner: SceneElement,
  text: SceneElement,
): SceneElement | undefined {
  if (owner.role !== 'node' && owner.role !== 'note' && owner.role !== 'key') return undefined
  if (owner.geometry && owner.geometry.form !== 'lines')
    // A caption stands beside its shape.
    return overlap(owner.box, { ...text.box, width: Math.max(1, text.box.width) })
      ? owner
      : undefined
  const middle = { ...centreOf(text.box), width: 0, height: 0 }
  const isGround = ({ kind, role, style, geometry, box, z }: SceneElement) =>
    kind === 'shape' &&
    role === undefined &&
    geometry?.form === 'rect' &&
    (style.fill !== undefined || style.stroke !== undefined) &&
    z < text.z &&
    within(middle, box) &&
    box.width >= text.box.width
  return sheet
    .children(owner.id)
    .filter(isGround)
    .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0]
}

/** Where a shape has room for words: its box but for corners and slants. */
function inside({ geometry, box, style }: SceneElement, pad: number): Box {
  const inset = pad + (style.strokeWidth ?? 0) / 2
  const shrunk = (across: number, down: number, top = 0): Box => ({
    x: box.x + (box.width * (1 - across)) / 2 + inset,
    y: box.y + (box.height * (1 - down)) / 2 + inset * 0.7 + top,
    width: across * box.width - 2 * inset,
    height: down * box.height - 1.4 * inset - top,
  })
  if (geometry?.form === 'ellipse') return shrunk(0.78, 0.7)
  if (geometry?.form === 'cylinder') return shrunk(1, 1, 1.6 * geometry.cap)
  if (geometry?.form === 'polygon') {
    const { points } = geometry
    const isDiamond =
      points.length === 4 &&
      points.every(
        ({ x }) =>
          Math.abs(x - box.x - box.width / 2) < 1 || x < box.x + 1 || x > box.x + box.width - 1,
      ) &&
      points.some(({ x }) => Math.abs(x - box.x - box.width / 2) < 1)
    return isDiamond ? shrunk(0.62, 0.56) : shrunk(0.9, 1)
  }
  return shrunk(1, 1)
}

/** Room beside pictures and other words in the shape. */
function besideOthers(
  sheet: Sheet,
  owner: SceneElement,
  text: SceneElement,
  room: Box,
  gap: number,
): Box {
  let { x: left, y: top } = room
  let [right, bottom] = [left + room.width, top + room.height]
  const middle = centreOf(text.box)
  for (const { id, kind, role, box, geometry } of sheet.children(owner.id)) {
    const isOther =
      kind === 'icon' ||
      kind === 'picture' ||
      role === 'picture' ||
      (kind === 'text' && id !== text.id) ||
      (kind === 'shape' &&
        geometry !== undefined &&
        box.width * box.height < 0.3 * room.width * room.height)
    if (!isOther || !overlap(box, { x: left, y: top, width: right - left, height: bottom - top }))
      continue
    if (within({ ...middle, width: 0, height: 0 }, box)) continue
    const isBeside = middle.y > box.y - 2 && middle.y < box.y + box.height + 2
    if (isBeside && box.x + box.width / 2 < middle.x) left = Math.max(left, box.x + box.width + gap)
    else if (isBeside) right = Math.min(right, box.x - gap)
    else if (kind === 'text') continue
    else if (centreOf(box).y < middle.y) top = Math.max(top, box.y + box.height + gap / 2)
    else bottom = Math.min(bottom, box.y - gap / 2)
  }
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

interface Fit extends Wrapped {
  size: number
}

/** Words set anew where a text stands; what has no room for them becomes smaller, then its shape larger. */
export function setInto(
  sheet: Sheet,
  owner: SceneElement,
  text: SceneElement,
  words: string,
): void {
  const size = sizeOf(text)
  const face = faceFor(text.style.fonts, text.style.fontWeight)
  const carrier = carrierOf(sheet, owner, text)
  const at = (width: number, own = size): Fit => ({
    ...wrapEvenly(words, Math.max(width, 1), { weight: face, size: own }),
    size: own,
  })
  if (!carrier) {
    write(sheet, text, freely(words, owner, text, at), words, centreOf(text.box))
    return
  }
  const below = belowOf(sheet, owner, text)
  const stack =
    below.length > 0 ? hullOf(below.map(({ box }) => box)).height + DETAIL.gap * size : 0
  const pad = Math.min(
    PADDING.most * size,
    Math.max(PADDING.least * size, (carrier.box.width - text.box.width) / 2),
  )
  const room = besideOthers(sheet, owner, text, inside(carrier, pad), 0.4 * size)
  const least = Math.min(size, leastSize(sheet))
  const free = roomAround(sheet, owner.id, carrier.box)
  const { fit, wider, higher } = roomFor(at, { room, size, least, free, stack })
  const centre = centreOf(text.box)
  const isCentred = (text.geometry as Lines | undefined)?.anchor === 'middle'
  const taken =
    heightOf(fit) -
    (text.box.width === 0 ? heightOf({ ...fit, lines: fit.lines.slice(0, 1) }) : linesHeight(text))
  if (wider > 0 || higher > 0) {
    const { x, y, width, height } = carrier.box
    withBox(sheet, owner, carrier, {
      x: x - wider / 2,
      y: y - higher / 2,
      width: width + wider,
      height: height + higher,
    })
  }
  if (below.length > 0)
    sheet.move(
      below.map(({ id }) => id),
      0,
      rounded(taken / 2),
    )
  const y = centre.y - (below.length > 0 ? taken / 2 : 0)
  const half = heightOf(fit) / 2
  const held =
    below.length > 0 || higher > 0
      ? y
      : Math.min(Math.max(y, room.y + half), Math.max(room.y + half, room.y + room.height - half))
  const middle =
    wider > 0 || !isCentred
      ? centre.x
      : Math.min(
          Math.max(centre.x, room.x + fit.width / 2),
          Math.max(room.x + fit.width / 2, room.x + room.width - fit.width / 2),
        )
  write(sheet, text, fit, words, { x: middle, y: held })
}

/** What stands below words in the same shape. */
const belowOf = (sheet: Sheet, owner: SceneElement, text: SceneElement) => {
  const { detail } = saidBy(sheet, sheet.get(owner.id) ?? owner)
  return detail.includes(text)
    ? []
    : detail.filter(({ id, box }) => id !== text.id && box.y > text.box.y)
}

const heightOf = ({ lines, size }: Pick<Fit, 'lines' | 'size'>) =>
  size * (CAP_HEIGHT + (lines.length - 1) * LEADING)
const linesHeight = (text: SceneElement) => {
  const lines = linesIn(text)
  return sizeOf(text) * CAP_HEIGHT + ((lines.at(-1)?.y ?? 0) - (lines[0]?.y ?? 0))
}

interface Need {
  room: Box
  size: number
  least: number
  /** By how much the shape may become wider, as a whole. */
  free: number
  /** What else stands above each other in it, in pixels. */
  stack: number
}

/** The largest letters for which there is room, and by how much their shape is to be larger. */
function roomFor(
  at: (width: number, size: number) => Fit,
  { room, size, least, free, stack }: Need,
): { fit: Fit; wider: number; higher: number } {
  const fits = (fit: Fit) => fit.broken === 0 && heightOf(fit) + stack <= room.height + 0.5
  const sizes: number[] = []
  for (let own = size; own > least; own -= 0.5) sizes.push(own)
  sizes.push(least)
  const tryAt = (own: number, most: number) => {
    for (let wider = 0; wider <= most; wider += Math.max(4, most / 24)) {
      const fit = at(room.width + wider, own)
      if (fits(fit))
        return { fit, wider: Math.ceil(Math.max(0, fit.width - room.width)), higher: 0 }
    }
    return undefined
  }
  const large = sizes.filter((own) => own >= SMALLER * size)
  for (const own of large) {
    const found = tryAt(own, 0)
    if (found) return found
  }
  const wide = tryAt(size, free)
  if (wide) return wide
  for (const own of sizes.slice(large.length)) {
    const found = tryAt(own, 0)
    if (found) return found
  }
  // The shape becomes as wide as it may, or as its longest word asks for, and then higher.
  const own = large.at(-1) ?? size
  const longest = at(Number.MAX_SAFE_INTEGER, own).width
  const fit = [room.width + free, ...[1, 1.5, 2, 3, 5, 8].map((by) => by * room.width), longest]
    .map((width) => at(width, own))
    .find(({ broken }) => broken === 0) as Fit
  return {
    fit,
    wider: Math.ceil(Math.max(0, fit.width - room.width)),
    higher: Math.ceil(Math.max(0, heightOf(fit) + stack - room.height)),
  }
}

/** Words that stand in no shape: about as wide as those that stood there. */
function freely(
  words: string,
  { role, box }: SceneElement,
  text: SceneElement,
  at: (width: number) => Fit,
): Fit {
  const size = sizeOf(text)
  const face = faceFor(text.style.fonts, text.style.fontWeight)
  const longest = longestPiece(words, WIDEST * size, { weight: face, size })
  if (role === 'group') return at(Math.max(longest, box.x + box.width - text.box.x - size))
  const isOne = linesIn(text).length <= 1
  if (role !== 'node' && role !== 'edge')
    return {
      ...wrapText(words, isOne ? Number.MAX_SAFE_INTEGER : Math.max(longest, text.box.width), {
        weight: face,
        size,
      }),
      size,
    }
  return at(Math.max(longest, text.box.width, role === 'edge' ? 9 * size : 0))
}

/** Lines around a middle, or from the edge that they are set from. */
function write(
  sheet: Sheet,
  text: SceneElement,
  { lines, size }: Fit,
  words: string,
  centre: { x: number; y: number },
): void {
  const { anchor = 'middle', turn } = (text.geometry as Lines | undefined) ?? {}
  const [first, second] = linesIn(text)
  const leading =
    first && second && first.text !== ''
      ? ((second.y - first.y) * size) / sizeOf(text)
      : LEADING * size
  const height = size * CAP_HEIGHT + (lines.length - 1) * leading
  // What is set from its edge, and free, keeps its first line.
  const isHeld = anchor !== 'middle' && first && first.text !== ''
  const top =
    isHeld && text.parent === undefined ? first.y : centre.y - height / 2 + CAP_HEIGHT * size
  const from = isHeld && linesIn(text).length === 1 && lines.length === 1 ? first.y : top
  const x = anchor === 'middle' ? centre.x : (first?.x ?? centre.x)
  const { paint: _, ...bare } = text
  const style = {
    ...text.style,
    fontSize: rounded(size),
    fontWeight: faceFor(text.style.fonts, text.style.fontWeight),
  }
  const geometry: Lines = {
    form: 'lines',
    lines: lines.map(({ text: line, width }, index) => ({
      text: line,
      x: rounded(x),
      y: rounded(from + index * leading),
      width: rounded(width),
    })),
    anchor,
    ...(turn !== undefined && { turn }),
  }
  const set = setText({ ...bare, label: plain(words), geometry, style }, eastAsianOf(words))
  sheet.put({ ...set, box: boxOf(geometry, style) })
}
