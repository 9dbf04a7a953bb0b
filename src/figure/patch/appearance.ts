import { clamp, rounded } from '../../forms/numbers'
import type { Picture } from '../../forms/picture'
import type { Box, SceneElement, Style } from '../../forms/scene'
import { boxAt, centreOf, hullOf, within } from '../geometry'
import { hasIcon, iconPath } from '../icons'
import { outline } from '../layout/node-outline'
import { altOf, drawPicture, pictureAspect, refusalOf } from '../pictures'
import { contrast, hexOf, inkOn, packed, READABLE, readable } from '../pixels/color'
import { ownHue, themeIn } from '../themes'
import { elementOf, type Handlers, quoted, refuse } from './context'
import { resizeShape } from './free-space'
import { labelParts } from './labels'
import { dashesOf, labelSize, usual } from './prevailing-style'
import type { Doc } from './scene-document'
import { mainShapeOf } from './selectable-parts'
import { fitText, fontSizeOf, isTypeset, refitText } from './text-fit'

/** How things look: their form, colours, icon and picture. */
export const APPEARANCE: Handlers<
  'restyle' | 'set_kind' | 'set_form' | 'set_icon' | 'set_picture' | 'set_accent'
> = {
  set_kind: (ctx, { id, kind }) => {
    const node = elementOf(ctx, id, 'node')
    const next = { ...node, data: { ...node.data, kind } }
    ctx.doc.put(next)
    if (node.geometry) formed(ctx.doc, next, kind)
  },
  set_form: (ctx, { id, form }) => {
    const node = elementOf(ctx, id, 'node')
    if (!node.geometry && form !== 'bare')
      refuse(`${quoted(id)} has no outline of its own: it is drawn of several shapes.`)
    const { form: _, ...data } = node.data ?? {}
    const next = { ...node, data: { ...data, ...(form && { form }) } }
    formed(ctx.doc, next, form ?? (data.kind as 'process' | undefined) ?? 'process')
  },
  set_icon: (ctx, { id, icon }) => {
    const node = elementOf(ctx, id, 'node')
    if (icon !== null && !hasIcon(icon)) refuse(`there is no icon ${quoted(icon)}.`)
    withIcon(ctx.doc, node, icon)
  },
  set_picture: (ctx, { id, picture }) => {
    const node = elementOf(ctx, id, 'node')
    const refused = picture && refusalOf(picture)
    if (refused) refuse(refused)
    withPicture(ctx.doc, node, picture)
  },
  set_accent: (ctx, { id, color }) => coloured(ctx.doc, elementOf(ctx, id), color),
  restyle: (ctx, { id, ink, font_size, bold, italic, ...paints }) => {
    const { doc } = ctx
    const one = elementOf(ctx, id)
    const shape = one.geometry?.form === 'lines' ? undefined : mainShapeOf(doc, one)
    if (shape) repaint(doc, shape, paints)
    if ([ink, font_size, bold, italic].every((each) => each === undefined)) return
    const texts = doc.partsOf(id).filter(({ geometry }) => geometry?.form === 'lines')
    if (texts.length === 0) refuse(`${quoted(id)} has no words.`)
    if (font_size && texts.some(isTypeset))
      refuse(`${quoted(id)} has formulas in its words, which keep their size.`)
    const largest = Math.max(...texts.map(fontSizeOf))
    for (const text of texts) {
      const { italic: slanted, ...style } = text.style
      const next = {
        ...text,
        style: {
          ...style,
          fontSize: font_size
            ? rounded((fontSizeOf(text) * font_size) / largest)
            : fontSizeOf(text),
          ...(ink && { fill: ink }),
          ...(bold !== undefined && { fontWeight: bold ? 700 : 400 }),
          ...((italic ?? slanted) && { italic: true }),
        },
      }
      doc.put(next)
      const isOther = (font_size ?? bold) !== undefined && !isTypeset(text)
      if (isOther && text.label) fitText(doc, doc.ownerOf(text), next, text.label)
    }
  },
}

interface Paints {
  fill?: string | null | undefined
  stroke?: string | null | undefined
  stroke_width?: number | null | undefined
  dashed?: boolean | null | undefined
}

/** A shape or line painted otherwise: what is left out stays, null takes a paint away. */
function repaint(
  doc: Doc,
  shape: SceneElement,
  { fill, stroke, stroke_width, dashed }: Paints,
): void {
  const { paint, style, ...bare } = shape
  const { fill: oldFill, gradient, stroke: oldStroke, strokeWidth, dash, ...rest } = style
  const isLine = shape.kind === 'connector'
  const area = isLine || fill === undefined ? oldFill : (fill ?? 'none')
  const line = stroke === undefined ? oldStroke : (stroke ?? undefined)
  const wide = stroke_width ?? strokeWidth ?? (line === undefined ? undefined : 1)
  const broken = dashed ?? dash !== undefined
  const next: Style = {
    ...rest,
    ...(area !== undefined && { fill: area }),
    ...(gradient && (fill === undefined || isLine) && { gradient }),
    ...(line !== undefined && { stroke: line }),
    ...(wide !== undefined && { strokeWidth: wide }),
    ...(broken && { dash: dash ?? dashesOf(doc, wide) }),
  }
  if (JSON.stringify(next) === JSON.stringify(style)) return
  doc.put({ ...bare, style: next, ...(paint && { paint: repainted(paint, style, next) }) })
}

/** In em of names. */
const NODE = { pad: 1.5, icon: 1.35, picture: 3.4 } as const
type Size = Pick<Box, 'width' | 'height'>

/** The outline of a form in the box that a thing has; its words are set into it. */
function formed(doc: Doc, node: SceneElement, form: Parameters<typeof outline>[0]): void {
  const { paint: _, geometry, ...bare } = node
  if (form === 'bare') {
    if (!geometry) return
    const { fill: __, stroke: ___, ...style } = node.style
    doc.put({ ...node, geometry, style: { ...style, fill: 'none' } })
    return
  }
  const em = labelSize(doc)
  doc.put({ ...bare, geometry: outline(form, node.box, em, themeIn(doc.scene)) })
  // The same words are no smaller in another form.
  for (const text of wordsOf(doc, node))
    refitText(doc, doc.get(node.id) ?? node, doc.get(text.id) ?? text, { least: fontSizeOf(text) })
}

/** The colours that a thing's own accent has in the figure's theme. */
const hueOf = (doc: Doc, colour: string) =>
  ownHue(colour, { ...themeIn(doc.scene).palette, background: doc.scene.background })

/** In a colour of its own; null: in those of its sisters. */
function coloured(doc: Doc, one: SceneElement, color: string | null): void {
  const { role } = one
  const shape = one.geometry?.form === 'lines' ? undefined : mainShapeOf(doc, one)
  if (!shape) refuse(`${quoted(one.id)} has no shape that could be coloured.`)
  const sisters = doc.withRole(role).filter(({ id, geometry }) => id !== one.id && geometry)
  const sister = usual(sisters, ({ style: { fill, stroke } }) => [fill, stroke])?.style
  const hue = color === null ? undefined : hueOf(doc, color)
  const { background } = doc.scene
  const isLine = shape.kind === 'connector'
  const fill = isLine
    ? shape.style.fill
    : hue
      ? role === 'group'
        ? hue.wash
        : hue.tint
      : sister?.fill
  const line =
    isLine && color !== null ? readable(color, background, 3) : hue ? hue.line : sister?.stroke
  repaint(doc, shape, {
    ...(fill && { fill }),
    ...((shape.style.stroke || isLine) && line && { stroke: line }),
  })
  // Words stay readable on it, and on a ground of their own.
  for (const text of labelParts(doc, one).name) {
    const middle = centreOf(text.box)
    const tab = doc
      .children(one.id)
      .find(({ kind, box }) => role === 'group' && kind === 'shape' && within(middle, box))
    if (tab && hue) doc.put({ ...tab, style: { ...tab.style, fill: hue.deep } })
    const ground = tab ? hue?.deep : isLine ? background : fill
    const { fill: ink = '#000000' } = text.style
    const own =
      role === 'group' && hue
        ? tab
          ? hue.onDeep
          : hue.deep
        : isLine && line
          ? readable(line, background)
          : ink
    if (!ground?.startsWith('#')) continue
    const seen =
      contrast(own, ground) >= READABLE ? own : inkOn(ground, themeIn(doc.scene).palette.ink)
    if (seen !== ink) doc.put({ ...text, style: { ...text.style, fill: seen } })
  }
}

/** What a theme paints for a form, in its other colours: shades stay as much darker or lighter as they were. */
function repainted(
  paint: NonNullable<SceneElement['paint']>,
  was: Style,
  is: Style,
): NonNullable<SceneElement['paint']> {
  const wide = was.strokeWidth ? (is.strokeWidth ?? was.strokeWidth) / was.strokeWidth : 1
  return paint.map(({ d, style }) => ({
    d,
    style: {
      ...style,
      ...(style.fill && { fill: toned(style.fill, was.fill, is.fill) }),
      ...(style.stroke && { stroke: toned(style.stroke, was.stroke, is.stroke) }),
      ...(style.strokeWidth && { strokeWidth: rounded(style.strokeWidth * wide) }),
    },
  }))
}

function toned(colour: string, was: string | undefined, is: string | undefined): string {
  if (![colour, was, is].every((each) => each?.startsWith('#')) || was === is) return colour
  const [own, old, next] = [colour, was, is].map((each) => packed(each as string))
  const channel = (shift: number) => {
    const [a, b, c] = [own, old, next].map((each) => ((each ?? 0) >> shift) & 255)
    return clamp(Math.round(((a ?? 0) / Math.max(1, b ?? 0)) * (c ?? 0)), 0, 255) << shift
  }
  return hexOf(channel(16) | channel(8) | channel(0))
}

/** In em, between a thing's words and what is drawn beside or above them. */
const APART = { x: 0.6, y: 0.5 } as const
type Axis = keyof typeof APART

const wordsOf = (doc: Doc, node: SceneElement) =>
  doc.children(node.id).filter(({ kind }) => kind === 'text')

/** Words of a thing moved to make room on one side of them, or to take it. */
function shiftWords(doc: Doc, node: SceneElement, by: number, axis: Axis): void {
  const ids = new Set(wordsOf(doc, node).map(({ id }) => id))
  doc.shift(ids, axis === 'x' ? rounded(by) : 0, axis === 'y' ? rounded(by) : 0)
}

/** Where something is drawn left of a thing's words, or above them: they make room, and so does its shape. */
function placeFor(doc: Doc, node: SceneElement, { width, height }: Size, axis: Axis): Box {
  const em = labelSize(doc)
  const gap = APART[axis] * em
  const texts = wordsOf(doc, node).map(({ box }) => box)
  const said = texts.length > 0 ? hullOf(texts) : { ...centreOf(node.box), width: 0, height: 0 }
  const block =
    axis === 'x'
      ? { width: said.width + gap + width, height }
      : { width, height: said.height + gap + height }
  const pad = NODE.pad * em
  if (node.geometry)
    resizeShape(
      doc,
      node,
      node,
      boxAt(centreOf(node.box), {
        width: Math.max(node.box.width, block.width + pad),
        height: Math.max(node.box.height, block.height + (axis === 'y' ? pad : 0)),
      }),
    )
  const by = ((axis === 'x' ? width : height) + gap) / 2
  shiftWords(doc, node, by, axis)
  const { x, y } = centreOf(said)
  const [left, top] = axis === 'x' ? [said.x - by, y - height / 2] : [x - width / 2, said.y - by]
  return { x: rounded(left), y: rounded(top), width, height }
}

/** Gone, and its room is that of the words again. */
function takenFrom(doc: Doc, node: SceneElement, old: SceneElement, axis: Axis): void {
  const [long, at] = axis === 'x' ? [old.box.width, old.box.x] : [old.box.height, old.box.y]
  const texts = wordsOf(doc, node).map(({ box }) => box)
  const isBefore = texts.length > 0 && at + long <= hullOf(texts)[axis] + 2
  doc.remove(doc.partsOf(old.id).map(({ id }) => id))
  if (isBefore) shiftWords(doc, node, -(long + APART[axis] * labelSize(doc)) / 2, axis)
}

/** An icon left of a thing's words. */
function withIcon(doc: Doc, node: SceneElement, icon: string | null): void {
  const old = doc.children(node.id).find(({ kind, role }) => kind === 'icon' && !role)
  if (icon === null) {
    if (old) takenFrom(doc, node, old, 'x')
    return
  }
  const [name] = labelParts(doc, node).name
  const size = rounded(NODE.icon * (name ? fontSizeOf(name) : labelSize(doc)))
  const box = old?.box ?? placeFor(doc, node, { width: size, height: size }, 'x')
  const stroke = name?.style.fill ?? themeIn(doc.scene).palette.ink
  const style: Style = { fill: 'none', stroke, strokeWidth: rounded(size / 13), round: true }
  doc.put({
    ...{ id: old?.id ?? doc.freeId(`${node.id}-icon`), kind: 'icon', parent: node.id },
    ...{ z: node.z + 1, box, style: old?.style ?? style, label: icon.replaceAll('-', ' ') },
    geometry: { form: 'path', d: iconPath(icon, box.x, box.y, box.width) },
  })
}

/** A picture above a thing's words. */
function withPicture(doc: Doc, node: SceneElement, picture: Picture | null): void {
  const old = doc.children(node.id).find(({ role }) => role === 'picture')
  if (picture === null) {
    if (old) takenFrom(doc, node, old, 'y')
    return
  }
  const height = NODE.picture * labelSize(doc)
  const size = { width: height * (pictureAspect(picture) ?? 1), height }
  const box = old?.box ?? placeFor(doc, node, size, 'y')
  const paint = drawPicture(picture, box, doc.scene.background)
  if (!paint) return
  if (old) doc.remove(doc.partsOf(old.id).map(({ id }) => id))
  const alt = altOf(picture)
  const id = old?.id ?? doc.freeId(`${node.id}-picture`)
  doc.put({
    ...{ id, kind: 'icon', role: 'picture', parent: node.id, z: node.z + 1, box, style: {} },
    ...{ data: { alt }, label: alt, paint },
  })
}
