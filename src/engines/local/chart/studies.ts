/** Distributions, shares, pairs, and what studies show: scores against the truth, survival, estimates, answers. */
import { listed } from '../../../figure/chart/describe'
import type { Field } from '../../../forms/chart'
import type { Cast } from './arrange'
import type { Asked, Json } from './asked'
import { distinct, groupsIn, isAmount, isName, isTruth, numbersOf } from './columns'
import {
  along,
  begin,
  called,
  type Drawn,
  diagonal,
  measured,
  NotSo,
  namesOf,
  number,
  placed,
} from './draw'
import { fieldTitle } from './table/names'

/** Distributions of one measure, which runs along x: histograms, densities, cumulative shares. */
export function one(cast: Cast, asked: Asked): Drawn {
  const { id, mark } = cast.kind
  const drawn = begin(cast, asked, false)
  const { encoding, layers, says, transform } = drawn
  // Columns side by side are told apart by colour: the measure itself is x.
  encoding.x = {}
  measured(drawn)
  drawn.isLying = true
  const measure: Json = { ...encoding.y, scale: { zero: false } }
  encoding.x = measure
  if (id === 'histogram') histogram(drawn)
  else layers.push({ mark })
  if (id === 'density') {
    const groupby = [encoding.color?.field, cast.facet?.name].filter(Boolean)
    const as = [String(measure.field), 'density']
    transform.push({ density: measure.field, as, groupby, resolve: 'shared' })
    encoding.y = number('density', { title: 'Density', stack: encoding.color ? null : undefined })
    says.push('a Gaussian kernel estimate')
  } else if (id === 'ecdf') {
    if (asked.titles.y) encoding.y = { type: 'quantitative', title: null }
    else delete encoding.y
  }
  says.unshift(...along(drawn))
  return drawn
}

const byOf = (field: Field) => `by ${called(field)}`

function histogram({ asked, encoding, cast, layers, says }: Drawn): void {
  const list = cast.y.flatMap(numbersOf)
  const maxbins = Math.min(30, Math.max(8, Math.ceil(2 * Math.cbrt(list.length))))
  const [low, high] = [Math.min(...list), Math.max(...list)]
  const step = ((high - low) / (asked.bins ?? 1)) * (1 + 1e-9)
  const bin = asked.bins && step > 0 ? { step, extent: [low, high] } : { maxbins }
  encoding.x = { ...encoding.x, scale: undefined, bin }
  if ('step' in bin) says.push(`${asked.bins} bins`)
  const isStacked = asked.manners.has('stacked') || !encoding.color
  const stack = isStacked ? 'zero' : null
  encoding.y = { aggregate: 'count', type: 'quantitative', title: 'Count', stack }
  layers.push({ mark: { type: 'bar', opacity: isStacked ? undefined : 0.6 } })
}

/** Pies and rings. */
export function parts(cast: Cast, asked: Asked): Drawn {
  const color = cast.x ?? cast.color
  if (cast.y.some((field) => numbersOf(field).some((value) => value < 0)))
    throw new NotSo('values below zero have no share')
  const y = color ? cast.y.slice(0, 1) : cast.y
  if (!color && y.length < 2) throw new NotSo('it needs names')
  const drawn = begin({ ...cast, x: color, y, color: undefined }, asked, true)
  measured(drawn, [color, cast.facet])
  const { encoding, transform, layers, says } = drawn
  const { field, sort } = encoding.x ?? {}
  const { aggregate: op = 'sum', field: amount } = encoding.y ?? {}
  const order = Array.isArray(sort) ? sort.map(String) : []
  if (order.length > 30) throw new NotSo(`it would have ${order.length} slices`)
  if (op !== 'count' && op !== 'sum') throw new NotSo(`a ${op} is no part of a whole`)
  const facet = cast.facet ? [cast.facet.name] : []
  const names = JSON.stringify(order)
  transform.push(
    { aggregate: [{ op, field: amount, as: 'amount' }], groupby: [field, ...facet] },
    { joinaggregate: [{ op: 'sum', field: 'amount', as: 'whole' }], groupby: facet },
    { calculate: 'datum.amount / datum.whole', as: 'share' },
    { calculate: 'datum.share < 0.04 ? "" : format(datum.share, ".0%")', as: 'written' },
    { calculate: `indexof(${names}, datum[${JSON.stringify(field)}])`, as: 'place' },
  )
  drawn.encoding = {
    theta: number('amount', { stack: true }),
    color: { field, type: 'nominal', sort: order, title: null },
    order: number('place'),
  }
  const radius = (share: number) => ({ expr: `(min(width, height) / 2 - 10) * ${share}` })
  const isRing = asked.manners.has('ring')
  const innerRadius = isRing ? radius(0.56) : undefined
  layers.push({ name: 'slice', mark: { type: 'arc', outerRadius: radius(1), innerRadius } })
  layers.push({
    name: 'share',
    mark: { type: 'text', fontWeight: 500, radius: radius(isRing ? 0.78 : 0.66) },
    encoding: { text: { field: 'written' }, color: { value: '#ffffff' }, detail: { field } },
  })
  says.unshift(color ? byOf(color) : `of ${listed(order)}`)
  return drawn
}

// biome-ignore format: a table
const RATES: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  roc: [/fpr|false.?pos|1.?-?.?spec/i, /tpr|true.?pos|sens|recall/i],
  'precision-recall': [/^recall|sens/i, /^prec/i],
  calibration: [/pred|conf/i, /obs|frac|actual/i],
}

/** Rates that the data hold already, joined in their order. */
function rated(cast: Cast, asked: Asked, x: Field, y: Field): Drawn {
  const said = [...asked.by, ...asked.columns, asked.on.color].filter(
    (field) => field !== undefined,
  )
  const color = said.find(isName) ?? groupsIn(cast.table.fields, 12)
  const drawn = begin({ ...cast, x, y: [y], color }, asked, false)
  measured(drawn)
  const { encoding } = drawn
  for (const name of ['x', 'y']) encoding[name] = { ...encoding[name], scale: { domain: [0, 1] } }
  encoding.order = number(x.name)
  drawn.layers.push({ mark: { type: 'line', point: cast.kind.id === 'calibration' || undefined } })
  if (cast.kind.id !== 'precision-recall') diagonal(drawn, 0, 1)
  drawn.says.push(`against ${called(x)}`, 'the rates are those of the data')
  return drawn
}

/** Scores against what was true, times against what happened. */
export function truth(cast: Cast, asked: Asked): Drawn {
  const { kind, x } = cast
  const [rate, other] = (RATES[kind.id] ?? []).map((say) =>
    cast.table.fields.find((field) => isAmount(field) && say.test(field.name)),
  )
  if (rate && other && !isTruth(other)) return rated(cast, asked, rate, other)
  const [event, ...scores] = cast.y
  const isTime = kind.id === 'survival'
  const needs = isTime
    ? 'it needs a column of times and one that is 1 where the event was seen, 0 where not'
    : 'it needs a column of scores and one that says what was true'
  const isOpen = isTime && event && (isName(event) || /cens/i.test(event.name))
  if (!x || !event || !isTruth(event) || isOpen) throw new NotSo(needs)
  const drawn = begin({ ...cast, x: undefined, y: scores }, asked, false)
  const { encoding, transform, says } = drawn
  encoding.x = {}
  measured(drawn)
  encoding.x = { ...encoding.y, title: isTime ? encoding.y?.title : undefined, scale: undefined }
  encoding.y = number(event.name)
  if (isName(event)) {
    const positive = JSON.stringify(higher(event, x))
    const calculate = `datum[${JSON.stringify(event.name)}] === ${positive} ? 1 : 0`
    transform.push({ calculate, as: 'positive' })
    encoding.y.field = 'positive'
    says.push(`${positive} counts as positive: its mean score is the higher one`)
  }
  drawn.layers.push({ mark: kind.mark })
  drawn.cast = cast
  if (isTime) drawn.measure = 'survival'
  const place = isTime
    ? [`over ${called(x)}`, `events in ${event.name}`]
    : [`against the truth in ${event.name}`]
  says.unshift(...place, ...(cast.color ? [byOf(cast.color)] : []))
  return drawn
}

/** The value of two whose scores are higher on the mean. */
function higher(event: Field, score: Field): string {
  const [one, other] = distinct(event).map((value) => {
    const own = numbersOf({
      ...score,
      values: score.values.filter((_, i) => event.values[i] === value),
    })
    return { value: String(value), mean: own.reduce((a, b) => a + b, 0) / own.length }
  })
  return (other && one && other.mean > one.mean ? other : one)?.value ?? ''
}

/** Estimates with their intervals beside names. */
export function study(cast: Cast, asked: Asked): Drawn {
  const { fields } = cast.table
  const low = fields.find(({ role }) => role === 'lower')
  const x = fields.find(({ name }) => name === low?.of)
  const high = fields.find((field) => field.role === 'upper' && field.of === x?.name)
  const y = [...asked.by, ...asked.columns, ...fields].find(isName)
  if (!x || !low || !high || !y)
    throw new NotSo('it needs names, estimates and the two ends of their intervals')
  const size = asked.on.size ?? fields.find(({ role }) => role === 'weight')
  const isRatio =
    /^(?:a?or|a?hr|a?rr|irr)$|ratio/i.test(x.name) && numbersOf(low).every((value) => value > 0)
  const isLog = isRatio || asked.logs.size > 0
  const summary = namesOf(y)
    .map(String)
    .filter((name) => /^(?:overall|pooled|summary|combined|total)\b/i.test(name))
  const drawn = begin({ ...cast, x: y, y: [x], color: undefined, size }, asked, true)
  drawn.measure = fieldTitle(x)
  drawn.isLying = true
  drawn.encoding = {
    x: number(x.name, { title: fieldTitle(x), scale: isLog ? { type: 'log' } : undefined }),
    y: placed(y, true),
    ...(size ? { size: number(size.name, { legend: null }) } : {}),
  }
  const reference = isLog ? 1 : 0
  const ends = { lower: low.name, upper: high.name }
  drawn.layers.push({ mark: { ...cast.kind.mark, ...ends, reference, summary } })
  drawn.says.push(
    byOf(y),
    `intervals from ${ends.lower} to ${ends.upper}`,
    `the line of no effect at ${reference}`,
  )
  return drawn
}
