import type { Field, Table } from '../../../../forms/chart'
import type { Asked, Kind } from '../clauses/asked'
import { likert } from './answers'
import { bars } from './bars'
import { Casting, isUnique, rises } from './cast'
import { type Draft, isAmount, isName, namesOf, numbersOf, refuse, withRows } from './draft'
import { coloured, honest, reckonedOver } from './honest'
import { lines } from './lines'
import { heatmap } from './matrix'
import { straightened } from './over'
import { agreement, dumbbell, slope } from './pairs'
import { scatter, volcano } from './points'
import { distribution, samples } from './samples'
import { pie, radar, waterfall } from './shares'
import { twoAxes } from './sides'
import { forest, judged, survival } from './studies'
import { shown, sure } from './sure'

const BUILDERS: Readonly<Record<Kind, (casting: Casting) => Draft>> = {
  bar: (casting) => bars(casting, 'bar'),
  lollipop: (casting) => bars(casting, 'lollipop'),
  line: (casting) => lines(casting, 'line'),
  area: (casting) => lines(casting, 'area'),
  scatter,
  box: (casting) => samples(casting, 'box'),
  violin: (casting) => samples(casting, 'violin'),
  strip: (casting) => samples(casting, 'strip'),
  histogram: (casting) => distribution(casting, 'histogram'),
  density: (casting) => distribution(casting, 'density'),
  ecdf: (casting) => distribution(casting, 'ecdf'),
  qq: (casting) => distribution(casting, 'qq'),
  heatmap,
  pie,
  radar,
  slope,
  dumbbell,
  forest,
  survival,
  roc: (casting) => judged(casting, 'roc'),
  calibration: (casting) => judged(casting, 'calibration'),
  volcano,
  'bland-altman': agreement,
  waterfall,
  likert,
  'two axes': twoAxes,
}

/** How a column of moments is spoken of, whatever its name. */
const MOMENTS = /^(?:time|dates?|days?|weeks?|months?|quarters?|years?|hours?)(?: names?)?$/i

export interface Built {
  draft: Draft
  unmet: string[]
  /** The columns that the chart shows, by name. */
  used: ReadonlySet<string>
}

/** The chart that is asked for, every clause's change made. @throws ChartRefused where its kind or its roles are not certain */
export function built(asked: Asked, given: Table, faults: ReadonlyMap<string, string>): Built {
  const table = filtered(asked, given)
  const kind = placed(asked.kind ?? asked.hint ?? kindOf(asked, table), asked, table)
  if (!kind)
    return refuse(
      'The intent names no kind of chart. Say in English what to draw, e.g. "bar chart of yield by field", with the names of the columns; or give a Vega-Lite specification.',
    )
  // "Counts" may be the name of what the data give.
  if (asked.how === 'count' && kind !== 'bar' && amountsOf(asked).length > 0) delete asked.how
  ungraded(asked)
  moments(asked, table)
  coloured(asked, kind)
  reckonedOver(asked)
  const casting = new Casting(gathered(asked, table), asked, faults)
  const draft = BUILDERS[kind](casting)
  draft.transform.push(...casting.after)
  const used = new Set([...casting.used, ...asked.filters.map(({ field }) => field.name)])
  sure(draft, casting)
  const unmet = [...casting.unmet]
  const time = Object.values(draft.encoding).some((channel) => channel.type === 'temporal')
  const strange = casting
    .words('x', 'y', 'by', 'color', 'facet', 'size', 'shape', 'label', 'loose')
    .filter((words) => !casting.settled.has(words) && !(time && MOMENTS.test(words)))
  unmet.push(...new Set(strange.map((words) => `No column is called ${JSON.stringify(words)}.`)))
  draft.says.push(...asked.readings)
  for (const { clause, edit } of asked.edits) {
    const why = edit(draft)
    if (why !== undefined) unmet.push(`Not met: ${clause}; ${why}.`)
  }
  straightened(draft)
  unmet.push(...shown(draft, casting))
  honest(draft, asked)
  return { draft, unmet, used }
}

/** Whether the largest or the smallest is the best no words of ours can know. */
function ungraded(asked: Asked): void {
  const { order } = asked
  if (!order?.grade) return
  delete asked.order
  asked.unmet.push(
    `Not met: the order by ${JSON.stringify(order.grade)}; say "largest first" or "smallest first".`,
  )
}

/** "Over time", where one column holds moments. */
function moments({ roles }: Asked, table: Table): void {
  const [time, ...more] = table.fields.filter(({ role }) => role === 'time')
  if (!time || more.length > 0) return
  for (const slot of [...roles.x, ...roles.by])
    if (slot.fields.length === 0 && MOMENTS.test(slot.words)) slot.fields = [time]
}

const amountsOf = ({ roles }: Asked): Field[] =>
  [...roles.x, ...roles.y, ...roles.loose].flatMap(({ fields }) => fields).filter(isAmount)

/** Points over names are strips; points over numbers are scattered. */
function placed(kind: Kind | undefined, asked: Asked, table: Table): Kind | undefined {
  const { roles, order } = asked
  // "A over b" joins the points only where b runs on from row to row.
  const [x, ...others] = roles.x.flatMap(({ fields }) => fields)
  if (
    kind === 'line' &&
    asked.kind === undefined &&
    x?.role === 'number' &&
    others.length === 0 &&
    !x.whole &&
    new Set(x.values).size > x.values.length / 2 &&
    ![undefined, ...table.fields.filter((each) => isName(each) && !isUnique(each))].some((each) =>
      rises(table, x, each),
    )
  )
    return asked.how === undefined ? 'scatter' : kind
  // Steps that are sorted are no steps: the bars of a response each.
  if (kind === 'waterfall' && order?.by === 'value') return 'bar'
  if (kind !== 'scatter' && kind !== 'strip') return kind
  const fields = (['x', 'y', 'by', 'loose'] as const).flatMap((role) =>
    roles[role].flatMap((slot) => slot.fields),
  )
  const numbers = new Set(fields.filter((field) => !isName(field)).map(({ name }) => name))
  const free = table.fields.filter((field) => !isName(field) && field.of === undefined)
  if (numbers.size > 1) return 'scatter'
  const names = fields.some(isName) || free.length === 1
  return kind === 'scatter' &&
    roles.x.length + roles.y.length > 0 &&
    !roles.x.some((slot) => slot.fields.some(isName))
    ? 'scatter'
    : names
      ? 'strip'
      : kind
}

const DAY = 86_400_000
const STEPS = {
  day: DAY,
  week: 7 * DAY,
  month: 27.9 * DAY,
  quarter: 89 * DAY,
  year: 364 * DAY,
} as const

const SPELLED: Readonly<Partial<Record<keyof typeof STEPS, RegExp>>> = {
  year: /^(?:1[5-9]|20)\d\d$/,
  quarter: /\bq[1-4]\b/i,
  month: /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
}

/** Moments brought to the beginning of the month that they lie in, or of another stretch that a clause names. */
function gathered({ every, how }: Asked, table: Table): Table {
  if (!every) return table
  const times = table.fields.filter(({ role }) => role === 'time')
  const [time] = times
  // Names of such stretches are gathered already.
  const spelled = SPELLED[every]
  if (
    !time &&
    spelled &&
    table.fields.some((field) => namesOf(field).every((name) => spelled.test(name)))
  )
    return table
  if (!time || times.length > 1)
    return refuse(`It is not said which column holds the moments that are gathered by ${every}.`)
  const moments = [...new Set(numbersOf(time))].sort((a, b) => a - b)
  const least = Math.min(...moments.slice(1).map((moment, i) => moment - (moments[i] ?? 0)))
  if (least >= STEPS[every]) return table
  if (!how)
    refuse(
      `The rows are finer than a ${every}; say whether their sum, their mean or their number is to be drawn for each ${every}.`,
    )
  if (every === 'week') refuse('Weeks are not gathered; ask for months or years.')
  const start = (moment: number) => {
    const date = new Date(moment)
    const month =
      every === 'year'
        ? 0
        : every === 'quarter'
          ? 3 * Math.floor(date.getUTCMonth() / 3)
          : date.getUTCMonth()
    return Date.UTC(date.getUTCFullYear(), month, every === 'day' ? date.getUTCDate() : 1)
  }
  const span = every === 'month' || every === 'quarter' ? { span: every } : {}
  const values = time.values.map((each) => (typeof each === 'number' ? start(each) : null))
  return {
    ...table,
    fields: table.fields.map((field) => (field === time ? { ...field, ...span, values } : field)),
  }
}

/** The rows that the clauses leave. */
function filtered(asked: Asked, table: Table): Table {
  let found = table
  for (const { field, values, keep } of asked.filters) {
    const own = found.fields.find(({ name }) => name === field.name)
    if (own) found = withRows(found, (i) => values.includes(String(own.values[i])) === keep)
  }
  return found
}

/** Two columns set against each other: over dates a line, else points, which join nothing. */
function kindOf({ roles, how, spread }: Asked, table: Table): Kind | undefined {
  const fieldsOf = (role: 'x' | 'y' | 'by' | 'loose') =>
    roles[role]
      .flatMap(({ fields }) => fields)
      .map(({ name }) => table.fields.find((each) => each.name === name))
      .filter((each): each is Field => each !== undefined)
  const [x] = fieldsOf('x')
  const groups = [...fieldsOf('by'), ...fieldsOf('x')].filter(isName)
  const amounts = [...fieldsOf('y'), ...fieldsOf('loose')].filter(
    (field) => !isName(field) && field.role !== 'time',
  )
  const counted = how === 'count' && amounts.length === 0
  if (
    groups.length > 0 &&
    (amounts.length === 1 || counted) &&
    roles.x.every((slot) => slot.fields.every(isName)) &&
    (how !== undefined || spread !== undefined || groups.some(isUnique))
  )
    return 'bar'
  const time = x?.role === 'time' || fieldsOf('by').some(({ role }) => role === 'time')
  if (time) return 'line'
  const y = fieldsOf('y')[0] ?? fieldsOf('loose').find((field) => !isName(field))
  if (!x || !y || isName(x) || isName(y)) return undefined
  const numbers = numbersOf(x)
  const steps = numbers.slice(1).map((value, i) => value - (numbers[i] ?? 0))
  const even =
    steps.length > 1 &&
    steps.every((step) => step > 0 && Math.abs(step - (steps[0] ?? 0)) < 1e-9 * Math.abs(step))
  const series = roles.color.length > 0 || namesOf(x).length < numbers.length
  // Points show single rows; what is reckoned of several runs as a line.
  return (even && !series) || (how !== undefined && how !== 'count') ? 'line' : 'scatter'
}
