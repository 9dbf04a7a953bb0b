/** Why a drawn chart may be misread, in sentences: what is cut, what looks or reads the same, what has no name. */
import { NOUNS } from './describe'
import { seriesOf } from './legend'
import { fixed } from './spec/numbers'
import type { MarkGroup, Walked } from './walked'

export const doubtsOf = ({ groups, axes }: Walked): string[] => [
  ...cut(groups),
  ...new Set([...unnamed(groups), ...alike(groups)]),
  ...axes.flatMap(({ title, labels }) =>
    labels.some((label, i) => label !== '' && label === labels[i + 1])
      ? [`Labels of the axis ${title} repeat: neighbours that differ are written the same.`]
      : [],
  ),
]

/** Marks that the ends of an axis cut, a sentence for each kind. */
const cut = (groups: readonly MarkGroup[]): string[] =>
  [...Map.groupBy(groups, ({ kind }) => NOUNS[kind] ?? 'marks')].flatMap(([noun, own]) => {
    const [out, all] = [own.flatMap((each) => each.cut), own.flatMap(({ data }) => data)]
    const count = `${fixed(out.length, 0)} of ${fixed(all.length, 0)}`
    const said = `${count} values shown as ${noun.toLowerCase()} reach beyond the ends of the axes.`
    return out.length > 0 ? [said] : []
  })

/** Names that share a colour. */
const alike = (groups: readonly MarkGroup[]): string[] =>
  groups.flatMap(({ scales: { color }, encode }) => {
    if (color?.type !== 'ordinal') return []
    const own = groups.filter(({ scales }) => scales.color === color)
    const [names, colors] = [seriesOf(own).length, new Set(color.range()).size]
    const of = encode?.color?.of ?? 'the legend'
    return names > colors ? [`Colours repeat: ${names} names of ${of} have ${colors} colours.`] : []
  })

/** Places and colours of rows that have no name. */
const unnamed = (groups: readonly MarkGroup[]): string[] =>
  groups.flatMap(({ scales, encode }) =>
    (['x', 'y', 'color'] as const).flatMap((channel) => {
      const scale = scales[channel]
      const isNames = scale?.bandwidth !== undefined || scale?.type === 'ordinal'
      const lacks = isNames && scale?.domain().some((name) => name === null || name === '')
      const of = encode?.[channel]?.of
      return lacks && of ? [`Rows without ${of} are drawn under an empty name or null.`] : []
    }),
  )
