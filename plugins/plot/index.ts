import type { Kit, Plugin } from '../../src/plugin'
import { parsed, refuseData } from './check'
import { unknownIn } from './fields'
import type { PlotInput } from './run'

export default ({ t, limits, fields, readVegaLite }: Kit): Plugin<PlotInput> => ({
  id: 'plot',
  summary: 'Draws a chart from data and a wish in words',
  service: 'task',
  path: '/api/plot',
  diagramType: 'statistical_plot',
  body: t.Object(
    {
      data_json: t.String({
        minLength: 1,
        notBlank: true,
        description:
          'A JSON document in a string: records, columns, lists, names with numbers; CSV inside too.',
      }),
      intent: t.String({
        minLength: 1,
        maxLength: limits.textCharacters,
        notBlank: true,
        description:
          'Chart, axes and styling in words, or a Vega-Lite 6 specification of data_json.',
      }),
      iterations: fields.task.iterations,
      aspect_ratio: fields.task.aspect_ratio,
      output_formats: fields.task.output_formats,
      vlm_provider: fields.task.vlm_provider,
      vlm_model: fields.task.vlm_model,
      webhook_url: fields.task.webhook_url,
      webhook_include_image: fields.task.webhook_include_image,
    },
    { additionalProperties: false },
  ),
  accept: ({ data_json, intent }) => {
    const data = refuseData(data_json)
    if (data) return { field: 'data_json', status: 422, sentence: data }
    const notation = readVegaLite(intent)
    if (!notation) return undefined
    const sentence = 'fault' in notation ? notation.fault : unknownIn(notation, parsed(data_json))
    return sentence ? { field: 'intent', status: 422, sentence } : undefined
  },
  example: {
    data_json: '{"ResNet-50": 76.1, "ViT-B": 79.8, "ConvNeXt": 82.1, "Ours": 84.3}',
    intent: 'Bar chart of top-1 accuracy (%) by model, highlight Ours',
    output_formats: ['png', 'svg'],
  },
  run: () => import('./run'),
})
