/** Bars and lollipops, and bars from the worst to the best. */
import { fixed } from '../../../../figure/chart/numbers'
import { dateText } from '../../../../figure/chart/time'
import type { Field } from '../../../../forms/chart'
import type { Kind } from '../clauses/asked'
import { fresh, named, swapped, topicOf, valuesOf } from './axes'
import { type Cast, type Casting, crowded, dimensions, isUnique, rising } from './cast'
import { type Draft, isAmount, type Json, namesOf, quoted, refuse, titled } from './draft'
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

export function bars(casting: Casting, kind: Kind): Draft {
  const { asked } = casting
  let [color, facet] = [casting.channel('color'), casting.channel('facet')]
  const dims = dimensions(casting, 2)
  const counted =
    asked.how === 'count' &&
    casting.said('y').length === 0 &&
    casting.said('loose', isAmount).length === 0
  if (counted && dims.length > 1)
    dims.splice(0, dims.length, ...dims.filter((each) => !isUnique(each)))
  const along = dims.length === 0 && !color ? rising(casting, undefined) : undefined
  const step = along?.whole ? along : undefined
  if (along && !step) casting.used.delete(along.name)
  if (step) dims.push(step)
  const found = counted ? undefined : valuesOf(casting, dims, 'the height of the bars')
  let [x, inner] = dims.map((each) => fresh(casting, each))
  ;[color, facet] = [fresh(casting, color), fresh(casting, facet)]
  if (found?.key) {
    const asked2 = casting
      .words('by', 'x')
      .find((words) => new RegExp(`^${found.key?.name}s?$`, 'i').test(words))
    if (asked2 !== undefined && !(x && asked.stack === 'none')) {
      casting.settled.add(asked2)
      ;[x, inner] = [
        found.key,
        x ?? (casting.names().length === 1 ? casting.names()[0] : undefined),
      ]
    } else if (x || casting.names().length > 0) inner ??= found.key
    else x = found.key
  }
  color ??= inner
  for (const field of [x, color, facet]) casting.use(field)
  const [unknown] = casting.words('x')
  if (!x && unknown !== undefined && !casting.settled.has(unknown))
    refuse(
      `No column is called ${JSON.stringify(unknown)}; the columns are ${quoted(casting.table.fields.map(({ name }) => name))}.`,
    )
  if (!x) {
    const names = casting.names()
    const kept = names.length > 1 ? names.filter((each) => !isUnique(each)) : names
    const times = casting.table.fields.filter(
      ({ role, name }) => role === 'time' && !casting.used.has(name),
    )
    const steps = casting.numbers().filter((each) => each.whole && isUnique(each))
    const single = [kept, times, steps].find(({ length }) => length > 0)
    if (!single && color && !found?.key) [x, color] = [color, undefined]
    else if (single?.length !== 1)
      refuse(
        single === undefined
          ? 'The data have no names for the bars.'
          : `It is not said what the bars stand for: ${quoted(single.map(({ name }) => name))}.`,
      )
    else x = casting.use(single[0])
  }
  if (!x) return refuse('The data have no names for the bars.')
  if (x.span === 'quarter') x = spelled(casting, x)
  if (color === x) color = undefined
  if (found && !color && !asked.how && crowded(casting.table, [x, facet], found.value) > 1) {
    const [one, ...other] = casting
      .names()
      .filter((each) => crowded(casting.table, [x, each, facet], found.value) === 1)
    if (one && other.length === 0 && !asked.over.has('points')) color = casting.use(one)
  }
  const cast: Cast = {
    table: casting.table,
    x,
    ...(found ? { y: found.value, ...topicOf(casting, found.value) } : {}),
    ...(color ? { color } : {}),
    ...(facet ? { facet } : {}),
  }
  const draft = draftOf(cast, kind, casting)
  const across = asked.horizontal ?? (kind === 'lollipop' && namesOf(x).length > 8)
  const amount = across ? 'x' : 'y'
  const names = swapped(amount)
  draft.amount = amount
  const summary = found
    ? summaryOf(casting, cast, [x, color, facet], draft)
    : {
        transform: [
          {
            aggregate: [{ op: 'count', as: 'count' }],
            groupby: [x, color, facet].filter((each) => each !== undefined).map(({ name }) => name),
          },
        ],
        title: 'Count',
        bounds: undefined,
      }
  if (counted) draft.value = { name: 'count', role: 'number', whole: true, values: [] }
  const value = draft.value as Field
  const dates = x.role === 'time'
  const all = dates
    ? []
    : ordered(asked, x, scores(casting.table, x, found?.value, asked.how ?? 'sum'))
  const list = asked.top === undefined ? all : all.slice(0, asked.top)
  if (list.length < all.length) {
    draft.says.push(`The ${list.length} largest of ${fixed(all.length, 0)} categories are shown.`)
    draft.transform.unshift({ filter: { field: x.name, oneOf: list } })
  }
  if (asked.order?.by === 'difference') refuse('Bars have no difference to be ordered by.')
  draft.encoding[names] = dates
    ? {
        field: x.name,
        type: 'temporal',
        timeUnit: x.span ? 'utcyearmonth' : 'utcyearmonthdate',
        title: titled(x),
        scale: { type: 'utc' },
      }
    : named(casting, x, list)
  if (!dates) draft.names = { channel: names, field: x.name, list }
  draft.encoding[amount] = amountChannel(value, summary.title, { zero: true })
  const stack = asked.stack ?? 'none'
  if (color) {
    const series = ordered(asked, color)
    draft.series = { field: color.name, names: series }
    draft.encoding.color = colorChannel(color, series)
    // Where each name has one colour its bar stands in the middle.
    const apart = new Set(
      casting.table.fields[0]?.values.map((_, i) => JSON.stringify([x.values[i], color.values[i]])),
    ).size
    if (stack !== 'none') stacked(draft, casting, cast, stack, series)
    else if (apart > new Set(x.values).size)
      draft.encoding[`${names}Offset`] = {
        field: color.name,
        type: 'nominal',
        sort: color.role === 'number' ? series.map(Number) : series,
      }
  } else if (stack !== 'none') refuse('Nothing tells the parts of the stacked bars apart.')
  if (color && kind === 'lollipop') refuse('Lollipops stand for one series.')
  const main = kind === 'lollipop' ? stems(amount) : [{ mark: { type: 'bar' } }]
  const error =
    summary.bounds && stack === 'none' ? errorLayers(summary.bounds, amount, false, false) : []
  if (summary.bounds && stack !== 'none')
    casting.unmet.push('Not met: error bars; stacked parts have none.')
  if (asked.over.has('points') && found) {
    if (crowded(casting.table, [x, color, facet], found.value) < 2)
      casting.unmet.push('Not met: single points; each bar has one row.')
    draft.layers = [
      { transform: summary.transform, layer: [...main, ...error] },
      color ? pointLayer(found.value, amount, false) : pointLayer(found.value, amount, true),
    ]
    if (!color)
      Object.assign((draft.layers[1]?.encoding ?? {}) as Json, { color: { value: '#3c4654' } })
  } else {
    draft.transform = [...draft.transform, ...summary.transform]
    draft.layers = [...main, ...error]
  }
  return draft
}

/** Quarters as names, in their order. */
function spelled(casting: Casting, field: Field): Field {
  const sorted = [...new Set(field.values)].sort((a, b) => Number(a) - Number(b))
  const name = (cell: Field['values'][number]) =>
    typeof cell === 'number' ? dateText(cell, field.span) : null
  const { span: _, ...rest } = field
  const found: Field = { ...rest, role: 'ordinal', values: field.values.map(name) }
  casting.table = {
    ...casting.table,
    fields: casting.table.fields.map((each) => (each.name === field.name ? found : each)),
  }
  casting.asked.order ??= {
    by: 'list',
    lists: [{ field: found, names: sorted.flatMap((cell) => name(cell) ?? []) }],
    pins: [],
  }
  return found
}

function stems(amount: 'x' | 'y'): Json[] {
  return [
    {
      name: 'stem',
      mark: { type: 'rule', strokeWidth: 1.5, color: '#0072b2' },
      encoding: { [`${amount}2`]: { datum: 0 } },
    },
    { mark: { type: 'point', size: 70, opacity: 1 } },
  ]
}

export function stacked(
  draft: Draft,
  casting: Casting,
  cast: Cast,
  stack: 'zero' | 'normalize',
  series: readonly string[],
): void {
  const numbers = cast.y ? present(cast.y) : []
  if (stack === 'normalize' && numbers.some((value) => value < 0))
    refuse('Shares of a whole cannot be drawn of negative values.')
  if (casting.asked.how === 'mean' || casting.asked.how === 'median')
    draft.says.push('Stacked means do not add up to the mean of the whole.')
  const own = draft.encoding[draft.amount] ?? {}
  draft.encoding[draft.amount] = {
    ...own,
    stack,
    ...(stack === 'normalize'
      ? {
          axis: { labelExpr: "format(datum.value * 100, 'd')" },
          title: `${String(own.title ?? 'Share').replace(/\s*\([^)]*\)$/, '')} (%)`,
        }
      : {}),
  }
  draft.encoding.order = { field: 'place of the part', type: 'quantitative' }
  const places = series
    .map(
      (name, i) =>
        `datum[${JSON.stringify(draft.series?.field)}] == ${JSON.stringify(name)} ? ${i} : `,
    )
    .join('')
  casting.after.push({ calculate: `${places}${series.length}`, as: 'place of the part' })
}
