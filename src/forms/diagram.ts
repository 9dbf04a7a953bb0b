import { type Static, Type } from '@sinclair/typebox'
import { Picture } from './picture'
import { TIPS } from './scene'
import { oneOf, orNull } from './schema'

/** A stretch of the source text: UTF-16 offsets, `end` exclusive. */
export const Span = Type.Object({
  start: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
})

/** What a node is; a theme gives each kind a form of its own. `stage` is a numbered panel that holds `items`. */
export const NODE_KINDS = [
  'stage',
  'process',
  'data',
  'store',
  'decision',
  'document',
  'model',
  'human',
  'metric',
] as const

/** The outline of a node, where its kind is not to choose it; `bare`: words alone. */
export const NODE_FORMS = [
  'box',
  'pill',
  'circle',
  'diamond',
  'trapezoid',
  'parallelogram',
  'subroutine',
  'hexagon',
  'cylinder',
  'document',
  'bare',
] as const

/** Hues of a theme that a node or group may name. */
const MOST_HUES = 8

/** A colour that the author asked for, as `#rrggbb`; a theme shifts it as far as text and lines need to be seen. */
const Accent = Type.Optional(Type.String({ pattern: '^#[0-9a-f]{6}$' }))

/** Which of the theme's hues it has, from 1; 0 is the neutral one. What names none has that of its group, if any. */
const HueNumber = Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_HUES }))

/** Not said, but more likely right than wrong: drawn dashed, and explained by a key in the figure. */
const Inferred = Type.Optional(Type.Boolean())

const Border = {
  /** Its border is drawn heavier, nothing else. */
  heavy: Type.Optional(Type.Boolean()),
  /** Its border is drawn dotted because the input asks for a dashed or dotted one. */
  dashed: Type.Optional(Type.Boolean()),
}

const Evidence = {
  /** Where in the source text this was read; empty only for what the reader made up (then `confidence` says so). */
  spans: Type.Array(Span),
  /** 0 to 1: the probability that it is right as drawn, of an edge with both its ends. Below 0.5 is inferred. */
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
}

/** An entity named inside a stage panel. */
export const DiagramItem = Type.Object({ label: Type.String(), ...Evidence })

export const DiagramNode = Type.Object({
  id: Type.String(),
  label: Type.String(),
  /** A second, smaller line: a tool, a size, a formula. */
  detail: Type.Optional(Type.String()),
  kind: oneOf(NODE_KINDS),
  /** The id of the innermost group it stands in. */
  group: Type.Optional(Type.String()),
  /** Only for kind `stage`: its place in the order, from 1. */
  step: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Only for kind `stage`: how its author numbers it, where that is not the step: `2.1`, `b`. */
  number: Type.Optional(Type.String()),
  /** Only for kind `stage`: what the stage works on. */
  items: Type.Optional(Type.Array(DiagramItem)),
  accent: Accent,
  /** Its outline, where the kind is not to choose it. */
  form: Type.Optional(oneOf(NODE_FORMS)),
  /** What it looks like, drawn with it. */
  picture: Type.Optional(Picture),
  /** The icon beside its words, by name; null: none. Without it the theme chooses. */
  icon: Type.Optional(orNull(Type.String())),
  /** How far it stands out from the others: 1, or 2 for the most. */
  emphasis: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  ...Border,
  hue: HueNumber,
  inferred: Inferred,
  ...Evidence,
})

export const DiagramEdge = Type.Object({
  id: Type.String(),
  /** Node ids. */
  from: Type.String(),
  to: Type.String(),
  /** Groups at whose frames it ends, where it goes for all in them; `from` and `to` are members that stand for them. */
  fromGroup: Type.Optional(Type.String()),
  toGroup: Type.Optional(Type.String()),
  label: Type.Optional(Type.String()),
  /** `order` says only that one comes after the other; `feedback` runs against the reading direction. */
  kind: oneOf(['flow', 'order', 'feedback']),
  heads: oneOf(['end', 'both', 'none']),
  /** What its heads are, where they are no arrow-heads. */
  tip: Type.Optional(oneOf(TIPS)),
  /** Drawn dotted because the input asks for a dashed or dotted line. */
  dashed: Type.Optional(Type.Boolean()),
  /** What it is for, in a word, where that is more than its kind: written as `data-role`. */
  role: Type.Optional(Type.String()),
  /** Drawn heavier. */
  emphasis: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  inferred: Inferred,
  accent: Accent,
  ...Evidence,
})

export const DiagramGroup = Type.Object({
  id: Type.String(),
  label: Type.String(),
  parent: Type.Optional(Type.String()),
  ...Border,
  hue: HueNumber,
  accent: Accent,
  inferred: Inferred,
  ...Evidence,
})

/** In which a figure is read. */
export const Direction = oneOf(['right', 'down', 'left', 'up'])

/**
 * What a figure says, without geometry or colour: the form that rules (`engines/local`) or a model fill,
 * and the only thing that layout reads.
 */
export const Diagram = Type.Object({
  /** `stages`: numbered panels that claim order alone; `graph`: nodes and relations. */
  shape: oneOf(['stages', 'graph']),
  /** Drawn above everything. */
  title: Type.Optional(Type.String()),
  /** Reading direction that the input asked for; layout is free when absent. */
  direction: Type.Optional(Direction),
  nodes: Type.Array(DiagramNode),
  edges: Type.Array(DiagramEdge),
  groups: Type.Array(DiagramGroup),
  /** How the text was read: `prose` by rules, by a `model`, or as the structured input that it turned out to be. */
  source: oneOf(['prose', 'model', 'mermaid', 'dot', 'arrows', 'list', 'headings']),
  /** BCP 47 tag of the text's main language or script, e.g. `en`, `zh`. */
  language: Type.String(),
  /** Sentences for people: what was not understood, left out or is doubtful, with line numbers where known. */
  warnings: Type.Array(Type.String()),
  /** Sentences of a model: what the text leaves open. */
  unsure: Type.Optional(Type.Array(Type.String())),
  /** Wishes of the text about the picture that are not fulfilled, a sentence each. */
  ignored: Type.Optional(Type.Array(Type.String())),
})

export type Span = Static<typeof Span>
export type NodeForm = (typeof NODE_FORMS)[number]
export type NodeKind = (typeof NODE_KINDS)[number]
export type DiagramItem = Static<typeof DiagramItem>
export type DiagramNode = Static<typeof DiagramNode>
export type DiagramEdge = Static<typeof DiagramEdge>

/** Whether an edge is marked as inferred and drawn dashed. */
export const isInferred = ({ confidence, inferred }: DiagramEdge) =>
  inferred === true || confidence < 0.5

/** How many parts of a diagram are drawn dashed, which a key explains. */
export const countInferred = ({ nodes, edges, groups }: Diagram) =>
  edges.filter(isInferred).length +
  [...nodes, ...groups].filter(({ inferred }) => inferred === true).length
export type DiagramGroup = Static<typeof DiagramGroup>
export type Diagram = Static<typeof Diagram>
