import type { Diagram, Edit, Kit, Look, Plugin, RecordView, Refusal, Scene } from '../../src/plugin'
import { editOf, type RedrawInput } from './input'

export default ({ t, fields: { nullable }, sets, editing }: Kit): Plugin<RedrawInput> => {
  const one = 'Exactly one of `operations`, `diagram`, `scene` and `svg` is given.'
  const { operations, diagram, scene, svg } = editing.fields
  const choice = (values: readonly string[], description: string) =>
    nullable(t.String({ enum: [...values], description: `${description} As it was drawn.` }))
  return {
    id: 'redraw',
    summary: 'Draws an edited figure anew; what need not move stays',
    service: 'job',
    path: '/api/redraw',
    parent: 'source',
    body: t.Object(
      {
        source: t.String({
          minLength: 1,
          maxLength: 100,
          description: 'The completed job or task whose figure is edited.',
        }),
        operations: nullable({ ...operations, description: `${operations.description} ${one}` }),
        diagram: nullable({ ...diagram, description: `${diagram.description} ${one}` }),
        scene: nullable({ ...scene, description: `${scene.description} ${one}` }),
        svg: nullable({ ...svg, description: `${svg.description} ${one}` }),
        style: choice(sets.styles, 'How the figure is dressed.'),
        aspect_ratio: choice(sets.ratios, 'Width to height.'),
        size: choice(sets.sizes, 'Of the PNG.'),
        keep_places: t.Optional(
          t.Boolean({ default: true, description: 'What no edit touches keeps its place.' }),
        ),
      },
      { additionalProperties: false },
    ),
    accept: async (input, look) => {
      const { operations, diagram, scene, svg } = input
      const given = [operations, diagram, scene, svg].filter((edit) => edit !== null)
      if (given.length !== 1)
        return refuse(null, 'exactly one of operations, diagram, scene and svg must be given')
      const source = await look.record(input.source)
      if (!source) return missing(input.source)
      if (source.status !== 'completed')
        return refuse(
          'source',
          `${source.id} is ${source.status}; only a finished figure is edited`,
        )
      const needed = svg === null ? 'scene' : 'final_svg'
      if (!source.artifacts.some(({ kind }) => kind === needed))
        return refuse('source', `${source.id} has no figure that can be edited so`)
      const edit = editOf(input)
      const fault = await editing.fault(edit, await figureOf(edit, source, look))
      return fault && refuse(fault.field, fault.sentence)
    },
    example: {
      source: '01a1f8a4f43d71c69de130afea090192',
      operations: [{ op: 'set_direction', direction: 'down' }],
    },
    run: () => import('./run'),
  }
}

/** What the figure's files say, where its diagram is edited. */
async function figureOf(edit: Edit, { id, artifacts }: RecordView, look: Look) {
  if (edit.scene || edit.svg) return undefined
  const read = async (kind: string) => {
    const file = artifacts.find((one) => one.kind === kind)
    const bytes = file && (await look.read(`${id}/${file.path}`))
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  }
  const [diagram, scene] = await Promise.all([read('diagram'), read('scene')])
  return diagram && scene ? { diagram: diagram as Diagram, scene: scene as Scene } : undefined
}

function refuse(field: string | null, sentence: string): Refusal {
  return { field, status: 422, sentence }
}

function missing(id: string): Refusal {
  return { field: 'source', status: 404, sentence: `source: no job or task ${id}` }
}
