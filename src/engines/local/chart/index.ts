/**
 * A chart from data and words, without a model. What is written on it comes from the table and from the operations that
 * were applied, so a simple reading cannot lie: it can only be another chart than the one that was wished, which is said.
 */
import { againstTable } from '../../../figure/chart/against-table'
import { expanded } from '../../../figure/chart/expand'
import { ChartRefused, type ChartSpec, type Table } from '../../../forms/chart'
import type { ChartChoice } from '../../../forms/engines'
import { checkSpec, readVegaLite } from '../../../forms/vega-lite'
import type { Asked, Value } from './asked'
import { type Cast, cast } from './cast'
import { cells } from './cells'
import { type Drawn, listed, NotSo, specOf, withMarks } from './draw'
import { KINDS, type Kind, kindNamed } from './kinds'
import { withLook } from './look'
import { type Reading, readIntent } from './read-intent'
import { recommended } from './recommend'
import { sentenceOf, unusedIn } from './sentence'
import { items, one, pairs, parts, study, truth } from './studies'
import { recordsAsGiven } from './table/as-given'
import { readTable } from './table/read-table'
import { xy } from './xy'

/** Characters of an intent in words that are read; what asks for one chart is far shorter. */
const MOST_READ = 2000

/** Data of any known form and an intent, as a specification over a table. @throws ChartRefused with a sentence for the client */
export async function readChart(data: unknown, intent: string): Promise<ChartChoice> {
  const notation = readVegaLite(intent)
  if (notation && 'fault' in notation) throw new ChartRefused(`The intent: ${notation.fault}`)
  if (notation) {
    const around =
      notation.around === '' ? [] : ['The words around the specification were not read.']
    const table = recordsAsGiven(data) ?? readTable(data)
    return { chart: notation.spec, table, unmet: [...around, ...notation.idle], reasons: [] }
  }
  if (intent.length > MOST_READ)
    throw new ChartRefused(
      `The intent has ${intent.length} characters; ${MOST_READ} are the most that are read.`,
    )
  const table = readTable(data)
  if (table.fields.length === 0) throw new ChartRefused('The data hold no values to draw.')
  return chosen(readIntent(intent, table), table)
}

/** The kind that is asked for, else the one that the columns ask for, else one that any columns make. */
async function chosen(reading: Reading, table: Table): Promise<ChartChoice> {
  const { asked } = reading
  const kept = keep(asked, table)
  const wished = KINDS.find(({ id }) => id === asked.kind)
  const kinds = [
    ...new Set([
      ...(wished ? [wished] : []),
      recommended(asked, table),
      ...['histogram', 'bar', 'point'].map(kindNamed),
    ]),
  ]
  let first: string | undefined
  for (const kind of kinds) {
    const tried = await attempt(kind, asked, table, kept)
    if ('chart' in tried) return choiceOf(tried, reading, first)
    first ??= tried.why
  }
  throw new ChartRefused(
    [`Nothing can be drawn of these data: ${first}.`, ...table.notes].join(' '),
  )
}

/** Leaves the rows in the table that the intent keeps; what it keeps, in words. */
function keep({ only, without }: Asked, table: Table): string | undefined {
  const field = [...only, ...without][0]?.field
  if (!field || [...only, ...without].some((each) => each.field !== field)) return undefined
  const names = (list: readonly Value[]) => list.map(({ value }) => value)
  const kept =
    only.length > 0
      ? names(only)
      : [...new Set(field.values.map(String))].filter((value) => !names(without).includes(value))
  const rows = field.values.map((value) => kept.includes(String(value)))
  for (const each of table.fields) each.values = each.values.filter((_, i) => rows[i])
  table.notes.push(
    `${rows.filter((each) => !each).length} of ${rows.length} rows are left out, as the intent says.`,
  )
  return `only ${listed(kept)}`
}

const DRAW: Readonly<Record<Kind['family'], (cast: Cast, asked: Asked) => Drawn>> = {
  xy,
  one,
  cells,
  parts,
  pairs,
  truth,
  study,
  items,
}

type Tried = { chart: ChartSpec; drawn: Drawn; lost: string[] } | { why: string }

/** One kind, held against the table: a chart that would show something false is none. */
async function attempt(
  kind: Kind,
  asked: Asked,
  table: Table,
  kept: string | undefined,
): Promise<Tried> {
  try {
    const own = { ...asked, scales: { ...asked.scales } }
    const drawn = DRAW[kind.family](cast(kind, own, table), own)
    withMarks(drawn)
    withLook(drawn)
    if (kept) drawn.says.push(kept)
    const checked = checkSpec(specOf(drawn, sentenceOf(drawn)))
    if ('fault' in checked) return { why: checked.fault.replace(/\.$/, '') }
    const { faults, lost } = await againstTable(checked.spec, table)
    // What is told to a model how to mend is no news for a reader.
    if (faults[0] !== undefined)
      return {
        why: faults[0]
          .replace(/^[\w[\].]+: /, '')
          .replace(/[;,.] (?:draw|use|tell|for years|sort).*$|\.$/i, ''),
      }
    await expanded(checked.spec, table)
    return { chart: checked.spec, drawn, lost }
  } catch (error) {
    if (error instanceof NotSo || error instanceof ChartRefused)
      return { why: error.message.replace(/\.$/, '') }
    throw error
  }
}

function choiceOf(
  { chart, drawn, lost }: Extract<Tried, { chart: ChartSpec }>,
  reading: Reading,
  why: string | undefined,
): ChartChoice {
  const { kind, table } = drawn.cast
  const isWished = kind.id === reading.asked.kind
  const instead =
    why === undefined
      ? []
      : [`Not drawn as asked: ${reading.kindWords ? `"${reading.kindWords}", ` : ''}${why}.`]
  const rules = [...reading.fired].map((id) => ({
    choice: `rule ${id}`,
    reason: 'words of the intent',
  }))
  return {
    chart,
    table,
    unmet: [...instead, ...unusedIn(reading, drawn, chart), ...lost, ...table.notes],
    reasons: [
      {
        choice: `kind ${kind.id}`,
        reason: isWished ? 'the intent names it' : 'the columns ask for it',
      },
      ...rules,
    ],
  }
}
