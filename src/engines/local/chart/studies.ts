/** Distributions, shares, pairs, and what studies show: scores against the truth, survival, estimates, answers. */
import type { Field } from '../../../forms/chart'
import type { Asked, Json } from './asked'
import { type Cast, crowd, distinct, groupsIn, isAmount, isName, isTruth, numbersOf } from './cast'
import {
  begin,
  type Drawn,
  diagonal,
  type Encoding,
  listed,
  lower,
  measured,
  NotSo,
  namesOf,
  number,
  placed,
  seriesOf,
  titleIn,
} from './draw'

const MOST_BINS = 200

/** Distributions of one measure, which runs along x: histograms, densities, cumulative shares, quantiles. */
export function one(cast: Cast, asked: Asked): Drawn {
  if (cast.y.length === 0) throw new NotSo('there are no numbers to draw')
  const drawn = begin(cast, asked, false)
  const { encoding, layers, says, transform } = drawn
  // Columns side by side are told apart by colour: the measure itself is x.
  encoding.x = {}
  measured(drawn)
  const { id } = cast.kind
  const measure: Json = { ...encoding.y, scale: { zero: false } }
  drawn.isLying = id !== 'qq'
  encoding.x = measure
  if (id === 'histogram') histogram(drawn, measure)
  else if (id === 'density') {
    const groupby = [encoding.color?.field, cast.facet?.name].filter((each) => each !== undefined)
    const split = groupby.length > 0 ? { groupby, resolve: 'shared' } : {}
    transform.push({ density: measure.field, as: [String(measure.field), 'density'], ...split })
    encoding.y = number('density', { title: 'Density', stack: encoding.color ? null : undefined })
    layers.push({ mark: { type: 'area', line: true, opacity: 0.35 } })
    says.push('a Gaussian kernel estimate')
  } else {
    layers.push({ mark: { type: id } })
    if (id === 'qq') delete encoding.x
    else if (asked.titles.y) encoding.y = { type: 'quantitative', title: null }
    else delete encoding.y
  }
  const title = titleIn(asked)
  if (cast.facet) says.unshift(`a panel for each ${lower(title(cast.facet)) || 'name'}`)
  if (cast.color) says.unshift(`by ${lower(title(cast.color)) || 'the names given'}`)
  else if (drawn.folds) says.unshift(`of ${listed([...drawn.folds.values()])}`)
  return drawn
}

function histogram({ asked, encoding, cast, layers, says, why }: Drawn, measure: Json): void {
  const list = cast.y.flatMap(numbersOf)
  const limits = (asked.scales.x ?? asked.scales.amount)?.domain as [number, number] | undefined
  const [low, high] = limits ?? [Math.min(...list), Math.max(...list)]
  const { count, width } = asked.bins ?? {}
  const wished = width ?? (count ? ((high - low) / count) * (1 + 1e-9) : undefined)
  const step = wished && (high - low) / wished > MOST_BINS ? undefined : wished
  if (wished !== step) why.set('bins', `${MOST_BINS} bins are the most`)
  const extent = width
    ? [Math.floor(low / width) * width, Math.ceil(high / width) * width]
    : [low, high]
  encoding.x = {
    ...measure,
    scale: undefined,
    bin: step
      ? { step, extent }
      : { maxbins: Math.min(30, Math.max(6, Math.ceil(2 * Math.cbrt(list.length)))) },
  }
  const isStacked = asked.flags.includes('stacked') || !encoding.color
  encoding.y = {
    aggregate: 'count',
    type: 'quantitative',
    title: 'Count',
    stack: isStacked ? 'zero' : null,
  }
  layers.push({ mark: { type: 'bar', ...(isStacked ? {} : { opacity: 0.6 }) } })
  if (count && step) says.push(`${count} bins`)
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
  const order = Array.isArray(sort) ? sort.map(String) : []
  const op = encoding.y?.aggregate ?? 'sum'
  if (order.length > 30) throw new NotSo(`it would have ${order.length} slices`)
  if (op !== 'count' && op !== 'sum') throw new NotSo(`a ${op} is no part of a whole`)
  const facet = cast.facet ? [cast.facet.name] : []
  transform.push(
    {
      aggregate: [{ op, field: op === 'count' ? undefined : encoding.y?.field, as: 'amount' }],
      groupby: [field, ...facet],
    },
    { joinaggregate: [{ op: 'sum', field: 'amount', as: 'whole' }], groupby: facet },
    { calculate: 'datum.amount / datum.whole', as: 'share' },
    {
      calculate:
        'datum.share < 0.04 ? "" : format(datum.share, datum.share < 0.1 ? ".1~%" : ".0%")',
      as: 'written',
    },
    {
      calculate: `indexof(${JSON.stringify(order)}, datum[${JSON.stringify(field)}])`,
      as: 'place',
    },
  )
  drawn.encoding = {
    theta: number('amount', { stack: true }),
    color: { field, type: 'nominal', sort: order, title: null },
    order: number('place'),
  }
  const outer = '(min(width, height) / 2 - 10)'
  const radius = (share: number) => ({ expr: `${outer} * ${share}` })
  const isRing = asked.flags.includes('donut')
  layers.push({
    name: 'slice',
    mark: { type: 'arc', outerRadius: radius(1), ...(isRing ? { innerRadius: radius(0.56) } : {}) },
  })
  const text = { type: 'text', fontWeight: 500, radius: radius(isRing ? 0.78 : 0.66) }
  if (!asked.flags.includes('no values'))
    layers.push({
      name: 'share',
      mark: text,
      encoding: { text: { field: 'written' }, color: { value: '#ffffff' }, detail: { field } },
    })
  says.unshift(
    color ? `by ${lower(titleIn(asked)(color)) || 'the names given'}` : `of ${listed(order)}`,
  )
  return drawn
}

/** Two or more places of each name, joined. */
export function pairs(cast: Cast, asked: Asked): Drawn {
  const { table, y } = cast
  const said = [...asked.columns, ...asked.by, ...asked.over, ...Object.values(asked.on)]
  const pool = [...new Set([...said, ...table.fields])].filter(
    (field) => !y.includes(field) && field.of === undefined,
  )
  const isStep = (field: Field) => {
    const count = distinct(field).length
    return count > 1 && count <= 6 && count < field.values.length
  }
  const steps = y.length > 1 ? undefined : pool.find(isStep)
  const isWho = (field: Field) =>
    field !== steps &&
    (!isAmount(field) || said.includes(field)) &&
    crowd(table, [field, steps], y[0]) === 1
  const who = pool.find(isWho)
  if (!who || (y.length < 2 && !steps))
    throw new NotSo('it needs a name for each line, and two or more places of it')
  const drawn = begin({ ...cast, x: steps, color: undefined }, asked, true)
  measured(drawn)
  const title = titleIn(asked)(who)
  drawn.cast = { ...drawn.cast, color: who }
  if (distinct(who).length > 12) drawn.encoding.detail = { field: who.name, type: 'nominal' }
  else drawn.encoding.color = seriesOf(who, title)
  drawn.layers.push({ mark: cast.kind.mark })
  drawn.says.unshift(`for each ${lower(title) || 'name'}`)
  return drawn
}

// biome-ignore format: a table
const RATES: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  roc: [/fpr|false.?pos|1.?-?.?spec/i, /tpr|true.?pos|sens|recall/i],
  'precision-recall': [/^recall|sens/i, /^prec/i],
  calibration: [/pred/i, /obs|frac|actual/i],
}

/** Scores against what was true, times against what happened. */
export function truth(cast: Cast, asked: Asked): Drawn {
  const { table, kind } = cast
  const [rate, other] = (RATES[kind.id] ?? []).map((say) =>
    table.fields.find((field) => isAmount(field) && say.test(field.name)),
  )
  if (rate && other && !isTruth(other)) return rated(cast, asked, rate, other)
  const [event, ...scores] = cast.y
  const isTime = kind.id === 'survival'
  if (!cast.x || !event || !isTruth(event))
    throw new NotSo(
      isTime
        ? 'it needs a column of times and one that is 1 where the event was seen, 0 where not'
        : 'it needs a column of scores and one that says what was true',
    )
  if (/cens/i.test(event.name))
    throw new NotSo(`${JSON.stringify(event.name)} says who was censored, not whose event was seen`)
  const drawn = begin({ ...cast, x: undefined, y: scores }, asked, false)
  const { encoding, transform, says } = drawn
  encoding.x = {}
  measured(drawn)
  encoding.x = { ...encoding.y, title: isTime ? encoding.y?.title : undefined, scale: undefined }
  encoding.y = number(event.name)
  if (isName(event)) {
    if (isTime)
      throw new NotSo(
        `it is not known which of ${listed(distinct(event).map(String))} counts as seen`,
      )
    const positive = JSON.stringify(higher(event, cast.x))
    transform.push({
      calculate: `datum[${JSON.stringify(event.name)}] === ${positive} ? 1 : 0`,
      as: 'positive',
    })
    encoding.y.field = 'positive'
    says.push(`${positive} counts as positive: its mean score is the higher one`)
  }
  drawn.layers.push({
    mark: { ...kind.mark, ...(isTime && asked.flags.includes('risk') ? { risk: true } : {}) },
  })
  drawn.cast = cast
  if (isTime) drawn.measure = 'survival'
  const place = isTime
    ? [`over ${lower(titleIn(asked)(cast.x))}`, `events in ${event.name}`]
    : [`against the truth in ${event.name}`]
  says.unshift(...place, ...(cast.color ? [`by ${lower(titleIn(asked)(cast.color))}`] : []))
  return drawn
}

/** The value of two whose scores are higher on the mean. */
function higher(event: Field, score: Field): string | undefined {
  const means = distinct(event).map((value) => {
    const own = score.values.filter(
      (each, i): each is number => event.values[i] === value && typeof each === 'number',
    )
    return { value: String(value), mean: own.reduce((a, b) => a + b, 0) / own.length }
  })
  return means.sort((a, b) => b.mean - a.mean)[0]?.value
}

/** Rates that the data hold already, joined in their order. */
function rated(cast: Cast, asked: Asked, x: Field, y: Field): Drawn {
  const said = [...asked.by, ...asked.columns, asked.on.color].flatMap((field) => field ?? [])
  const drawn = begin(
    { ...cast, x, y: [y], color: said.find(isName) ?? groupsIn(cast.table.fields, 12) },
    asked,
    false,
  )
  measured(drawn)
  const { encoding } = drawn
  for (const channel of ['x', 'y'])
    encoding[channel] = { ...encoding[channel], scale: { domain: [0, 1] } }
  encoding.order = number(x.name)
  drawn.layers.push({
    mark: { type: 'line', ...(cast.kind.id === 'calibration' ? { point: true } : {}) },
  })
  if (cast.kind.id !== 'precision-recall') diagonal(drawn, 0, 1)
  drawn.says.push(`against ${lower(titleIn(asked)(x))}`, 'the rates are those of the data')
  return drawn
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
  const isLog =
    isRatio ||
    Object.values(asked.scales).some((scale) => scale?.type === 'log') ||
    asked.flags.some((flag) => flag.startsWith('log '))
  const names = namesOf(y).map(String)
  const summary = names.filter((name) => /^(?:overall|pooled|summary|combined|total)\b/i.test(name))
  const drawn = begin({ ...cast, x: y, y: [x], color: undefined, size }, asked, true)
  const title = titleIn(asked)
  drawn.measure = title(x)
  drawn.isLying = true
  drawn.encoding = {
    x: number(x.name, { title: title(x), scale: isLog ? { type: 'log' } : undefined }),
    y: { ...placed(y, true, title(y)), sort: names },
    ...(size ? { size: number(size.name, { legend: null }) } : {}),
  }
  const own = asked.marks.find(({ axis, at }) => axis === 'x' && typeof at === 'number')
  asked.marks = asked.marks.filter((each) => each !== own)
  const reference = own?.at ?? (isLog ? 1 : 0)
  drawn.layers.push({
    mark: {
      type: 'forest',
      lower: low.name,
      upper: high.name,
      reference,
      ...(summary.length > 0 ? { summary } : {}),
    },
  })
  drawn.says.push(
    `by ${lower(title(y))}`,
    `intervals from ${low.name} to ${high.name}`,
    `the line of no effect at ${reference}`,
  )
  return drawn
}

/** Answers to questions on both sides of the neutral one. */
export function items(cast: Cast, asked: Asked): Drawn {
  const { fields } = cast.table
  const [y, second] = [...new Set([...asked.by, ...asked.columns, ...fields])].filter(isName)
  const wide = fields.filter(isAmount)
  if (!y || (!second && wide.length < 2))
    throw new NotSo('it needs questions and a column of answers, or a column for each answer')
  const drawn = begin(
    { ...cast, x: undefined, color: undefined, y: second ? wide.slice(0, 1) : wide },
    asked,
    true,
  )
  const { encoding } = drawn
  const title = titleIn(asked)
  measured(drawn)
  const answers = second ? seriesOf(second, '') : { ...encoding.x }
  const amount: Encoding = wide.length > 0 ? { x: number(encoding.y?.field) } : {}
  drawn.encoding = {
    y: placed(y, true, title(y)),
    color: { ...answers, type: 'ordinal', title: null },
    ...amount,
  }
  drawn.cast = { ...drawn.cast, x: y, color: second }
  drawn.isLying = true
  drawn.layers.push({ mark: { type: 'likert' } })
  drawn.measure = 'shares of answers'
  drawn.says.push(`by ${lower(title(y)) || 'question'}`)
  return drawn
}
