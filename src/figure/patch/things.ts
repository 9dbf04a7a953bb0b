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
import { type Acts, boxIn, type Desk, newId, part, partWith, refuse } from './desk'
import { setInto, told } from './fit'
import { labelSize, labelStyle, lowestOf, topOf, usual } from './manner'
import { placeIn } from './places'
import { freePlace } from './room'
import type { Sheet } from './sheet'
import { detailed, freshText, reworded } from './words'

/** Things, panels, words and pictures: new ones, other looks, those that go. */
export const THINGS: Acts<
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
  rename: (desk, { id, label }) => reworded(desk.sheet, part(desk, id), label),
  rename_group: (desk, { id, label }) => reworded(desk.sheet, partWith(desk, id, 'group'), label),
  set_detail: (desk, { id, detail }) => detailed(desk.sheet, partWith(desk, id, 'node'), detail),
  add_node: (desk, operation) => addNode(desk, operation),
  add_group: (desk, operation) => addGroup(desk, operation),
  add_text: (desk, { id, text, x, y }) => {
    const { sheet } = desk
    if (x < 0 || y < 0) refuse('its place lies outside of the canvas.')
    const own = { kind: 'text', role: 'text', z: topOf(sheet), box: BARE, style: {} } as const
    const words: SceneElement = { id: newId(desk, id), ...own }
    const { parent: _, ...fresh } = freshText(sheet, words, id, { x, y })
    sheet.put({ ...words, ...fresh, z: words.z })
    setInto(sheet, words, { ...words, ...fresh }, text)
  },
  add_picture: (desk, { id, href, box }) => {
    if (!/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=\s]+$/.test(href))
      refuse('its href is no data: URL of a PNG or JPEG.')
    const place = boxIn(box)
    desk.weight.add(href)
    desk.sheet.put({
      ...{ id: newId(desk, id), kind: 'picture', role: 'picture', z: topOf(desk.sheet) },
      ...{ box: place, geometry: { form: 'image', ...place, href }, style: {}, label: 'picture' },
    })
    desk.sheet.reach(place)
  },
  copy: (desk, operation) => copy(desk, operation),
  drop: (desk, { id }) => drop(desk.sheet, part(desk, id)),
  drop_node: (desk, { id }) => drop(desk.sheet, partWith(desk, id, 'node')),
  drop_edge: (desk, { id }) => drop(desk.sheet, partWith(desk, id, 'edge')),
  drop_group: (desk, { id }) => drop(desk.sheet, partWith(desk, id, 'group')),
  set_title: ({ sheet }, { title }) => {
    const isTitle = ({ kind, parent, label }: SceneElement) =>
      kind === 'text' && parent === undefined && label !== undefined && label === sheet.scene.title
    const drawn = sheet.elements.find(isTitle)
    if (drawn) reworded(sheet, drawn, title)
    sheet.title = title
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
function paintedLike(sheet: Sheet, sister: SceneElement | undefined, own: Style): Style {
  const {
    dash: _,
    gradient: __,
    ...style
  } = sister?.style ?? {
    ...own,
    strokeWidth: rounded(themeIn(sheet.scene).measures.stroke * labelSize(sheet)),
  }
  return style
}

const radiusOf = (sister: SceneElement | undefined) =>
  sister?.geometry?.form === 'rect' ? { radius: sister.geometry.radius } : {}

/** A thing that looks like its sisters, in a free place near to the middle of them. */
function addNode(desk: Desk, { id, label, kind, group, quote }: Of<'add_node'>): void {
  const { sheet } = desk
  newId(desk, id)
  const panel = group === null ? undefined : partWith(desk, group, 'group')
  const formed = sheet
    .withRole('node')
    .filter(({ geometry, style }) => geometry && geometry.form !== 'lines' && style.fill !== 'none')
  const inside = panel ? formed.filter((one) => sheet.isIn(one.id, panel.id)) : formed
  const pool = inside.length > 0 ? inside : formed
  const boxes = pool.filter(({ geometry }) => geometry?.form === 'rect')
  const sister = usual(boxes.length > 0 ? boxes : pool, paints)
  const theme = themeIn(sheet.scene)
  const { tint, line } = theme.palette.hues[0] ?? theme.palette.neutral
  const size = sizeFor(sheet, { label, kind }, pool)
  const around = inside.length > 0 ? hullOf(inside.map(({ box }) => box)) : areaOf(sheet, panel)
  const box = placed(placeIn(sheet, size, panel, centreOf(around)), size)
  const isBox = kind === 'process' || kind === 'stage'
  const drawn = outline(isBox ? 'box' : kind, box, labelSize(sheet), theme)
  const node: SceneElement = {
    ...{ id, kind: 'shape', role: 'node', label: told(label), box },
    z: sheet.scene.drawn || !sister ? topOf(sheet) : sister.z,
    style: paintedLike(sheet, sister, { fill: tint, stroke: line }),
    geometry: isBox && drawn.form === 'rect' ? { ...drawn, ...radiusOf(sister) } : drawn,
    ...(panel && !sheet.scene.drawn && { parent: panel.id }),
    ...(kind !== 'process' && { data: { kind } }),
    ...(quote && { quote }),
  }
  sheet.put(node)
  setInto(sheet, node, freshText(sheet, node, `${id}-label`), label)
  const [text] = sheet.children(id)
  const { fill } = node.style
  if (text && fill?.startsWith('#') && contrast(text.style.fill ?? '#000000', fill) < READABLE)
    sheet.put({ ...text, style: { ...text.style, fill: inkOn(fill, theme.palette.ink) } })
}

const areaOf = ({ width, height }: Sheet, panel: SceneElement | undefined): Box =>
  panel?.box ?? { x: 0, y: 0, width, height }

/** What a name asks for, as layout fits it; as large as most sisters where that is about as much. */
function sizeFor(
  sheet: Sheet,
  { label, kind }: Pick<Of<'add_node'>, 'label' | 'kind'>,
  pool: readonly SceneElement[],
): Size {
  const node = { id: '', label, kind, spans: [], confidence: 1 }
  const em = labelStyle(sheet, 'node').fontSize ?? labelSize(sheet)
  const { width, height } = fitNode(node, em, { wrap: WIDE, roomy: 1 }, themeIn(sheet.scene))
  const isPlain = ({ id }: SceneElement) =>
    !sheet.partsOf(id).some((part) => part.role === 'picture' || part.kind === 'picture')
  const sizes = ({ box }: SceneElement) => [Math.round(box.width), Math.round(box.height)]
  const alike = usual(pool.filter(isPlain), sizes)?.box
  if (kind === 'decision' || !alike || alike.width > 2 * width || alike.height > 2.2 * height)
    return { width, height }
  return { width: Math.max(alike.width, width), height: Math.max(alike.height, height) }
}

/** Shares of the canvas, or of the panel around it, on each side: the first for which there is room. */
const SHARES = [0.45, 0.36, 0.28, 0.2] as const

/** A panel like its sisters where there is room for one, a fifth of the canvas large at the most. */
function addGroup(desk: Desk, { id, label, parent }: Of<'add_group'>): void {
  const { sheet } = desk
  newId(desk, id)
  const around = parent === null ? undefined : partWith(desk, parent, 'group')
  const area = areaOf(sheet, around)
  const wish = centreOf(area)
  const sizes = SHARES.map((by) => ({ width: by * area.width, height: by * area.height }))
  const [free] = sizes.flatMap((size) => {
    const at = freePlace(sheet, size, wish, around?.box)
    return at ? [placed(at, size)] : []
  })
  const least = sizes.at(-1) ?? area
  const box = free ?? placed(placeIn(sheet, least, around, wish), least)
  const sister = usual(
    sheet.withRole('group').filter(({ geometry }) => geometry),
    paints,
  )
  const { palette, measures } = themeIn(sheet.scene)
  const { wash, line } = palette.neutral
  const radius = rounded(measures.radius * labelSize(sheet))
  const low = lowestOf(sheet)
  const panel: SceneElement = {
    ...{ id, kind: 'group', role: 'group', label: told(label), box, z: sister?.z ?? low?.z ?? 0 },
    style: paintedLike(sheet, sister, { fill: wash, stroke: line }),
    geometry: { form: 'rect', ...box, radius, ...radiusOf(sister) },
    ...(around && !sheet.scene.drawn && { parent: around.id }),
  }
  sheet.put(panel, low?.id)
  setInto(sheet, panel, freshText(sheet, panel, `${id}-label`), label)
}

/** Parts once more elsewhere, under other ids; connectors between them too. */
function copy(desk: Desk, { ids, as, dx, dy }: Of<'copy'>): void {
  const { sheet } = desk
  desk.leads.follow()
  if (ids.length !== as.length) refuse('it needs as many ids in "as" as in "ids".')
  const own = new Map(ids.map((id, at) => [part(desk, id).id, newId(desk, as[at] ?? '')]))
  if (new Set(own.values()).size < ids.length) refuse('it names an id twice.')
  const along = sheet.along(ids)
  for (const { id, kind, from, to } of sheet.elements)
    if (kind === 'connector' && [from, to].every((end) => end && along.has(end.element)))
      for (const each of sheet.partsOf(id)) along.add(each.id)
  for (const id of ids) for (const each of sheet.partsOf(id)) along.add(each.id)
  const taken = new Set(own.values())
  for (const id of along) {
    let wanted = own.get(id) ?? `${id}-copy`
    for (let count = 2; !own.has(id) && (taken.has(wanted) || sheet.get(wanted)); count++)
      wanted = `${id}-copy-${count}`
    taken.add(wanted)
    own.set(id, wanted)
  }
  const extent = hullOf([...along].flatMap((id) => sheet.get(id)?.box ?? []))
  const top = topOf(sheet)
  const renamed = (id: string) => own.get(id) ?? id
  const [x, y] = [Math.max(dx, -extent.x), Math.max(dy, -extent.y)]
  const copies = sheet.elements.filter(({ id }) => along.has(id)).sort((a, b) => a.z - b.z)
  desk.weight.add(copies)
  for (const [at, one] of copies.entries()) {
    const fresh = { node: undefined, edge: undefined, panel: undefined }
    const { parent, from, to, ...bare } = withData(movedElement(one, x, y), fresh)
    sheet.put({
      ...bare,
      id: renamed(one.id),
      ...(sheet.scene.drawn && { z: top + at }),
      ...(parent !== undefined && { parent: renamed(parent) }),
      ...(from && { from: { ...from, element: renamed(from.element) } }),
      ...(to && { to: { ...to, element: renamed(to.element) } }),
    })
  }
  for (const id of own.values()) {
    const one = sheet.get(id)
    if (one?.kind === 'connector') desk.leads.hold(one)
  }
  sheet.reach({ ...extent, x: extent.x + x, y: extent.y + y })
}

/** Gone with all that is drawn of it, and with the connectors that join it; what stands in it stays. */
function drop(sheet: Sheet, one: SceneElement): void {
  const gone = new Set(sheet.partsOf(one.id).map(({ id }) => id))
  for (const { id: edge, from, to } of sheet.elements)
    if ([from, to].some((end) => end && gone.has(end.element)))
      for (const { id } of sheet.partsOf(edge)) gone.add(id)
  for (const id of sheet.crumbsOf(gone)) gone.add(id)
  const owner = sheet.get(one.parent)
  sheet.remove(gone)
  for (const each of sheet.elements) {
    if (!gone.has(each.parent ?? '')) continue
    const { parent: _, ...bare } = each
    sheet.put(
      one.parent === undefined || gone.has(one.parent) ? bare : { ...bare, parent: one.parent },
    )
  }
  if (owner?.role === 'edge' && one.kind === 'text') {
    const { label: _, ...bare } = owner
    sheet.put(bare)
  }
}
