import type { Field } from '../../../../forms/chart'
import type { Channel } from '../chart-ir'
import {
  because,
  type Choice,
  fieldIn,
  named,
  namesIn,
  numbersIn,
  type Sketch,
} from '../choice/context'
import { nameWords } from '../data/field-titles'
import { knownOrder } from '../data/read-data'
import { wordAt } from '../words/order'
import type { Wish } from '../words/wish'

/** Scales, limits and orders of the axes. */
export function withScales(choice: Choice, sketch: Sketch): Sketch {
  const { wish } = choice
  const { x, y } = sketch.encoding
  const distribution = ['histogram', 'density', 'ecdf'].includes(sketch.mark)
  const lying = wish.horizontal === true || sketch.horizontal === true
  const byName = (channel: Channel | undefined) => {
    const field = fieldIn(choice, channel)
    const amounts = field?.role === 'number' && !channel?.discrete
    return amounts && named(wish.log.word, [field]) !== undefined
  }
  const onScreen = distribution || lying ? { x: wish.log.y, y: wish.log.x } : wish.log
  const loose = wish.log.any && !wish.log.x && !wish.log.y && !byName(x) && !byName(y)
  const yLog =
    onScreen.y ||
    byName(y) ||
    (loose && reach(fieldIn(choice, y)) >= reach(x?.discrete ? undefined : fieldIn(choice, x)))
  const xLog = onScreen.x || byName(x) || (loose && !yLog)
  const limits =
    distribution || lying ? { ...wish.limits, x: wish.limits.y, y: wish.limits.x } : wish.limits
  if (yLog || xLog)
    because(
      choice,
      `log scale on ${[xLog && 'x', yLog && 'y'].filter(Boolean).join(' and ')}`,
      'the intent asks for it',
    )
  const forest =
    sketch.mark === 'forest' &&
    /ratio|\bor\b|\bhr\b|\brr\b|odds|hazard/i.test(`${y?.title} ${y?.field}`) &&
    numbersIn(fieldIn(choice, y)).every((value) => value > 0)
  if (forest && !yLog) because(choice, 'log scale on y', 'ratios are symmetric on a log scale')
  return {
    ...sketch,
    encoding: {
      ...sketch.encoding,
      ...(x
        ? {
            x: scaled(choice, sketch, distribution ? x : sortedX(choice, sketch, x), {
              log: xLog,
              limits: limits.x,
            }),
          }
        : {}),
      ...(y
        ? {
            y: scaled(choice, sketch, y, { log: yLog || forest, limits: limits.y ?? limits.value }),
          }
        : {}),
      ...(sketch.encoding.color ? { color: inOrder(choice, sketch.encoding.color) } : {}),
    },
  }
}

/** How often the smallest amount goes into the largest; 0 for what has no logarithm. */
function reach(field: Field | undefined): number {
  const values = field?.role === 'number' ? numbersIn(field) : []
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, 0],
  )
  return low > 0 && Number.isFinite(low) ? high / low : 0
}

function scaled(
  choice: Choice,
  sketch: Sketch,
  channel: Channel,
  { log, limits }: { log: boolean; limits?: [number, number] | undefined },
): Channel {
  const found: Channel = { ...channel }
  if (log) found.scale = 'log'
  const closed = limits && closedLimits(choice, sketch, channel, limits)
  if (closed) {
    const [low, high] = closed
    const share = channel.percent && high > 1
    found.domain = share ? [low / 100, high / 100] : [low, high]
    because(choice, `limits ${low} to ${high}`, 'the intent sets them')
  }
  return found
}

/** Marks whose lengths begin at zero in any case. */
const LENGTHS = ['bar', 'area', 'lollipop']

/** The end that was not said comes from the values drawn; undefined where these are not known yet. */
function closedLimits(
  choice: Choice,
  { mark, fold, encoding, aggregate }: Sketch,
  channel: Channel,
  [low, high]: [number, number],
): [number, number] | undefined {
  if (Number.isFinite(low) && Number.isFinite(high)) return [low, high]
  const isValue = channel.field === encoding.y?.field
  const lengths = isValue && LENGTHS.includes(mark)
  if (Number.isNaN(low) && lengths) return [0, high]
  const summed =
    isValue && (choice.wish.stack !== undefined || aggregate === 'sum' || aggregate === 'count')
  if (summed || (lengths && low === 0)) return undefined
  const drawn =
    fold && channel.field === fold.value
      ? choice.table.fields.filter(({ name, of = '' }) =>
          [name, of].some((one) => fold.fields.includes(one)),
        )
      : isValue
        ? [channel, encoding.lower, encoding.upper].map((one) => fieldIn(choice, one))
        : [fieldIn(choice, channel)]
  const [least, most] = extremesOf(
    drawn.filter((field) => field?.role !== 'p' && field?.role !== 'error').flatMap(numbersIn),
  )
  const room = (Number.isNaN(low) ? high - least : most - low) * 0.05
  const ends: [number, number] = Number.isNaN(low) ? [least - room, high] : [low, most + room]
  return room > 0 && ends.every(Number.isFinite) ? ends : undefined
}

const extremesOf = (values: readonly number[]) =>
  values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)] as [number, number],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as [number, number],
  )

function inOrder(choice: Choice, channel: Channel): Channel {
  const order = knownOrder(namesIn(fieldIn(choice, channel)))
  if (order && channel.sort === undefined) return { ...channel, sort: 'order', order }
  const field = fieldIn(choice, channel)
  return field?.role === 'number' && channel.sort === undefined
    ? { ...channel, sort: 'name' }
    : channel
}

function sortedX(choice: Choice, sketch: Sketch, x: Channel): Channel {
  const { wish } = choice
  const pareto = wish.mark?.more?.overlays?.some(({ kind }) => kind === 'cumulative')
  const top =
    wish.top !== undefined && ['bar', 'lollipop'].includes(sketch.mark)
      ? { domain: [0, wish.top] as [number, number] }
      : {}
  const names =
    sketch.fold && x.field === sketch.fold.key
      ? (sketch.fold.labels ?? sketch.fold.fields)
      : namesIn(fieldIn(choice, x))
  const listed = pareto ? undefined : (listedOrder(choice, names) ?? orderedBy(choice, sketch, x))
  if (listed && (x.discrete || fieldIn(choice, x)?.role !== 'number')) {
    because(choice, `order = ${listed.join(', ')}`, 'the intent lists them')
    return { ...x, sort: 'order', order: listed, ...top }
  }
  const sort = pareto
    ? 'value-descending'
    : (judgedSort(choice, sketch) ?? (wish.top !== undefined ? 'value-descending' : undefined))
  if (
    sort &&
    ['bar', 'lollipop', 'box', 'violin', 'strip', 'arc', 'forest', 'radar'].includes(sketch.mark)
  ) {
    because(
      choice,
      `sort = ${sort}`,
      pareto ? 'a Pareto chart falls from left to right' : 'the intent asks for it',
    )
    return { ...x, sort, ...top }
  }
  return inOrder(choice, x)
}

/** Names in the order of another column: "goals and assists per player, sorted by goals". */
function orderedBy({ wish, table }: Choice, { encoding, fold }: Sketch, x: Channel) {
  const field = table.fields.find(({ name }) => name === x.field)
  const by = named(
    wish.sortBy,
    table.fields.filter(({ role }) => role === 'number'),
  )
  const drawn = by !== undefined && by.name === encoding.y?.field
  if (!field || field.role === 'number' || !by || (drawn && !fold)) return undefined
  const amounts = new Map<string, number>()
  field.values.forEach((name, row) => {
    const value = by.values[row]
    if (name !== null && typeof value === 'number')
      amounts.set(String(name), (amounts.get(String(name)) ?? 0) + value)
  })
  const sign = wish.sort === 'value' ? 1 : -1
  return [...amounts].sort((one, two) => sign * (one[1] - two[1])).map(([name]) => name)
}

/** Measures of which little is good. */
const LOW_IS_GOOD =
  /\b(?:times?|runtimes?|latenc(?:y|ies)|durations?|delays?|seconds|minutes|hours|ms|s|min|h|waits?|errors?|loss(?:es)?|rmse|mae|mse|wer|cer|fid|perplexity|ppl|costs?|rank)\b/i

/** Fastest and best first means the smallest first where times or errors are drawn. */
function judgedSort({ wish, table }: Choice, { encoding }: Sketch): Wish['sort'] {
  if (!wish.judged || (wish.sort !== 'value' && wish.sort !== 'value-descending')) return wish.sort
  const measured = `${nameWords(encoding.y?.field ?? '').join(' ')} ${encoding.y?.title ?? ''} ${wish.said.y ?? ''}`
  const unnamed = table.fields.find(({ name }) => name === encoding.y?.field)?.made === true
  if (!LOW_IS_GOOD.test(unnamed ? `${measured} ${wish.words}` : measured)) return wish.sort
  return wish.sort === 'value' ? 'value-descending' : 'value'
}

/** The names of an axis as one of the listing phrases has them, if it has most of them. */
function listedOrder({ wish }: Choice, names: readonly string[]): string[] | undefined {
  for (const phrase of wish.listed) {
    const low = phrase.toLowerCase()
    const found = names
      .map((name) => ({ name, at: wordAt(low, name.toLowerCase()) }))
      .filter(({ at }) => at >= 0)
      .sort((one, two) => one.at - two.at)
      .map(({ name }) => name)
    if (found.length >= 2 && found.length >= 0.6 * names.length) return found
  }
  return undefined
}
