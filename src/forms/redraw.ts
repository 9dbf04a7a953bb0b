/** What may be changed in a scene that was read from a picture: the closed set of a model that looks at it. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** Outlines that a shape may have. */
export const REDRAW_FORMS = [
  'rect',
  'rounded',
  'pill',
  'ellipse',
  'diamond',
  'hexagon',
  'cylinder',
] as const

/** Places are counted on a grid of so many steps over the picture, across and down. */
export const REDRAW_GRID = 1000

const id = Type.String({ minLength: 1 })
const text = Type.String({ minLength: 1, maxLength: 300 })
const form = Type.Union(REDRAW_FORMS.map((one) => Type.Literal(one)))
const end = Type.Union([id, Type.Null()])
const corners = {
  x1: Type.Number(),
  y1: Type.Number(),
  x2: Type.Number(),
  y2: Type.Number(),
}

const operation = <Name extends string, Members extends Record<string, TSchema>>(
  op: Name,
  members: Members,
) => Type.Object({ op: Type.Literal(op), ...members })

export const REDRAW_OPERATIONS = [
  /** The words of a text, or of a picture of lettering, which becomes text. */
  operation('set_text', { id, text }),
  operation('set_form', { id, form }),
  /** What a connector joins; null: that end stays as it is. */
  operation('connect', { id, from: end, to: end }),
  operation('add_text', { text, ...corners }),
  operation('add_shape', { form, ...corners }),
  operation('merge', { ids: Type.Array(id, { minItems: 2, maxItems: 20 }) }),
  operation('drop', { id }),
] as const

export type RedrawOperation = Static<(typeof REDRAW_OPERATIONS)[number]>
export type RedrawForm = (typeof REDRAW_FORMS)[number]
