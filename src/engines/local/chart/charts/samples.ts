/** Samples side by side, and how one is distributed. */
import type { Field } from '../../../../forms/chart'
import { sentence } from '../data/field-titles'
import { fresh, missing, named, swapped, topicOf, valuesOf } from './axes'
import { type Cast, type Casting, crowded, dimensions, isUnique } from './cast'
import { type Draft, isAmount, type Json, namesOf, quoted, refuse, titled } from './draft'
import { foldable } from './fold'
import {
  amountChannel,
  colorChannel,
  draftOf,
  errorLayers,
  ordered,
  pointLayer,
  present,
  scores,
  summaryOf,
} from './parts'

export function samples(casting: Casting, kind: 'box' | 'violin' | 'strip'): Draft {
  const { asked } = casting
  let [color, facet] = [casting.channel('color'), casting.channel('facet')]
  const dims = dimensions(casting, 2).filter(
    (each) =>
      !(
        kind === 'strip' &&
        isUnique(each) &&
        asked.roles.label.some(({ fields }) => fields.includes(each))
      ),
  )
  const found = valuesOf(casting, dims, 'the values')
  ;[color, facet] = [fresh(casting, color), fresh(casting, facet)]
  let [x, inner] = dims.map((each) => fresh(casting, each))
  if (found.key) {
    if (x) inner ??= found.key
    else x = found.key
  }
  for (const field of [x, inner, color, facet]) casting.use(field)
  if (!x) {
    const groups = casting.names().filter((each) => !isUnique(each) && namesOf(each).length > 1)
    if (groups.length > 1 && !color)
      refuse(`It is not said which groups are compared: ${quoted(groups.map(({ name }) => name))}.`)
    x = casting.use(groups[0]) ?? color
  }
  color ??= inner
  const most = x ? crowded(casting.table, [x, color, facet], found.value) : 2
  if (x && most < 2 && kind !== 'strip')
    refuse(`Each ${JSON.stringify(x.name)} has one value only, of which no ${kind} can be drawn.`)
  const cast: Cast = {
    table: casting.table,
    y: found.value,
    ...topicOf(casting, found.value),
    ...(x ? { x } : {}),
    ...(color ? { color } : {}),
    ...(facet ? { facet } : {}),
  }
  const draft = draftOf(cast, kind, casting)
  const around = kind === 'strip' && asked.spread && asked.spread !== 'some' && most > 1
  if (asked.spread !== undefined && asked.spread !== 'range' && !around)
    casting.unmet.push(
      `Not met: errors of means; the chart shows the ${kind === 'strip' ? 'single values' : 'samples themselves'}.`,
    )
  const across = asked.horizontal === true
  draft.amount = across ? 'x' : 'y'
  const names = swapped(draft.amount)
  const title = titled(found.value) ?? (cast.topic ? sentence(cast.topic) : null)
  draft.encoding[draft.amount] = amountChannel(found.value, title, { zero: false, padding: 6 })
  if (x) {
    const list = ordered(
      asked,
      x,
      scores(casting.table, x, found.value, asked.how === 'mean' ? 'mean' : 'median'),
    )
    draft.encoding[names] = named(casting, x, list)
    draft.names = { channel: names, field: x.name, list }
  } else draft.encoding[names] = { datum: '', type: 'nominal', axis: null }
  const split = color && color.name !== x?.name
  if (color) {
    const series = ordered(asked, color)
    draft.series = { field: color.name, names: series }
    draft.encoding.color = { ...colorChannel(color, series), ...(split ? {} : { legend: null }) }
    if (split)
      draft.encoding[`${names}Offset`] = { field: color.name, type: 'nominal', sort: series }
  }
  const points = asked.over.has('points')
  const shaken = !split
  if (kind === 'box') {
    draft.layers = [
      { mark: { type: 'boxplot', ...(points ? { outliers: false } : {}) } },
      ...(points ? [pointLayer(found.value, draft.amount, shaken)] : []),
    ]
  } else if (kind === 'violin') {
    if (split)
      refuse('Violins side by side within one group are not drawn; ask for panels, or for boxes.')
    draft.layers = [
      { mark: { type: 'violin' } },
      ...(points ? [pointLayer(found.value, draft.amount, shaken)] : []),
    ]
    draft.says.push('Inside each violin stand its quartiles and its median.')
  } else {
    const middle =
      asked.over.has('mean') || asked.how === 'mean'
        ? 'mean'
        : asked.over.has('median') || asked.how === 'median'
          ? 'median'
          : undefined
    const summary = around ? summaryOf(casting, cast, [x, color, facet], draft) : undefined
    const value = { field: found.value.name, type: 'quantitative' }
    const single = pointLayer(found.value, draft.amount, shaken, 'point')
    // Groups side by side are told apart by their colours.
    if (split) delete (single.encoding as Json).color
    // "The mean of each with its error" is all that is shown where nobody asks for single points.
    const alone = summary && asked.how === 'mean' && !points && asked.hint !== 'strip'
    if (alone) draft.kind = 'scatter'
    draft.layers = [
      ...(alone ? [] : [single]),
      ...(summary?.bounds
        ? [
            {
              transform: summary.transform,
              layer: [
                ...errorLayers(summary.bounds, draft.amount, false, false),
                {
                  name: alone ? 'point' : 'mean',
                  mark: { type: 'point', size: 60, opacity: 1 },
                  encoding: { [draft.amount]: value, color: { value: '#15181c' } },
                },
              ],
            },
          ]
        : []),
      ...(middle && !summary
        ? [
            {
              name: middle,
              mark: {
                type: 'tick',
                thickness: 2,
                size: 34,
                color: '#15181c',
                orient: across ? 'vertical' : 'horizontal',
              },
              encoding: {
                [draft.amount]: { ...draft.encoding[draft.amount], aggregate: middle },
                color: { value: '#15181c' },
              },
            },
          ]
        : []),
    ]
    if (middle && !summary) draft.says.push(`A bar marks each ${middle}.`)
  }
  draft.says.push(...missing(casting, [found.value]))
  return draft
}

/** More bins than this are thinner than a line. */
const MOST_BINS = 200

export function distribution(
  casting: Casting,
  kind: 'histogram' | 'density' | 'ecdf' | 'qq',
): Draft {
  const { asked } = casting
  let [color, facet] = [casting.channel('color'), casting.channel('facet')]
  const dims = dimensions(casting, 1)
  const own = casting.said('x', isAmount)
  const free = casting.numbers()
  // Any column of numbers may be asked how it is distributed, those of p values too.
  if (own.length + casting.said('loose').length + casting.said('y').length === 0)
    for (const { role, name } of casting.table.fields)
      if (role === 'p')
        refuse(
          `It is not said which column is the values: ${quoted([...free.map((each) => each.name), name])}.`,
        )
  const found = own[0]
    ? { value: casting.number(own[0]) }
    : kind === 'ecdf' && casting.said('loose').length === 0 && foldable(free)
      ? casting.fold(free, '')
      : valuesOf(casting, dims, 'the values')
  ;[color, facet] = [fresh(casting, color), fresh(casting, facet)]
  color ??= fresh(casting, dims[0]) ?? ('key' in found ? found.key : undefined)
  for (const field of [color, facet]) casting.use(field)
  if (!color && casting.table.shape.includes('samples')) color = casting.use(casting.names()[0])
  const value = found.value
  present(value)
  const cast: Cast = {
    table: casting.table,
    y: value,
    ...topicOf(casting, value),
    ...(color ? { color } : {}),
    ...(facet ? { facet } : {}),
  }
  const draft = draftOf(cast, kind, casting)
  draft.amount = 'x'
  draft.says.push(...missing(casting, [value]))
  const title = titled(value) ?? (cast.topic ? sentence(cast.topic) : null)
  if (color) {
    const series = ordered(asked, color)
    draft.series = { field: color.name, names: series }
    draft.encoding.color = colorChannel(color, series)
  }
  const plain = { field: value.name, type: 'quantitative', title }
  if (kind === 'histogram') {
    const { count, width } = asked.bins ?? {}
    const numbers = present(value)
    const many = count ?? (width ? (Math.max(...numbers) - Math.min(...numbers)) / width : 1)
    if (!(many <= MOST_BINS) || many < 1)
      refuse(`${Math.round(many)} bins cannot be told apart; ${MOST_BINS} are the most.`)
    draft.encoding.x = {
      ...plain,
      bin: width ? { step: width } : count ? { maxbins: count } : true,
    }
    draft.encoding.y = {
      aggregate: 'count',
      type: 'quantitative',
      title: 'Count',
      ...(color ? { stack: null } : {}),
    }
    draft.layers = [{ mark: { type: 'bar', ...(color ? { fillOpacity: 0.5 } : {}) } }]
    if (count) exactBins(draft, value, count)
    if (asked.over.has('density'))
      casting.unmet.push('Not met: a density curve over the histogram.')
  } else if (kind === 'density') {
    draft.transform = [
      {
        density: value.name,
        ...(color || facet
          ? { groupby: [color, facet].filter((each) => each !== undefined).map(({ name }) => name) }
          : {}),
        as: [value.name, 'density'],
      },
    ]
    draft.encoding.x = { ...plain, scale: { zero: false } }
    draft.encoding.y = { field: 'density', type: 'quantitative', title: 'Density', stack: null }
    draft.layers = [{ mark: { type: 'area', fillOpacity: 0.25, line: true } }]
  } else {
    draft.encoding[kind === 'qq' ? 'y' : 'x'] = plain
    draft.layers = [{ mark: { type: kind } }]
    if (kind === 'ecdf') draft.encoding.x = { ...plain, scale: { zero: false, nice: false } }
  }
  return draft
}

/** As many bins as are asked for, from the least to the greatest value. */
function exactBins(draft: Draft, value: Field, count: number): void {
  const numbers = present(value)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const step = Number(((high - low) / count).toPrecision(12))
  if (step > 0)
    draft.encoding.x = {
      ...draft.encoding.x,
      bin: { step, anchor: low, nice: false, extent: [low, high] },
    }
}
