import { rounded } from '../../forms/numbers'
import type { SceneElement } from '../../forms/scene'
import { CAP_HEIGHT } from '../fonts'
import { centreOf, hullOf } from '../geometry'
import { resizeShape } from './free-space'
import { labelSize, labelStyle } from './prevailing-style'
import type { Doc } from './scene-document'
import { fitText, fontSizeOf, LINE_HEIGHT, minFontSize, oneLine, plain } from './text-fit'

/** Between a name and its detail, in em of the detail, which is so large beside the name; from both to their border. */
const DETAIL = { gap: 0.5, size: 0.84, pad: 0.3 } as const
/** Lines nearer than so many em belong together. */
const TOGETHER = 0.8

/** The words of a thing, connector or panel that are its own, from the top. */
function textsOf(doc: Doc, owner: SceneElement): SceneElement[] {
  if (owner.geometry?.form === 'lines') return [owner]
  return doc
    .children(owner.id)
    .filter(({ kind, geometry }) => kind === 'text' && geometry?.form === 'lines')
    .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}

/** What of a thing's words is its name, and what stands below that as its detail. */
export function labelParts(doc: Doc, owner: SceneElement) {
  const texts = textsOf(doc, owner)
  const label = oneLine(owner.label)
  const words = new Set(label.split(' '))
  const isTold = (text: SceneElement) =>
    oneLine(text.label)
      .split(' ')
      .every((word) => words.has(word))
  const largest = Math.max(...texts.map(fontSizeOf))
  const exact = texts.find((text) => oneLine(text.label) === label)
  const members = exact ? [exact] : texts.filter(isTold)
  const isPanel = owner.role === 'group'
  const first = texts.find((text) => isPanel || fontSizeOf(text) === largest)
  const name = members.length > 0 ? members : first ? [first] : []
  const top = Math.min(...name.map(({ box }) => box.y))
  const isDetail = (text: SceneElement) =>
    !name.includes(text) && text.box.y > top && /[\p{L}\p{N}]/u.test(text.label ?? '')
  return { name, detail: owner.role === 'node' ? texts.filter(isDetail) : [] }
}

export const textOf = (texts: readonly SceneElement[]): string | null =>
  oneLine(texts.map(({ label = '' }) => label).join(' ')) || null

/** Of words that stand in several places those that belong together and say most. */
function mainBlock(texts: readonly SceneElement[]): SceneElement[] {
  const blocks: SceneElement[][] = []
  for (const text of texts) {
    const block = blocks.find((each) => {
      const { box, style } = each.at(-1) as SceneElement
      const isBeside = text.box.x < box.x + box.width && box.x < text.box.x + text.box.width
      return isBeside && text.box.y - box.y - box.height < TOGETHER * (style.fontSize ?? 16)
    })
    if (block) block.push(text)
    else blocks.push([text])
  }
  const letters = (block: readonly SceneElement[]) => (textOf(block) ?? '').length
  return blocks.toSorted((a, b) => letters(b) - letters(a))[0] ?? []
}

const idsOf = (elements: readonly SceneElement[]) => new Set(elements.map(({ id }) => id))

/** A name in the place of the one that a thing has; null takes it away. Formulas are set as far as letters can. */
export function setLabel(doc: Doc, owner: SceneElement, words: string | null): void {
  const { name, detail } = labelParts(doc, owner)
  const { label: _, ...bare } = owner
  const next: SceneElement = words === null ? bare : { ...bare, label: plain(words) }
  if (owner.geometry?.form === 'lines') {
    if (words !== null) fitText(doc, next, next, words)
    return
  }
  doc.put(next)
  const [first, ...rest] = mainBlock(name)
  const kept = words === null ? undefined : first
  doc.remove(name.filter((text) => text !== kept).map(({ id }) => id))
  if (words === null) return
  const text = first ? oneOf(first, rest) : newText(doc, next, `${owner.id}-label`)
  const bottom = text.box.y + 0.8 * text.box.height
  const below = detail.filter(({ box }) => box.y > bottom)
  fitText(doc, next, text, words, below)
}

/** Several lines that are told apart as one block, at the size of the first. */
function oneOf(first: SceneElement, rest: readonly SceneElement[]): SceneElement {
  if (rest.length === 0 || first.geometry?.form !== 'lines') return first
  const lines = [first, ...rest].flatMap(({ geometry }) =>
    geometry?.form === 'lines' ? geometry.lines : [],
  )
  return {
    ...first,
    box: hullOf([first, ...rest].map(({ box }) => box)),
    geometry: { ...first.geometry, lines },
  }
}

/** The line below a thing's name; null takes it away. */
export function setDetail(doc: Doc, owner: SceneElement, words: string | null): void {
  const { name, detail } = labelParts(doc, owner)
  const block = mainBlock(detail)
  const [first, ...rest] = block
  if (words === null) {
    if (!first) return
    const taken = hullOf(block.map(({ box }) => box)).height + DETAIL.gap * fontSizeOf(first)
    doc.remove(idsOf(block))
    doc.shift(idsOf(name), 0, rounded(taken / 2))
    return
  }
  if (first) {
    doc.remove(idsOf(rest))
    fitText(doc, owner, oneOf(first, rest), words)
    stacked(doc, owner)
    return
  }
  const sister = doc.withRole('node').flatMap((node) => labelParts(doc, node).detail)[0]
  const own = name[0]?.style ?? labelStyle(doc, 'node')
  const large = own.fontSize ?? 16
  const fontSize = sister
    ? fontSizeOf(sister)
    : Math.max(Math.min(large, minFontSize(doc)), rounded(DETAIL.size * large))
  const style = sister?.style ?? { ...own, fontWeight: 400 }
  const taken = fontSize * (CAP_HEIGHT + DETAIL.gap + LINE_HEIGHT / 4)
  const above = name.length > 0 ? hullOf(name.map(({ box }) => box)) : undefined
  doc.shift(idsOf(name), 0, rounded(-taken / 2))
  const text = newText(doc, owner, `${owner.id}-detail`)
  const at = above
    ? { x: centreOf(above).x, y: above.y + above.height + (taken - fontSize) / 2 }
    : centreOf(owner.box)
  const placed = textAt(text, at, { ...style, fontSize })
  fitText(doc, owner, placed, words)
  stacked(doc, owner)
}

/** A shape that is as high as a name and what stands below it ask for. */
function stacked(doc: Doc, { id }: SceneElement): void {
  const node = doc.get(id)
  if (!node?.geometry) return
  const { name, detail } = labelParts(doc, node)
  const { y, height } = hullOf([...name, ...detail].map(({ box }) => box))
  const pad = DETAIL.pad * labelSize(doc)
  const more = Math.ceil(
    2 * Math.max(node.box.y - y + pad, y + height + pad - node.box.y - node.box.height),
  )
  const { box } = node
  if (more > 0)
    resizeShape(doc, node, node, { ...box, y: box.y - more / 2, height: box.height + more })
}

const textAt = (
  text: SceneElement,
  { x, y }: { x: number; y: number },
  style: SceneElement['style'],
  anchor: 'start' | 'middle' = 'middle',
): SceneElement => {
  const { fontSize: size = 16 } = style
  const line = { text: '', x, y: y + (CAP_HEIGHT / 2) * size, width: 0 }
  return {
    ...text,
    box: { x, y: y - size / 2, width: 0, height: size },
    geometry: { form: 'lines', lines: [line], anchor },
    style,
  }
}

/** Words where a thing has none, painted like those of its sisters; without a thing, around a place. */
export function newText(
  doc: Doc,
  owner: SceneElement,
  id: string,
  at = centreOf(owner.box),
): SceneElement {
  const isPanel = owner.role === 'group'
  const style = labelStyle(doc, owner.role, owner.style.stroke)
  const size = style.fontSize ?? 16
  const { x, y } = owner.box
  const text: SceneElement = {
    ...{ id: doc.freeId(id), kind: 'text', parent: owner.id, z: owner.z + 1 },
    ...{ box: owner.box, style },
  }
  return isPanel
    ? textAt(text, { x: x + size, y: y + 1.3 * size }, style, 'start')
    : textAt(text, at, style)
}
