/**
 * Fits what decides which things and relations of a text are drawn to the open texts with known graphs, and writes the
 * weights to `src/engines/local/prose/graph/fitted.json`. Printed are the figures of texts whose author had no part in the
 * fit they were judged by.
 *
 * --check    prints the figures, writes nothing
 * --without= a group of features to leave out (`rule`, `order`, `said`, `next`...), to see what it is worth
 */
import { join } from 'node:path'
import { blocks } from '../src/engines/local/prose/blocks'
import {
  type Candidates,
  type Chosen,
  candidatesOf,
  chooseEdges,
  chooseNodes,
  edgeCases,
  type Fitted,
  logOdds,
  type Pair,
  sameCases,
} from '../src/engines/local/prose/graph/choose'
import { readWorld } from '../src/engines/local/prose/graph/read-graph'
import { type Features, probabilities, type Trees } from '../src/engines/local/prose/graph/trees'
import { mask } from '../src/engines/local/prose/mask'
import { readProse } from '../src/engines/local/prose/read-prose'
import { type BoostOptions, boost, type Case } from '../tests/bench/text/boost'
import { cases, type ProseCase } from '../tests/bench/text/halves'
import { logistic } from '../tests/bench/text/logistic'
import { type Comparison, compare, f1, matchNodes, readGraph } from '../tests/bench/text/match'
import { likeness } from '../tests/bench/text/names'

const PLACE = join(import.meta.dir, '..', 'src/engines/local/prose/graph/fitted.json')
/** Solid edges of texts outside the fit must be right this often. */
const SOLID = 0.75
/** The least number of edges that say so. */
const ENOUGH = 25

const NODE: Partial<BoostOptions> = { columns: 0.3, bags: 2 }
const EDGE: Partial<BoostOptions> = { rounds: 150, rate: 0.05, leaf: 8, columns: 0.3, bags: 4 }
/** The reading rules were tuned on the first author's texts, where they look surer than they are. */
const TUNED = 0.4

interface Text {
  gold: ProseCase
  candidates: Candidates
  /** The gold node that each candidate names, or -1. */
  names: number[]
  pairs: Pair[]
}

async function read(gold: ProseCase): Promise<Text | undefined> {
  const masked = mask(gold.text)
  const world = await readWorld(masked, blocks(masked), new Set())
  if (!world) return undefined
  const candidates = candidatesOf(world)
  return { gold, candidates, names: namesOf(gold, candidates), pairs: sameCases(candidates) }
}

/** An equal head alone is a name only where nothing names the node better. */
function namesOf({ nodes }: ProseCase, { entities }: Candidates): number[] {
  const best = entities.map(({ label }) => {
    const values = nodes.map((node) =>
      Math.max(...[node.label, ...(node.aliases ?? [])].map((name) => likeness(label, name))),
    )
    const value = Math.max(...values)
    return { node: value > 0 ? values.indexOf(value) : -1, value }
  })
  const firm = new Set(best.filter(({ value }) => value >= 0.5).map(({ node }) => node))
  return best.map(({ node, value }) => (value >= 0.5 || !firm.has(node) ? node : -1))
}

const without = process.argv.find((arg) => arg.startsWith('--without='))?.split('=')[1]

function shown(features: Features): Features {
  if (!without) return features
  return new Map([...features].filter(([name]) => !name.startsWith(without)))
}

const isNamed = (text: Text, at: number) => ((text.names[at] ?? -1) >= 0 ? 1 : 0)

const nodeCases = (text: Text): Case[] =>
  text.candidates.features.map((features, at) => ({
    features: shown(features),
    label: isNamed(text, at),
  }))

/** Only what names something can say whether two name the same. */
const sameLabels = ({ pairs, names }: Text): Case[] =>
  pairs.flatMap(({ a, b, features }) => {
    const [one, other] = [names[a] ?? -1, names[b] ?? -1]
    return one < 0 || other < 0 ? [] : [{ features: shown(features), label: one === other ? 1 : 0 }]
  })

interface EdgeCase extends Case, Pick<Pair, 'a' | 'b'> {
  /** The gold graph leaves it open. */
  open: boolean
  /** Whether it is right, where both ends are nodes of the gold graph. */
  right: number | undefined
}

function edgeLabels({ gold }: Text, chosen: Chosen): EdgeCase[] {
  const nodes = chosen.clusters.map(([lead], at) => ({ id: `${at}`, label: lead?.label ?? '' }))
  const matched = matchNodes(gold, { nodes, edges: [] })
  const known = new Map(gold.edges.map((edge) => [`${edge.from} ${edge.to}`, edge]))
  const leads = leadsIn(gold, new Set(matched.values()))
  return edgeCases(chosen).map(({ a, b, features }) => {
    const [from, to] = [matched.get(`${a}`), matched.get(`${b}`)]
    const edge = known.get(`${from} ${to}`)
    return {
      a,
      b,
      features: shown(features),
      label: edge ? 1 : 0,
      weight: gold.author === '' ? TUNED : 1,
      open: edge?.optional === true,
      right: from && to ? Number(leads.has(`${from} ${to}`)) : undefined,
    }
  })
}

/** The pairs of drawn nodes that the gold graph joins, directly or by way of nodes that are not drawn. */
function leadsIn({ edges }: ProseCase, drawn: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (const start of drawn) {
    const seen = new Set([start])
    const open = [start]
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const { from, to } of edges) {
        if (from !== id || seen.has(to)) continue
        seen.add(to)
        if (drawn.has(to)) found.add(`${start} ${to}`)
        else open.push(to)
      }
  }
  return found
}

type Models = Pick<Fitted, 'node' | 'same'>

const fitNodes = (texts: readonly Text[]): Models => ({
  node: boost(texts.flatMap(nodeCases), NODE),
  same: boost(texts.flatMap(sameLabels), NODE),
})

function chosenBy({ candidates, pairs }: Text, { node, same }: Models): Chosen {
  const likely = probabilities(node, candidates.features)
  return chooseNodes(
    candidates,
    likely,
    pairs,
    probabilities(
      same,
      pairs.map(({ features }) => features),
    ),
  )
}

/** Edges are learnt between nodes that were chosen as they are for a new text. */
function outside<Value>(
  texts: readonly Text[],
  folds: readonly number[],
  fit: (rest: readonly Text[]) => (text: Text) => Value,
): Map<Text, Value> {
  const found = new Map<Text, Value>()
  for (const one of new Set(folds)) {
    const judge = fit(texts.filter((_, at) => folds[at] !== one))
    texts.forEach((text, at) => {
      if (folds[at] === one) found.set(text, judge(text))
    })
  }
  return found
}

/** A drawn edge of a text outside the fit. */
interface Judged {
  p: number
  label: number
  right: number | undefined
}

const fitEdges = (cases: readonly EdgeCase[]) =>
  boost(
    cases.filter(({ open }) => !open),
    EDGE,
  )

async function judge(
  texts: readonly Text[],
): Promise<Pick<Fitted, 'right' | 'solid'> & { labels: EdgeCase[] }> {
  const authors = [...new Set(texts.map(({ gold }) => gold.author))]
  const folds = texts.map(({ gold }) => authors.indexOf(gold.author))
  const nodes = outside(texts, folds, (rest) => {
    const models = fitNodes(rest)
    return (text) => ({ models, chosen: chosenBy(text, models) })
  })
  const labels = new Map(texts.map((text) => [text, edgesFor(text, nodes.get(text)?.chosen)]))
  const edges = outside(texts, folds, (rest) => {
    const model = fitEdges(rest.flatMap((text) => labels.get(text) ?? []))
    return () => model
  })
  const judged = texts.flatMap((text) => {
    const [own, model] = [labels.get(text) ?? [], edges.get(text)]
    const chosen = nodes.get(text)?.chosen
    return model && chosen ? drawnEdges(own, model, chosen.clusters.length) : []
  })
  const [right, solid] = [rightness(judged), solidFrom(judged)]
  const results: Result[] = []
  for (const text of texts) {
    const [models, edge] = [nodes.get(text)?.models, edges.get(text)]
    if (!models || !edge) continue
    const diagram = await readProse(text.gold.text, { model: { ...models, edge, right, solid } })
    const sure = sum(diagram.edges, ({ confidence }) => confidence) / diagram.edges.length
    const stages = diagram.shape === 'stages'
    results.push({ text, ...compare(text.gold, readGraph(diagram)), stages, sure })
  }
  report(`each author left out: right ${right.join(' + ')}, solid from ${solid}`, results)
  return { right, solid, labels: [...labels.values()].flat() }
}

interface Result extends Comparison {
  text: Text
  stages: boolean
  /** The mean confidence of its edges. */
  sure: number
}

function report(title: string, results: readonly Result[]): void {
  console.log(title)
  for (const author of ['all', ...new Set(results.map(({ text }) => text.gold.author))]) {
    const own = results.filter(({ text }) => author === 'all' || text.gold.author === author)
    const mean = (value: (one: Result) => number) => (sum(own, value) / own.length).toFixed(3)
    const [hits, read] = [sum(own, ({ solid }) => solid.hits), sum(own, ({ solid }) => solid.read)]
    console.log(
      `  ${(author || 'first').padEnd(6)} node F1 ${mean(({ nodes }) => f1(nodes))}, edge F1 ${mean(({ edges }) => f1(edges))}, solid ${hits} of ${read} of ${sum(own, ({ edges }) => edges.read)}, confidence ${mean(({ sure }) => sure)}, stages ${sum(own, ({ stages }) => Number(stages))}`,
    )
  }
}

const edgesFor = (text: Text, chosen: Chosen | undefined) =>
  chosen ? edgeLabels(text, chosen) : []

const sum = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((total, item) => total + value(item), 0)

function drawnEdges(own: readonly EdgeCase[], model: Trees, nodes: number): Judged[] {
  const p = probabilities(
    model,
    own.map(({ features }) => features),
  )
  return chooseEdges(own, p, nodes).flatMap((guess) => {
    const found = own.find(({ a, b }) => a === guess.a && b === guess.b)
    return found && !found.open ? [{ p: guess.p, label: found.label, right: found.right }] : []
  })
}

/** From the log-odds of drawn edges to those of being right, learnt where both ends are nodes. */
function rightness(judged: readonly Judged[]): [slope: number, constant: number] {
  const known = judged.filter(({ right }) => right !== undefined)
  const [slope = 1, constant = 0] = logistic(
    known.map(({ p }) => [logOdds(p)]),
    known.map(({ right }) => right ?? 0),
    1,
  )
  return [slope, constant]
}

/** The least probability from which on edges are right often enough, over at least {@link ENOUGH}; 1.01 if none is. */
function solidFrom(judged: readonly Judged[]): number {
  let [hits, least] = [0, 1.01]
  for (const [at, { label, p }] of [...judged].sort((a, b) => b.p - a.p).entries()) {
    hits += label
    if (at + 1 >= ENOUGH && hits / (at + 1) >= SOLID) least = p
  }
  return Math.ceil(least * 100) / 100
}

async function main(): Promise<void> {
  const texts = (await Promise.all((await cases('open')).map(read))).filter(
    (text) => text !== undefined,
  )
  const { right, solid, labels } = await judge(texts)
  if (process.argv.includes('--check') || without) return
  const fitted: Fitted = { ...fitNodes(texts), edge: fitEdges(labels), right, solid }
  await Bun.write(PLACE, `${JSON.stringify(fitted, undefined, 2)}\n`)
  await Bun.$`bunx biome format --write ${PLACE}`.quiet()
}

if (import.meta.main) await main()
