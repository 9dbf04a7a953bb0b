import { COMPOSITES } from '../../forms/vega-lite/composites'
import { FUNCTIONS } from '../../forms/vega-lite/expressions'
import { type Schema, TRANSFORMS, VEGA_LITE_MARKS } from '../../forms/vega-lite/schema'
import language from './prompts/chart-language.md' with { type: 'text' }

/** What a model is told of specifications, the same for who chooses a chart and who looks at it. */
export const chartLanguage = () =>
  language
    .trim()
    .replace('{{marks}}', VEGA_LITE_MARKS.join(', '))
    .replace('{{composites}}', compositeLines)
    .replace('{{transforms}}', TRANSFORMS.join(', '))
    .replace('{{functions}}', [...FUNCTIONS].join(' '))

/** The marks of our own, a line each: what they read, their members, what they draw. */
function compositeLines(): string {
  return Object.entries(COMPOSITES)
    .map(([name, { summary, channels, options }]) => {
      const read = Object.entries(channels).map(([channel, what]) => `\`${channel}\` ${what}`)
      const members = Object.entries(options).map(
        ([member, type]) => `\`${member}\` ${kindOf(type)}`,
      )
      const all = members.length > 0 ? `${read.join(', ')}; ${members.join(', ')}` : read.join(', ')
      return `  - ${name} (${all}): ${summary}`
    })
    .join('\n')
}

/** What a member of a mark takes, in words. */
function kindOf(schema: Schema): string {
  const { description, type, enum: words, items, properties, minimum, maximum } = schema
  if (description !== undefined) return description
  if (words) return words.join(' or ')
  if (items) return `list of ${kindOf(items)}`
  if (properties) return `{${Object.keys(properties).join(', ')}}`
  if (type === 'boolean') return 'true'
  return minimum === undefined ? String(type) : `${minimum} to ${maximum}`
}
