/** Lines and areas. */
import type { Field } from '../../../../forms/chart'
import type { Kind } from '../clauses/asked'
import { fresh, missing, topicOf, valuesOf } from './axes'
import { stacked } from './bars'
import { type Cast, type Casting, crowded, dimensions, rises, rising } from './cast'
import { type Draft, isName, refuse, rowsBy, titled } from './draft'
import { yearly } from './fold'
import {
  amountChannel,
  colorChannel,
  draftOf,
  errorLayers,
  ordered,
  pointLayer,
  runChannel,
  type Summary,
  summaryOf,
} from './parts'

export function lines(casting: Casting, kind: Kind): Draft {
  const { asked } = casting
  let [color, facet] = [casting.channel('color'), casting.channel('facet')]
  const running = (field: Field) => !isName(field)
  let x =
    casting.use(casting.said('x')[0]) ??
    casting.use(casting.said('by', (field) => field.role === 'time')[0])
  const groups = dimensions(casting, 3).filter((each) => each !== x)
  if (!x) {
    const times = casting.table.fields.filter(
      ({ role, name }) => role === 'time' && !casting.used.has(name),
    )
    // Headings that are years are what the line runs along.
    const numeric =
      groups.find((each) => running(each)) ??
      (yearly(casting.numbers()).length > 1
        ? undefined
        : groups.find(({ role }) => role === 'ordinal'))
    x = casting.use(times.length === 1 ? times[0] : numeric)
  }
  const dims = groups.filter((each) => each !== x)
  if (dims.length > 2) refuse(`The clauses name ${dims.length} columns to tell lines apart.`)
  for (const field of dims) casting.use(field)
  if (!x) x = runningColumn(casting)
  if (!x) x = rising(casting, color ?? dims[0])
  const found = valuesOf(
    casting,
    x ? [x, ...dims] : dims,
    'the height of the line',
    x !== undefined,
  )
  ;[color, facet, x] = [fresh(casting, color), fresh(casting, facet), fresh(casting, x)]
  let [inner] = dims.map((each) => fresh(casting, each))
  const yearKey = found.key?.role === 'number' && !x ? found.key : undefined
  if (yearKey) {
    casting.table.notes.push(
      `The columns ${String(yearKey.values[0])} to ${String(yearKey.values.at(-1))} are drawn as one variable, "${yearKey.name}".`,
    )
    x = yearKey
  } else if (found.key) {
    if (color === undefined) color = found.key
    else inner ??= found.key
  }
  color ??= inner
  for (const field of [x, color, facet, found.value]) casting.use(field)
  if (!x) {
    const names = casting.names().filter(({ role }) => role === 'ordinal')
    x = names.length === 1 ? casting.use(names[0]) : undefined
  }
  if (!x)
    return refuse(
      'It is not said along which column the line runs (say "y over x" with the names of the columns).',
    )
  if (x === found.value) refuse('The line would run along its own values.')
  const alone = crowded(casting.table, [x, color, facet], found.value)
  if (alone > 1 && !color && !asked.how && asked.spread === undefined) {
    const [one, ...other] = casting
      .names()
      .filter((each) => crowded(casting.table, [x, each, facet], found.value) === 1)
    if (one && other.length === 0) color = casting.use(one)
  }
  const cast: Cast = {
    table: casting.table,
    x,
    y: found.value,
    ...topicOf(casting, found.value),
    ...(color ? { color } : {}),
    ...(facet ? { facet } : {}),
  }
  const draft = draftOf(cast, kind, casting)
  // A profile: what rises within each line runs upwards, so the points are joined along it.
  const runs = (field: Field) => rises(casting.table, field, color)
  const plain = !asked.how && asked.spread === undefined && !isName(x)
  const profile = kind === 'line' && plain && !runs(x) && runs(found.value)
  const summary: Summary = profile
    ? { transform: [], title: titled(found.value) }
    : summaryOf(casting, cast, [x, color, facet], draft)
  draft.encoding.x = runChannel(x, asked)
  if (profile) draft.encoding.order = { field: found.value.name, type: 'quantitative' }
  const filled = kind === 'area'
  draft.encoding.y = amountChannel(found.value, summary.title, {
    zero: filled,
    ...(filled ? {} : { nice: true }),
  })
  if (isName(x)) draft.names = { channel: 'x', field: x.name, list: ordered(asked, x) }
  if (color) {
    const series = ordered(asked, color)
    draft.series = { field: color.name, names: series }
    draft.encoding.color = colorChannel(color, series)
  }
  const single = asked.over.has('points') && summary.transform.length > 0
  if (filled) {
    const stack = color ? (asked.stack ?? 'zero') : 'none'
    if (color && stack !== 'none') stacked(draft, casting, cast, stack, draft.series?.names ?? [])
    else draft.encoding.y.stack = null
    draft.layers = [{ mark: { type: 'area', ...(stack === 'none' ? { fillOpacity: 0.35 } : {}) } }]
    if (summary.bounds) casting.unmet.push('Not met: errors; areas have none.')
  } else {
    if (asked.stack === 'zero' || asked.stack === 'normalize')
      refuse('Lines are not stacked; ask for areas.')
    const places = new Set(x.values).size
    const markers = asked.over.has('markers') || places <= 24
    const around = summary.bounds ? errorLayers(summary.bounds, 'y', asked.band === true, true) : []
    const own = [
      ...around,
      { mark: { type: 'line', invalid: 'break-paths-show-domains' } },
      ...(markers ? [{ name: 'marker', mark: { type: 'point', size: 26, opacity: 1 } }] : []),
    ]
    draft.layers = single
      ? [
          { transform: summary.transform, layer: own },
          {
            ...pointLayer(found.value, 'y', false),
            encoding: { y: { field: found.value.name, type: 'quantitative' } },
          },
        ]
      : own
  }
  if (!single) draft.transform = [...summary.transform, ...draft.transform]
  if (summary.transform.length === 0)
    draft.says.push(...missing(casting, [found.value], 'the line has a gap there'))
  return draft
}

/** The only column that others can run along: of numbers that rise in the data. */
function runningColumn(casting: Casting): Field | undefined {
  const named = new Set([...casting.said('y'), ...casting.said('loose')].map(({ name }) => name))
  const free = casting.numbers().filter(({ name }) => !named.has(name))
  if (yearly(free).length > 1) return undefined
  const found = free.filter((field) => {
    const groups = [...rowsBy(casting.table, casting.table.fields.filter(isName)).values()]
    const rises =
      groups.some((rows) => rows.length > 1) &&
      groups.every((rows) => {
        const values = rows.flatMap((row) => {
          const value = field.values[row]
          return typeof value === 'number' ? [value] : []
        })
        return values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0))
      })
    return (
      rises &&
      (field === casting.table.fields[0] ||
        /^(?:x|t|time|year|years|epoch|step|steps|day|week|month|hour|iteration|age|dose|n|k)\b/i.test(
          field.name,
        ))
    )
  })
  return found.length === 1 ? casting.use(found[0]) : undefined
}
