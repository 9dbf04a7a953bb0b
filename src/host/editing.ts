import { Type } from '@sinclair/typebox'
import { Diagram } from '../forms/diagram'
import { OPERATIONS } from '../forms/operations'
import { OUTPUTS } from '../forms/outputs'
import type { OwnPictures } from '../forms/picture'
import { Scene } from '../forms/scene'
import type { Kit } from '../plugin'

/** Of one request. */
const MOST_OPERATIONS = 500

const STRICT = OPERATIONS.map(({ properties }) =>
  Type.Object(properties, { additionalProperties: false }),
)

/** What plugins are lent for the editing of figures. */
export const EDITING: Kit['editing'] = {
  fields: {
    operations: Type.Array(Type.Union(STRICT), {
      minItems: 0,
      maxItems: MOST_OPERATIONS,
      description: 'Changes to the diagram, one after the other; null takes a thing away.',
    }),
    diagram: { ...Diagram, description: `The whole edited \`${OUTPUTS.diagram.path}\`.` },
    scene: { ...Scene, description: `The whole edited \`${OUTPUTS.scene.path}\`.` },
    svg: Type.String({
      minLength: 1,
      description: `The whole \`${OUTPUTS.svg.path}\` as it was drawn on in another editor. It is cleaned of all that could run or load anything.`,
    }),
  },
  fault: async (edit, figure) => (await import('../engines/editing')).editFault(edit, figure),
}

/** What plugins are lent for drawings of others. */
export const DRAWINGS: Kit['drawings'] = {
  fault: async (svg) => {
    const { DrawingRefused, readDrawing } = await import('../read/drawing')
    try {
      readDrawing(svg)
      return undefined
    } catch (error) {
      if (error instanceof DrawingRefused) return error.message
      throw error
    }
  },
}

/** What nodes may bear here, with small pictures of it; made at the first question. */
export async function pictureSamples(own: OwnPictures): Promise<Samples> {
  const made = samples.get(own) ?? (await import('../engines/editing')).pictureSamples(own)
  samples.set(own, made)
  return made
}

type Samples = ReturnType<typeof import('../engines/editing')['pictureSamples']>
const samples = new WeakMap<OwnPictures, Samples>()
