/** Heat maps: names on both sides, a value or a count in each cell. */
import type { Field } from '../../../forms/chart'
import type { Asked, Json } from './asked'
import { type Cast, distinct, isAmount, isName, numbersOf, runs } from './cast'
import { begin, type Drawn, listed, lower, measured, NotSo, number, placed, titleIn } from './draw'

/** Names on a side. */
const MOST_NAMES = 140
/** More cells than this keep their numbers to themselves. */
const MOST_WRITTEN = 100

export const cells = (cast: Cast, asked: Asked): Drawn =>
  cast.kind.id === 'correlation' ? correlation(cast, asked) : matrix(cast, asked)

/** The columns of both sides, and of the cells. */
function sides(
  { table: { fields }, kind }: Cast,
  { on, by, over, columns, stat }: Asked,
): { x?: Field; y?: Field; values: Field[] } {
  const isSide = (field: Field) =>
    field !== on.color &&
    (!isAmount(field) || by.includes(field) || over.includes(field) || runs(field))
  const said = [...by, ...over, ...columns].filter(isSide)
  const isSpare = (field: Field) =>
    !said.includes(field) &&
    field !== on.color &&
    (isName(field) || field.role === 'time' || (said.length < 2 && isSide(field)))
  const pool = [...said, ...fields.filter(isSpare)].filter(
    (field) => field !== on.x && field !== on.y,
  )
  const truth =
    kind.id === 'confusion'
      ? pool.find(({ name }) => /true|truth|actual|label|observed|reference|^row$/i.test(name))
      : undefined
  const y = on.y ?? truth ?? pool[0]
  const amounts = fields.filter(
    (field) => isAmount(field) && field !== on.x && field !== y && field.of === undefined,
  )
  const own = on.color ?? columns.find((field) => amounts.includes(field))
  const isWide =
    !on.x &&
    y &&
    amounts.length > 1 &&
    !own &&
    ![...said, ...fields.filter(isName)].some((field) => field !== y) &&
    distinct(y).length === y.values.length
  if (isWide) return { y, values: amounts }
  const x = on.x ?? pool.find((field) => field !== y)
  const value = own ?? amounts.find((field) => field !== x)
  return {
    ...(x ? { x } : {}),
    ...(y ? { y } : {}),
    values: value && stat !== 'count' ? [value] : [],
  }
}

function matrix(cast: Cast, asked: Asked): Drawn {
  const { x, y, values } = sides(cast, asked)
  if (!y || (!x && values.length < 2)) throw new NotSo('it needs names on two sides')
  for (const field of [x, y])
    if (field && distinct(field).length > MOST_NAMES)
      throw new NotSo(
        `${distinct(field).length} names on a side cannot be read; ${MOST_NAMES} are the most`,
      )
  const drawn = begin({ ...cast, x, y: values, color: undefined }, asked, true)
  measured(drawn, [x, y, cast.facet])
  const { encoding, says } = drawn
  const title = titleIn(asked)
  const measure: Json = { ...encoding.y }
  encoding.y = placed(y, true, title(y))
  drawn.cast = { ...drawn.cast, color: y }
  const numbers = values.flatMap(numbersOf)
  const isShare = asked.flags.includes('percent') && numbers.every((value) => value >= 0)
  if (isShare) shared(drawn, measure)
  const isDiverging = Math.min(...numbers) < 0 && Math.max(...numbers) > 0
  encoding.color = {
    ...measure,
    scale: isDiverging ? { scheme: 'blueorange', domainMid: 0 } : undefined,
  }
  if (cast.kind.id === 'confusion' && x?.made && y.made) {
    encoding.x = { ...encoding.x, title: 'Predicted class' }
    encoding.y = { ...encoding.y, title: 'True class' }
    says.push('rows are taken for the truth, columns for what was predicted')
  }
  drawn.layers.push({ mark: cast.kind.mark })
  const count = distinct(y).length * (x ? distinct(x).length : values.length)
  const isWhole =
    measure.aggregate === 'count' ||
    (measure.aggregate === undefined && values.every(({ whole }) => whole))
  if (cast.kind.id === 'cluster') delete encoding.color.title
  else if (
    (count <= MOST_WRITTEN && !asked.flags.includes('no values')) ||
    asked.flags.includes('values')
  )
    written(
      drawn,
      number(measure.field, {
        aggregate: measure.aggregate,
        format: isShare ? '.0%' : isWhole ? ',d' : ',.3~r',
      }),
    )
  const [down, across] = [
    lower(title(y)),
    x ? lower(title(x)) : listed(values.map(({ name }) => name)),
  ]
  if (down !== '') says.unshift(`rows are ${down}${across === '' ? '' : `, columns ${across}`}`)
  return drawn
}

const written = ({ layers }: Drawn, text: Json) =>
  layers.push({ name: 'value', mark: 'text', encoding: { color: { value: '#30363d' }, text } })

/** Cells as shares of their row. */
function shared(drawn: Drawn, measure: Json): void {
  const { encoding, transform, says } = drawn
  const counted =
    measure.aggregate === 'count'
      ? { op: 'count', as: 'amount' }
      : { op: 'sum', field: measure.field, as: 'amount' }
  transform.push(
    { aggregate: [counted], groupby: [encoding.x?.field, encoding.y?.field] },
    { joinaggregate: [{ op: 'sum', field: 'amount', as: 'whole' }], groupby: [encoding.y?.field] },
    { calculate: 'datum.whole > 0 ? datum.amount / datum.whole : null', as: 'share' },
  )
  drawn.measure = 'Share of each row'
  delete measure.aggregate
  Object.assign(measure, number('share', { title: drawn.measure }))
  says.push('each row adds up to 100 %')
}

/** Pearson's coefficient of each pair of columns, or the coefficients that the data hold. */
function correlation(cast: Cast, asked: Asked): Drawn {
  const { table } = cast
  const scale = { domain: [-1, 1], scheme: 'blueorange' }
  const said = asked.columns.filter(isAmount)
  const fields = said.length > 1 ? said : table.fields.filter(isAmount)
  const names = fields.map(({ name }) => name)
  const [rows, columns, value] = table.fields
  const isReckoned =
    table.shape === 'matrix' && value && numbersOf(value).every((each) => Math.abs(each) <= 1)
  if (!isReckoned && fields.length < 2) throw new NotSo('it needs two or more columns of numbers')
  const drawn = begin({ ...cast, y: isReckoned ? [value] : fields }, asked, true)
  if (!isReckoned) drawn.transform.push(...correlated(names))
  const side = (field: string) => ({ field, type: 'nominal', sort: names, title: null })
  const [x, y] =
    isReckoned && rows && columns
      ? [placed(columns, true, ''), placed(rows, true, '')]
      : [side('second'), side('first')]
  const field = isReckoned ? value.name : 'r'
  drawn.encoding = { x, y, color: number(field, { title: 'Correlation', scale }) }
  drawn.layers.push({ mark: { type: 'rect' } })
  if (isReckoned || names.length <= 12 || asked.flags.includes('values'))
    written(drawn, number(field, { format: '.2f' }))
  drawn.measure = isReckoned
    ? 'the coefficients of the data'
    : `Pearson's coefficient of ${listed(names)}`
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
