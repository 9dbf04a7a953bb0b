import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readText } from '../../../src/engines/local/text/read-text'
import type { Diagram } from '../../../src/forms/diagram'
import { ROOT } from '../harness/folders'
import { aim, type Row } from '../harness/rows'
import { percentile } from '../harness/stats'
import { withArrowWords } from './arrow-words'
import { interval } from './bootstrap'
import {
  type Comparison,
  type Count,
  compare,
  f1,
  type GoldGraph,
  precision,
  readGraph,
  recall,
} from './match'
import { type SpanWords, spanWords } from './span-words'
import { differences, type StructuredCase } from './structured'

/** The sealed halves are by different authors, who have not seen the code. */
export const SEALED = ['sealed', 'sealed-second', 'sealed-third'] as const

export type Half = 'open' | (typeof SEALED)[number]

/** A paragraph with the graph that a careful author would draw of it. */
export interface ProseCase extends GoldGraph {
  id: string
  /** The folder below the half; empty for the texts that stand in it directly. */
  author: string
  domain: string
  text: string
  groups?: { label: string; members: string[] }[]
  notes: string
}

const CORPUS = join(ROOT, 'tests', 'fixtures', 'text-corpus')

export async function cases(half: Half): Promise<ProseCase[]> {
  const found = await load<Omit<ProseCase, 'author'>>(half)
  return found.map(({ name, one }) => ({ ...one, author: dirname(name).replace('.', '') }))
}

/** The cases of a folder of the corpus, by the names of their files. */
export async function load<Case>(folder: string): Promise<{ name: string; one: Case }[]> {
  const path = join(CORPUS, folder)
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
  return Promise.all(
    files.map(async (name) => ({ name, one: (await Bun.file(join(path, name)).json()) as Case })),
  )
}

interface Result extends Comparison {
  /** The same, where words on arrows count as drawn. */
  worded: Comparison
  author: string
  stages: boolean
  failed: boolean
  words: SpanWords
  /** Relations that say more than that one step comes after the other. */
  claims: number
}

/** How a half is read. */
export interface Reading {
  /** Named in every row; absent: the half itself. */
  label?: string
  /** Cases to read; empty: all. */
  ids: readonly string[]
  /** Whether cases are spoken of. */
  verbose: boolean
  plan: (text: string, id: string) => Promise<Diagram | undefined>
}

export const RULES: Reading = { ids: [], verbose: false, plan: (text) => read(text) }

/** The figures of one half. */
export async function halfRows(
  half: Half,
  { label = half, ids, verbose, plan }: Reading,
): Promise<Row[]> {
  const results: Result[] = []
  const all = await cases(half)
  for (const one of ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : all) {
    const result = judge(one, await plan(one.text, one.id))
    results.push(result)
    if (verbose) console.log(report(one, result))
  }
  const exact: boolean[] = []
  const structured =
    label === half && (half === 'open' || half === 'sealed')
      ? await load<StructuredCase>(join('structured', half))
      : []
  for (const { one } of structured) {
    const diagram = await read(one.text)
    const wrong = diagram ? differences(one, diagram) : ['it failed']
    exact.push(wrong.length === 0)
    if (verbose && wrong.length > 0)
      console.log(`structured ${one.id}:\n${wrong.map((line) => `  ${line}`).join('\n')}`)
  }
  return rows(label, results, exact)
}

async function read(text: string): Promise<Diagram | undefined> {
  try {
    return await readText(text)
  } catch {
    return undefined
  }
}

function judge(gold: ProseCase, diagram: Diagram | undefined): Result {
  const graph = diagram ? readGraph(diagram) : { nodes: [], edges: [] }
  return {
    ...compare(gold, graph),
    worded: compare(gold, diagram ? withArrowWords(gold, diagram) : graph),
    author: gold.author,
    stages: diagram?.shape === 'stages',
    failed: diagram === undefined,
    claims: diagram?.edges.filter(({ kind }) => kind !== 'order').length ?? 0,
    words: diagram ? spanWords(diagram, gold.text) : { inside: 0, all: 0, outside: [] },
  }
}

function rows(half: string, results: readonly Result[], exact: readonly boolean[]): Row[] {
  const row = (
    figure: string,
    statistic: (sample: readonly Result[]) => number,
    limits?: { gate: number; aim: number },
    tolerance = 0.02,
  ): Row => {
    const [low, high] = interval(results, statistic)
    const value = statistic(results)
    // Without a solid edge their precision is nothing to judge.
    if (Number.isNaN(value)) return { figure: `${half}: ${figure}`, value, unit: '' }
    const unit = `[${low.toFixed(2)}, ${high.toFixed(2)}]`
    const plain: Row = { figure: `${half}: ${figure}`, value, unit }
    if (!limits) return plain
    return {
      ...plain,
      aim: `gate ${limits.gate}, aim ${limits.aim}`,
      met: value >= limits.gate,
      guard: { of: 'value', better: 'higher', tolerance },
    }
  }
  const of = (part: 'nodes' | 'edges', figure: (count: Count) => number) =>
    mean((result) => figure(result[part]))
  return [
    row('node F1', of('nodes', f1), { gate: 0.85, aim: 0.92 }),
    row('node precision', of('nodes', precision)),
    row('node recall', of('nodes', recall)),
    row('edge F1', of('edges', f1), { gate: 0.6, aim: 0.75 }),
    row('edge precision', of('edges', precision)),
    row('edge recall', of('edges', recall)),
    row(
      'node F1, words on arrows drawn',
      mean(({ worded }) => f1(worded.nodes)),
    ),
    row(
      'edge F1, words on arrows drawn',
      mean(({ worded }) => f1(worded.edges)),
    ),
    row(
      'edge recall, soft',
      mean(({ softHits, edges }) => softHits / edges.gold),
    ),
    row(
      'precision of solid edges, pooled',
      (sample) => sum(sample, ({ solid }) => solid.hits) / sum(sample, ({ solid }) => solid.read),
      { gate: 0.75, aim: 0.9 },
    ),
    {
      figure: `${half}: relations that claim more than order`,
      value: sum(results, ({ claims }) => claims),
      unit: '',
    },
    row(
      'solid edges for each gold edge',
      (sample) => sum(sample, ({ solid }) => solid.read) / sum(sample, ({ solid }) => solid.gold),
    ),
    row(
      'fell back to stages',
      mean(({ stages }) => Number(stages)),
    ),
    row(
      'failed',
      mean(({ failed }) => Number(failed)),
    ),
    row(
      'label words in their own span',
      (sample) => sum(sample, ({ words }) => words.inside) / sum(sample, ({ words }) => words.all),
      { gate: 1, aim: 1 },
      0,
    ),
    ...(exact.length > 0 ? [exactRow(half, exact)] : []),
    ...authorRows(half, results),
  ]
}

const mean = (value: (result: Result) => number) => (sample: readonly Result[]) =>
  sum(sample, value) / sample.length

/** The open half by its authors: rules that serve one of them alone show here. */
function authorRows(half: string, results: readonly Result[]): Row[] {
  const authors = [...new Set(results.map(({ author }) => author))]
  if (half !== 'open' || authors.length < 2) return []
  return authors.flatMap((author) => {
    const own = results.filter((result) => result.author === author)
    const row = (figure: string, value: number): Row => ({
      figure: `open, author ${author || 'first'}: ${figure}`,
      value,
      unit: '',
    })
    return [
      row('node F1', mean(({ nodes }) => f1(nodes))(own)),
      row('edge F1', mean(({ edges }) => f1(edges))(own)),
      row(
        'precision of solid edges',
        sum(own, ({ solid }) => solid.hits) / sum(own, ({ solid }) => solid.read),
      ),
    ]
  })
}

function exactRow(half: string, exact: readonly boolean[]): Row {
  const value = exact.filter(Boolean).length / exact.length
  const guard = { of: 'value', better: 'higher', tolerance: 0 } as const
  return aim({ figure: `${half}: structured, exact`, value, unit: '', guard }, { least: 1 })
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

function report({ id }: ProseCase, result: Result): string {
  const { nodes, edges, stages, words } = result
  const head = `${id}: node F1 ${f1(nodes).toFixed(2)}, edge F1 ${f1(edges).toFixed(2)}${stages ? ', stages' : ''}`
  const lines = {
    'missed nodes': result.missedNodes,
    'extra nodes': result.extraNodes,
    'missed edges': result.missedEdges,
    'extra edges': result.extraEdges,
    'outside their span': words.outside,
  }
  const shown = Object.entries(lines).filter(([, list]) => list.length > 0)
  return [head, ...shown.map(([name, list]) => `  ${name}: ${list.join('; ')}`)].join('\n')
}

const ROUNDS = 5

/** Milliseconds from text to diagram, once everything is loaded. */
export async function timeRows(texts: readonly string[]): Promise<Row[]> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++)
    for (const text of texts) {
      const at = performance.now()
      await read(text)
      if (round > 0) times.push(performance.now() - at)
    }
  return [
    { figure: 'time of a paragraph, p50', value: percentile(times, 0.5), unit: 'ms' },
    { figure: 'time of a paragraph, p95', value: percentile(times, 0.95), unit: 'ms' },
  ]
}
