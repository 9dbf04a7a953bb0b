/** Parts of a draftOf, and steps from one total to the next. */
import { fixed } from '../../../../figure/chart/numbers'
import { sum } from '../../../../figure/chart/stats'
import type { Field, Table } from '../../../../forms/chart'
import { type Casting, crowded, dimensions, isUnique } from './cast'
import { type Draft, isAmount, namesOf, quoted, refuse, titled, withRows } from './draft'
import {
  amountChannel,
  colorChannel,
  draftOf,
  nameChannel,
  ordered,
  present,
  scores,
} from './parts'

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
  const draft = draftOf({ table, x: names, y: amounts }, 'pie', casting)
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
  const draft = draftOf(
    { table: casting.table, x, y, ...(color ? { color } : {}) },
    'radar',
    casting,
  )
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
  const draft = draftOf({ table, x, y }, 'waterfall', casting)
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
  const draft = draftOf({ table, x: own(x), y: own(y), color: own(color) }, 'bar', casting)
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
