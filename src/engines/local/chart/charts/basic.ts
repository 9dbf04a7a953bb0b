/** Bars, lines, points, samples side by side, distributions: charts on two plain axes. */
import { fixed } from '../../../../figure/chart/numbers'
import { dateText } from '../../../../figure/chart/time'
import type { Field } from '../../../../forms/chart'
import type { Kind } from '../clauses/asked'
import { sentence } from '../data/field-titles'
import { type Cast, type Casting, crowded, dimensions, isUnique } from './cast'
import {
  type Draft,
  isAmount,
  isName,
  type Json,
  namesOf,
  quoted,
  refuse,
  rowsBy,
  titled,
} from './draft'
import { foldable, yearly } from './fold'
import {
  amountChannel,
  colorChannel,
  draftOf,
  errorLayers,
  nameChannel,
  ordered,
  pointLayer,
  present,
  runChannel,
  scores,
  summaryOf,
} from './parts'

/** More bins than this are thinner than a line. */
const MOST_BINS = 200
/** More marks than this make no figure that can be edited. */
const MOST_POINTS = 20_000

const swapped = (channel: 'x' | 'y'): 'x' | 'y' => (channel === 'x' ? 'y' : 'x')

/** Columns without units that differ: they may be one measure, each under the name of its series. */
const sameMeasure = (fields: readonly Field[]): boolean =>
  new Set(fields.map((field) => /\(([^()]*)\)$/.exec(titled(field) ?? '')?.[1] ?? field.unit ?? ''))
    .size === 1

/** Values of one or more columns that the clauses name; several become one with a name for each. `side`: columns side by side may be series. */
function valuesOf(
  casting: Casting,
  dims: readonly Field[],
  what: string,
  side = false,
): { value: Field; key?: Field } {
  const { asked } = casting
  casting.certain('y')
  casting.certain('loose')
  const taken = new Set(dims.map(({ name }) => name))
  const said = [
    ...new Set([
      ...casting.said('y'),
      ...casting.said('loose', (field) => !isName(field) && field.role !== 'time'),
    ]),
  ].filter(({ name }) => !taken.has(name))
  const [only, ...more] = said
  if (only && more.length === 0) return { value: casting.number(only) }
  for (const field of dims) casting.use(field)
  if (only) {
    const apart = casting.apart(said)
    if (apart) refuse(`It is not said what the column ${JSON.stringify(apart.name)} is to show.`)
    return casting.fold(said, '')
  }
  const free = casting.numbers()
  const years = yearly(free)
  if (years.length > 1 && years.length === free.length) return casting.fold(years, '')
  const parts =
    asked.stack !== undefined ||
    asked.roles.color.some(({ fields }) => fields.length === 0) ||
    asked.roles.by.some(({ fields }) => fields.length === 0)
  const wide =
    free.length > 1 &&
    sameMeasure(free) &&
    (side || (casting.table.shape === 'columns' && casting.names().length === 0))
  if (wide)
    casting.table.notes.push(
      `The columns ${quoted(free.map(({ name }) => name))} are drawn as series of one measure.`,
    )
  if (free.length > 1 && (foldable(free) || parts || wide)) {
    const [key = ''] = casting.words('color', 'by')
    casting.settled.add(key)
    return casting.fold(free, /^[\p{L} ]{1,24}$/u.test(key) ? key : '')
  }
  return { value: casting.onlyNumber(what) }
}

/** Names along an axis; where the data do not say what they are, the clauses may. */
function named(casting: Casting, field: Field, list: readonly string[]): Json {
  const words = casting.called(field, 'by', 'x')
  return { ...nameChannel(field, list), ...(words === undefined ? {} : { title: sentence(words) }) }
}

/** The column as it is in the table now. */
const fresh = ({ table }: Casting, field: Field | undefined): Field | undefined =>
  field && table.fields.find(({ name }) => name === field.name)

function topicOf(casting: Casting, value: Field): { topic?: string } {
  const topic = casting.called(value, 'y', 'loose')
  return topic === undefined ? {} : { topic }
}

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
  const found = counted ? undefined : valuesOf(casting, dims, 'the height of the bars')
  let [x, inner] = dims.map((each) => fresh(casting, each))
  ;[color, facet] = [fresh(casting, color), fresh(casting, facet)]
  if (found?.key) {
    const asked2 = casting
      .words('by', 'x')
      .find((words) => new RegExp(`^${found.key?.name}s?$`, 'i').test(words))
    if (asked2 !== undefined) {
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
  if (!x) {
    const names = casting.names()
    const kept = names.length > 1 ? names.filter((each) => !isUnique(each)) : names
    const times = casting.table.fields.filter(
      ({ role, name }) => role === 'time' && !casting.used.has(name),
    )
    const single =
      kept.length === 1 ? kept[0] : kept.length === 0 && times.length === 1 ? times[0] : undefined
    if (!single && color && !found?.key && kept.length === 0) [x, color] = [color, undefined]
    else if (!single)
      refuse(
        kept.length === 0
          ? 'The data have no names for the bars.'
          : `It is not said what the bars stand for: ${quoted(kept.map(({ name }) => name))}.`,
      )
    else x = casting.use(single)
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
  const draft = draftOf(kind, casting, cast, asked)
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
    if (stack === 'none')
      draft.encoding[`${names}Offset`] = {
        field: color.name,
        type: 'nominal',
        sort: color.role === 'number' ? series.map(Number) : series,
      }
    else stacked(draft, casting, cast, stack, series)
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

function stacked(
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
    const numeric =
      groups.find((each) => running(each)) ?? groups.find(({ role }) => role === 'ordinal')
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
  const draft = draftOf(kind, casting, cast, asked)
  const summary = summaryOf(casting, cast, [x, color, facet], draft)
  draft.encoding.x = runChannel(x, asked)
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

/** Of two columns that the clauses name, the one that only rises within each series: along it runs the line. */
function rising(casting: Casting, series: Field | undefined): Field | undefined {
  const two = casting.said('loose', (field) => !isName(field))
  if (two.length !== 2) return undefined
  const own = two.filter((field) =>
    [...rowsBy(casting.table, [series]).values()].every((rows) =>
      rows.every(
        (row, i) => i === 0 || Number(field.values[row]) > Number(field.values[rows[i - 1] ?? 0]),
      ),
    ),
  )
  return own.length === 1 ? casting.use(own[0]) : undefined
}

/** The only column that others can run along: of numbers that rise in the data. */
function runningColumn(casting: Casting): Field | undefined {
  const named = new Set([...casting.said('y'), ...casting.said('loose')].map(({ name }) => name))
  const free = casting.numbers().filter(({ name }) => !named.has(name))
  if (yearly(free).length > 1) return undefined
  const found = free.filter((field) => {
    const values = field.values.filter((each): each is number => typeof each === 'number')
    const rises =
      values.length > 1 && values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0))
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

export function scatter(casting: Casting): Draft {
  const { asked } = casting
  const color = casting.channel('color')
  const facet = casting.channel('facet')
  const [size, shape, label] = [
    casting.channel('size'),
    casting.shared('shape'),
    casting.channel('label'),
  ]
  casting.certain('x')
  casting.certain('y')
  const spread = (field: Field) => !isName(field)
  let y = casting.said('y', spread)[0]
  let x =
    casting.said('x', spread)[0] ??
    casting.said('by', (field) => field.role === 'time' && field !== y)[0]
  if (y) casting.use(y)
  if (x) casting.use(x)
  const loose = casting.said('loose', spread)
  if (!x && !y && loose.length === 2)
    refuse(
      `It is not said which of ${quoted(loose.map(({ name }) => name))} is on which axis; say "a against b".`,
    )
  y ??= casting.use(loose[0])
  if (!y || !x) {
    const free = casting.numbers()
    const times = casting.table.fields.filter(
      ({ role, name }) => role === 'time' && !casting.used.has(name),
    )
    if (!x && y && times.length === 1 && free.length === 0) x = casting.use(times[0])
    else if (y && free.length === 1) x = casting.use(free[0])
    else if (x && free.length === 1) y = casting.use(free[0])
    else if (free.length === 2 && free.every(({ name }) => /^[xy]$/i.test(name)))
      [x, y] = [free.find(({ name }) => /x/i.test(name)), free.find(({ name }) => /y/i.test(name))]
    else
      refuse(
        `It is not said which columns are on the axes: ${quoted(free.map(({ name }) => name))}; say "a against b".`,
      )
  }
  if (!x || !y) return refuse('A scatter plot needs two columns of numbers.')
  if (x.values.length > MOST_POINTS)
    refuse(
      `${x.values.length} points cannot be drawn in one figure; ${MOST_POINTS} are the most. Sample the data, or ask for a histogram.`,
    )
  for (const field of [x, y]) if (field.role !== 'time') casting.number(field)
  const groups = [...new Set([...casting.said('by'), ...casting.said('loose', isName)])].filter(
    ({ name }) => !casting.used.has(name),
  )
  const own = color ?? casting.use(groups[0])
  if (groups.length > (color ? 0 : 1))
    refuse(
      `Points have no further place for ${quoted(groups.slice(color ? 0 : 1).map(({ name }) => name))}.`,
    )
  const cast: Cast = {
    table: casting.table,
    x,
    y,
    ...(own ? { color: own } : {}),
    ...(facet ? { facet } : {}),
  }
  const draft = draftOf('scatter', casting, cast, asked)
  if (asked.how) refuse('Points show single rows; ask for lines or bars of means.')
  const summary = asked.spread
    ? summaryOf(casting, cast, [x, y, own, facet, label], draft)
    : undefined
  const bounds = summary?.bounds
  draft.transform = summary?.transform ?? []
  draft.encoding.x = runChannel(x, asked)
  draft.encoding.y = { ...runChannel(y, asked) }
  if (own && !isName(own) && new Set(own.values).size > 12)
    draft.encoding.color = { field: own.name, type: 'quantitative', title: titled(own) }
  else if (own) {
    const series = ordered(asked, own)
    draft.series = { field: own.name, names: series }
    draft.encoding.color = colorChannel(own, series)
  }
  const own2 = {
    ...(size
      ? {
          size: {
            field: casting.number(size).name,
            type: 'quantitative',
            title: titled(size),
            scale: { zero: true },
          },
        }
      : {}),
    ...(shape ? { shape: { field: shape.name, type: 'nominal', title: titled(shape) } } : {}),
  }
  draft.layers = [
    ...(bounds ? errorLayers(bounds, 'y', false, own !== undefined) : []),
    {
      mark: {
        type: 'point',
        opacity:
          casting.table.fields[0] && casting.table.fields[0].values.length > 300 ? 0.6 : 0.85,
      },
      ...(size || shape ? { encoding: own2 } : {}),
    },
  ]
  const few = size !== undefined && (casting.table.fields[0]?.values.length ?? 0) <= 15
  const names =
    label ??
    (asked.over.has('figures')
      ? nameColumn(casting)
      : few
        ? casting.table.fields.find((field) => isName(field) && isUnique(field))
        : undefined)
  if (names && (few || asked.over.has('figures'))) {
    const count = namesOf(names).length
    if (count > 60) casting.unmet.push(`Not met: ${count} names of points; 60 are the most.`)
    else
      draft.layers.push({
        name: 'name',
        mark: { type: 'text', fontSize: 10.5 },
        encoding: { text: { field: names.name, type: 'nominal' }, color: { value: '#30363d' } },
      })
  }
  draft.says.push(...missing(casting, [x, y]))
  // Names may be coloured where nothing else is.
  if (names && !own && isUnique(names)) {
    draft.names = { channel: 'x', field: names.name, list: namesOf(names) }
  }
  return draft
}

function nameColumn(casting: Casting): Field | undefined {
  const names = casting.table.fields.filter((field) => isName(field) && isUnique(field))
  if (names.length === 1) return casting.use(names[0])
  casting.unmet.push('Not met: names of the points; it is not said which column holds them.')
  return undefined
}

/** Rows that lack a number and so have no place. */
function missing({ table }: Casting, fields: readonly Field[], so = 'they are left out'): string[] {
  const length = table.fields[0]?.values.length ?? 0
  const out = Array.from({ length }, (_, i) => i).filter((i) =>
    fields.some(({ values }) => values[i] === null),
  ).length
  return out > 0 ? [`${out} of ${length} rows lack a value; ${so}.`] : []
}

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
  const draft = draftOf(kind, casting, cast, asked)
  if (asked.spread !== undefined && asked.spread !== 'range')
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
    draft.layers = [
      pointLayer(found.value, draft.amount, shaken, 'point'),
      ...(middle
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
    if (middle) draft.says.push(`A bar marks each ${middle}.`)
  }
  draft.says.push(...missing(casting, [found.value]))
  return draft
}

export function distribution(
  casting: Casting,
  kind: 'histogram' | 'density' | 'ecdf' | 'qq',
): Draft {
  const { asked } = casting
  let [color, facet] = [casting.channel('color'), casting.channel('facet')]
  const dims = dimensions(casting, 1)
  const own = casting.said('x', isAmount)
  const free = casting.numbers()
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
  const draft = draftOf(kind, casting, cast, asked)
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
