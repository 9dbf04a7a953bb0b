import { type Static, Type } from '@sinclair/typebox'
import { NODE_KINDS } from './diagram'
import { oneOf, orNull } from './schema'

/** A stretch of the source text, word for word. */
const Quote = Type.String()

export const DraftNode = Type.Object({
  id: Type.String({ minLength: 1 }),
  /** What it is called. */
  label: Type.String(),
  detail: orNull(Type.String()),
  kind: oneOf(NODE_KINDS),
  /** The id of a group. */
  group: orNull(Type.String()),
  quote: Quote,
})

export const DraftEdge = Type.Object({
  /** Ids of nodes or groups. */
  from: Type.String({ minLength: 1 }),
  to: Type.String({ minLength: 1 }),
  label: orNull(Type.String()),
  kind: oneOf(['flow', 'order', 'feedback']),
  heads: oneOf(['end', 'both', 'none']),
  dashed: Type.Boolean(),
  quote: Quote,
})

export const DraftGroup = Type.Object({
  id: Type.String({ minLength: 1 }),
  label: Type.String({ minLength: 1 }),
  parent: orNull(Type.String()),
})

/**
 * What a model answers to a plan: what a figure says, flat, with the words of the source that say it. A person may write
 * one as well. Members that are not named here are ignored.
 */
export const DiagramDraft = Type.Object({
  title: orNull(Type.String()),
  nodes: Type.Array(DraftNode),
  edges: Type.Array(DraftEdge),
  groups: Type.Array(DraftGroup),
  /** Sentences: what the source leaves open. */
  unsure: Type.Array(Type.String()),
})

export type DraftNode = Static<typeof DraftNode>
export type DraftEdge = Static<typeof DraftEdge>
export type DraftGroup = Static<typeof DraftGroup>
export type DiagramDraft = Static<typeof DiagramDraft>
