import type { Span } from '../../../../forms/diagram'
import type { Block } from '../blocks'
import { sentences } from '../sentences'
import { properNames } from '../stages'
import { tagger } from '../tagger'
import { wordsOf } from '../words'
import { assemble, type Graph, isWorthDrawing } from './assemble'
import { isBackground } from './background'
import { choose, type Fitted } from './choose'
import { type Clause, clausesOf } from './clauses'
import { isRestrictive } from './events'
import { finish } from './finish'
import { markLoops } from './loops'
import { liftPurposes } from './purposes'
import { record, traitsOf } from './record'
import { repairVerbs } from './repair'
import { cutAsides, unitsOf } from './units'
import { newWorld, type World } from './world'

/** A text of more sentences says more than one graph can show: its stages are drawn instead. */
const MAX_SENTENCES = 60

/** Characters; what is longer is no sentence. */
const MAX_SENTENCE = 1200

/**
 * Reads English running text into things and what they do to each other, or gives undefined where that would be a poor
 * figure: too little said, in pieces, or far too much. `without` names rules that stay off.
 */
export async function readGraph(
  masked: string,
  parts: readonly Block[],
  without: ReadonlySet<string>,
  model: Fitted,
): Promise<Graph | undefined> {
  const world = await readWorld(masked, parts, without)
  if (!world) return undefined
  choose(world, model)
  if (!without.has('loops')) markLoops(world)
  const graph = assemble(world, masked, parts)
  return isWorthDrawing(world, graph, parts) ? graph : undefined
}

/** Everything that was read, before it becomes a diagram. */
export async function readWorld(
  masked: string,
  parts: readonly Block[],
  without: ReadonlySet<string>,
): Promise<World | undefined> {
  const spans = parts.flatMap((part, block) =>
    part.kind === 'heading'
      ? []
      : sentences(masked, part.start, part.end).map((span) => ({ span, block })),
  )
  if (spans.length > MAX_SENTENCES) return undefined
  const nlp = await tagger()
  const names = properNames(masked)
  const world = newWorld(without)
  for (const { span, block } of spans) {
    if (!without.has('background') && isBackground(masked.slice(span.start, span.end))) continue
    world.block = block
    world.sentence = span.start
    world.sentences++
    readSentence(span)
  }
  finish(world)
  return world

  function readSentence(span: Span): void {
    if (span.end - span.start > MAX_SENTENCE) return
    const { words, asides } = cutAsides(wordsOf(nlp, masked, span.start, span.end))
    const units = unitsOf(words, without.has('clause-repair') ? (_, uses) => uses : repairVerbs)
    const sentence = { masked, words, units, asides, names }
    world.traits = traitsOf(masked.slice(span.start, span.end), words)
    const rules = {
      coordination: !without.has('coordination'),
      relatives: !without.has('relatives'),
      sharedVerbs: !without.has('shared-verbs'),
    }
    const clauses = clausesOf(words, units, rules)
    const lifted = without.has('purposes') ? clauses : liftPurposes(clauses)
    for (const clause of inOrder(lifted)) {
      const { current, previous, lastDoer, lastResult } = world
      record(world, sentence, clause)
      // What describes a noun is no step of the text's own order.
      if ((clause.use.role === 'reduced' && !clause.aside) || isRestrictive(clause))
        Object.assign(world, { current, previous, lastDoer, lastResult })
    }
  }
}

/** What describes a noun comes before what is done with it: "the structure, prepared by X, is docked". */
function inOrder(clauses: readonly Clause[]): Clause[] {
  const found: Clause[] = []
  for (const clause of clauses) {
    const main =
      clause.use.role === 'reduced' || isRestrictive(clause)
        ? found.findLastIndex((other) => other.use.role !== 'reduced')
        : -1
    const near = main >= 0 && main === found.length - 1
    if (near && !clause.subject.some((thing) => found[main]?.subject.includes(thing)))
      found.splice(main, 0, clause)
    else found.push(clause)
  }
  return found
}
