import type { Kit, Plugin } from '../../src/plugin'
import type { FinishInput } from './run'

export default ({ t, limits, sets, fields, drawings }: Kit): Plugin<FinishInput> => ({
  id: 'finish',
  summary: 'Checks a drawing of your own, makes it exact and exports it; no model is called',
  service: 'job',
  path: '/api/finish',
  body: t.Object(
    {
      svg: t.String({
        minLength: 1,
        notBlank: true,
        description: 'An SVG of the form that docs/drawings.md tells, or any other.',
      }),
      method_text: fields.nullable(
        t.String({
          maxLength: limits.textCharacters,
          notBlank: true,
          description:
            'What the figure may say; without it the checks of words and quotes are left out.',
        }),
      ),
      style: fields.nullable(
        t.String({
          enum: [...sets.styles],
          description: 'The colours of this style instead of its own.',
        }),
      ),
      size: fields.nullable({ ...fields.oneOf(sets.sizes), description: 'Of the PNG.' }),
    },
    { additionalProperties: false },
  ),
  accept: async ({ svg }) => {
    const sentence = await drawings.fault(svg)
    return sentence === undefined ? undefined : { field: 'svg', status: 422, sentence }
  },
  example: {
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><g data-node="a"><rect x="60" y="300" width="300" height="160" fill="#eef"/><text x="90" y="390" font-size="24">Trimming</text></g></svg>',
    method_text: 'Trimming comes first.',
  },
  run: () => import('./run'),
})
