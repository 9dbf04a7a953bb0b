import { drawChart } from '../../figure/chart'
import { againstTable } from '../../figure/chart/against-table'
import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import { isObject, type Json, readJson } from '../../forms/json'
import { columnsRead } from '../../forms/vega-lite/expressions'
import { faultOfView } from '../../forms/vega-lite/faults'
import { checkSpec, fieldsOf } from '../../forms/vega-lite/read'
import { isWords } from './chart-request'
import { broken, type Reading } from './conversation'
import { oneLine, plain, quotedList } from './material'
import { inUtc, minding, smooth } from './mend-chart'

/** A chart as a model answers it, drawn once to see that it can be. */
export interface ChartAnswer {
  /** Absent: the model says that nothing honest can be drawn, for the reasons in `unmet`. */
  chart?: ChartSpec
  /** Wishes that it does not meet, and rows that it does not show, a sentence each. */
  unmet: string[]
}

export interface ChartQuestion {
  intent: string
  table: Table
  /** Values of the table may stand in what goes back to the model. */
  sendRows: boolean
}

/** Faults of one answer that are looked for: each is found with those before it taken away. */
const MOST_FAULTS = 8
const MOST_UNMET = 24
const MOST_SENTENCE = 400
/** Columns of the table that one fault names. */
const MOST_COLUMNS = 40

/** Reads a model's chart: its form, its columns, and what it makes of the table when it is drawn. */
export async function readChartAnswer(
  answer: Readonly<Json>,
  question: ChartQuestion,
): Promise<Reading<ChartAnswer>> {
  const unmet = sentencesOf(answer.unmet)
  if (unmet === undefined) return broken('unmet: must be a list of sentences.')
  const given = specOf(answer.spec)
  if (given === null && unmet.length > 0) return { value: { unmet }, faults: [] }
  if (!isObject(given))
    return broken('spec: must be a Vega-Lite specification. Where it is null, unmet says why.')
  const { spec, faults, usable } = sound(smooth(inUtc(given, question.table)))
  const unknown = usable ? unknownColumns(spec, question.table) : []
  if (!usable || unknown.length > 0) return { value: undefined, faults: [...faults, ...unknown] }
  return drawn(spec, faults, unmet, question)
}

/** What the drawing adds: a chart that cannot be drawn is none. */
async function drawn(
  spec: ChartSpec,
  faults: readonly string[],
  unmet: readonly string[],
  question: ChartQuestion,
): Promise<Reading<ChartAnswer>> {
  const told = (sentence: string) =>
    question.sendRows ? sentence : withoutValues(sentence, question)
  try {
    const found = await againstTable(spec, question.table)
    if (found.faults.length > 0)
      return { value: undefined, faults: [...faults, ...found.faults.map(told)] }
    const whole = minding(spec, question.table)
    const chart = found.filtered.length > 0 ? saying(whole, found.filtered) : whole
    await drawChart(chart, question.table, { ratio: 'auto' })
    const left = faults.map((fault) => `Left out of the chart: ${fault}`)
    return { value: { chart, unmet: [...unmet, ...left, ...found.lost] }, faults }
  } catch (error) {
    if (!(error instanceof ChartRefused)) throw error
    return { value: undefined, faults: [...faults, told(error.message)] }
  }
}

/** The specification with sentences that the description of the chart takes over. */
const saying = (spec: ChartSpec, says: readonly string[]): ChartSpec => ({
  ...spec,
  usermeta: { says },
})

function sentencesOf(unmet: unknown): string[] | undefined {
  if (unmet === undefined || unmet === null) return []
  if (!Array.isArray(unmet) || unmet.some((one) => typeof one !== 'string')) return undefined
  return unmet
    .map((one) => plain(oneLine(one)).slice(0, MOST_SENTENCE))
    .filter((one) => one !== '')
    .slice(0, MOST_UNMET)
}

/** A specification, also where it came as text. */
function specOf(given: unknown): unknown {
  if (typeof given !== 'string') return given
  if (given.trim() === '' || given.trim() === 'null') return null
  return readJson(given)
}

/** Members of the top that say nothing of the chart. */
const IDLE = new Set(['$schema', 'config', 'usermeta', 'autosize', 'background', 'padding'])

/**
 * What of a specification is inside the subset, and what was not. It is usable where only the look of something had to
 * go: without a transform, a field or a mark it would be another chart.
 */
function sound(given: Json): { spec: ChartSpec; faults: string[]; usable: boolean } {
  const own = Object.entries(given).filter(([name]) => !IDLE.has(name))
  const spec: Json = structuredClone(Object.fromEntries(own))
  const faults: string[] = []
  let usable = true
  const rows = dataIn(spec, 'spec')
  if (rows !== undefined) return { spec, faults: [rows], usable: false }
  while (faults.length < MOST_FAULTS) {
    const fault = faultOfView(spec)
    if (!fault) break
    faults.push(`spec: ${fault.sentence}`)
    usable &&= LOOKS.test(fault.path)
    if (!dropped(spec, fault.path)) return { spec, faults, usable: false }
  }
  const checked = checkSpec(spec)
  if ('fault' in checked && faults.length === 0) faults.push(checked.fault)
  return { spec, faults, usable: usable && 'spec' in checked }
}

/** Places of a specification that say how something looks. */
const LOOKS =
  /(?:\.(?:axis|legend|header)\b|(?:^|\.)(?:title|view|spacing|align|bounds|center)\b|(?:^|\.)mark\.(?!type\b))/

/** Takes the member at a path like `layer[1].encoding.x` away; of transforms, which are counted, the whole one. */
function dropped(spec: Json, path: string): boolean {
  const [transform] = /^.*\btransform\[\d+\]/.exec(path) ?? []
  const steps = (transform ?? path)
    .split(/\.|\[(\d+)\]\.?/)
    .filter((step) => step !== undefined && step !== '')
  const last = steps.pop()
  let inner: unknown = spec
  for (const step of steps) inner = (inner as Json | undefined)?.[step]
  if (last === undefined || typeof inner !== 'object' || inner === null) return false
  if (transform !== undefined) return Object.assign(inner, { [last]: { filter: 'true' } }) === inner
  if (Array.isArray(inner)) return inner.splice(Number(last), 1).length > 0
  return Object.hasOwn(inner, last) && delete (inner as Json)[last]
}

/** Rows that a specification brings itself; a name for the data is dropped. */
function dataIn(value: unknown, path: string): string | undefined {
  if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) {
      const found = dataIn(each, `${path}[${i}]`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isObject(value)) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'data') {
      if (isObject(inner) && (inner.values !== undefined || inner.url !== undefined))
        return `${path}.data: rows of its own are not drawn. Write one line or word as datum, e.g. {"mark": "rule", "encoding": {"y": {"datum": 5}}}; all else comes from the table.`
      delete value[name]
      continue
    }
    const found = dataIn(inner, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Columns that the table does not have, in fields and in expressions. */
function unknownColumns(spec: ChartSpec, table: Table): string[] {
  const read = expressionsIn(spec, 'spec').flatMap(({ path, text }) =>
    columnsRead(text).map((field) => ({ path, field })),
  )
  // What transforms make is known to `fieldsOf` wherever a field is read.
  const inExpressions = new Set(
    fieldsOf({ spec, read: read.map(({ field }) => ({ field })) })
      .filter(({ path }) => path.startsWith('read['))
      .map(({ field }) => field),
  )
  const uses = [
    ...fieldsOf(spec).map(({ path, field }) => ({ path: `spec.${path}`, field })),
    ...read.filter(({ field }) => inExpressions.has(field)),
  ]
  const names = new Set(table.fields.map(({ name }) => name))
  const known = (field: string) => names.has(field) || names.has(field.replace(/\\/g, ''))
  return uses
    .filter(({ field }) => !known(field))
    .slice(0, MOST_FAULTS)
    .map(
      ({ path, field }) =>
        `${path}: the table has no column ${JSON.stringify(field.slice(0, 80))}; it has ${quotedList([...names], MOST_COLUMNS)}.`,
    )
}

/** Where a specification computes. */
function expressionsIn(value: unknown, path: string): { path: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((each, i) => expressionsIn(each, `${path}[${i}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && EXPRESSIONS.has(name)
      ? [{ path: `${path}.${name}`, text: inner }]
      : GUIDES.has(name)
        ? []
        : expressionsIn(inner, `${path}.${name}`),
  )
}

// Those of axes and legends speak of labels, not of rows.
const GUIDES = new Set(['axis', 'legend', 'header'])
const EXPRESSIONS = new Set(['calculate', 'filter', 'test', 'expr'])

/** A sentence without the values of columns of words that the intent does not have itself. */
function withoutValues(sentence: string, { table, intent }: ChartQuestion): string {
  const values = table.fields.filter(isWords).flatMap(({ values }) => values)
  const secret = [...new Set(values)].filter(
    (cell): cell is string => typeof cell === 'string' && cell.length > 1 && !intent.includes(cell),
  )
  return secret
    .sort((a, b) => b.length - a.length)
    .reduce((said, value) => said.replaceAll(value, '…'), sentence)
}
