import type { Span } from '../../../../forms/diagram'
import { capitalise, slice } from '../labels'
import { core } from '../phrases'
import type { Clause } from './clauses'
import type { Sentence } from './mentions'
import type { World } from './world'

/** Nouns that name a part of a method. */
export const PHASE =
  /^(time|inference|training|test|testing|phase|stage|deployment|runtime|serving|evaluation|pre-training|fine-tuning|sampling|generation|indexing|ingestion|path|step)$/

/** "At inference time", "In the qualitative phase": the words that name a phase of the method, opening a sentence. */
export function phaseOf(
  sentence: Sentence,
  clause: Clause,
): { label: string; spans: Span[] } | undefined {
  for (const arg of clause.args) {
    if (!arg.early || !/^(at|during|in|for|on)$/.test(arg.link)) continue
    for (const unit of arg.things) {
      if (!PHASE.test(sentence.words[unit.phrase?.head ?? unit.from]?.lower ?? '') || !unit.phrase)
        continue
      const own = core(sentence.words, unit.phrase, 3)
      const label = slice(sentence.masked, sentence.words, own.start, own.end)
      return { label: capitalise(label.text.replace(/ (time|step)$/i, '')), spans: label.spans }
    }
  }
  return undefined
}

/** From here on, what is new stands in this phase. */
export function enter(world: World, phase: { label: string; spans: Span[] } | undefined): void {
  if (!phase || /^(time|step|stage|phase|path|parallel)$/i.test(phase.label)) return
  world.phase = phase.label
  if (!world.phases.some((other) => other.label === phase.label)) world.phases.push(phase)
}
