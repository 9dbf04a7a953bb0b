import { rounded, roundedAll } from '../../forms/numbers'
import type { Operation } from '../../forms/operations'
import type { Box, Point, SceneElement, Style } from '../../forms/scene'
import { boxAt, centreOf, hullOf } from '../geometry'
import { withData } from '../geometry/anchors'
import { movedElement } from '../geometry/moved'
import { fitNode } from '../layout/node-fit'
import { outline } from '../layout/node-outline'
import { contrast, inkOn, READABLE } from '../pixels/color'
import { themeIn } from '../themes'
import { boxFrom, type EditContext, elementOf, freshId, type Handlers, refuse } from './context'
import { freePlace } from './free-space'
import { newText, setDetail, setLabel } from './labels'
import { placeIn } from './placement'
import { labelSize, labelStyle, lowestOf, topOf, usual } from './prevailing-style'
import type { Doc } from './scene-document'
import { fitText, plain } from './text-fit'

/** Things, panels, words and pictures: new ones, other looks, those that go. */
export const STRUCTURE: Handlers<
  | 'rename'
  | 'rename_group'
  | 'set_detail'
  | 'add_node'
  | 'add_group'
  | 'add_text'
  | 'add_picture'
  | 'copy'
  | 'drop'
  | 'drop_node'
  | 'drop_edge'
  | 'drop_group'
  | 'set_title'
> = {
  rename: (ctx, { id, label }) => setLabel(ctx.doc, elementOf(ctx, id), label),
  rename_group: (ctx, { id, label }) => setLabel(ctx.doc, elementOf(ctx, id, 'group'), label),
  set_detail: (ctx, { id, detail }) => setDetail(ctx.doc, elementOf(ctx, id, 'node'), detail),
  add_node: (ctx, operation) => addNode(ctx, operation),
  add_group: (ctx, operation) => addGroup(ctx, operation),
  add_text: (ctx, { id, text, x, y }) => {
    const { doc } = ctx
    if (x < 0 || y < 0) refuse('its place lies outside of the canvas.')
    const own = { kind: 'text', role: 'text', z: topOf(doc), box: BARE, style: {} } as const
    const words: SceneElement = { id: freshId(ctx, id), ...own }
    const { parent: _, ...fresh } = newText(doc, words, id, { x, y })
    doc.put({ ...words, ...fresh, z: words.z })
    fitText(doc, words, { ...words, ...fresh }, text)
  },
  add_picture: (ctx, { id, href, box }) => {
    if (!/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=\s]+$/.test(href))
      refuse('its href is no data: URL of a PNG or JPEG.')
    const place = boxFrom(box)
    ctx.budget.add(href)
    ctx.doc.put({
      ...{ id: freshId(ctx, id), kind: 'picture', role: 'picture', z: topOf(ctx.doc) },
      ...{ box: place, geometry: { form: 'image', ...place, href }, style: {}, label: 'picture' },
    })
    ctx.doc.reach(place)
  },
  copy: (ctx, operation) => copy(ctx, operation),
  drop: (ctx, { id }) => drop(ctx.doc, elementOf(ctx, id)),
  drop_node: (ctx, { id }) => drop(ctx.doc, elementOf(ctx, id, 'node')),
  drop_edge: (ctx, { id }) => drop(ctx.doc, elementOf(ctx, id, 'edge')),
  drop_group: (ctx, { id }) => drop(ctx.doc, elementOf(ctx, id, 'group')),
  set_title: ({ doc }, { title }) => {
    const isTitle = ({ kind, parent, label }: SceneElement) =>
      kind === 'text' && parent === undefined && label !== undefined && label === doc.scene.title
    const drawn = doc.elements.find(isTitle)
    if (drawn) setLabel(doc, drawn, title)
    doc.title = title
  },
}

const BARE: Box = { x: 0, y: 0, width: 0, height: 0 }
/** Of the lines of a new thing's name, in em. */
const WIDE = 9

type Of<Op extends Operation['op']> = Extract<Operation, { op: Op }>

const paints = ({ style: { fill, stroke } }: SceneElement) => [fill, stroke]
type Size = Pick<Box, 'width' | 'height'>

function placed(middle: Point, size: Size): Box {
  return roundedAll(boxAt(middle, size))
}

/** Painted like a sister, without what is a sister's own; without one in a hue of the theme. */
function paintedLike(doc: Doc, sister: SceneElement | undefined, own: Style): Style {
  const {
    dash: _,
    gradient: __,
    ...style
  } = sister?.style ?? {
    ...own,
    strokeWidth: rounded(themeIn(doc.scene).measures.stroke * labelSize(doc)),
  }
  return style
}

const radiusOf = (sister: SceneElement | undefined) =>
  sister?.geometry?.form === 'rect' ? { radius: sister.geometry.radius } : {}

/** A thing that looks like its sisters, in a free place near to the middle of them. */
function addNode(ctx: EditContext, { id, label, kind, group, quote }: Of<'add_node'>): void {
  const { doc } = ctx
  freshId(ctx, id)
  const panel = group === null ? undefined : elementOf(ctx, group, 'group')
  const formed = doc
    .withRole('node')
    .filter(({ geometry, style }) => geometry && geometry.form !== 'lines' && style.fill !== 'none')
  const inside = panel ? formed.filter((one) => doc.isIn(one.id, panel.id)) : formed
  const pool = inside.length > 0 ? inside : formed
  const boxes = pool.filter(({ geometry }) => geometry?.form === 'rect')
  const sister = usual(boxes.length > 0 ? boxes : pool, paints)
  const theme = themeIn(doc.scene)
  const { tint, line } = theme.palette.hues[0] ?? theme.palette.neutral
  const size = sizeFor(doc, { label, kind }, pool)
  const around = inside.length > 0 ? hullOf(inside.map(({ box }) => box)) : areaOf(doc, panel)
  const box = placed(placeIn(doc, size, panel, centreOf(around)), size)
  const isBox = kind === 'process' || kind === 'stage'
  const drawn = outline(isBox ? 'box' : kind, box, labelSize(doc), theme)
  const node: SceneElement = {
    ...{ id, kind: 'shape', role: 'node', label: plain(label), box },
    z: doc.scene.drawn || !sister ? topOf(doc) : sister.z,
    style: paintedLike(doc, sister, { fill: tint, stroke: line }),
    geometry: isBox && drawn.form === 'rect' ? { ...drawn, ...radiusOf(sister) } : drawn,
    ...(panel && !doc.scene.drawn && { parent: panel.id }),
    ...(kind !== 'process' && { data: { kind } }),
    ...(quote && { quote }),
  }
  doc.put(node)
  fitText(doc, node, newText(doc, node, `${id}-label`), label)
  const [text] = doc.children(id)
  const { fill } = node.style
  if (text && fill?.startsWith('#') && contrast(text.style.fill ?? '#000000', fill) < READABLE)
    doc.put({ ...text, style: { ...text.style, fill: inkOn(fill, theme.palette.ink) } })
}

const areaOf = ({ width, height }: Doc, panel: SceneElement | undefined): Box =>
  panel?.box ?? { x: 0, y: 0, width, height }

/** What a name asks for, as layout fits it; as large as most sisters where that is about as much. */
function sizeFor(
  doc: Doc,
  { label, kind }: Pick<Of<'add_node'>, 'label' | 'kind'>,
  pool: readonly SceneElement[],
): Size {
  const node = { id: '', label, kind, spans: [], confidence: 1 }
  const em = labelStyle(doc, 'node').fontSize ?? labelSize(doc)
  const { width, height } = fitNode(node, em, { wrap: WIDE, roomy: 1 }, themeIn(doc.scene))
  const isPlain = ({ id }: SceneElement) =>
    !doc.partsOf(id).some((part) => part.role === 'picture' || part.kind === 'picture')
  const sizes = ({ box }: SceneElement) => [Math.round(box.width), Math.round(box.height)]
  const alike = usual(pool.filter(isPlain), sizes)?.box
  if (kind === 'decision' || !alike || alike.width > 2 * width || alike.height > 2.2 * height)
    return { width, height }
  return { width: Math.max(alike.width, width), height: Math.max(alike.height, height) }
}

/** Shares of the canvas, or of the panel around it, on each side: the first for which there is room. */
const SHARES = [0.45, 0.36, 0.28, 0.2] as const

/** A panel like its sisters where there is room for one, a fifth of the canvas large at the most. */
function addGroup(ctx: EditContext, { id, label, parent }: Of<'add_group'>): void {
  const { doc } = ctx
  freshId(ctx, id)
  const around = parent === null ? undefined : elementOf(ctx, parent, 'group')
  const area = areaOf(doc, around)
  const wish = centreOf(area)
  const sizes = SHARES.map((by) => ({ width: by * area.width, height: by * area.height }))
  const [free] = sizes.flatMap((size) => {
    const at = freePlace(doc, size, wish, around?.box)
    return at ? [placed(at, size)] : []
  })
  const least = sizes.at(-1) ?? area
  const box = free ?? placed(placeIn(doc, least, around, wish), least)
  const sister = usual(
    doc.withRole('group').filter(({ geometry }) => geometry),
    paints,
  )
  const { palette, measures } = themeIn(doc.scene)
  const { wash, line } = palette.neutral
  const radius = rounded(measures.radius * labelSize(doc))
  const low = lowestOf(doc)
  const panel: SceneElement = {
    ...{ id, kind: 'group', role: 'group', label: plain(label), box, z: sister?.z ?? low?.z ?? 0 },
    style: paintedLike(doc, sister, { fill: wash, stroke: line }),
    geometry: { form: 'rect', ...box, radius, ...radiusOf(sister) },
    ...(around && !doc.scene.drawn && { parent: around.id }),
  }
  doc.put(panel, low?.id)
  fitText(doc, panel, newText(doc, panel, `${id}-label`), label)
}

/** Parts once more elsewhere, under other ids; connectors between them too. */
function copy(ctx: EditContext, { ids, as, dx, dy }: Of<'copy'>): void {
  const { doc } = ctx
  ctx.router.update()
  if (ids.length !== as.length) refuse('it needs as many ids in "as" as in "ids".')
  const own = new Map(ids.map((id, at) => [elementOf(ctx, id).id, freshId(ctx, as[at] ?? '')]))
  if (new Set(own.values()).size < ids.length) refuse('it names an id twice.')
  const along = doc.along(ids)
  for (const { id, kind, from, to } of doc.elements)
    if (kind === 'connector' && [from, to].every((end) => end && along.has(end.element)))
      for (const each of doc.partsOf(id)) along.add(each.id)
  for (const id of ids) for (const each of doc.partsOf(id)) along.add(each.id)
  const taken = new Set(own.values())
  for (const id of along) {
    let wanted = own.get(id) ?? `${id}-copy`
    for (let count = 2; !own.has(id) && (taken.has(wanted) || doc.get(wanted)); count++)
      wanted = `${id}-copy-${count}`
    taken.add(wanted)
    own.set(id, wanted)
  }
  const extent = hullOf([...along].flatMap((id) => doc.get(id)?.box ?? []))
  const top = topOf(doc)
  const renamed = (id: string) => own.get(id) ?? id
  const [x, y] = [Math.max(dx, -extent.x), Math.max(dy, -extent.y)]
  const copies = doc.elements.filter(({ id }) => along.has(id)).sort((a, b) => a.z - b.z)
  ctx.budget.add(copies)
  for (const [at, one] of copies.entries()) {
    const fresh = { node: undefined, edge: undefined, panel: undefined }
    const { parent, from, to, ...bare } = withData(movedElement(one, x, y), fresh)
    doc.put({
      ...bare,
      id: renamed(one.id),
      ...(doc.scene.drawn && { z: top + at }),
      ...(parent !== undefined && { parent: renamed(parent) }),
      ...(from && { from: { ...from, element: renamed(from.element) } }),
      ...(to && { to: { ...to, element: renamed(to.element) } }),
    })
  }
  for (const id of own.values()) {
    const one = doc.get(id)
    if (one?.kind === 'connector') ctx.router.settle(one)
  }
  doc.reach({ ...extent, x: extent.x + x, y: extent.y + y })
}

/** Gone with all that is drawn of it, and with the connectors that join it; what stands in it stays. */
function drop(doc: Doc, one: SceneElement): void {
  const gone = new Set(doc.partsOf(one.id).map(({ id }) => id))
  for (const { id: edge, from, to } of doc.elements)
    if ([from, to].some((end) => end && gone.has(end.element)))
      for (const { id } of doc.partsOf(edge)) gone.add(id)
  for (const id of doc.crumbsOf(gone)) gone.add(id)
  const owner = doc.get(one.parent)
  doc.remove(gone)
  for (const each of doc.elements) {
    if (!gone.has(each.parent ?? '')) continue
    const { parent: _, ...bare } = each
    doc.put(
      one.parent === undefined || gone.has(one.parent) ? bare : { ...bare, parent: one.parent },
    )
  }
  if (owner?.role === 'edge' && one.kind === 'text') {
    const { label: _, ...bare } = owner
    doc.put(bare)
  }
}
