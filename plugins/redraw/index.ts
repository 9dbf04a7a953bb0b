import type { Kit, Plugin, Refusal } from '../../src/plugin'
import { editOf, type RedrawInput } from './input'

export default ({ t, fields: { nullable }, sets, editing }: Kit): Plugin<RedrawInput> => {
  const one = `Exactly one of ${WAYS.map((way) => `\`${way}\``).join(', ')} is given.`
  const way = (name: Way) =>
    nullable({ ...editing.fields[name], description: `${editing.fields[name].description} ${one}` })
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
        operations: way('operations'),
        diagram: way('diagram'),
        scene: way('scene'),
        svg: way('svg'),
        instruction: way('instruction'),
        style: choice(
          sets.styles,
          'How the figure is dressed; a chart takes none, for its colours stand for data.',
        ),
        aspect_ratio: choice(sets.ratios, 'Width to height.'),
        size: choice(sets.sizes, 'Of the PNG.'),
        keep_places: t.Optional(
          t.Boolean({ default: true, description: 'What no edit touches keeps its place.' }),
        ),
      },
      { additionalProperties: false },
    ),
    accept: async (input, look) => {
      const given = WAYS.filter((name) => input[name] !== null)
      if (given.length !== 1) return refuse(null, `exactly one of ${WAYS.join(', ')} must be given`)
      const source = await look.record(input.source)
      if (!source) return missing(input.source)
      const { id, status, artifacts } = source
      if (status !== 'completed')
        return refuse('source', `${id} is ${status}; only a finished figure is edited`)
      const edit = editOf(input)
      if (!artifacts.some(({ kind }) => kind === 'scene' || kind === 'final_svg'))
        return refuse('source', `${id} has no figure that can be edited so`)
      const read = async (path: string) =>
        artifacts.some((file) => file.path === path) ? look.read(`${id}/${path}`) : undefined
      const figure = edit.svg === undefined ? await editing.figure(id, read) : undefined
      if (edit.svg === undefined && !figure)
        return refuse('source', `${id} has no figure that can be edited so`)
      if (input.style !== null && figure?.scene.elements.some(({ data }) => data && 'mark' in data))
        return refuse('style', 'colours of a chart stand for its data; it takes no style')
      const fault = await editing.fault(edit, figure)
      return fault && refuse(fault.field, fault.sentence)
    },
    example: {
      source: '01a1f8a4f43d71c69de130afea090192',
      operations: [{ op: 'set_direction', direction: 'down' }],
    },
    run: () => import('./run'),
  }
}

/** How an edit is told. */
const WAYS = ['operations', 'diagram', 'scene', 'svg', 'instruction'] as const
type Way = (typeof WAYS)[number]

function refuse(field: string | null, sentence: string): Refusal {
  return { field, status: 422, sentence }
}

function missing(id: string): Refusal {
  return { field: 'source', status: 404, sentence: `source: no job or task ${id}` }
}
