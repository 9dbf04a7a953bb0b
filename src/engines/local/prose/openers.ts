import type { Token } from './words'

/** What opens a sentence and says nothing of its step; words and signs are parted by blanks here. */
const OPENERS: readonly RegExp[] = [
  /^(?:and|but|so|or|then|next|finally|lastly|subsequently|afterwards|thereafter|meanwhile|additionally|moreover|furthermore|also|here|now|thus|hence|therefore|consequently|accordingly|specifically|concretely|initially|again|similarly|likewise|instead|however|thereby|ultimately|eventually|later)(?: ,)? (?=\S)/,
  /^(?:first|firstly|second|secondly|third|thirdly|fourth|fifth|last)(?: ,| (?=(?:we|i|the|a|an|all|each|every|both|its|their|our)\b)) ?/,
  /^(?:in turn|in parallel|in addition|in particular|at the same time|at this point|as a result|after that|to this end|for this purpose|to do so|to begin with|to start with|that is)(?: ,)? (?=\S)/,
  /^(?:in|for|at|during) (?:a|the) (?:first|second|third|fourth|fifth|next|last|final|following) (?:step|stage|phase) (?:, )?(?=\S)/,
  /^(?:we|i)(?: (?:then|next|first|also|further|finally|therefore|thus|subsequently|now|additionally))? (?=\S)/,
  /^(?:it|they|these|those|this) (?:is|are|was|were|has been|have been)(?: (?:then|also|next|first|\S+ly))? (?=(?:sent|spent|split|set|put|cut|read|kept|lost|fed|led|built|held|\S+(?:ed|en|wn|ught))\b(?! that\b))/,
  /^(?:it|they)(?: (?:then|also|subsequently|finally|next|first))? (?!(?:is|are|was|were|has|have|can|may|will|must|should|would)\b)(?=\S)/,
  /^(?:the|a|an|its|their|our|this|these|those) (?!(?:of|between|in|from|with|on|at|for|by|who|that|which|is|are|was|were|has|have|can|may|will|must|should|would|do|does)\b)(?=\S+ \S)/,
]
/** An opener is at most so long. */
const REACH = 7
/** As in "And then, in the second step, we also". */
const ROUNDS = 6

/** How many words and signs open a sentence and say nothing of its step: "First, we", "It is then", "The". */
export function openersEnd(tokens: readonly Token[]): number {
  let end = 0
  for (let round = 0; round < ROUNDS; round++) {
    const words = tokens.slice(end, end + REACH).map(({ lower }) => lower)
    const found = OPENERS.map((opener) => opener.exec(words.join(' '))?.[0]).find((hit) => hit)
    const count = found?.trim().split(' ').length ?? 0
    if (count === 0 || tokens.length - end - count < 2) break
    end += count
  }
  return end
}
