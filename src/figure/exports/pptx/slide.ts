import { leastOf } from '../../../forms/least'
import type { Box, Geometry, Scene, SceneElement, Style } from '../../../forms/scene'
import { boxAt, centreOf, distance, hullOf, overlap, turnedAround, within } from '../../geometry'
import { boxOf } from '../../geometry/moved'
import { wholeOf } from '../../geometry/outlines'
import { pathSegments } from '../../geometry/path-data'
import { groundOf } from '../../svg/ground'
import { countUnder, treeOf } from '../../svg/tree'
import { element } from '../../svg/xml'
import { type Form, formOf, freeForm, presetMarkup } from './forms'
import { endNames, glueOf, isConnector } from './glue'
import { fillOf, lineOf, shadowOf, UNSEEN } from './paint'
import { routeOf, tipsOf } from './routes'
import { type Measure, type Turn, xfrm } from './units'
import { bodyOf, canStandTogether, type Row, roomOf, rowsOf } from './words'

/** Something on the slide, and the box that it takes there. */
interface Piece {
  markup: string
  box: Box
}

/** What every piece is known by. */
interface Identity {
  id?: number
  name: string
  /** For readers who do not see it. */
  descr?: string
}

/** What clip paths, heads and pictures of the slide lose, a sentence each. */
const LOST = {
  clip: 'What clip paths hide is shown: forms of a slide are not cut by others.',
  pen: 'Connectors are drawn by a ruler, not by hand: so they are led anew when what they join moves.',
  formula: 'Formulas are outlines: their letters cannot be edited.',
  picture: 'A picture of another format than PNG, JPEG or GIF is left out.',
  tip: 'Bars, crosses and rings at ends of lines are forms of their own: they stay where a line is led anew.',
}

/** The elements of a scene as shapes, pictures, connectors and groups, in their painting order. */
export class SlideShapes {
  readonly media: { name: string; bytes: Uint8Array }[] = []
  /** What the slide cannot hold, a sentence each. */
  readonly leftOut = new Set<string>()
  private readonly tree
  private readonly glue
  private readonly byId
  /** Numbers of the elements' shapes; that of all shapes is 1. */
  private readonly numbers
  private last
  private readonly forms = new Map<string, Form>()
  private readonly files = new Map<string, number>()
  private readonly written = new Set<number>()

  constructor(
    private readonly scene: Scene,
    private readonly measure: Measure,
  ) {
    const { elements } = scene
    this.tree = treeOf(scene)
    this.glue = glueOf(elements, this.tree)
    this.byId = new Map(elements.map((each) => [each.id, each]))
    this.numbers = new Map(elements.map(({ id }, at) => [id, at + 2]))
    this.last = elements.length + 1
  }

  all(): string {
    const lines = groundOf(this.scene)
      .slice(1)
      .map(({ geometry, style }) => this.stroke({ d: wholeOf(geometry), style }, 1, 'Ground'))
    const grid = lines.length > 0 ? [this.group(lines, { name: 'Ground' })] : []
    const pieces = this.tree.roots.flatMap((each) => this.write(each, 1))
    const markup = [...grid, ...pieces].map((piece) => piece.markup).join('')
    // What could not be written cannot be held on to.
    return markup.replace(/<a:(?:st|end)Cxn id="(\d+)"[^>]*>/g, (glue, id) =>
      this.written.has(Number(id)) ? glue : '',
    )
  }

  /** `shown` is how much of it its groups let through, 0 to 1. */
  private write(each: SceneElement, shown: number): Piece[] {
    if (each.clip) this.leftOut.add(LOST.clip)
    const parts = this.tree.children.get(each.id) ?? []
    const through = each.geometry ? shown : shown * (each.style.opacity ?? 1)
    const count = countUnder(this.scene, each, parts)
    const [under, over] = [parts.slice(0, count), parts.slice(count)]
    const inside = this.inside(each, over)
    const rows = inside.flatMap((part) => rowsOf(part, through))
    const pieces = [
      ...under.flatMap((part) => this.write(part, through)),
      ...this.own(each, rows, shown),
      ...over.flatMap((part) => (inside.includes(part) ? [] : this.write(part, through))),
    ]
    const apart = pieces.length < 2 || each.kind === 'connector'
    return apart ? pieces : [this.group(pieces, { ...this.named(each), id: undefined })]
  }

  private group(pieces: readonly Piece[], identity: Identity): Piece {
    const box = hullOf(pieces.map((piece) => piece.box))
    const named = this.properties('GrpSp', identity)
    const place = element('p:grpSpPr', {}, xfrm(box, this.measure, {}, true))
    const parts = pieces.map(({ markup }) => markup).join('')
    return { box, markup: element('p:grpSp', {}, named + place + parts) }
  }

  /** Parts whose words can stand in the form, from the top down: nothing lies between them and it. */
  private inside(each: SceneElement, parts: readonly SceneElement[]): SceneElement[] {
    const { geometry, kind } = each
    if (!geometry || NO_ROOM.has(geometry.form) || kind === 'connector') return []
    const texts = parts.map((part) => {
      const rows = rowsOf(part, 1)
      return { part, rows, room: roomOf(rows) }
    })
    const able = texts.filter(({ part, rows, room }, at) => {
      const lines = part.geometry?.form === 'lines' ? part.geometry : undefined
      const plain = lines && !lines.turn && !lines.lines.some(({ formulas }) => formulas)
      const alone = !part.clip && !this.tree.children.has(part.id) && !this.glue.ends.has(part.id)
      const isOver = (one: (typeof texts)[number]) =>
        one.rows.length === 0 && overlap(one.part.box, room, 1)
      const free = !texts.slice(0, at).some(isOver) && within(room, each.box, STANDS_OUT)
      return rows.length > 0 && plain && alone && free && canStandTogether(rows)
    })
    const sorted = able.toSorted((a, b) => a.room.y - b.room.y)
    if (canStandTogether(sorted.flatMap(({ rows }) => rows))) return sorted.map(({ part }) => part)
    const longest = leastOf(able, ({ part }) => -(part.label ?? '').length)
    return longest ? [longest.part] : []
  }

  /** The form itself, what is painted in its place, or its words. */
  private own(each: SceneElement, rows: readonly Row[], shown: number): Piece[] {
    const { geometry, style, paint } = each
    if (!geometry) return []
    if (isConnector(each)) return this.connector(each, shown)
    if (geometry.form === 'lines') return this.words(each, shown)
    if (geometry.form === 'image') return this.picture(each, geometry.href)
    const named = this.named(each)
    const painted = (paint ?? []).map((one) => this.stroke(one, shown, named.name))
    if (paint && rows.length === 0 && !this.glue.ends.has(each.id)) return painted
    const { measure } = this
    const form = this.formOf(each)
    const line = lineOf(style, measure, shown) + shadowOf(style, measure)
    const look = paint ? UNSEEN : fillOf(style, form.box, shown) + line
    return [...painted, this.shape(named, form, look, bodyOf(rows, form.frame, measure))]
  }

  /** Where connectors are glued to it, too. */
  private formOf(each: SceneElement): Form {
    const known = this.forms.get(each.id)
    if (known) return known
    const { geometry, style } = each
    const ends = this.glue.ends.get(each.id) ?? []
    const outline: Geometry =
      !geometry || geometry.form === 'lines'
        ? { form: 'rect', ...roomOf(rowsOf(each, 1)), radius: 0 }
        : geometry
    const form = formOf(outline, ends, this.measure, style.evenOdd)
    this.forms.set(each.id, form)
    return form
  }

  private stroke({ d, style }: { d: string; style: Style }, shown: number, name: string): Piece {
    const box = boxOf({ form: 'path', d }, {})
    const form = freeForm(pathSegments(d), box, this.measure, { evenOdd: style.evenOdd })
    const look = fillOf(style, box, shown) + lineOf(style, this.measure, shown)
    return this.shape({ name }, form, look)
  }

  private shape(
    identity: Identity,
    { box, markup }: Pick<Form, 'box' | 'markup'>,
    look: string,
    body = '',
    { turn, txBox }: { turn?: Turn; txBox?: 1 } = {},
  ): Piece {
    const named = this.properties('Sp', identity, { txBox })
    const drawn = element('p:spPr', {}, xfrm(box, this.measure, turn) + markup + look)
    return { box, markup: element('p:sp', {}, named + drawn + body) }
  }

  private words(each: SceneElement, shown: number): Piece[] {
    const { geometry, style } = each
    const rows = rowsOf(each, shown)
    if (geometry?.form !== 'lines' || rows.length === 0) return []
    const formulas = geometry.lines.flatMap((line) => line.formulas ?? [])
    const whole = formulas.length === 0 && canStandTogether(rows)
    const boxes = (whole ? [rows] : rows.map((row) => [row])).map((set, at) => {
      const room = roomOf(set)
      const box = turned(room, geometry)
      const name = set.map(({ line }) => line.text).join(' ')
      const identity = at === 0 ? { id: this.numbers.get(each.id), name } : { name }
      const markup = whole ? this.formOf(each).markup : presetMarkup('rect')
      const turn = { degrees: geometry.turn }
      const body = bodyOf(set, room, this.measure)
      return this.shape(identity, { box, markup }, '<a:noFill/>', body, { turn, txBox: 1 })
    })
    if (formulas.length > 0) this.leftOut.add(LOST.formula)
    const outlines = formulas.map(({ tex, d, strokeWidth }) => {
      const { fill = '#000000', opacity } = style
      const heavy = strokeWidth === undefined ? {} : { stroke: fill, strokeWidth }
      return this.stroke({ d, style: { fill, opacity, ...heavy } }, shown, tex)
    })
    const pieces = [...boxes, ...outlines]
    return pieces.length < 2 ? pieces : [this.group(pieces, { name: each.label ?? '' })]
  }

  private picture(each: SceneElement, href: string): Piece[] {
    const [, type, data] = /^data:image\/(png|jpe?g|gif);base64,([\s\S]+)$/.exec(href) ?? []
    if (!type || !data) {
      this.leftOut.add(LOST.picture)
      return []
    }
    const file = this.files.get(href) ?? this.media.length
    if (file === this.media.length) {
      const name = `image${file + 1}.${type.replace('jpg', 'jpeg')}`
      this.media.push({ name, bytes: Buffer.from(data, 'base64') })
      this.files.set(href, file)
    }
    const { box, markup } = this.formOf(each)
    const blip = element('a:blip', { 'r:embed': `rId${file + 2}` })
    const parts = [
      this.properties('Pic', this.named(each)),
      element('p:blipFill', {}, `${blip}<a:stretch><a:fillRect/></a:stretch>`),
      element('p:spPr', {}, xfrm(box, this.measure) + markup),
    ]
    return [{ box, markup: element('p:pic', {}, parts.join('')) }]
  }

  private connector(each: SceneElement & { geometry: Geometry }, shown: number): Piece[] {
    const { measure } = this
    const named = this.named(each)
    const { box, turn, markup } = routeOf(each.geometry, measure)
    if (each.paint) this.leftOut.add(LOST.pen)
    const glue = (this.glue.held.get(each.id) ?? []).map(({ id, at }, end) => {
      const target = this.byId.get(id ?? '')
      if (!target) return ''
      const site = leastOf(this.formOf(target).sites, (one) => distance(one.at, at))
      const held = { id: this.numbers.get(target.id), idx: site?.index ?? 0 }
      return element(end === 0 ? 'a:stCxn' : 'a:endCxn', held)
    })
    const line = lineOf(each.style, measure, shown, each.heads ?? 'end')
    const drawn = element('p:spPr', {}, xfrm(box, measure, turn) + markup + line)
    const tips = tipsOf(each, this.scene.background)
    if (tips.length > 0) this.leftOut.add(LOST.tip)
    return [
      {
        box: upright(box, turn),
        markup: element('p:cxnSp', {}, this.properties('CxnSp', named, {}, glue.join('')) + drawn),
      },
      ...tips.map((one) => this.stroke(one, shown, named.name)),
    ]
  }

  /** What stands first in every piece of a sort. */
  private properties(sort: string, identity: Identity, own = {}, within = ''): string {
    const { id = ++this.last, name, descr } = identity
    this.written.add(id)
    const known = element('p:cNvPr', { id, name: name.slice(0, MOST_NAME), descr })
    return element(
      `p:nv${sort}Pr`,
      {},
      `${known}${element(`p:cNv${sort}Pr`, own, within)}<p:nvPr/>`,
    )
  }

  private named(each: SceneElement): Identity {
    const { id, label, kind, role } = each
    const number = this.numbers.get(id)
    if (kind !== 'connector')
      return { id: number, name: label || `${role ?? kind} ${id}`, descr: label }
    const ends = endNames(each).map((end) => {
      const named = this.byId.get(end ?? '')
      return named && (named.label || named.id)
    })
    const name = ends.every((end) => end) ? ends.join(' → ') : label || id
    return { id: number, name, descr: label && label !== name ? `${name}: ${label}` : name }
  }
}

/** What no words stand in. */
const NO_ROOM: ReadonlySet<Geometry['form']> = new Set(['lines', 'image', 'polyline'])
/** Room that words may take beyond a form, in pixels. */
const STANDS_OUT = 4
const MOST_NAME = 250

/** Where the box of words that are turned around their first line's place stands before it is turned around its middle. */
function turned(box: Box, { turn = 0, lines: [first] }: Extract<Geometry, { form: 'lines' }>): Box {
  if (turn === 0 || !first) return box
  const { x, y } = centreOf(box)
  return boxAt(turnedAround(first, { x: x - first.x, y: y - first.y }, turn), box)
}

/** The box that is seen of one that may lie on its side. */
function upright(box: Box, { degrees }: Turn): Box {
  const { x, y, width, height } = box
  return degrees === 90
    ? { x: x + (width - height) / 2, y: y + (height - width) / 2, width: height, height: width }
    : box
}
