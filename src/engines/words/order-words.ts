/**
 * How a sentence says that it comes after the one before it, as regular expressions: the adverbs of order of a
 * language, and the auxiliaries and pronouns that they stand behind inside a clause. Both are closed classes.
 */
const ORDER: Readonly<Record<string, readonly [after: string, behind: string]>> = {
  en: [
    'then|finally|lastly|afterwards?|subsequently|thereafter|(?:after|following) (?:this|that)(?=,)|(?:second|third|fourth)(?:ly)?(?=,)|(?:(?<=\\b(?:we|is|are|was|were) )next|next(?=,| (?:we|the|an?) ))',
    'we|i|it|they|is|are|was|were|be|been|will',
  ],
  de: [
    'dann|danach|anschlie(?:ß|ss)end|(?:ab)?schlie(?:ß|ss)lich|abschlie(?:ß|ss)end|daraufhin|zuletzt|im Anschluss daran',
    'wir|wird|werden|wurde|wurden|ist|sind',
  ],
  fr: [
    'puis|ensuite|enfin|finalement|après cela|par la suite',
    'nous|est|sont|a|ont|fut|furent|été',
  ],
  es: [
    'luego|después(?! de)|a continuación|finalmente|por último|posteriormente',
    'se|es|son|fue|fueron|ha|han',
  ],
  pt: ['depois(?! d)|em seguida|a seguir|finalmente|por fim|posteriormente', 'se|é|são|foi|foram'],
  it: ['poi|in seguito(?! a)|successivamente|infine|dopodiché', 'è|sono|viene|vengono|si|abbiamo'],
  zh: ['[然隨随][后後]|接[着著]|接下[来來]|(?:最[后後]|之[后後])(?=[，,])', '我们|我們'],
  ja: ['次に|その後|続いて|最後に|それから', '(?!)'],
}

/** The adverbs of English. */
export const AFTER = ORDER.en?.[0] ?? ''

const FOLLOWS = new Map(
  Object.entries(ORDER).map(([language, [after, behind]]) => {
    const [start, end, gap] = /zh|ja/.test(language)
      ? ['', '', '']
      : ['(?<![\\p{L}-])', '(?![\\p{L}-])', '\\s+']
    const word = `${start}(${after})${end}`
    const verb = `${start}(?:${behind})${end}`
    // Behind the first auxiliary alone: "are sampled and the model is then sent" tells of an order of its own.
    const inside = `(?:(?!${verb})[^,;:()]){0,120}${verb}${gap}${word}`
    return [language, new RegExp(`^(?:(?:and|und|et|y|e)\\s+)?${word}|^${inside}`, 'iu')] as const
  }),
)

/** The adverb by which a sentence says that it comes after the one before it, in its language. */
export function followsBy(sentence: string, language: string): string | undefined {
  const hit = FOLLOWS.get(language)?.exec(sentence)
  return (hit?.[1] ?? hit?.[2])?.toLowerCase()
}
