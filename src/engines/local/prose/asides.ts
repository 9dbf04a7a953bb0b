/**
 * Sentences that tell of the paper, of others' work or of results, not of a step. Only what says so itself is known:
 * a sentence that is no step is kept rather than a step lost.
 */
const ASIDES: readonly RegExp[] = [
  // References to figures and tables.
  /^(?:fig(?:ure|\.)?|table|scheme)\s*\d+\w?\b.{0,40}\b(?:shows?|illustrates?|depicts?|gives?|summari[sz]es?|presents?|provides?|lists?)\b/i,
  /\b(?:is|are) (?:shown|illustrated|depicted|summari[sz]ed|listed|given) in (?:fig(?:ure|\.)?|table)\s*\d+\w?\.?$/i,
  // Others' work.
  /^(?:previous|prior|earlier|recent|existing|most existing|traditional) (?:work|works|studies|approaches|methods|research)\b/i,
  // Motivation.
  /\bremains? (?:a |an )?(?:challeng|difficult|open\b|unsolved|poorly|labou?r-intensive)/i,
  // Claims and results.
  /\b(?:outperform(?:s|ed|ing)?|state[- ]of[- ]the[- ]art|surpass(?:es|ed)?)\b/i,
  /^(?:our |these |the )?(?:extensive |experimental )*(?:experiments?|results|findings|evaluations?) (?:show|demonstrate|indicate|suggest|confirm|reveal)/i,
  /^(?:here,? )?we (?:show|demonstrate|find|found|argue|believe|hypothesi[sz]e|conclude) that\b/i,
  // The paper itself.
  /^(?:in this|this) (?:section|chapter)\b/i,
  /^the (?:rest|remainder) of (?:this|the) (?:paper|article)\b/i,
]

/** What goes on behind a colon, or for long, tells more than that. */
const LONGEST_ASIDE = 30

export const isAside = (sentence: string) =>
  !/:\s/.test(sentence) &&
  sentence.split(/\s+/).length <= LONGEST_ASIDE &&
  ASIDES.some((aside) => aside.test(sentence))

/** Longer, a sentence tells more than a name. */
const LONGEST_NAME = 16

/** Where in "We propose a two-stage detector" the name begins of what is proposed; 0 where the sentence says more. */
export function proposedIn(sentence: string): number {
  const hit =
    /^(?:in this (?:paper|work|article|study),? )?(?:here,? )?we (?:propose|present|introduce|describe) (?:an? |the |our )?(?=\S)/i.exec(
      sentence,
    )
  const rest = hit && sentence.slice(hit[0].length)
  const isName =
    rest &&
    rest.split(/\s+/).length <= LONGEST_NAME &&
    !/[;:]\s|\b(?:which|where|how)\b/i.test(rest)
  return hit && isName ? hit[0].length : 0
}
