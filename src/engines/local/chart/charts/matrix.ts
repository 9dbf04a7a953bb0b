/** Names on both sides, a colour in each cell. */
import { fixed, sharedDecimals } from '../../../../figure/chart/numbers'
import { rampOf } from '../../../../figure/chart/palette'
import { pearson, sum } from '../../../../figure/chart/stats'
import type { Cell, Field, Table } from '../../../../forms/chart'
import { sentence } from '../data/field-titles'
import { type Casting, crowded, dimensions } from './cast'
import { type Draft, isAmount, isName, namesOf, quoted, refuse, rowsBy, titled } from './draft'
import { inkNamed } from './edits'
import { draftOf, nameChannel, ordered, REDUCE } from './parts'

export function heatmap(casting: Casting): Draft {
  const { asked } = casting
  const matrix = matrixOf(casting)
  const { x, y, value } = matrix
  for (const field of [x, y, value]) casting.use(field)
  const crowd = crowded(casting.table, [x, y], value)
  if (crowd > 1 && !asked.how)
    refuse(
      `Up to ${crowd} rows share one cell; say whether their mean, median or sum is to be drawn.`,
    )
  const table = casting.table
  const cells = [...rowsBy(table, [x, y]).values()].flatMap((rows) => {
    const list = rows.flatMap((i) =>
      typeof value.values[i] === 'number' ? [value.values[i] as number] : [],
    )
    const [first = 0] = rows
    return list.length > 0
      ? [
          {
            x: x.values[first] ?? null,
            y: y.values[first] ?? null,
            value: list.length === 1 ? (list[0] ?? 0) : REDUCE[asked.how ?? 'mean'](list),
          },
        ]
      : []
  })
  if (matrix.counted)
    for (const one of namesOf(x))
      for (const other of namesOf(y))
        if (!cells.some((cell) => cell.x === one && cell.y === other))
          cells.push({ x: one, y: other, value: 0 })
  const side = asked.share === 'row' ? 'y' : asked.share === 'column' ? 'x' : undefined
  const totals = new Map(
    [...Map.groupBy(cells, (cell) => (side ? cell[side] : asked.share))].map(([key, list]) => [
      key,
      sum(list.map((each) => each.value)),
    ]),
  )
  const shown = cells.map((cell) => ({
    ...cell,
    share: asked.share
      ? (100 * cell.value) / (totals.get(side ? cell[side] : asked.share) || 1)
      : cell.value,
  }))
  const values = shown.map(({ share }) => share)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const both = low < 0 && high > 0
  const correlation =
    matrix.correlation ||
    (both &&
      low >= -1 &&
      high <= 1 &&
      x.name === 'column' &&
      namesOf(x).join() === namesOf(y).join())
  const reach = correlation ? 1 : Math.max(Math.abs(low), Math.abs(high))
  const { stops } = rampOf(undefined, both)
  const domain: [number, number] = both
    ? [-reach, reach]
    : low === high
      ? [low - 1, high + 1]
      : [low, high]
  const [columns, rows] = [x, y].map((field) => ordered(asked, field)) as [string[], string[]]
  const count = columns.length * rows.length
  if (Math.max(columns.length, rows.length) > 140)
    refuse(`${rows.length} x ${columns.length} cells cannot be read; 140 a side are the most.`)
  const decimals = asked.share
    ? 1
    : correlation
      ? 2
      : sharedDecimals(values, Math.max(...values.map(Math.abs)) >= 100 ? 0 : 2)
  const numbered = count <= 196
  const column = (name: string, list: Cell[], role: Field['role'] = 'category'): Field => ({
    name,
    role,
    whole: false,
    values: list,
  })
  const drawn: Table = {
    ...table,
    fields: [
      column(
        x.name,
        shown.map((cell) => cell.x),
        x.role,
      ),
      column(
        y.name,
        shown.map((cell) => cell.y),
        y.role,
      ),
      { ...value, values: values },
      ...(numbered
        ? [
            column(
              'label',
              shown.map((cell) =>
                asked.share
                  ? `${fixed(cell.share, 1)} % (${fixed(cell.value, 0)})`
                  : fixed(cell.share, decimals),
              ),
            ),
            column(
              'ink',
              values.map((each) => inkNamed(stops, (each - domain[0]) / (domain[1] - domain[0]))),
            ),
          ]
        : []),
    ],
  }
  casting.table = drawn
  const draft = draftOf({ table: drawn, x, y: { ...value, values } }, 'heatmap', casting)
  const bare = { domain: false, ticks: false }
  const side2 = (field: Field, list: readonly string[], role: 'x' | 'y') => {
    const words = casting.called(field, role)
    return {
      ...nameChannel(field, list),
      axis: bare,
      ...(words === undefined ? {} : { title: sentence(words) }),
    }
  }
  const position = { x: side2(x, columns, 'x'), y: side2(y, rows, 'y') }
  const topic = casting.called(value, 'loose', 'y')
  const title = asked.share
    ? 'Share (%)'
    : correlation
      ? 'Correlation'
      : (titled(value) ?? (topic === undefined ? null : sentence(topic)))
  if (asked.confusion && casting.words('x', 'y').length === 0 && x.made)
    casting.unmet.push(
      'It is not said which side of the confusion matrix holds the true and which the predicted classes; rows stand as rows.',
    )
  draft.layers = [
    {
      mark: { type: 'rect', ...(count > 2500 ? {} : { stroke: '#ffffff', strokeWidth: 0.6 }) },
      encoding: {
        ...position,
        color: {
          field: value.name,
          type: 'quantitative',
          title,
          scale: { domain, range: [...stops] },
          legend: { gradientLength: 220 },
        },
      },
    },
    ...(numbered
      ? [
          {
            name: 'value',
            mark: { type: 'text', fontSize: 10.5 },
            encoding: {
              ...position,
              text: { field: 'label' },
              color: {
                field: 'ink',
                type: 'nominal',
                scale: { domain: ['light', 'dark'], range: ['#ffffff', '#1a1d21'] },
                legend: null,
              },
            },
          },
        ]
      : []),
  ]
  draft.around.resolve = { scale: { color: 'independent' } }
  if (columns.length === rows.length) Object.assign(draft.around, { width: 400, height: 400 })
  const empty = count - cells.length
  if (empty > 0) draft.says.push(`${empty} of ${count} cells have no value and are left white.`)
  draft.encoding.x = position.x
  draft.encoding.y = position.y
  return draft
}

interface Matrix {
  x: Field
  y: Field
  value: Field
  correlation?: boolean
  /** Rows are counted, so that what does not occur is nought. */
  counted?: boolean
}

/** The names on both sides of a matrix and what stands in its cells. */
function matrixOf(casting: Casting): Matrix {
  const { asked, table } = casting
  const made = ['row', 'column', 'value'].map((name) =>
    table.fields.find((field) => field.name === name && field.made),
  )
  const [row, column, cell] = made
  if (row && column && cell)
    return { x: { ...column, made: true }, y: row, value: casting.number(cell) }
  const dims = dimensions(casting, 2)
  const xs = casting.said('x')
  const ys = casting.said('y', (field) => isName(field) || xs.length > 0)
  const sides = [...new Set([...xs, ...ys, ...dims])]
  const numbers = casting.numbers().filter((field) => !sides.includes(field))
  const names = casting.names()
  if (asked.correlation && sides.length === 0) return correlations(casting, numbers)
  if (names.length === 1 && numbers.length > 1 && sides.length < 2) {
    const { key, value } = casting.fold(numbers, '')
    const y = casting.table.fields.find(({ name }) => name === names[0]?.name) as Field
    return { x: key, y, value }
  }
  const [one, two] = sides.length >= 2 ? sides : names.length === 2 ? names : sides
  if (!one || !two)
    return refuse(
      `A heat map needs names for both sides; say "a by b" with ${quoted(table.fields.map(({ name }) => name))}.`,
    )
  for (const field of [one, two]) casting.use(field)
  // "rows by columns": what is named first stands at the side.
  const [y, x] = xs[0]
    ? [one === xs[0] ? two : one, xs[0]]
    : ys[0]
      ? [ys[0], one === ys[0] ? two : one]
      : [one, two]
  const said = casting.said('loose', isAmount)
  if (numbers.length === 0 || asked.how === 'count') {
    const length = table.fields[0]?.values.length ?? 0
    asked.how = 'sum'
    return {
      x,
      y,
      value: {
        name: 'count',
        role: 'number',
        whole: true,
        values: Array.from({ length }, () => 1),
      },
      counted: true,
    }
  }
  return { x, y, value: casting.number(said[0] ?? casting.onlyNumber('what the cells hold')) }
}

/** Pearson's r of each pair of columns. */
function correlations(casting: Casting, fields: readonly Field[]): Matrix {
  if (fields.length < 2) refuse('Correlations need two columns of numbers or more.')
  const cells = fields.flatMap((one) =>
    fields.map((other) => {
      const both = one.values.flatMap((a, i) =>
        typeof a === 'number' && typeof other.values[i] === 'number'
          ? [[a, other.values[i] as number] as const]
          : [],
      )
      return {
        row: one.name,
        column: other.name,
        value: pearson(
          both.map(([a]) => a),
          both.map(([, b]) => b),
        ),
      }
    }),
  )
  const field = (name: 'row' | 'column' | 'value'): Field => ({
    name,
    made: true,
    role: name === 'value' ? 'number' : 'category',
    whole: false,
    values: cells.map((each) => each[name]),
  })
  const [row, column, value] = [field('row'), field('column'), field('value')]
  casting.table = { ...casting.table, fields: [row, column, value] }
  return { x: column, y: row, value, correlation: true }
}
