/** What a specification makes of the rows of its table: which it leaves out, and what it would show falsely. */
import type { ChartSpec, Field, Table } from '../../forms/chart'
import { COMPOSITES } from '../../forms/vega-lite/composites'
import { type Leaf, leavesOf } from './spec/leaves'
import { rowsAfter, rowsOf } from './spec/prepare'
import type { Json } from './spec/vega'

/** Sentences with names of columns and counts; none holds a value of the table. */
export interface TableFindings {
  /** What would be drawn falsely, and how it is mended. */
  faults: string[]
  /** Rows that are not drawn though nothing leaves them out. */
  lost: string[]
  /** Rows that the specification leaves out itself. */
  filtered: string[]
}

/** More names cannot be read along one axis; without labels they need less room. */
const MOST_NAMES = 60
const MOST_UNLABELLED = 400

/**
 * Holds a specification of the subset against its table. Only views over the table's own columns are judged: what
 * other columns a transform makes is not known here.
 */
export async function againstTable(spec: ChartSpec, table: Table): Promise<TableFindings> {
  const faults = new Set<string>()
  const kept: Kept[] = []
  const legends: LegendOf[] = []
  const leaves = leavesOf(spec)
  for (const leaf of leaves) {
    const own = table.fields.filter(({ name }) => !leaf.made.has(name))
    const columns = new Map(own.map((field) => [field.name, field]))
    const rows = await keptBy(leaf, table, columns)
    kept.push(rows)
    legends.push(...legendsOf(leaf, rows.passing, columns))
    for (const fault of [
      ...typeFaults(leaf, columns),
      ...titleFaults(leaf, leaves, columns),
      ...sortFaults(leaf),
      ...logFaults(leaf, rows.passing, columns),
      ...nameFaults(leaf, rows.passing, columns),
      ...overlaid(leaf, rows.passing, columns),
    ])
      faults.add(fault)
  }
  for (const fault of legendFaults(legends)) faults.add(fault)
  const { lost, filtered } = missing(kept, table)
  const folds = leaves.flatMap(({ all }) => all.flatMap(({ fold }) => fold ?? []))
  const said = [...lost, ...missingIn(folds, table), ...unshown(spec, table)]
  return { faults: [...faults], lost: said, filtered }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? []

/** Columns that the title of a chart names and no part of it reads. */
function unshown(spec: ChartSpec, { fields }: Table): string[] {
  const { title } = spec
  const text = typeof title === 'object' && title !== null ? (title as Json).text : title
  const said = ` ${wordsIn([text].flat().join(' ')).join(' ')} `
  const read = JSON.stringify({ ...spec, title: undefined })
  return fields.flatMap(({ name }) => {
    const own = wordsIn(name).join(' ')
    const isNamed = own !== '' && said.includes(` ${own} `) && !read.includes(name)
    return isNamed ? [`The title names ${quoted(name)}, which the chart does not show.`] : []
  })
}

/** A title that is the name of another column, alone or behind what was reckoned ("Mean of rain"). */
function titleFaults({ encoding, at }: Leaf, leaves: readonly Leaf[], columns: Columns): string[] {
  return Object.entries(encoding).flatMap(([name, channel]) => {
    const own = columnOf(channel, columns)
    const { title, axis, legend } = (channel ?? {}) as Record<string, Json | undefined>
    const text = title ?? axis?.title ?? legend?.title
    if (!own || typeof text !== 'string') return []
    const said = wordsIn(text.replace(/[([].*$/, ''))
    const other = [...columns.values()].find((column) => {
      const words = wordsIn(column.name)
      const before = said.length - words.length
      const isLast = words.length > 0 && said.slice(before).join() === words.join()
      return isLast && before >= 0 && before <= 2
    })
    // Layers share their axes.
    const shown = leaves.flatMap((leaf) => leaf.encoding[name]?.field ?? []).map(String)
    if (!other || shown.flatMap(wordsIn).some((word) => said.includes(word))) return []
    if (shown.includes(other.name)) return []
    return [
      `${at}encoding.${name}.title: it names ${quoted(other.name)}, and ${quoted(own.name)} is shown.`,
    ]
  })
}

/** A legend whose names a specification lists, with those that a view draws; undefined where they are not known. */
interface LegendOf {
  channel: string
  domain: unknown[]
  drawn: readonly unknown[] | undefined
}

const legendsOf = ({ encoding, opaque }: Leaf, rows: readonly number[], columns: Columns) =>
  ['color', 'fill', 'stroke', 'shape', 'strokeDash'].flatMap((name): LegendOf[] => {
    const channel = encoding[name]
    const domain = (channel?.scale as Json | undefined)?.domain
    if (!channel || !Array.isArray(domain) || !isDiscrete(channel)) return []
    const column = opaque ? undefined : columnOf(channel, columns)
    const drawn = channel.datum === undefined ? undefined : [channel.datum]
    return [{ channel: name, domain, drawn: column ? rows.map((at) => column.values[at]) : drawn }]
  })

/** Names of a legend that nothing has, and names that it lacks. */
const legendFaults = (legends: readonly LegendOf[]): string[] =>
  [
    ...Map.groupBy(legends, ({ channel, domain }) => channel + JSON.stringify(domain)).values(),
  ].flatMap((views) => {
    const [{ channel = '', domain = [] } = {}] = views
    if (views.some(({ drawn }) => drawn === undefined)) return []
    const shown = views.flatMap((each) => each.drawn ?? [])
    const drawn = new Set(shown.filter((name) => name !== null).map(String))
    const named = new Set(domain.map(String))
    const [more, less] = [named.difference(drawn).size, drawn.difference(named).size]
    const place = `encoding.${channel}.scale.domain`
    return [
      ...(more > 0
        ? [`${place}: ${more} of its ${named.size} names are not drawn; leave them out.`]
        : []),
      ...(less > 0 ? [`${place}: ${less} names that are drawn are not in it; name all.`] : []),
    ]
  })

/** Values that are missing in columns which are made long: their rows are drawn by the others. */
function missingIn(folds: readonly unknown[], { fields }: Table): string[] {
  const own = fields.filter(({ name }) => folds.includes(name))
  const lacking = own.filter(({ values }) => values.includes(null)).map(({ name }) => quoted(name))
  const cells = own.flatMap(({ values }) => values)
  const count = cells.filter((cell) => cell === null).length
  const more = lacking.length > 3 ? ` and ${lacking.length - 3} columns more` : ''
  const said = `${count} of ${cells.length} values are missing, in ${lacking.slice(0, 3).join(', ')}${more}.`
  return count === 0 ? [] : [said]
}

interface Kept {
  /** Rows that its filters let through. */
  passing: number[]
  /** Why a row that passes is not drawn. */
  causes: Map<number, string>
  /** It draws rows, not only words or lines at a place. */
  draws: boolean
}

const POSITIONS = ['x', 'y', 'theta', 'radius'] as const

async function keptBy(leaf: Leaf, table: Table, columns: Columns): Promise<Kept> {
  const all = Array.from({ length: table.fields[0]?.values.length ?? 0 }, (_, at) => at)
  const filters = leaf.transforms.some((each) => 'filter' in each)
  const passing = filters ? await filtered(leaf.transforms, table) : all
  const causes = new Map<number, string>()
  const draws = Object.values(leaf.encoding).some((each) => each?.field ?? each?.aggregate)
  for (const name of POSITIONS) {
    const channel = leaf.encoding[name]
    if (!channel) continue
    const own = columnOf(channel, columns)
    if (isNames(channel, leaf)) continue
    for (const column of own ? [own] : computedFrom(channel, leaf, table))
      for (const row of passing)
        if ((column.values[row] ?? null) === null) causes.set(row, `have no ${quoted(column.name)}`)
  }
  return { passing, causes, draws }
}

/** Whether a channel has a place for each name, and one for what has none. */
const isNames = (channel: Json, { mark }: Leaf): boolean =>
  isDiscrete(channel) ||
  !(channel.type || channel.aggregate || channel.bin || channel.timeUnit || COMPOSITES[mark])

/** The table's columns that a computed one is missing with. */
function computedFrom({ field }: Json, { sources, opaque }: Leaf, { fields }: Table): Field[] {
  const names = opaque ? [] : (sources.get(String(field)) ?? [])
  return fields.filter(({ name }) => names.includes(name))
}

/** The rows that reach a view whose transforms only add columns and filter. */
async function filtered(transforms: readonly Json[], table: Table): Promise<number[]> {
  const rows = rowsOf(table).map((row, at) => ({ ...row, [ROW]: at }))
  return (await rowsAfter(transforms, table, rows)).map((row) => Number(row[ROW]))
}

const ROW = '\u2060row'

/** Rows that no view draws, counted by their causes. */
function missing(kept: readonly Kept[], table: Table): Pick<TableFindings, 'lost' | 'filtered'> {
  const drawing = kept.filter(({ draws }) => draws)
  const length = table.fields[0]?.values.length ?? 0
  if (drawing.length === 0) return { lost: [], filtered: [] }
  const left = new Set(Array.from({ length }, (_, at) => at))
  const why = new Map<number, string>()
  for (const { passing, causes } of drawing)
    for (const row of passing) {
      const cause = causes.get(row)
      if (cause === undefined) left.delete(row)
      else why.set(row, cause)
    }
  const counts = Map.groupBy(left, (row) => why.get(row) ?? '')
  const out = counts.get('')?.length ?? 0
  const lost = [...counts].flatMap(([cause, rows]) =>
    cause === '' ? [] : [`${rows.length} of ${length} rows ${cause} and are not drawn.`],
  )
  const said = `${out} of ${length} rows are left out: a condition keeps the other ${length - out}.`
  return { lost, filtered: out > 0 ? [said] : [] }
}

type Columns = ReadonlyMap<string, Field>

/** The table's column that a channel reads. */
function columnOf(channel: Json | undefined, columns: Columns): Field | undefined {
  const { field } = channel ?? {}
  return typeof field === 'string' ? columns.get(field) : undefined
}

const quoted = (name: string) => JSON.stringify(name)

/** Aggregates that take words for what they are. */
const COUNTS = new Set(['count', 'distinct', 'valid', 'missing'])

function typeFaults({ mark, encoding, at }: Leaf, columns: Columns): string[] {
  // Composites read their rows themselves and say what they cannot read.
  if (Object.hasOwn(COMPOSITES, mark)) return []
  return Object.entries(encoding).flatMap(([name, channel]) => {
    const column = columnOf(channel, columns)
    if (!channel || !column) return []
    const place = `${at}encoding.${name}`
    const isText = column.role === 'category' || column.role === 'ordinal'
    const counted = COUNTS.has(String(channel.aggregate))
    const isTime = channel.type === 'temporal' || Boolean(channel.timeUnit)
    if (isText && channel.type === 'quantitative' && !counted)
      return [`${place}: ${quoted(column.name)} holds words; it cannot be quantitative.`]
    if (isText && isTime)
      return [`${place}: ${quoted(column.name)} was not read as dates; it cannot be temporal.`]
    const numbers = `${place}: ${quoted(column.name)} holds numbers, which temporal takes for milliseconds; for years use quantitative with the axis format "d", or ordinal.`
    return isTime && column.role !== 'time' ? [numbers] : []
  })
}

/** Names cannot go in the order of a channel that holds no column. */
function sortFaults({ encoding, at }: Leaf): string[] {
  return (['x', 'y'] as const).flatMap((name) => {
    const sort = encoding[name]?.sort
    const by = typeof sort === 'string' ? sort : (sort as Json | null | undefined)?.encoding
    const channel = /^-?(x|y|color|size)$/.exec(String(by))?.[1]
    if (channel === undefined || encoding[channel]?.field || encoding[channel]?.aggregate) return []
    return [
      `${at}encoding.${name}.sort: ${channel} holds no column in this view; sort by {"field": "...", "order": "descending"}.`,
    ]
  })
}

function logFaults({ encoding, at }: Leaf, rows: readonly number[], columns: Columns): string[] {
  return POSITIONS.flatMap((name) => {
    const channel = encoding[name]
    const column = columnOf(channel, columns)
    if ((channel?.scale as Json | undefined)?.type !== 'log' || !column) return []
    const below = rows.filter((row) => Number(column.values[row] ?? 1) <= 0).length
    if (below === 0) return []
    return [
      `${at}encoding.${name}: a log scale cannot show the ${below} rows in which ${quoted(column.name)} is 0 or less; use symlog, or leave them out by a filter and name that in unmet.`,
    ]
  })
}

function nameFaults({ encoding, at }: Leaf, rows: readonly number[], columns: Columns): string[] {
  return (['x', 'y'] as const).flatMap((name) => {
    const channel = encoding[name]
    const column = columnOf(channel, columns)
    const isNames = channel?.type === 'nominal' || channel?.type === 'ordinal'
    if (!channel || !column || !isNames || channel.bin || channel.timeUnit) return []
    const names = new Set(rows.map((row) => column.values[row])).size
    const axis = channel.axis as Json | null | undefined
    const most = axis === null || axis?.labels === false ? MOST_UNLABELLED : MOST_NAMES
    if (names <= most) return []
    return [
      `${at}encoding.${name}: ${quoted(column.name)} has ${names} different values; an axis holds ${most} names. Draw numbers as quantitative, or only the names that are asked for.`,
    ]
  })
}

/** Bars, cells and lines that lie over each other because nothing tells their rows apart. */
function overlaid(leaf: Leaf, rows: readonly number[], columns: Columns): string[] {
  const { mark, encoding, at, opaque, closed } = leaf
  const isLine = mark === 'line' || mark === 'area' || mark === 'trail'
  if (opaque || !(isLine || mark === 'bar' || mark === 'rect')) return []
  const channels = Object.entries(encoding).flatMap(([name, given]) =>
    [given ?? []].flat().map((channel: Json) => ({ name, channel })),
  )
  // Ranges, groups and curves along an order of their own are drawn as they are given.
  const own = ['x2', 'y2', 'order', 'theta'].some((name) => encoding[name])
  const grouped = channels.some(
    ({ channel }) => channel.aggregate || channel.bin || channel.timeUnit,
  )
  const unknown = channels.some(
    ({ channel }) => channel.field !== undefined && !columnOf(channel, columns),
  )
  if (own || grouped || unknown || closed) return []
  const amount = isLine ? amountOfLine(encoding) : amountOfBar(mark, encoding)
  const value = amount && columnOf(encoding[amount], columns)
  if (!amount || !value) return []
  const along = isLine ? columnOf(encoding[amount === 'y' ? 'x' : 'y'], columns) : undefined
  if (isLine && !along) return []
  const keys = channels.flatMap(({ name, channel }) =>
    name === amount || (isLine && LOOKS.has(name)) ? [] : [columnOf(channel, columns)],
  )
  const key = [...keys, ...leaf.facets.map((name) => columns.get(name))]
  const groups = Map.groupBy(
    rows.filter((row) => value.values[row] !== null),
    (row) => JSON.stringify(key.map((column) => column?.values[row] ?? null)),
  )
  const doubled = [...groups.values()].filter(
    (group) => new Set(group.map((row) => value.values[row])).size > 1,
  )
  const sure = isLine ? doubled.length > groups.size / 10 : doubled.length > 0
  if (!sure || (along && isSteady(rows, along, value, key))) return []
  const most = Math.max(...doubled.map((group) => group.length))
  const what = isLine ? 'the line has' : mark === 'bar' ? 'bars have' : 'cells have'
  return [
    `${at}mark: ${what} up to ${most} values of ${quoted(value.name)} at one place, which lie over each other; tell the rows apart (color, detail, facet), aggregate them, or draw points.`,
  ]
}

const LOOKS = new Set(['opacity', 'text', 'tooltip', 'size', 'key'])

const isDiscrete = (channel: Json | undefined) =>
  channel?.type === 'nominal' || channel?.type === 'ordinal'

/** The channel of a line's values: the other one runs along. */
function amountOfLine({ x, y }: Leaf['encoding']): 'x' | 'y' {
  const across = x?.type === 'quantitative' && (isDiscrete(y) || y?.type === 'temporal')
  return across ? 'x' : 'y'
}

function amountOfBar(mark: string, { x, y }: Leaf['encoding']): string | undefined {
  if (mark === 'rect') return 'color'
  return isDiscrete(x) ? 'y' : isDiscrete(y) ? 'x' : undefined
}

/** The steps of a curve in its own order (ROC, a distribution function) are no zigzag: rows go on along both axes. */
function isSteady(
  rows: readonly number[],
  along: Field,
  value: Field,
  key: readonly (Field | undefined)[],
): boolean {
  const series = Map.groupBy(rows, (row) =>
    JSON.stringify(key.filter((column) => column !== along).map((column) => column?.values[row])),
  )
  return [...series.values()].every((group) =>
    [along, value].every(({ values }) => goesOneWay(group.map((row) => Number(values[row])))),
  )
}

function goesOneWay(values: readonly number[]): boolean {
  const steps = values.slice(1).map((each, i) => each - (values[i] ?? each))
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0)
}
