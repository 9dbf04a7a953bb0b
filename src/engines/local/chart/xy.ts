/** Marks along x: bars, lines, areas, points, boxes. */
import type { Field } from '../../../forms/chart'
import type { Cast } from './arrange'
import type { Asked, Json, Manner } from './asked'
import { crowd, isAmount, isName, isUnique, isWide, numbersOf } from './columns'
import {
  along,
  begin,
  type Drawn,
  type Encoding,
  lower,
  measured,
  NotSo,
  number,
  turn,
  withSpread,
} from './draw'
import { fieldTitle } from './table/names'

const SPREAD = { calculate: 'random()', as: 'spread' }
const has = ({ asked }: Drawn, manner: Manner) => asked.manners.has(manner)

export function xy(cast: Cast, asked: Asked): Drawn {
  const { kind, x, y } = cast
  const { id } = kind
  const isJoined = id === 'line' || id === 'area'
  const isBar = /^(?:bar|lollipop)$/.test(id)
  const isSample = /^(?:box|violin|strip)$/.test(id)
  const isPairs =
    kind.x === 'A' || (id === 'point' && x !== undefined && (isAmount(x) || x.role === 'time'))
  if (y.length === 0 && !x) throw new NotSo('there are no numbers to draw')
  const drawn = begin(
    cast,
    asked,
    !isJoined && !isPairs,
    !isSample && (y.length < 2 || (isJoined && !isWide(y))),
  )
  const counts = !x && drawn.encoding.x !== undefined
  const isDots = id === 'point' && !asked.stat && !asked.manners.has('spread')
  const isWhole = isDots || isSample || isPairs || id === 'radar' || counts
  measured(drawn, isWhole ? undefined : [x, cast.color, cast.facet, cast.size, cast.detail])
  const { encoding } = drawn
  const span = y.flatMap(numbersOf)
  const isFewWhole = y.every(({ whole }) => whole) && Math.max(...span) - Math.min(...span) < 10
  if (isFewWhole && encoding.y) encoding.y.axis = { tickMinStep: 1 }
  if (isBar || id === 'area') stacked(drawn)
  else if (isSample || (id === 'point' && !isPairs)) beside(encoding)
  if (cast.size) encoding.size = number(cast.size.name, { title: fieldTitle(cast.size) || null })
  if (cast.detail) encoding.detail = { field: cast.detail.name, type: 'nominal' }
  marked(drawn)
  if (id === 'bar' || isJoined || id === 'point') withSpread(drawn)
  if (asked.fit) fitted(drawn, isPairs || (id === 'line' && !encoding.y?.aggregate))
  if (has(drawn, 'raw') && !isPairs && !isDots && id !== 'strip') raw(drawn, isSample)
  if (has(drawn, 'values') && (isBar || isJoined || id === 'point')) values(drawn)
  ordered(drawn, isBar || isSample || (id === 'point' && !isPairs))
  drawn.says.unshift(...along(drawn))
  if (has(drawn, 'horizontal') && !isPairs && !isJoined && id !== 'radar') turn(drawn)
  return drawn
}

/** The marks of a kind. */
function marked(drawn: Drawn): void {
  const { cast, encoding, layers, transform } = drawn
  const { kind, table } = cast
  const isJoined = kind.id === 'line' || kind.id === 'area'
  const isReckoned = kind.id === 'volcano' && !/neg.?log|log10/i.test(cast.y[0]?.name ?? '')
  const mark = { ...kind.mark }
  if (kind.id === 'volcano' && !isReckoned) mark.type = 'point'
  // A line of one row would not be seen.
  const isDot = crowd(table, [cast.color, cast.detail, cast.facet], undefined) < 2
  if (isJoined && isDot) mark.point = true
  if (kind.id === 'lollipop')
    layers.push({ mark, encoding: { y2: { datum: 0 } } }, { mark: { type: 'point', size: 60 } })
  else layers.push({ mark })
  // Of one sample the violin stands alone.
  if (kind.id === 'violin' && !encoding.x) {
    transform.push({ calculate: '""', as: 'all' })
    encoding.x = { field: 'all', type: 'nominal', title: null, axis: null }
  }
  if (kind.id === 'strip') {
    transform.push(SPREAD)
    encoding.xOffset ??= number('spread')
  }
  // Composites name their axes themselves.
  if (isReckoned) for (const channel of ['x', 'y']) delete encoding[channel]?.title
  const names = table.fields.find((field) => isName(field) && isUnique(field))
  if (kind.id === 'volcano' && names) encoding.text = { field: names.name }
}

function beside(encoding: Encoding): void {
  const { color, x } = encoding
  if (color && color.field !== x?.field)
    encoding.xOffset = { field: color.field, type: color.type, sort: color.sort }
}

/** Bars and areas of several series: beside each other, on each other, or as shares. */
function stacked(drawn: Drawn): void {
  const { encoding, cast } = drawn
  const { color, y } = encoding
  const isArea = cast.kind.id === 'area'
  if (!color || !y || color.field === encoding.x?.field) return
  const isAsked = has(drawn, 'stacked') || (has(drawn, 'percent') && !has(drawn, 'grouped'))
  const isNegative = cast.y.some((field) => numbersOf(field).some((value) => value < 0))
  const isPart = [undefined, 'sum', 'count'].includes(y.aggregate as string | undefined)
  const isShare = has(drawn, 'percent') && !isNegative
  const isStack = (isAsked || isArea) && isPart && !(isNegative && isArea)
  const stack = isShare ? 'normalize' : 'zero'
  if (isStack) encoding.y = { ...y, stack }
  else if (isArea) encoding.y = { ...y, stack: null }
  else if (crowd(cast.table, [cast.x], cast.y[0]) > 1 || cast.y.length !== 1) beside(encoding)
  if (!isStack || !isShare) return
  drawn.measure = `Share of ${lower(drawn.measure) || 'the whole'}`
  const axis = lower(String(y.title ?? 'the whole').replace(/^Value$/, 'the whole'))
  Object.assign(encoding.y as Json, { title: `Share of ${axis}`, axis: { format: '%' } })
}

/** Names in the order of their values, of another column, of the alphabet. */
function ordered(drawn: Drawn, isNames: boolean): void {
  const { asked, encoding, cast, says } = drawn
  const { x, y } = encoding
  const { sort } = asked
  if (!sort || !isNames || !/^(?:nominal|ordinal)$/.test(String(x?.type))) return
  const { order, by } = sort
  const isSum = encoding.xOffset !== undefined || y?.stack !== undefined
  const isOne = /^(?:bar|lollipop|point)$/.test(cast.kind.id)
  const op = y?.aggregate ?? (isSum ? 'sum' : isOne ? 'max' : 'median')
  const field = by?.name ?? y?.field
  const amounts = field === undefined ? { op: 'count', order } : { field, op, order }
  Object.assign(x as Json, { sort: order === 'alphabet' ? 'ascending' : amounts })
  const over = isSum && !by ? ' by the sum of each place' : ''
  const said = `sorted${by ? ` by ${by.name}` : over}, ${order}`
  says.push(order === 'alphabet' ? 'in the order of the alphabet' : said)
}

const CURVES: Readonly<Record<string, string>> = {
  ...{ linear: 'a straight line', exp: 'an exponential curve', log: 'a logarithmic curve' },
  ...{ pow: 'a power law', quad: 'a parabola', loess: 'a local regression' },
}

function fitted(drawn: Drawn, isPairs: boolean): void {
  const { asked, layers, cast, says } = drawn
  const [x, y, method] = [cast.x, cast.y[0], asked.fit ?? 'linear']
  if (!isPairs || !x || !y || !isAmount(x) || !isAmount(y)) return
  const isBelow = (field: Field) => numbersOf(field).some((value) => value <= 0)
  if ((/pow|log/.test(method) && isBelow(x)) || (/pow|exp/.test(method) && isBelow(y))) return
  const isFigured = has(drawn, 'figures') && method !== 'loess'
  layers.push({
    name: 'regression',
    mark: { type: 'fit', method, ...(isFigured ? { figures: true } : {}) },
    encoding: { shape: undefined, size: undefined },
  })
  const band = method === 'linear' ? ', with its 95 % interval' : ''
  says.push(`${CURVES[method]} fitted${cast.color ? ' to each group' : ''}${band}`)
}

/** The rows as points over a summary of them. */
function raw({ encoding, layers, transform, says, cast }: Drawn, isSample: boolean): void {
  const isSpread = /^(?:nominal|ordinal)$/.test(String(encoding.x?.type)) && !encoding.xOffset
  const [summary] = layers
  if (isSpread) transform.push(SPREAD)
  if (cast.kind.id === 'box' && summary)
    summary.mark = { ...(summary.mark as Json), outliers: false }
  const y = { ...encoding.y, aggregate: undefined, stack: null }
  const mark = { type: 'point', size: 12, opacity: 0.6, ...(isSample ? { color: '#3c4654' } : {}) }
  // On bars of their own colour points would not be seen.
  const isHidden = cast.kind.id === 'bar' && encoding.color
  const ink = isHidden ? { color: { value: '#3c4654' } } : {}
  layers.push({
    name: 'raw',
    mark,
    encoding: { y, ...ink, ...(isSpread ? { xOffset: number('spread') } : {}) },
  })
  says.push('each row a point')
}

/** The numbers written on bars and points. */
function values({ encoding, layers }: Drawn): void {
  const { y, color } = encoding
  if (!y || y.stack === 'normalize') return
  const text = number(y.field, {
    aggregate: y.aggregate,
    format: y.aggregate === 'count' ? 'd' : ',.3~r',
  })
  const apart = color ? { color: { value: '#30363d' }, detail: { field: color.field } } : {}
  const place = y.stack === 'zero' ? { y: { ...y, bandPosition: 0.5 } } : {}
  layers.push({
    name: 'value',
    mark: { type: 'text', ...(y.stack === 'zero' ? {} : { baseline: 'bottom', dy: -3 }) },
    encoding: { text, ...place, ...apart },
  })
}
