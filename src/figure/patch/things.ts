import { rounded } from '../../forms/numbers'
import type { Operation } from '../../forms/operations'
import type { Box, SceneElement } from '../../forms/scene'
import { contrast, inkOn, READABLE } from '../color'
import { faceFor, wrapEvenly } from '../fonts'
import { centreOf, grown, hullOf } from '../geometry'
import { outline } from '../layout/node-outline'
import { movedElement } from '../moved-geometry'
import { type Acts, boxIn, type Desk, newId, part, partWith, refuse } from './desk'
import { setInto } from './fit'
import { labelSize, labelStyle, lowestOf, themeIn, topOf, usual } from './manner'
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
/** Lengths in em of names; `diamond` a factor. */
const NODE = { padX: 0.95, padY: 0.8, wide: 9, least: 4.2, diamond: 1.5 } as const

type Of<Op extends Operation['op']> = Extract<Operation, { op: Op }>

/** A thing that looks like its sisters, in a free place near to the middle of them. */
function addNode(desk: Desk, { id, label, kind, group, quote }: Of<'add_node'>): void {
  const { sheet } = desk
  newId(desk, id)
  const panel = group === null ? undefined : partWith(desk, group, 'group')
  const plain = sheet
    .withRole('node')
    .filter(({ geometry, style }) => geometry && geometry.form !== 'lines' && style.fill !== 'none')
  const inside = panel ? plain.filter((one) => sheet.isIn(one.id, panel.id)) : plain
  const pool = inside.length > 0 ? inside : plain
  const boxes = pool.filter(({ geometry }) => geometry?.form === 'rect')
  const sample = usual(boxes.length > 0 ? boxes : pool, ({ style: { fill, stroke } }) => [
    fill,
    stroke,
  ])
  const theme = themeIn(sheet)
  const { hues, neutral } = theme.palette
  const style = labelStyle(sheet, 'node')
  const size = style.fontSize ?? 16
  const face = { weight: faceFor(style.fonts, style.fontWeight), size }
  const words = wrapEvenly(label, NODE.wide * size, face)
  // Words have but the middle of a diamond.
  const by = kind === 'decision' ? NODE.diamond : 1
  const width = by * Math.max(words.width + 2 * NODE.padX * size, NODE.least * size)
  const height = by * ((words.lines.length - 1) * 1.2 * size + size + 2 * NODE.padY * size)
  const sisters = pool.filter(
    (one) =>
      !sheet
        .partsOf(one.id)
        .some(({ kind: part, role }) => role === 'picture' || part === 'picture'),
  )
  const alike = usual(sisters, ({ box }) => [Math.round(box.width), Math.round(box.height)])?.box
  const fits = alike && alike.width < 2 * width && alike.height < 2.2 * height
  const large =
    fits && kind !== 'decision'
      ? { width: Math.max(alike.width, width), height: Math.max(alike.height, height) }
      : { width, height }
  const wish = centreOf(
    hullOf(
      inside.length > 0
        ? inside.map(({ box }) => box)
        : [panel?.box ?? { x: 0, y: 0, width: sheet.width, height: sheet.height }],
    ),
  )
  const at = placeIn(sheet, large, panel, wish)
  const box = {
    x: rounded(at.x - large.width / 2),
    y: rounded(at.y - large.height / 2),
    width: rounded(large.width),
    height: rounded(large.height),
  }
  const drawn = outline(kind === 'process' || kind === 'stage' ? 'box' : kind, box, size, theme)
  const radius = sample?.geometry?.form === 'rect' ? sample.geometry.radius : undefined
  const {
    dash: _,
    gradient: __,
    ...look
  } = sample?.style ?? {
    fill: (hues[0] ?? neutral).tint,
    stroke: (hues[0] ?? neutral).line,
    strokeWidth: rounded(theme.measures.stroke * size),
  }
  const node: SceneElement = {
    ...{
      id,
      kind: 'shape',
      role: 'node',
      z: sheet.scene.drawn || !sample ? topOf(sheet) : sample.z,
      box,
      style: look,
      label,
    },
    geometry:
      drawn.form === 'rect' && radius !== undefined && kind !== 'data' && kind !== 'human'
        ? { ...drawn, radius }
        : drawn,
    ...(panel && !sheet.scene.drawn && { parent: panel.id }),
    ...(kind !== 'process' && { data: { kind } }),
    ...(quote && { quote }),
  }
  sheet.put(node)
  setInto(sheet, node, freshText(sheet, node, `${id}-label`), label)
  const { fill } = node.style
  const text = sheet.children(id)[0]
  if (text && fill?.startsWith('#') && contrast(text.style.fill ?? '#000000', fill) < READABLE)
    sheet.put({ ...text, style: { ...text.style, fill: inkOn(fill, theme.palette.ink) } })
}

/** A panel like its sisters where there is room for one, a fifth of the canvas large. */
function addGroup(desk: Desk, { id, label, parent }: Of<'add_group'>): void {
  const { sheet } = desk
  newId(desk, id)
  const around = parent === null ? undefined : partWith(desk, parent, 'group')
  const area = around?.box ?? { x: 0, y: 0, width: sheet.width, height: sheet.height }
  const wish = centreOf(area)
  const sizes = [0.45, 0.36, 0.28, 0.2].map((by) => ({
    width: by * area.width,
    height: by * area.height,
  }))
  const free = sizes.flatMap((size) => {
    const at = freePlace(sheet, size, wish, around?.box)
    return at ? [{ ...size, at }] : []
  })[0]
  const size = free ?? sizes[3] ?? area
  const at = free?.at ?? placeIn(sheet, size, around, wish)
  const sample = usual(
    sheet.withRole('group').filter(({ geometry }) => geometry),
    ({ style: { fill, stroke } }) => [fill, stroke],
  )
  const theme = themeIn(sheet)
  const em = labelSize(sheet)
  const {
    dash: _,
    gradient: __,
    ...look
  } = sample?.style ?? {
    ...{ fill: theme.palette.neutral.wash, stroke: theme.palette.neutral.line },
    strokeWidth: rounded(0.8 * theme.measures.stroke * em),
  }
  const box = {
    x: rounded(at.x - size.width / 2),
    y: rounded(at.y - size.height / 2),
    width: rounded(size.width),
    height: rounded(size.height),
  }
  const low = lowestOf(sheet)
  const radius =
    sample?.geometry?.form === 'rect' ? sample.geometry.radius : rounded(theme.measures.radius * em)
  const panel: SceneElement = {
    ...{ id, kind: 'group', role: 'group', z: sample?.z ?? low?.z ?? 0, box, style: look, label },
    geometry: { form: 'rect', ...box, radius },
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
  for (const [at, one] of copies.entries()) {
    const { parent, from, to, data, ...bare } = movedElement(one, x, y)
    const { node: _, edge: __, panel: ___, ...said } = data ?? {}
    sheet.put({
      ...bare,
      id: renamed(one.id),
      ...(sheet.scene.drawn && { z: top + at }),
      ...(parent !== undefined && { parent: renamed(parent) }),
      ...(Object.keys(said).length > 0 && { data: said }),
      ...(from && { from: { ...from, element: renamed(from.element) } }),
      ...(to && { to: { ...to, element: renamed(to.element) } }),
    })
  }
  for (const id of own.values()) {
    const one = sheet.get(id)
    if (one?.kind === 'connector') desk.leads.hold(one)
  }
  sheet.reach(grown({ ...extent, x: extent.x + x, y: extent.y + y }, 0))
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
