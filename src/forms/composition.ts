import { type Static, type TSchema, Type } from '@sinclair/typebox'

const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Union(values.map((value) => Type.Literal<T[number]>(value)))
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** The outline of a node, where its kind is not to choose it; `bare`: a picture and words alone. */
export const NODE_FORMS = [
  'box',
  'pill',
  'circle',
  'operator',
  'diamond',
  'trapezoid',
  'parallelogram',
  'subroutine',
  'hexagon',
  'cylinder',
  'document',
  'speech',
  'bare',
] as const

/** How a group is shown: a frame with a heading, a band with its heading at a side, a bracket along one side, or a heading alone. */
export const GROUP_STYLES = ['panel', 'lane', 'bracket', 'bare'] as const

/** Where the heading of a group stands; without one at the left above, of a lane at the left, of a bracket above. */
export const TITLE_PLACES = ['top-left', 'top', 'left', 'right', 'bottom'] as const

/** Hues of a theme that a node or group may name. */
export const MOST_HUES = 8

/** Where the words of a node stand. */
export const LABEL_PLACES = ['inside', 'below', 'above', 'left', 'right'] as const

/** What a connector is for; each has a look of its own, which a key explains. A role may be a word of the author's own. */
export const EDGE_ROLES = [
  'flow',
  'skip',
  'feedback',
  'condition',
  'control',
  'evidence',
  'offline',
] as const

/** The role of an edge that names none. */
export const MAIN_ROLE = 'flow'

/** Whether connectors of a role are dotted, besides their colour. */
export const isDotted = (role: string | undefined) => role === 'offline' || role === 'condition'

/** How a note is drawn: words alone, words behind a bracket that spans what they are at, or words in a bubble. */
export const NOTE_FORMS = ['text', 'bracket', 'callout'] as const

/** Words beside the parts of a figure. */
export const NoteWish = Type.Object({
  text: Type.String(),
  form: oneOf(NOTE_FORMS),
  /** The id of the node or group it stands at; a note without one stands at what is nearest to its place. */
  at: optional(Type.String()),
  /** Its middle on the grid. */
  place: optional(Type.Object({ x: Type.Number(), y: Type.Number() })),
})

export const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** A box on the grid: 1600 wide, `height` high, y downwards. */
const WishedBox = Type.Object({
  id: Type.String(),
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
})

/** Where an edge would leave or arrive: a side, how far along it (0 to 1), or the n-th part of a picture, from 1. */
const WishedPort = Type.Object({
  side: optional(oneOf(SIDES)),
  at: optional(Type.Number({ minimum: 0, maximum: 1 })),
  part: optional(Type.Integer({ minimum: 1 })),
})

/** How an edge is wished to run. */
const WishedEdge = Type.Object({
  id: Type.String(),
  fromAt: optional(WishedPort),
  toAt: optional(WishedPort),
  /** Points of the grid: they say on which side of what it joins it would go round. */
  via: optional(Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() }))),
  /** How far along it its words would stand, 0 to 1. */
  labelAt: optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** Edges of one trunk that begin or end at the same share a line until they part, with a dot. */
  trunk: optional(Type.String()),
})

/**
 * Where an author or a model would roughly put things, beside what a figure says. It is a wish: left-of, above and inside
 * are kept as far as they can be, sizes follow measured words, wiring is ours.
 */
export const Composition = Type.Object({
  height: Type.Number(),
  nodes: Type.Array(WishedBox),
  groups: Type.Array(WishedBox),
  edges: Type.Array(WishedEdge),
})

/** Width of the grid on which boxes are wished. */
export const GRID_WIDTH = 1600

/** Share of the nodes that must have a place, or none is followed. */
export const LEAST_PLACED = 2 / 3

export type NodeForm = (typeof NODE_FORMS)[number]
export type LabelPlace = (typeof LABEL_PLACES)[number]
export type Side = (typeof SIDES)[number]
export type NoteForm = (typeof NOTE_FORMS)[number]
export type WishedPort = Static<typeof WishedPort>
export type WishedEdge = Static<typeof WishedEdge>
export type WishedBox = Static<typeof WishedBox>
export type Composition = Static<typeof Composition>
