import type { Vectors } from '../vectors/vectors'
import type { Features } from './trees'
import type { Entity } from './world'

/** The words of a name that are looked at: its last noun, the verb of a step, what stands before the noun. */
const PARTS = {
  head: ({ head }: Entity) => head,
  verb: ({ step, verbs }: Entity) => (step ? [...verbs][0] : undefined),
  modifier: ({ stems, head, verbs }: Entity) =>
    [...stems].filter((stem) => stem !== head && !verbs.has(stem)).at(-1),
} as const

export type Part = keyof typeof PARTS
export const PART_NAMES: readonly Part[] = ['head', 'verb', 'modifier']

/** How much each number of a word's vector speaks for a node of the figure, by the place of the word; a constant last. */
export type WordScores = Record<Part, readonly number[]>

/** The vector of one word of a candidate's name, where there is such a word and it is known. */
export function vectorOf(
  vectors: Vectors,
  entity: Entity,
  part: Part,
): readonly number[] | undefined {
  const word = PARTS[part](entity)
  return word ? vectors(word) : undefined
}

/** The features of a candidate with what the words of its name say: words that are used alike speak alike. */
export function withWords(
  features: Features,
  entity: Entity,
  vectors: Vectors,
  scores: WordScores,
): Features {
  const all = new Map(features)
  for (const part of PART_NAMES) {
    const vector = vectorOf(vectors, entity, part)
    const weights = scores[part]
    if (!vector) continue
    const score = vector.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
    all.set(`word:${part}`, score + (weights[vector.length] ?? 0))
  }
  return all
}
