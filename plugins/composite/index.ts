import type { Kit, Plugin, RecordView, Refusal } from '../../src/plugin'
import { gridsOf, placePanels, tooLarge } from './grid'
import type { CompositeInput } from './run'

const MOST_PANELS = 64

export default ({ t, fields }: Kit): Plugin<CompositeInput> => ({
  id: 'composite',
  summary: 'Joins finished figures into one labelled figure',
  service: 'task',
  path: '/api/composite',
  diagramType: 'composite',
  body: t.Object(
    {
      source_task_ids: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
        minItems: 2,
        maxItems: MOST_PANELS,
        description:
          'Completed tasks or jobs of the same owner that have a figure, in reading order; one may stand twice.',
      }),
      caption: t.Optional(
        t.String({ maxLength: 2000, description: 'Names the figure and its files.' }),
      ),
      layout: t.Optional(
        t.String({
          default: 'auto',
          maxLength: 5,
          description:
            'RxC (rows x columns) or auto, which takes fewer columns where words would be too small.',
        }),
      ),
      labels: t.Optional(
        t.Array(t.String({ maxLength: 200 }), {
          minItems: 1,
          maxItems: MOST_PANELS,
          description: 'One for each panel; an empty one leaves its band blank.',
        }),
      ),
      spacing: t.Optional(
        t.Integer({
          minimum: 0,
          maximum: 500,
          default: 20,
          description: 'Pixels between the panels.',
        }),
      ),
      label_position: t.Optional({
        ...fields.oneOf(['bottom', 'top']),
        description: 'Of a label to its panel.',
      }),
      label_font_size: t.Optional(
        t.Integer({ minimum: 6, maximum: 400, default: 32, description: 'Pixels.' }),
      ),
      webhook_url: fields.task.webhook_url,
      webhook_include_image: fields.task.webhook_include_image,
    },
    { additionalProperties: false },
  ),
  accept: async (input, look) => {
    const panels = input.source_task_ids.length
    const [grid] = gridsOf(input.layout, panels)
    if (!grid) return refuse('layout', 'must be auto or RxC, each from 1 to 64, for example 2x2')
    if (grid.rows * grid.columns < panels)
      return refuse('layout', `${input.layout} has fewer places than the ${panels} panels`)
    if (input.labels !== null && input.labels.length !== panels)
      return refuse('labels', `must be one for each of the ${panels} panels`)
    const sources: RecordView[] = []
    for (const id of input.source_task_ids) {
      const source = sources.find((one) => one.id === id) ?? (await look.record(id))
      if (!source) return missing(id)
      if (source.status !== 'completed' || !source.image)
        return refuse('source_task_ids', why(source))
      sources.push(source)
    }
    const sizes = sources.flatMap(({ image }) => image ?? [])
    const large = tooLarge(
      placePanels(sizes, grid, {
        spacing: input.spacing,
        labelPosition: input.label_position,
        labelFontSize: input.label_font_size,
      }),
    )
    return large === undefined ? undefined : refuse('layout', large)
  },
  example: {
    source_task_ids: ['01a1f8a4f43d71c69de130afea090192', '01a1f8a4f4e575cd9a401000476010c0'],
    layout: '1x2',
    labels: ['(a) before', '(b) after'],
  },
  run: () => import('./run'),
})

function refuse(field: string, sentence: string): Refusal {
  return { field, status: 422, sentence }
}

function missing(id: string): Refusal {
  return { field: 'source_task_ids', status: 404, sentence: `source_task_ids: no task ${id}` }
}

function why({ id, service, status }: RecordView): string {
  return status === 'completed'
    ? `the ${service} ${id} has no image`
    : `the ${service} ${id} is ${status}; only what is completed can be joined`
}
