import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { DiagramEdge, DiagramNode, Direction, NODE_FORMS } from './diagram'
import { Picture } from './picture'
import { oneOf, orNull } from './schema'

const Id = Type.String({ minLength: 1 })
const Label = Type.String({ minLength: 1 })
const operation = <const Op extends string, T extends Record<string, TSchema>>(
  op: Op,
  members: T,
) => Type.Object({ op: Type.Literal(op), ...members })

/** In pixels of the drawn figure. */
const Length = Type.Number({ minimum: -10_000, maximum: 10_000 })
/** What becomes equal: `x` stands things above each other, `y` side by side. */
const Axis = oneOf(['x', 'y'])

/** A stretch of the source that says what is added. */
const Quote = Type.Optional(Type.String())

const Point = Type.Object({ x: Length, y: Length })
const BoxOf = Type.Array(Length, { minItems: 4, maxItems: 4 })
const Ids = Type.Array(Id, { minItems: 1, maxItems: 200 })
const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$' })
const maybe = <T extends TSchema>(schema: T) => Type.Optional(orNull(schema))

/**
 * The closed set of changes to a figure, which an editor sends: null takes a thing away, members that are not named here are
 * ignored. A place is that of a thing's centre, words included; boxes are `[x, y, width, height]`.
 */
export const OPERATIONS = [
  operation('rename', { id: Id, label: Label }),
  operation('set_detail', { id: Id, detail: orNull(Label) }),
  operation('set_kind', { id: Id, kind: DiagramNode.properties.kind }),
  operation('set_form', {
    id: Id,
    form: orNull(oneOf(NODE_FORMS)),
  }),
  operation('set_icon', { id: Id, icon: orNull(Type.String({ minLength: 1, maxLength: 60 })) }),
  operation('set_accent', { id: Id, color: orNull(Colour) }),
  operation('add_node', {
    id: Id,
    label: Label,
    kind: DiagramNode.properties.kind,
    group: orNull(Id),
    quote: Quote,
  }),
  operation('drop_node', { id: Id }),
  operation('add_edge', {
    id: Id,
    from: Id,
    to: Id,
    label: orNull(Type.String()),
    kind: DiagramEdge.properties.kind,
    heads: DiagramEdge.properties.heads,
    dashed: Type.Boolean(),
    quote: Quote,
  }),
  operation('drop_edge', { id: Id }),
  operation('reverse_edge', { id: Id }),
  operation('set_edge_label', { id: Id, label: orNull(Label) }),
  operation('set_edge_kind', { id: Id, kind: DiagramEdge.properties.kind }),
  operation('set_heads', { id: Id, heads: DiagramEdge.properties.heads }),
  operation('set_dashed', { id: Id, dashed: Type.Boolean() }),
  operation('add_group', { id: Id, label: Label, parent: orNull(Id) }),
  operation('rename_group', { id: Id, label: Label }),
  operation('drop_group', { id: Id }),
  operation('move_to_group', { id: Id, group: orNull(Id) }),
  operation('set_direction', { direction: orNull(Direction) }),
  operation('set_picture', { id: Id, picture: orNull(Picture) }),
  operation('set_role', { id: Id, role: orNull(Label) }),
  operation('place', { id: Id, x: orNull(Length), y: orNull(Length) }),
  operation('align', { ids: Type.Array(Id, { minItems: 2, maxItems: 200 }), axis: Axis }),
  /** With equal gaps along the axis; the outermost two stay. */
  operation('distribute', { ids: Type.Array(Id, { minItems: 3, maxItems: 200 }), axis: Axis }),
  operation('swap', { a: Id, b: Id }),
  operation('resize_group', { id: Id, box: BoxOf }),
  /** Anything that has a place; what stands in it goes along, connectors follow. */
  operation('move', { ids: Ids, dx: Length, dy: Length }),
  operation('resize', { id: Id, box: BoxOf }),
  /** Corners of a connector between its two ends; none: it is led anew. */
  operation('bend', { id: Id, points: Type.Array(Point, { maxItems: 40 }) }),
  /** Other ends for a connector; null: that end stays. */
  operation('reconnect', { id: Id, from: orNull(Id), to: orNull(Id) }),
  /** How a thing, or free words, are painted; what is left out stays. `ink`: of its words. */
  operation('restyle', {
    id: Id,
    fill: maybe(Colour),
    stroke: maybe(Colour),
    stroke_width: maybe(Type.Number({ minimum: 0, maximum: 60 })),
    dashed: maybe(Type.Boolean()),
    ink: maybe(Colour),
    font_size: maybe(Type.Number({ minimum: 4, maximum: 400 })),
    bold: maybe(Type.Boolean()),
    italic: maybe(Type.Boolean()),
  }),
  /** `as`: the ids of the copies, one for each; connectors between copied things are copied with them. */
  operation('copy', { ids: Ids, as: Ids, dx: Length, dy: Length }),
  operation('add_text', { id: Id, text: Label, x: Length, y: Length }),
  /** `href`: a `data:` URL of a PNG or JPEG. */
  operation('add_picture', { id: Id, href: Type.String({ minLength: 1 }), box: BoxOf }),
  /** Anything: a thing, a connector, a panel, words, a picture. */
  operation('drop', { id: Id }),
  operation('set_title', { title: Label }),
] as const

export type Operation = Static<(typeof OPERATIONS)[number]>
