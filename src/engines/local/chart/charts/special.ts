/** Charts of a form of their own: matrices, parts of a whole, pairs, studies, and what composites reckon. */
import { fixed, sharedDecimals } from '../../../../figure/chart/numbers'
import { rampColor, rampOf } from '../../../../figure/chart/palette'
import { pearson, sum } from '../../../../figure/chart/stats'
import { inkOn } from '../../../../figure/color'
import type { Cell, Field, Table } from '../../../../forms/chart'
import type { Kind } from '../clauses/asked'
import { sentence } from '../data/field-titles'
import { type Cast, type Casting, crowded, dimensions, isUnique } from './cast'
import {
  type Draft,
  datum,
  isAmount,
  isName,
  type Json,
  namesOf,
  quoted,
  refuse,
  rowsBy,
  titled,
  withRows,
} from './draft'
import { foldable, wordsApart } from './fold'
import {
  amountChannel,
  colorChannel,
  draftOf,
  nameChannel,
  ordered,
  present,
  REDUCE,
  scores,
} from './parts'

const whole = (cast: Cast, kind: Kind, casting: Casting): Draft =>
  draftOf(kind, casting, cast, casting.asked)

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
              values.map((each) =>
                inkOn(rampColor(stops, (each - domain[0]) / (domain[1] - domain[0])), '#1a1d21') ===
                '#1a1d21'
                  ? 'dark'
                  : 'light',
              ),
            ),
          ]
        : []),
    ],
  }
  casting.table = drawn
  const draft = whole({ table: drawn, x, y: { ...value, values } }, 'heatmap', casting)
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
  const xs = casting.said('x', isName)
  const ys = casting.said('y', isName)
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

export function pie(casting: Casting): Draft {
  const { asked } = casting
  const color = casting.channel('color')
  const dims = dimensions(casting, 1)
  let x = color ?? dims[0]
  const numbers = casting.numbers()
  if (!x && casting.names().length === 1) x = casting.names()[0]
  if (!x) return refuse('It is not said which names the slices stand for.')
  casting.use(x)
  const said = [...casting.said('y', isAmount), ...casting.said('loose', isAmount)]
  const counted = asked.how === 'count' || numbers.length === 0
  const value = counted
    ? undefined
    : casting.number(said[0] ?? casting.onlyNumber('the size of the slices'))
  if (value && crowded(casting.table, [x], value) > 1 && asked.how !== 'sum')
    refuse('Several rows share one slice; say whether they are to be summed.')
  const score = scores(casting.table, x, value, counted ? 'count' : 'sum')
  const given = ordered(
    { ...asked, order: asked.order ?? { by: 'value', descending: true, lists: [], pins: [] } },
    x,
    score,
  )
  const slices = given
    .map((name) => ({ name, value: score(name) }))
    .filter((each) => each.value !== 0 && !Number.isNaN(each.value))
  const total = sum(slices.map((each) => each.value))
  if (slices.some((each) => each.value < 0))
    refuse('A pie cannot show negative values; ask for bars.')
  if (slices.length === 0) refuse('A pie needs at least one value above zero.')
  if (value?.unit === '%' && (total > 101.5 || total < 98.5))
    refuse(
      `The percentages add up to ${fixed(total, 0)} %, so they are no parts of one whole; ask for bars.`,
    )
  if (slices.length > 12)
    refuse(`${slices.length} slices cannot be told apart; 12 are the most. Ask for bars.`)
  const table: Table = {
    ...casting.table,
    fields: [
      { name: x.name, role: 'category', whole: false, values: slices.map(({ name }) => name) },
      {
        name: value?.name ?? 'count',
        role: 'number',
        whole: value?.whole ?? true,
        values: slices.map((each) => each.value),
      },
      { name: 'place', role: 'number', whole: true, values: slices.map((_, i) => i) },
      {
        name: 'share',
        role: 'category',
        whole: false,
        values: slices.map((each) =>
          each.value / total > 0.045
            ? `${fixed((100 * each.value) / total, each.value / total < 0.1 && !Number.isInteger((1000 * each.value) / total / 10) ? 1 : 0)}%`
            : '',
        ),
      },
    ],
  }
  casting.table = table
  const [names, amounts] = table.fields as [Field, Field]
  const draft = whole({ table, x: names, y: amounts }, 'pie', casting)
  const list = slices.map(({ name }) => name)
  draft.series = { field: names.name, names: list }
  const R = 'min(width, height) / 2'
  const common = {
    theta: { field: amounts.name, type: 'quantitative', stack: true },
    order: { field: 'place', type: 'quantitative' },
  }
  const hole = asked.donut ? 0.56 : 0
  draft.encoding = { color: { ...colorChannel(names, list), title: names.made ? null : titled(x) } }
  draft.layers = [
    {
      mark: {
        type: 'arc',
        outerRadius: { expr: `${R} - 10` },
        ...(hole ? { innerRadius: { expr: `(${R} - 10) * ${hole}` } } : {}),
      },
      encoding: common,
    },
    {
      name: 'share',
      mark: {
        type: 'text',
        fontSize: 11,
        fontWeight: 500,
        radius: { expr: `(${R} - 10) * ${hole ? (1 + hole) / 2 : 0.66}` },
      },
      encoding: { ...common, text: { field: 'share' }, color: { value: '#ffffff' } },
    },
  ]
  draft.says.push(
    `The slices add up to ${fixed(total, total < 10 ? 2 : 0)}${value?.unit ? ` ${value.unit}` : ''}.`,
  )
  return draft
}

export function radar(casting: Casting): Draft {
  const { asked } = casting
  const color = casting.channel('color')
  const dims = dimensions(casting, 2)
  const numbers = casting.numbers()
  const names = casting.names().filter((each) => each !== color)
  if (numbers.length > 2) {
    const who = color ?? dims[0] ?? names[0]
    const { key, value } = casting.fold(numbers, '')
    return web(
      casting,
      key,
      value,
      who && casting.table.fields.find(({ name }) => name === who.name),
    )
  }
  const [spokes, series] = [...new Set([...dims, ...names])].filter((each) => each !== color)
  if (!spokes || numbers.length !== 1 || !numbers[0])
    return refuse('A radar needs names for its spokes and one column of numbers.')
  void asked
  return web(casting, spokes, numbers[0], color ?? series)
}

function web(casting: Casting, x: Field, y: Field, color: Field | undefined): Draft {
  for (const field of [x, y, color]) casting.use(field)
  if (crowded(casting.table, [x, color], y) > 1) refuse('Several rows share one spoke.')
  const draft = whole({ table: casting.table, x, y, ...(color ? { color } : {}) }, 'radar', casting)
  draft.encoding = {
    x: { field: x.name, type: 'nominal', sort: ordered(casting.asked, x) },
    y: { field: y.name, type: 'quantitative' },
  }
  if (color) {
    const list = ordered(casting.asked, color)
    draft.series = { field: color.name, names: list }
    draft.encoding.color = colorChannel(color, list)
  }
  draft.layers = [{ mark: { type: 'radar' } }]
  return draft
}

/** Two columns of numbers of one measure, or one with a name for either: `who` it was, `when`, and the `value`. */
function pairs(casting: Casting): { who: Field; when: Field; value: Field } {
  const { asked } = casting
  const dims = dimensions(casting, 2)
  const said = [
    ...casting.said('y', isAmount),
    ...casting.said('x', isAmount),
    ...casting.said('loose', isAmount),
  ]
  const free = said.length > 1 ? said : casting.numbers()
  const color = casting.channel('color')
  const names = [...new Set([...dims, ...casting.names()])].filter(
    (each) => isName(each) && each !== color,
  )
  if (free.length > 1) {
    const who =
      dims.find(isName) ??
      color ??
      (names.length === 1 ? names[0] : names.find((each) => isUnique(each)))
    if (!who) return refuse('It is not said whom the values belong to.')
    if (free.length !== 2 && !foldable(free) && said.length < 2)
      refuse(`It is not said which columns are compared: ${quoted(free.map(({ name }) => name))}.`)
    const { key, value } = casting.fold(free, '', true)
    const own = casting.table.fields.find(({ name }) => name === who.name) as Field
    return {
      who: own,
      when: { ...key, role: 'category', values: key.values.map((each) => String(each)) },
      value,
    }
  }
  const value = casting.onlyNumber('what is compared')
  const times = casting.table.fields.filter(
    (field) =>
      (isName(field) || field.role === 'number' || field.role === 'time') &&
      field !== value &&
      new Set(field.values).size === 2,
  )
  const [when] = times
  const who = [color, ...names].find((each) => each && each !== when)
  if (!when || !who || times.length > 1)
    return refuse('It is not said which two values are compared, and of whom.')
  void asked
  return {
    who,
    when: {
      ...when,
      role: 'category',
      values: when.values.map((each) => (each === null ? null : String(each))),
    },
    value,
  }
}

const topicTitle = (casting: Casting, value: Field): string | null => {
  const words = casting.called(value, 'y', 'loose')
  return words === undefined ? null : sentence(words)
}

const replaced = (table: Table, field: Field): Table => ({
  ...table,
  fields: table.fields.map((each) => (each.name === field.name ? field : each)),
})

export function slope(casting: Casting): Draft {
  const { asked } = casting
  const { who, when, value } = pairs(casting)
  casting.table = replaced(casting.table, when)
  for (const field of [who, when, value]) casting.use(field)
  if (crowded(casting.table, [who, when], value) > 1)
    refuse('Several rows share one end of a slope.')
  const cast: Cast = { table: casting.table, x: when, y: value, color: who }
  const draft = whole(cast, 'slope', casting)
  const places = ordered(asked, when)
  const names = ordered(asked, who)
  draft.series = { field: who.name, names }
  draft.encoding = {
    x: { ...nameChannel(when, places), scale: { padding: 0.02 }, axis: { domain: false } },
    y: {
      ...amountChannel(value, titled(value) ?? topicTitle(casting, value), {
        zero: false,
        padding: 12,
      }),
      axis: { grid: false },
    },
    color: {
      ...colorChannel(who, names),
      ...(names.length > 8 ? { scale: { domain: names, range: names.map(() => '#0072b2') } } : {}),
      legend: null,
    },
  }
  const format = value.whole ? ',d' : ',.1f'
  const end = (place: string | undefined, side: 'left' | 'right'): Json => ({
    name: side === 'left' ? 'value' : 'value2',
    transform: [
      { filter: { field: when.name, equal: place ?? '' } },
      {
        calculate:
          side === 'left'
            ? `format(${datum(value.name)}, '${format}')`
            : `format(${datum(value.name)}, '${format}') + '  ' + ${datum(who.name)}`,
        as: 'words',
      },
    ],
    mark: {
      type: 'text',
      align: side === 'left' ? 'right' : 'left',
      dx: side === 'left' ? -8 : 8,
      fontWeight: 500,
    },
    encoding: { text: { field: 'words' } },
  })
  const crowdedNames = names.length > 25
  draft.layers = [
    { mark: { type: 'line', strokeWidth: 1.3 } },
    { name: 'marker', mark: { type: 'point', size: 32, opacity: 1 } },
    ...(crowdedNames ? [] : [end(places[0], 'left'), end(places.at(-1), 'right')]),
  ]
  if (!crowdedNames)
    draft.encoding.y = {
      ...draft.encoding.y,
      axis: { grid: false, domain: false, ticks: false, labels: false, titlePadding: 48 },
    }
  return draft
}

export function dumbbell(casting: Casting): Draft {
  const { who, when, value } = pairs(casting)
  casting.table = replaced(casting.table, when)
  const { asked } = casting
  for (const field of [who, when, value]) casting.use(field)
  const draft = whole(
    { table: casting.table, x: value, y: value, color: when },
    'dumbbell',
    casting,
  )
  const names = ordered(asked, who, scores(casting.table, who, value, 'max'))
  const series = ordered(asked, when)
  draft.amount = 'x'
  draft.series = { field: when.name, names: series }
  draft.names = { channel: 'y', field: who.name, list: names }
  draft.encoding = {
    x: amountChannel(value, titled(value) ?? topicTitle(casting, value), { zero: false }),
    y:
      asked.order?.by === 'difference'
        ? { field: who.name, type: 'nominal', title: titled(who) }
        : nameChannel(who, names),
    color: { ...colorChannel(when, series), title: null },
  }
  draft.layers = [
    {
      mark: {
        type: 'dumbbell',
        ...(asked.order?.by === 'difference' ? { order: 'difference' } : {}),
      },
    },
  ]
  return draft
}

const RATIO = /^(?:or|hr|rr|irr)$|ratio/i

export function forest(casting: Casting): Draft {
  const { asked, table } = casting
  const dims = dimensions(casting, 1)
  const y =
    dims.find(isName) ??
    (casting.names().length === 1 ? casting.names()[0] : casting.names().find(isUnique))
  if (!y) return refuse('A forest plot needs a column of names.')
  const lowers = table.fields.filter(({ role }) => role === 'lower')
  const owner = lowers[0]?.of
  const said = [
    ...casting.said('y', isAmount),
    ...casting.said('x', isAmount),
    ...casting.said('loose', isAmount),
  ]
  const x = table.fields.find(({ name }) => name === owner) ?? said[0]
  const [lower, upper] = (['lower', 'upper'] as const).map((role) =>
    table.fields.find((field) => field.of === x?.name && field.role === role),
  )
  if (!x || !lower || !upper)
    return refuse(
      'A forest plot needs an estimate with the ends of its interval; the data have no such columns.',
    )
  for (const field of [x, y, lower, upper]) casting.use(field)
  asked.spread = undefined
  const size = casting.channel('size') ?? table.fields.find((field) => field.role === 'weight')
  casting.use(size)
  const draft = whole({ table, x, y: x }, 'forest', casting)
  draft.amount = 'x'
  const names = ordered(asked, y, scores(table, y, x, 'mean'))
  draft.names = { channel: 'y', field: y.name, list: names }
  const summary = names.filter((name) => /\b(?:overall|pooled|summary|combined)\b/i.test(name))
  draft.encoding = {
    x: {
      field: x.name,
      type: 'quantitative',
      title: titled(x),
      ...(RATIO.test(x.name) && present(lower).every((value) => value > 0)
        ? { scale: { type: 'log' } }
        : {}),
    },
    y: nameChannel(y, names),
    ...(size ? { size: { field: size.name, type: 'quantitative', legend: null } } : {}),
  }
  draft.layers = [
    {
      mark: {
        type: 'forest',
        lower: lower.name,
        upper: upper.name,
        reference: RATIO.test(x.name) ? 1 : 0,
        ...(summary.length > 0 ? { summary } : {}),
      },
    },
  ]
  return draft
}

const EVENT = /event|status|death|dead|died|relapse|progress|recurr|fail|cens/i

export function survival(casting: Casting): Draft {
  const { asked, table } = casting
  let color = casting.channel('color')
  const dims = dimensions(casting, 1).filter(({ name }) => !EVENT.test(name))
  const events = table.fields.filter(
    (field) =>
      EVENT.test(field.name) && new Set(field.values.filter((each) => each !== null)).size <= 2,
  )
  const [event, ...more] = events
  if (!event || more.length > 0)
    return refuse(
      `Survival curves need one column that says whether the event was seen (1) or censored (0); ${event ? `several may be it: ${quoted(events.map(({ name }) => name))}` : 'the data have none'}.`,
    )
  if (/cens/i.test(event.name))
    refuse(
      `The column ${JSON.stringify(event.name)} says who was censored; give a column that is 1 where the event was seen.`,
    )
  casting.use(event)
  const said = [
    ...casting.said('x', isAmount),
    ...casting.said('y', isAmount),
    ...casting.said('loose', isAmount),
  ].filter(({ name }) => name !== event.name)
  const x = casting.number(said[0] ?? casting.onlyNumber('the time'))
  color ??= casting.use(dims[0])
  const groups = casting.names().filter((each) => !isUnique(each))
  if (!color && groups.length > 1)
    refuse(`It is not said which groups are compared: ${quoted(groups.map(({ name }) => name))}.`)
  color ??= casting.use(groups[0])
  const draft = whole({ table, x, y: event, ...(color ? { color } : {}) }, 'survival', casting)
  draft.encoding = {
    x: { field: x.name, type: 'quantitative', title: titled(x) },
    y: { field: event.name, type: isName(event) ? 'nominal' : 'quantitative', title: 'Survival' },
  }
  if (color) {
    const list = ordered(asked, color)
    draft.series = { field: color.name, names: list }
    draft.encoding.color = colorChannel(color, list)
  }
  draft.layers = [{ mark: { type: 'survival', ...(asked.over.has('risk') ? { risk: true } : {}) } }]
  return draft
}

/** Scores or probabilities against what was true. */
export function judged(casting: Casting, kind: 'roc' | 'calibration'): Draft {
  const { asked } = casting
  const color = casting.channel('color')
  const binary = (field: Field) => new Set(field.values.filter((each) => each !== null)).size === 2
  const known = (field: Field) =>
    field.values.every(
      (each) =>
        each === null ||
        /^(?:0|1|yes|no|true|false|y|n|positive|negative|pos|neg|case|control)$/i.test(
          String(each),
        ),
    )
  const rates = (['fpr', 'tpr'] as const).map((name) =>
    casting.table.fields.find((field) =>
      new RegExp(
        `^${name}$|${name === 'fpr' ? 'false.positive.rate' : 'true.positive.rate'}`,
        'i',
      ).test(field.name),
    ),
  )
  const [fpr, tpr] = rates
  if (kind === 'roc' && fpr && tpr) return curve(casting, fpr, tpr, color)
  const truths = casting.table.fields.filter(
    (field) => binary(field) && !casting.used.has(field.name),
  )
  const truth =
    truths.length === 1
      ? truths[0]
      : truths.find(
          (field) => casting.said('y').includes(field) || casting.said('loose').includes(field),
        )
  if (!truth) {
    const free = casting.numbers()
    const [one, two] = free
    const predicted = free.find(({ name }) => /pred|expect|prob/i.test(name))
    const observed = free.find(({ name }) => /obs|actual|freq|fraction|true/i.test(name))
    if (kind === 'calibration' && free.length === 2 && predicted && observed && one && two)
      return curve(casting, predicted, observed, color)
    return refuse('The data have no column that says what was true (1 or 0).')
  }
  if (!known(truth))
    refuse(
      `It is not certain which of ${quoted(namesOf(truth))} in the column ${JSON.stringify(truth.name)} is the positive outcome; write it as 1 and 0.`,
    )
  casting.use(truth)
  const said = [...casting.said('x', isAmount), ...casting.said('loose', isAmount)].filter(
    ({ name }) => name !== truth.name,
  )
  const all = said.length > 0 ? said : casting.numbers()
  const names = casting.names().filter((each) => !isUnique(each))
  let [x, series] = [all[0], color ?? casting.use(names[0])]
  if (all.length > 1) {
    const made = casting.fold(all, '')
    ;[x, series] = [made.value, made.key]
  }
  if (!x) return refuse('The data have no column of scores.')
  casting.number(x)
  const draft = whole(
    { table: casting.table, x, y: truth, ...(series ? { color: series } : {}) },
    kind,
    casting,
  )
  draft.encoding = {
    x: { field: x.name, type: 'quantitative' },
    y: { field: truth.name, type: isName(truth) ? 'nominal' : 'quantitative' },
  }
  if (series) {
    const list = ordered(asked, series)
    draft.series = { field: series.name, names: list }
    draft.encoding.color = colorChannel(series, list)
  }
  draft.layers = [
    {
      mark: {
        type: kind,
        ...(kind === 'calibration' && asked.bins?.count ? { bins: asked.bins.count } : {}),
      },
    },
  ]
  return draft
}

/** A curve between zero and one whose points the data give. */
function curve(casting: Casting, x: Field, y: Field, color: Field | undefined): Draft {
  for (const field of [x, y]) casting.number(field)
  const series = color ?? casting.names().filter((each) => !isUnique(each))[0]
  casting.use(series)
  const draft = whole(
    { table: casting.table, x, y, ...(series ? { color: series } : {}) },
    'line',
    casting,
  )
  const side = (field: Field) => ({
    ...amountChannel(field, titled(field)),
    scale: { domain: [0, 1], nice: false },
  })
  draft.encoding = { x: side(x), y: side(y), order: { field: x.name, type: 'quantitative' } }
  if (series) {
    const list = ordered(casting.asked, series)
    draft.series = { field: series.name, names: list }
    draft.encoding.color = colorChannel(series, list)
  }
  draft.layers = [{ mark: { type: 'line' } }, { name: 'marker', mark: { type: 'point', size: 26 } }]
  Object.assign(draft.around, { width: 400, height: 400 })
  draft.over.push({
    name: 'diagonal',
    mark: { type: 'rule', color: '#8a929b', strokeDash: [3.5, 3], strokeWidth: 1 },
    encoding: { x: { datum: 0 }, y: { datum: 0 }, x2: { datum: 1 }, y2: { datum: 1 } },
  })
  return draft
}

export function volcano(casting: Casting): Draft {
  const p =
    casting.table.fields.find(({ role }) => role === 'p') ??
    casting.table.fields.find(
      ({ name, role }) =>
        role === 'number' &&
        /^(?:p|padj|pval|p[_ .]?val(?:ue)?|fdr|q[_ .]?val(?:ue)?|adj[_. ]?p.*)$/i.test(name),
    )
  if (!p)
    return refuse('A volcano plot needs a column of p values as they are, not their logarithms.')
  const table = replaced(casting.table, { ...p, role: 'number' })
  casting.table = table
  casting.use(p)
  const said = [...casting.said('x', isAmount), ...casting.said('loose', isAmount)].filter(
    ({ name }) => name !== p.name,
  )
  const x = casting.number(said[0] ?? casting.onlyNumber('the effect'))
  const names = casting.channel('label') ?? casting.names().filter(isUnique)[0]
  casting.use(names)
  const draft = whole({ table, x, y: p }, 'volcano', casting)
  const kept = (field: Field) => field.values.filter((each) => each === null).length
  if (kept(x) + kept(p) > 0)
    draft.says.push(`${Math.max(kept(x), kept(p))} rows lack a value and are left out.`)
  draft.encoding = {
    x: { field: x.name, type: 'quantitative', title: titled(x) },
    y: { field: p.name, type: 'quantitative', title: `−log₁₀ ${p.name}` },
    ...(names ? { text: { field: names.name, type: 'nominal' } } : {}),
  }
  draft.layers = [{ mark: { type: 'volcano', ...asked(casting) } }]
  return draft
}

const asked = ({ asked: { cuts } }: Casting): Json => ({
  ...(cuts?.fold === undefined ? {} : { fold: cuts.fold }),
  ...(cuts?.p === undefined ? {} : { p: cuts.p }),
  ...(cuts?.top === undefined ? {} : { top: cuts.top }),
})

export function agreement(casting: Casting): Draft {
  const said = [
    ...casting.said('y', isAmount),
    ...casting.said('x', isAmount),
    ...casting.said('loose', isAmount),
  ]
  const minus = casting.asked.roles.minus.flatMap(({ fields }) => fields)
  const free = minus.length === 2 ? minus : said.length === 2 ? said : casting.numbers()
  const [one, two, ...more] = free.map(
    (field) => casting.table.fields.find(({ name }) => name === field.name) as Field,
  )
  if (!one || !two || more.length > 0)
    return refuse(`A Bland-Altman plot needs the two columns that are compared; say "a minus b".`)
  for (const field of [one, two]) casting.number(field)
  const table = withRows(casting.table, (i) => one.values[i] !== null && two.values[i] !== null)
  const out = (casting.table.fields[0]?.values.length ?? 0) - (table.fields[0]?.values.length ?? 0)
  casting.table = table
  const draft = whole({ table, x: one, y: two }, 'bland-altman', casting)
  const [one2, two2] = wordsApart([one, two]).own
  draft.encoding = {
    x: { field: one.name, type: 'quantitative', title: `Mean of ${one2} and ${two2}` },
    y: { field: two.name, type: 'quantitative', title: `${one2} − ${two2}` },
  }
  draft.layers = [{ mark: { type: 'bland-altman' } }]
  draft.says.push(`Differences are ${one.name} minus ${two.name}.`)
  if (out > 0) draft.says.push(`${out} rows lack one of the two values and are left out.`)
  return draft
}

const SUMS = /\b(?:total|revenue|balance|opening|closing|start|end|begin\w*|final|net|sum)\b/i

export function waterfall(casting: Casting): Draft {
  const { table } = casting
  const dims = dimensions(casting, 1)
  const x = casting.use(dims[0] ?? (casting.names().length === 1 ? casting.names()[0] : undefined))
  if (!x) return refuse('It is not said which names the steps have.')
  const said = [...casting.said('y', isAmount), ...casting.said('loose', isAmount)]
  const y = casting.number(said[0] ?? casting.onlyNumber('the changes'))
  const color = casting.channel('color')
  if (isUnique(x) && color && present(y).some((value) => value < 0) && namesOf(x).length > 12)
    return ranked(casting, x, y, color)
  const names = namesOf(x)
  // A total is where the running sum of what stands before it is met again.
  const totals: string[] = []
  let running = 0
  y.values.forEach((value, i) => {
    const amount = Number(value)
    const name = names[i] ?? ''
    const met = i > 0 && Math.abs(amount - running) <= Math.max(1e-9, Math.abs(running) * 1e-6)
    if (met || (i === 0 && SUMS.test(name))) totals.push(name)
    running = met || i === 0 ? amount : running + amount
  })
  const last = names.at(-1)
  if (last && SUMS.test(last) && !totals.includes(last))
    refuse(
      `${JSON.stringify(last)} is not the sum of the steps before it; it is not certain whether it is a step or a total.`,
    )
  const draft = whole({ table, x, y }, 'waterfall', casting)
  draft.names = { channel: 'x', field: x.name, list: names }
  draft.encoding = {
    x: nameChannel(x, names),
    y: { field: y.name, type: 'quantitative', title: titled(y) },
  }
  draft.layers = [{ mark: { type: 'waterfall', ...(totals.length > 0 ? { totals } : {}) } }]
  if (totals.length > 0) draft.says.push(`${quoted(totals)} start at zero.`)
  return draft
}

/** The waterfall of oncology: one bar each, from the worst to the best. */
function ranked(casting: Casting, x: Field, y: Field, color: Field): Draft {
  const table = withRows(casting.table, (i) => y.values[i] !== null)
  const out = y.values.filter((each) => each === null).length
  casting.table = table
  const own = (field: Field) => table.fields.find(({ name }) => name === field.name) as Field
  const draft = whole({ table, x: own(x), y: own(y), color: own(color) }, 'bar', casting)
  const score = scores(table, own(x), own(y), 'sum')
  const names = namesOf(own(x)).sort((a, b) => score(b) - score(a))
  draft.encoding = {
    x: {
      field: x.name,
      type: 'nominal',
      sort: names,
      title: titled(x),
      axis: { labels: names.length <= 25, ticks: false },
    },
    y: amountChannel(own(y), titled(y), { zero: true }),
    color: colorChannel(own(color), ordered(casting.asked, own(color))),
  }
  draft.series = { field: color.name, names: ordered(casting.asked, own(color)) }
  draft.names = { channel: 'x', field: x.name, list: names }
  draft.layers = [{ mark: { type: 'bar' } }]
  if (out > 0) draft.says.push(`${out} rows have no value and are left out.`)
  return draft
}

const ANSWERS =
  /agree|disagree|neutral|never|always|often|sometimes|satisf|likely|good|bad|poor|excellent|very|not at all/i

export function likert(casting: Casting): Draft {
  const dims = dimensions(casting, 2)
  const numbers = casting.numbers()
  const answers = numbers.filter(({ name }) => ANSWERS.test(name))
  if (answers.length > 2) {
    const y = dims[0] ?? casting.names()[0]
    const { key, value } = casting.fold(answers, 'answer')
    const item = casting.table.fields.find(({ name }) => name === y?.name)
    if (!item) return refuse('It is not said which column holds the statements.')
    return scale(
      casting,
      item,
      { ...key, role: 'category' },
      value,
      answers.map(({ name }) => name),
    )
  }
  return refuse(
    'The answers of a Likert chart are read from columns of counts, one for each answer.',
  )
}

function scale(
  casting: Casting,
  y: Field,
  color: Field,
  x: Field,
  answers: readonly string[],
): Draft {
  for (const field of [x, y, color]) casting.use(field)
  const draft = whole({ table: casting.table, x, y: x }, 'likert', casting)
  const own = namesOf(color)
  const order = answers.length === own.length ? own : [...answers]
  const wanted = casting.asked.order?.by
  const agreement = (item: string): number => {
    const amounts = order.map((answer) =>
      x.values.reduce<number>(
        (sum, value, i) =>
          sum + (String(y.values[i]) === item && color.values[i] === answer ? Number(value) : 0),
        0,
      ),
    )
    const total = amounts.reduce((sum, each) => sum + each, 0) || 1
    return (
      amounts.reduce((sum, each, i) => sum + (i > (order.length - 1) / 2 ? each : 0), 0) / total
    )
  }
  const items =
    wanted === 'agreement'
      ? namesOf(y).sort((a, b) => agreement(b) - agreement(a))
      : ordered(casting.asked, y)
  draft.encoding = {
    y: nameChannel(y, items),
    color: { field: color.name, type: 'nominal', sort: order, title: null },
    x: { field: x.name, type: 'quantitative' },
  }
  draft.layers = [{ mark: { type: 'likert' } }]
  if (wanted && wanted !== 'agreement' && wanted !== 'list' && wanted !== 'data')
    casting.unmet.push('Not met: the order of the statements; they stand as in the data.')
  return draft
}
