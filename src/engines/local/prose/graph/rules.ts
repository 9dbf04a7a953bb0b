/**
 * The rules by which a text becomes a graph, in the order in which they act; each can be left out by its name, and
 * `bun run bench text-ablation` prints what it is worth (`phases`, `groups`, `feedback`, `loops` and `apposition` make
 * frames, kinds and second lines, which its figures do not see). What is not listed is the frame they hang in: words, noun
 * phrases, one clause for each verb, and what the class of a verb draws (`verb-classes.ts`, `draw-events.ts`). What the
 * rules draw is evidence; the weights in `fitted.json` decide.
 */
export const RULES = [
  ['background', 'motivation, claims and results are skipped'],
  ['clause-repair', 'verbs the tagger missed or made up are put right'],
  ['coordination', '"A, B and C" are three things'],
  ['shared-verbs', '"crops and rotates": one subject, two verbs'],
  ['relatives', '"which re-ranks them", "from which X is removed"'],
  ['purposes', '"is used to encode", "to form C", "yielding C"'],
  ['phases', '"at test time", "in the qualitative phase": groups, and a fresh start'],
  ['nominal-steps', '"after quality assessment", "followed by normalisation"'],
  ['apposition', 'what stands in brackets is a detail or a short form'],
  ['members', '"three classifiers (A, B and C)", "tools such as A and B"'],
  ['shared-heads', '"training and test sets"'],
  ['with-agent', '"we encode it with an encoder": the encoder does it'],
  ['pronouns', '"it" and "they" are the last result or doer that agrees'],
  ['participles', '"the ranked passages" are the passages after ranking'],
  ['agent-nouns', '"the encoder" is what encodes'],
  ['head-noun', '"the re-ranker" is the "cross-encoder re-ranker"'],
  ['owners', '"its output", "the predictions of the teacher" come from their owner'],
  ['derived', '"augmented versions of the tiles" are made of the tiles'],
  ['verb-names', '"the counts" come out of the step that counts'],
  ['bridging', 'a new thing spoken of as known came out of the step before'],
  ['both', '"both outputs" are the last two open ends'],
  ['merge-verbs', '"parsed and compared" is one step'],
  ['store-places', '"into files in an object store"'],
  ['feedback', '"this is repeated until convergence"'],
  ['fold-joins', '"concatenated and fed to": no node for the first'],
  ['label-edges', 'data between two doers is the name of the edge'],
  ['dangling', 'data that nothing uses, on the way, is left out'],
  ['late-doers', 'a doer that nothing reaches works on what was at hand'],
  ['islands', 'pairs apart from the rest are left out'],
  ['cap', 'fourteen nodes at most'],
  ['loops', 'an edge that closes a circle backwards is feedback'],
  ['groups', 'named parts of a whole stand in a frame'],
] as const satisfies readonly (readonly [name: string, what: string])[]
