import { type Static, Type } from '@sinclair/typebox'

/** In pixels of the canvas, y downwards. */
const PlacedBox = Type.Object({
  id: Type.String(),
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
})

/**
 * Where the parts of a drawn figure stand, so that an edited one is drawn there again: what no edit touches stays, the
 * rest moves as little as it must.
 */
export const Places = Type.Object({
  /** The canvas. */
  width: Type.Number({ minimum: 64, maximum: 16_384 }),
  height: Type.Number({ minimum: 64, maximum: 16_384 }),
  /** The size of labels, in pixels. */
  em: Type.Number({ minimum: 1, maximum: 1000 }),
  /** Outlines as they were drawn, and frames. */
  nodes: Type.Array(PlacedBox),
  groups: Type.Array(PlacedBox),
  /** Centres of nodes that were placed by hand: they stay there. */
  pinned: Type.Array(Type.Object({ id: Type.String(), x: Type.Number(), y: Type.Number() })),
  /** Frames that were drawn out by hand. */
  framed: Type.Array(PlacedBox),
  /** Digest of the diagram that was drawn so: where edits lead back to it, it is drawn as it was. */
  before: Type.String(),
})

export type Places = Static<typeof Places>
