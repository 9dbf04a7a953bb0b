/**
 * A chart from data and words, without a model. What is written on it comes from the table and from the operations that
 * were applied, so a simple reading cannot lie: it can only be another chart than the one that was wished, which is said.
 */
import { againstTable } from '../../../figure/chart/against-table'
import { listed } from '../../../figure/chart/describe'
import { expanded } from '../../../figure/chart/expand'
import { checkWork } from '../../../figure/chart/work'
import { ChartRefused, type Table } from '../../../forms/chart'
import type { ChartChoice } from '../../../forms/engines'
import { checkSpec, readVegaLite } from '../../../forms/vega-lite'
import { arranged, type Cast, recommended } from './arrange'
import { type Asked, nothing } from './asked'
import { cells } from './cells'
import { isAmount, withLike } from './columns'
import { completed } from './complete'
import { type Drawn, NotSo, specOf } from './draw'
import { type Kind, kindNamed } from './kinds'
import { withLook } from './look'
import { type Reading, readIntent } from './read-intent'
import { sentenceOf, unusedIn, unusedSentences } from './sentence'
import { one, parts, study, truth } from './studies'
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
    const names = table.fields.map(({ name }) => name)
    const strange = notation.fields.find(
      ({ field }) => !names.some((name) => field.replaceAll('\\', '').startsWith(name)),
    )
    if (strange)
      throw new ChartRefused(
        `The specification: ${strange.path} is ${JSON.stringify(strange.field)}, which the data do not have; they have ${listed(names)}.`,
      )
    return {
      chart: completed(notation.spec, table),
      table: withLike(table),
      unmet: [...around, ...notation.idle],
      reasons: [],
    }
  }
  if (intent.length > MOST_READ)
    throw new ChartRefused(
      `The intent has ${intent.length} characters; ${MOST_READ} are the most that are read.`,
    )
  const hollow: string[] = []
  const table = readTable(data, hollow)
  if (table.fields.length === 0) throw new ChartRefused('The data hold no values to draw.')
  return chosen(readIntent(intent, table, hollow), table)
}

/** The kind that is asked for, else the one that the columns ask for, else one that any columns make. */
async function chosen(reading: Reading, table: Table): Promise<ChartChoice> {
  const { asked, intent, uses } = reading
  const kindAt = uses.find(({ rule }) => rule.id === `kind ${asked.kind}`)
  let why: string | undefined
  for (const [id, read] of tries(reading, table))
    try {
      const choice = await attempt(kindNamed(id), read, table)
      const { unused = [], unmet } = choice
      const { start = 0, end = 0 } = kindAt ?? {}
      const words = intent.slice(start, end)
      if (why !== undefined && words) {
        // Counts are told; what a column lacks may stand in another that was not looked at.
        unmet.unshift(`Not drawn as asked: "${words}"${/\d/.test(why) ? `, ${why}` : ''}.`)
        unused.push({ start, end, words })
      }
      return { ...choice, unused: unused.sort((a, b) => a.start - b.start) }
    } catch (error) {
      if (!(error instanceof NotSo || error instanceof ChartRefused)) throw error
      why ??= error.message.replace(/\.$/, '')
      // Counts are no answer to whoever asks for amounts.
      if (id === asked.kind && !table.fields.some(isAmount)) break
    }
  throw new ChartRefused([`Nothing can be drawn of these data: ${why}.`, ...table.notes].join(' '))
}

/** Kinds to be tried, in their order; what nobody needs is not weighed. */
function* tries(reading: Reading, table: Table): Generator<[id: string, read: Reading]> {
  const { kind } = reading.asked
  if (kind !== undefined) yield [kind, reading]
  for (const id of recommended(reading.asked, table)) if (id !== kind) yield [id, reading]
  const bare = { ...reading, asked: nothing() }
  for (const id of recommended(bare.asked, table)) yield [id, bare]
}

const DRAW: Readonly<Record<Kind['family'], (cast: Cast, asked: Asked) => Drawn>> = {
  xy,
  one,
  cells,
  parts,
  truth,
  study,
}

/** One kind, held against the table. @throws NotSo where the chart would show something false */
async function attempt(kind: Kind, reading: Reading, table: Table): Promise<ChartChoice> {
  const best = arranged(kind, reading.asked, table)
  if (!best) throw new NotSo('the columns make none')
  const asked = { ...reading.asked, manners: new Set(reading.asked.manners) }
  const drawn = DRAW[kind.family](best.cast, asked)
  withLook(drawn)
  const checked = checkSpec(specOf(drawn, sentenceOf(drawn)))
  if ('fault' in checked) throw new NotSo(checked.fault)
  const { spec } = checked
  checkWork(spec, table)
  const { faults, lost } = await againstTable(spec, table)
  // What is told to a model how to mend is no news for a reader.
  const [fault] = faults.map((each) =>
    each.replace(/^[\w[\].]+: /, '').replace(/[;,.] (?:draw|use|tell|for years|sort).*$/i, ''),
  )
  if (fault !== undefined) throw new NotSo(fault)
  await expanded(spec, table)
  const isWished = kind.id === asked.kind
  const rules = [...reading.fired].map((id) => [`rule ${id}`, 'words of the intent'] as const)
  const why = isWished ? 'the intent names it' : 'the columns ask for it'
  const unused = unusedIn(reading, drawn, spec)
  return {
    chart: spec,
    table: withLike(table),
    unused,
    unmet: [...unusedSentences(unused), ...lost, ...table.notes],
    reasons: [[`kind ${kind.id}`, why] as const, ...rules].map(([choice, reason]) => ({
      choice,
      reason,
    })),
  }
}
