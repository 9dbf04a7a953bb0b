/** Heat maps: names on both sides, a value or a count in each cell. */
import { listed } from '../../../figure/chart/describe'
import type { Field, Table } from '../../../forms/chart'
import type { Cast } from './arrange'
import type { Asked, Json, Manner } from './asked'
import { distinct, isAmount, isName, isUnique, numbersOf, runs } from './columns'
import { begin, type Drawn, lower, measured, NotSo, number, placed } from './draw'
import { fieldTitle } from './table/names'

/** More cells than this keep their numbers to themselves. */
const MOST_WRITTEN = 100

/** A matrix, also as columns that are called like their rows. */
function isSquare({ fields, shape }: Table): boolean {
  const names = fields.find(isName)?.values ?? []
  return (
    shape === 'matrix' ||
    names.join() ===
      fields
        .filter(isAmount)
        .map(({ name }) => name)
        .join()
  )
}

/** A matrix of coefficients is drawn as it stands, and so are pairs of names with one. */
export const cells = (cast: Cast, asked: Asked): Drawn =>
  cast.kind.id === 'correlation' &&
  !isSquare(cast.table) &&
  cast.table.fields.filter(isAmount).length > 1
    ? correlation(cast, asked)
    : matrix(cast, asked)

/** The columns of both sides, and of the cells: one column, or several that are the other side. */
function sides(
  { table: { fields } }: Cast,
  { on, by, over, columns, stat }: Asked,
): { x?: Field | undefined; y?: Field | undefined; values: Field[] } {
  const bound = [...by, ...over]
  // Years and doses are the names of rows too.
  const isSide = (field: Field) =>
    !isAmount(field) || bound.includes(field) || (field.made ? field.name !== 'value' : runs(field))
  const placed: (Field | undefined)[] = [on.x, on.y, on.color]
  const pool = [...new Set([...bound, ...columns, ...fields])].filter(
    (field) => isSide(field) && !placed.includes(field),
  )
  const [y = pool.shift(), x = pool.shift()] = [on.y, on.x]
  const amounts = fields.filter((field) => isAmount(field) && field !== x && field !== y)
  const own = on.color ?? columns.find((field) => amounts.includes(field))
  if (y && isUnique(y) && amounts.length > 1 && !own && !x) return { y, values: amounts }
  const value = own ?? amounts[0]
  return { x, y, values: value && stat !== 'count' ? [value] : [] }
}

function matrix(cast: Cast, asked: Asked): Drawn {
  const { x, y, values } = sides(cast, asked)
  if (!y || (!x && values.length < 2)) throw new NotSo('it needs names on two sides')
  const { id, mark } = cast.kind
  const has = (manner: Manner) => asked.manners.has(manner)
  const drawn = begin({ ...cast, x, y: values, color: undefined }, asked, true)
  measured(drawn, [x, y, cast.facet])
  const { encoding, says } = drawn
  const measure: Json = { ...encoding.y }
  encoding.y = placed(y, true)
  drawn.cast = { ...drawn.cast, color: y }
  const numbers = values.flatMap(numbersOf)
  const isShare = has('percent') && numbers.every((value) => value >= 0)
  if (isShare) shared(drawn, measure)
  const isDiverging = Math.min(...numbers) < 0 && Math.max(...numbers) > 0
  const own = id === 'correlation' ? { domain: [-1, 1] } : { domainMid: 0 }
  const scale = isDiverging ? { scheme: 'blueorange', ...own } : undefined
  encoding.color = { ...measure, scale }
  if (id === 'confusion' && x?.made && y.made) {
    encoding.x = { ...encoding.x, title: 'Predicted class' }
    encoding.y.title = 'True class'
    says.push('rows are taken for the truth, columns for what was predicted')
  }
  drawn.layers.push({ mark })
  const { aggregate } = measure
  const isWhole = aggregate === 'count' || (!aggregate && values.every(({ whole }) => whole))
  const count = distinct(y).length * (x ? distinct(x).length : values.length)
  const isFew = count <= MOST_WRITTEN
  const format = isShare ? '.0%' : isWhole ? ',d' : ',.3~r'
  if (isFew || has('values')) written(drawn, number(measure.field, { aggregate, format }))
  const across = x ? lower(fieldTitle(x)) : listed(values.map(({ name }) => name))
  if (fieldTitle(y) !== '')
    says.unshift(`rows are ${lower(fieldTitle(y))}${across === '' ? '' : `, columns ${across}`}`)
  return drawn
}

const written = ({ layers }: Drawn, text: Json) =>
  layers.push({ name: 'value', mark: 'text', encoding: { color: { value: '#30363d' }, text } })

/** Cells as shares of their row. */
function shared(drawn: Drawn, measure: Json): void {
  const { encoding, transform, says } = drawn
  const op = measure.aggregate === 'count' ? 'count' : 'sum'
  const [x, y] = [encoding.x?.field, encoding.y?.field]
  transform.push(
    { aggregate: [{ op, field: measure.field, as: 'amount' }], groupby: [x, y] },
    { joinaggregate: [{ op: 'sum', field: 'amount', as: 'whole' }], groupby: [y] },
    { calculate: 'datum.whole > 0 ? datum.amount / datum.whole : null', as: 'share' },
  )
  drawn.measure = 'Share of each row'
  delete measure.aggregate
  Object.assign(measure, number('share', { title: drawn.measure }))
  says.push('each row adds up to 100 %')
}

/** Pearson's coefficient of each pair of columns. */
function correlation(cast: Cast, asked: Asked): Drawn {
  const said = asked.columns.filter(isAmount)
  const fields = said.length > 1 ? said : cast.table.fields.filter(isAmount)
  const names = fields.map(({ name }) => name)
  if (names.length < 2) throw new NotSo('it needs two or more columns of numbers')
  const drawn = begin({ ...cast, y: fields }, asked, true)
  drawn.transform.push(...correlated(names))
  const side = (field: string) => ({ field, type: 'nominal', sort: names, title: null })
  const scale = { domain: [-1, 1], scheme: 'blueorange' }
  const color = number('r', { title: 'Correlation', scale })
  drawn.encoding = { x: side('second'), y: side('first'), color }
  drawn.layers.push({ mark: cast.kind.mark })
  if (names.length <= 12 || asked.manners.has('values'))
    written(drawn, number('r', { format: '.2f' }))
  drawn.measure = `Pearson's coefficient of ${listed(names)}`
  return drawn
}

/** Rows of `first`, `second` and `r`. */
const correlated = (names: readonly string[]): Json[] => [
  ...names.map((name) => ({ calculate: `datum[${JSON.stringify(name)}]`, as: `second ${name}` })),
  { fold: names, as: ['first', 'a'] },
  { fold: names.map((name) => `second ${name}`), as: ['other', 'b'] },
  { filter: 'isValid(datum.a) && isValid(datum.b)' },
  {
    joinaggregate: ['a', 'b'].map((field) => ({ op: 'mean', field, as: `mean ${field}` })),
    groupby: ['first', 'other'],
  },
  { calculate: '(datum.a - datum["mean a"]) * (datum.b - datum["mean b"])', as: 'ab' },
  { calculate: 'pow(datum.a - datum["mean a"], 2)', as: 'aa' },
  { calculate: 'pow(datum.b - datum["mean b"], 2)', as: 'bb' },
  {
    aggregate: ['ab', 'aa', 'bb'].map((field) => ({ op: 'sum', field, as: field })),
    groupby: ['first', 'other'],
  },
  { calculate: 'datum.ab / sqrt(datum.aa * datum.bb)', as: 'r' },
  { calculate: 'substring(datum.other, 7)', as: 'second' },
]
