import { rounded } from '../../forms/numbers'
import type { Operation } from '../../forms/operations'
import type { Scene, SceneElement } from '../../forms/scene'
import { hullOf } from '../geometry'
import { Leads, leadAnew } from './lead'
import { connectorLike, dashOf } from './manner'
import { shapeOf } from './parts'
import { Sheet } from './sheet'
import { detailed, freshText, reworded, setInto } from './words'

/** The message names the operation by its place and says in a sentence why it cannot be done. */
export class OperationRefused extends Error {
  override name = 'OperationRefused'
}

export interface Operated {
  scene: Scene
  /** Ids of the things, connectors, panels and free parts that were touched, and of connectors that were led anew. */
  changed: string[]
}

export { diagramAfter } from './diagram-after'
export { partsOf } from './parts'

/** Why one operation cannot be done. */
class Refusal extends Error {}

const refuse = (sentence: string): never => {
  throw new Refusal(sentence)
}

interface Desk {
  sheet: Sheet
  leads: Leads
}

type Act<Op extends Operation['op']> = (
  desk: Desk,
  operation: Extract<Operation, { op: Op }>,
) => void

/**
 * A scene after operations, one after the other. What none of them names stays the very same object; connectors follow
 * what they join, and nothing else is moved, laid out or scaled.
 *
 * @throws OperationRefused
 */
export function operated(scene: Scene, operations: readonly Operation[]): Operated {
  const sheet = new Sheet(scene)
  const desk = { sheet, leads: new Leads(sheet, scene) }
  for (const [index, operation] of operations.entries()) {
    // Whoever lays out follows it.
    if (operation.op === 'set_direction') continue
    try {
      const act = ACTS[operation.op] as Act<Operation['op']> | undefined
      if (!act) refuse('it is not one of the changes to a drawing.')
      act?.(desk, operation)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new OperationRefused(`operations[${index}] ${operation.op}: ${error.message}`)
    }
  }
  desk.leads.follow()
  return { scene: sheet.result, changed: [...sheet.changed] }
}

const part = ({ sheet }: Desk, id: string): SceneElement =>
  sheet.get(id) ?? refuse(`there is no part ${JSON.stringify(id)}.`)

const NOUNS = { node: 'node', edge: 'connector', group: 'panel' } as const

function partWith(desk: Desk, id: string, role: keyof typeof NOUNS): SceneElement {
  const one = part(desk, id)
  return one.role === role ? one : refuse(`${JSON.stringify(id)} is no ${NOUNS[role]}.`)
}

/** Ids stand in the SVG, so they are names of XML. */
function freeId({ sheet }: Desk, id: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,60}$/.test(id) && !sheet.get(id)) return id
  return refuse(
    `the id ${JSON.stringify(id)} is taken, or has other characters than letters, digits, - and _.`,
  )
}

/** Moved with all that goes along, but not beyond the left and upper end of the canvas. */
function move({ sheet }: Desk, ids: readonly string[], dx: number, dy: number): void {
  const along = sheet.along(ids)
  const extent = hullOf([...along].flatMap((id) => sheet.get(id)?.box ?? []))
  const by = (wanted: number, at: number) => rounded(Math.max(wanted, Math.min(0, -at)))
  const [x, y] = [by(dx, extent.x), by(dy, extent.y)]
  sheet.move(ids, x, y)
  sheet.reach({ ...extent, x: extent.x + x, y: extent.y + y })
  for (const id of ids) rehome(sheet, id, along)
}

/** What was moved out of its panel stands in it no more. */
function rehome(sheet: Sheet, id: string, along: ReadonlySet<string>): void {
  const one = sheet.get(id)
  const panel = sheet.get(one?.parent)
  if (!one || panel?.role !== 'group' || along.has(panel.id) || one.kind === 'text') return
  const { box } = one
  const inside = (outer: SceneElement) =>
    box.x + box.width / 2 > outer.box.x &&
    box.x + box.width / 2 < outer.box.x + outer.box.width &&
    box.y + box.height / 2 > outer.box.y &&
    box.y + box.height / 2 < outer.box.y + outer.box.height
  const { parent: _, ...bare } = one
  for (let at: SceneElement | undefined = panel; at?.role === 'group'; at = sheet.get(at.parent))
    if (inside(at)) {
      if (at !== panel) sheet.put({ ...bare, parent: at.id })
      return
    }
  sheet.put(bare)
}

/** Connectors hold on to what they join, so one alone is bent or reconnected. */
function movable(desk: Desk, ids: readonly string[]): string[] {
  const parts = ids.map((id) => part(desk, id))
  const own = parts.filter(({ from, to, kind }) => kind !== 'connector' || (!from && !to))
  if (own.length === 0)
    refuse(`${JSON.stringify(ids[0])} is led by what it joins: move that, or bend it.`)
  return own.map(({ id }) => id)
}

function drop({ sheet }: Desk, id: string): void {
  const one = sheet.get(id) as SceneElement
  const gone = new Set(sheet.partsOf(id).map((each) => each.id))
  for (const { id: edge, from, to } of sheet.elements)
    if ([from, to].some((end) => end && gone.has(end.element)))
      for (const each of sheet.partsOf(edge)) gone.add(each.id)
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

const restyle: Act<'restyle'> = (
  desk,
  { id, fill, stroke, stroke_width, dashed, ink, font_size, bold, italic },
) => {
  const { sheet } = desk
  const one = part(desk, id)
  const shape = one.geometry?.form === 'lines' ? undefined : shapeOf(sheet, one)
  if (shape) {
    const { fill: oldFill, gradient, stroke: oldStroke, strokeWidth, dash, ...rest } = shape.style
    const isLine = shape.kind === 'connector'
    const line = stroke === undefined ? oldStroke : (stroke ?? undefined)
    const wide = stroke_width === undefined ? strokeWidth : (stroke_width ?? undefined)
    const broken =
      dashed === undefined || dashed === null
        ? dash
        : dashed
          ? (dash ?? dashOf(sheet, wide))
          : undefined
    const area = isLine || fill === undefined ? oldFill : (fill ?? 'none')
    const next = {
      ...rest,
      ...(area !== undefined && { fill: area }),
      ...(gradient && (fill === undefined || isLine) && { gradient }),
      ...(line !== undefined && { stroke: line }),
      ...(wide !== undefined && { strokeWidth: wide }),
      ...(broken && { dash: broken }),
    }
    const { paint, ...bare } = shape
    const isSame = JSON.stringify(next) === JSON.stringify(shape.style)
    if (!isSame)
      sheet.put({
        ...bare,
        style: next,
        ...(paint && { paint: repainted(paint, shape.style, next) }),
      })
  }
  if ([ink, font_size, bold, italic].every((each) => each === undefined)) return
  const texts = sheet.partsOf(id).filter(({ geometry }) => geometry?.form === 'lines')
  if (texts.length === 0) refuse(`${JSON.stringify(id)} has no words.`)
  const largest = Math.max(...texts.map(({ style }) => style.fontSize ?? 16))
  for (const text of texts) {
    const { fontSize = 16, italic: _, ...style } = text.style
    const slanted = italic === undefined ? text.style.italic : italic
    const next = {
      ...text,
      style: {
        ...style,
        fontSize: font_size ? rounded((fontSize * font_size) / largest) : fontSize,
        ...(ink && { fill: ink }),
        ...(bold !== undefined && { fontWeight: bold ? 700 : 400 }),
        ...(slanted && { italic: true }),
      },
    }
    sheet.put(next)
    const isSized = font_size !== undefined || bold !== undefined
    if (isSized && text.label) setInto(sheet, sheet.get(text.parent) ?? next, next, text.label)
  }
}

/** What a theme paints for a form, in its other colours. */
function repainted(
  paint: NonNullable<SceneElement['paint']>,
  was: SceneElement['style'],
  is: SceneElement['style'],
) {
  return paint.map(({ d, style }) => ({
    d,
    style: {
      ...style,
      ...(style.fill === was.fill && is.fill !== undefined && { fill: is.fill }),
      ...(style.stroke !== undefined &&
        style.stroke === was.stroke &&
        is.stroke !== undefined && { stroke: is.stroke }),
      ...(style.strokeWidth !== undefined &&
        style.strokeWidth === was.strokeWidth &&
        is.strokeWidth !== undefined && { strokeWidth: is.strokeWidth }),
    },
  }))
}

const addEdge: Act<'add_edge'> = (desk, { id, from, to, label, kind, heads, dashed, quote }) => {
  const { sheet, leads } = desk
  const ends = [from, to].map((end) => part(desk, end))
  for (const end of ends)
    if (end.kind === 'connector')
      refuse(`${JSON.stringify(end.id)} is a connector: nothing can end there.`)
  leads.follow()
  const like = connectorLike(sheet, from)
  const { dash: _, ...style } = like.style
  const role = kind === 'feedback' ? { data: { role: 'feedback' } } : {}
  const edge: SceneElement = {
    id: freeId(desk, id),
    kind: 'connector',
    role: 'edge',
    z: like.z,
    box: ends[0]?.box as SceneElement['box'],
    style: { ...style, ...(dashed && { dash: dashOf(sheet, style.strokeWidth) }) },
    ...(like.geometry && { geometry: like.geometry }),
    from: { element: from, side: 'right', at: 0.5 },
    to: { element: to, side: 'left', at: 0.5 },
    heads,
    ...role,
    ...(quote && { quote }),
  }
  sheet.put(edge)
  if (label) words(sheet, edge, label)
  leads.hold(edge)
  leadAnew(sheet, [{ edge: sheet.get(id) as SceneElement }])
}

/** Words of a connector that has none yet; they are put beside it when it is led. */
function words(sheet: Sheet, edge: SceneElement, label: string): void {
  sheet.put({ ...edge, label })
  setInto(sheet, edge, freshText(sheet, edge, `${edge.id}-label`), label)
}

const ACTS: { [Op in Operation['op']]?: Act<Op> } = {
  rename: (desk, { id, label }) => reworded(desk.sheet, part(desk, id), label),
  place: (desk, { id, x, y }) => {
    const [own] = movable(desk, [id])
    const { x: left, y: top, width, height } = desk.sheet.extentOf(own ?? id)
    move(
      desk,
      [id],
      (x ?? left + width / 2) - left - width / 2,
      (y ?? top + height / 2) - top - height / 2,
    )
  },
  move: (desk, { ids, dx, dy }) => move(desk, movable(desk, ids), dx, dy),
  restyle,
  add_edge: addEdge,
  set_detail: (desk, { id, detail }) => detailed(desk.sheet, partWith(desk, id, 'node'), detail),
  rename_group: (desk, { id, label }) => reworded(desk.sheet, partWith(desk, id, 'group'), label),
  drop: (desk, { id }) => {
    part(desk, id)
    drop(desk, id)
  },
  set_title: ({ sheet }, { title }) => {
    sheet.title = title
  },
  set_direction: () => refuse('the figure has to be laid out anew for that.'),
}
