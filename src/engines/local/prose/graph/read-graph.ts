import type { Span } from '../../../../forms/diagram'
import type { Block } from '../blocks'
import { sentences } from '../sentences'
import { properNames } from '../stages'
import { tagger } from '../tagger'
import { wordsOf } from '../words'
import { clausesOf, liftPurposes } from './clauses'
import { perform } from './events'
import { finish } from './finish'
import { isBackground } from './background'
import { repairVerbs } from './repair'
import { cutAsides, unitsOf } from './units'
import { newWorld, type World } from './world'

/** Reads English running text, clause by clause, into what it says of things and steps. */
export async function readWorld(
  masked: string,
  parts: readonly Block[],
  without: ReadonlySet<string>,
): Promise<World> {
  const nlp = await tagger()
  const names = properNames(masked)
  const world = newWorld(without)
  parts.forEach((part, block) => {
    if (part.kind === 'heading') return
    world.block = block
    for (const span of sentences(masked, part.start, part.end)) readSentence(span)
  })
  finish(world)
  return world

  function readSentence(span: Span): void {
    const all = wordsOf(nlp, masked, span.start, span.end)
    if (!without.has('background') && isBackground(masked.slice(span.start, span.end))) return
    const { words, asides } = cutAsides(all)
    const units = unitsOf(words, without.has('clause-repair') ? (_, uses) => uses : repairVerbs)
    const sentence = { masked, words, units, asides, names }
    const rules = {
      coordination: !without.has('coordination'),
      relatives: !without.has('relatives'),
      sharedVerbs: !without.has('shared-verbs'),
    }
    const clauses = clausesOf(words, units, rules)
    for (const clause of without.has('purposes') ? clauses : liftPurposes(clauses))
      perform(world, sentence, clause)
  }
}
