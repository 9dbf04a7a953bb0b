/** What an editor shows of a figure with changes that nobody has kept yet. */
import { type Static, Type } from '@sinclair/typebox'
import { Fault } from './fault'
import { Box, Point } from './scene'
import { oneOf, orNull } from './schema'

/** Whatever a person can point at. */
export const PART_ROLES = [
  'node',
  'edge',
  'panel',
  'text',
  'picture',
  'scheme',
  'note',
  'key',
  'shape',
] as const

const FigurePart = Type.Object({
  /** That of its element in the SVG, and what operations call it. */
  id: Type.String(),
  role: oneOf(PART_ROLES),
  /** In pixels of the scene, which are those of the SVG's viewBox. */
  box: Box,
  /** The words it bears; null: none. Of an edge those at its line. */
  label: orNull(Type.String()),
  detail: orNull(Type.String()),
  /** What a thing or an edge is, and of a thing the outline, icon and picture that were chosen for it; null: none was, or nothing says so. */
  kind: orNull(Type.String()),
  form: orNull(Type.String()),
  icon: orNull(Type.String()),
  picture: orNull(Type.String()),
  /** The panel, or part, that it stands in. */
  parent: orNull(Type.String()),
  from: orNull(Type.String()),
  to: orNull(Type.String()),
  heads: orNull(oneOf(['end', 'both', 'none'])),
  /** The line of an edge, ends included. */
  points: Type.Array(Point),
  fill: orNull(Type.String()),
  stroke: orNull(Type.String()),
  stroke_width: orNull(Type.Number()),
  dashed: Type.Boolean(),
  ink: orNull(Type.String()),
  font_size: orNull(Type.Number()),
  bold: Type.Boolean(),
  italic: Type.Boolean(),
})

export type FigurePart = Static<typeof FigurePart>

export const EditPreview = Type.Object(
  {
    svg: Type.String({ description: 'Without operations: final.svg, byte for byte.' }),
    width: Type.Number(),
    height: Type.Number(),
    paper: Type.Number({ description: 'Its width in print, in mm.' }),
    parts: Type.Array(FigurePart, { description: 'Whatever a person can point at.' }),
    faults: Type.Array(Fault),
  },
  { $id: 'EditPreview', description: 'A figure with changes that nobody has kept yet.' },
)

export type EditPreview = Static<typeof EditPreview>
