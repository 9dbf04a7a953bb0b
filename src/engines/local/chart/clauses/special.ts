/** Clauses that belong to one kind of chart: what its composite draws of itself, and its options. */
import { withTicks } from '../charts/edits'
import type { Kind } from './asked'
import { form, numberWritten, type Reader } from './reader'

/** What a kind shows without being asked. */
const OWN: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  survival: [
    '(?:(?:with|and|the|add|show|,) )*(?:tick(?: mark)?s? (?:marks? )?(?:for|at|marking) (?:the )?censor\\p{L}*(?: \\p{L}+)?|censor\\p{L}* (?:ticks?|marks?)|censoring(?: marked| shown)?)',
    '(?:(?:with|and|the|add) )*(?:95 ?%[- ])?(?:pointwise )?(?:confidence )?bands?',
    '<c> ?= ?1 (?:is|means?|for) [^,.;]*(?:, ?(?:and )?0 (?:is |= ?|means? |for )?(?:[^,.;]*(?:censored|alive|event-free|lost|last)[^,.;]*))',
    '(?:<c>:? )?1 ?(?:=|is|means) ?(?:event|death|died|progression)[^,.;]*, ?0 ?(?:=|is|means) ?censored',
    '0 ?(?:=|is|means) ?censored',
    '<c>(?: is|:| =)? ?1 (?:for|if|when|where) [^,.;]*?(?:,| and|, and) 0 (?:for|if|when|where) (?:the )?(?:censor\\p{L}*|alive)[^,.;]*',
  ],
  roc: [
    '(?:(?:with|and|the|a|an) )*(?:chance|identity|diagonal)(?: (?:line|diagonal))?',
    '(?:in )?(?:one |a )?square (?:panel|plot|axes)',
    '(?:(?:with|and|the|incl\\.?|include|show|write|put|give|add) )*auc(?:s| values?)?(?: (?:in|into|to) the legend)?',
    '1 ?= ?(?:yes|positive|case|event)',
  ],
  'bland-altman': [
    '(?:as|with) labell?ed lines',
    '(?:against|vs\\.?|versus|over) (?:their|the) (?:means?|averages?)',
    '(?:(?:with|and|the|show|draw) )*(?:bias|mean difference)(?: line)?(?:,? and)?(?: the)?(?: 95 ?%)?(?: limits? of agreement)?',
    '(?:(?:with|and|the) )*(?:95 ?% )?limits? of agreement(?: lines?)?',
    '(?:with )?(?:the )?values? (?:printed|written|shown) (?:next to|beside|at|on) the lines?',
  ],
  qq: ['(?:(?:with|and|the|a) )*reference line', 'normal'],
  volcano: [
    '(?:(?:drawn|shown|as|with|marked|the) )*(?:dashed|dotted) lines?(?: at (?:them|the cut-?offs?))?',
    '(?:the )?(?:cut-?offs?|thresholds?)(?: at)?',
  ],
  likert: [
    '(?:in|as) (?:percent|per cent|%|percentages)',
    '(?:the )?(?:neutral|<c>) (?:answers? )?(?:(?:is|are) )?(?:centred|centered|split) (?:on|at|around|about) zero',
    'in (?:the )?(?:scale|answer|natural) order',
    '(?:centred|centered) (?:on|at|around) (?:zero|neutral)',
    '(?:from )?these counts',
  ],
  calibration: [
    'observed (?:fraction|frequency|share)(?: (?:vs\\.?|against|versus) (?:the )?(?:mean )?predicted(?: probability)?)?',
    '(?:equal[- ]width|of equal width)',
  ],
  forest: [
    '(?:with )?(?:the )?(?:95 ?% )?(?:confidence )?intervals?',
    '(?:squares?|dots?) (?:\\+|and|with) (?:95 ?% )?ci',
    '(?:the )?(?:pooled|overall|summary)(?: row| estimate)?(?: as)?(?: an?)? diamond(?: at the bottom)?',
    'horizontal',
  ],
  heatmap: [
    '(?:so )?(?:\\p{L}+ )?on the diagonal',
    '(?:of )?(?:this|the) (?:correlation |confusion )?matri(?:x|ces)',
    '(?:colou?r ?bar|numbers|r)(?: (?:shown|printed))?(?= ?$)',
  ],
  pie: [
    '(?:market |relative |percentage )?shares?(?: of)?',
    '(?:with |and |show )*(?:the )?percentages?',
  ],
  box: [
    '(?:(?:with|and|the|show) )*(?:quartiles|outliers)(?: (?:shown|marked|drawn))?(?: and outliers(?: shown)?)?',
  ],
  ecdf: ['(?:on|in) one (?:panel|plot|chart)'],
}

export function specials(reader: Reader): void {
  const { asked } = reader
  for (const words of (asked.kind && OWN[asked.kind]) ?? [])
    reader.take(form(words), () => undefined)
  if (asked.kind === 'likert')
    reader.take(
      form(
        '(?:(?:and|the|items?|statements?|questions?|rows?|<c>) )*(?:sort(?:ed)?|order(?:ed)?|ranked)(?: (?:items|statements|questions|rows|them))? by (?:the )?(?:(?:total|overall|level of) )*(?:agree(?:ment|ing)|<c>)(?: share)?(?: ?\\([^)]*\\))?(?:,? ?(?:(?:from )?(?:most|highest|high) to (?:least|lowest|low)|descending|(?:most|highest) (?:on top|first)))?',
      ),
      (match) => {
        const said = reader.tags.raw.slice(match.index, match.index + match[0].length)
        if (!/(?<!dis)agree(?:ment|ing)/i.test(said)) return false
        asked.order = { by: 'agreement', descending: true, lists: [], pins: [] }
        return undefined
      },
    )
  if (asked.kind === 'likert')
    reader.take(
      form(
        '(?:(?:and|with|use) )*(?:reds?|blues?|gr[ae]ys?|<k>) (?:for|=) (?:the )?(?:<c>|neutral|(?:dis)?agree\\p{L}*)',
      ),
      (match) =>
        /(?:red.*disagree|blue.*(?<!dis)agree|gr[ae]y.*neutral)/i.test(
          reader.tags.raw.slice(match.index, match.index + match[0].length),
        )
          ? undefined
          : 'disagreement is red, agreement blue, the neutral answer grey',
    )
  if (asked.kind === 'survival')
    reader.take(
      form(
        '(?:(?:with|and|an?|the|add) )*(?:numbers?[- ]at[- ]risk|risk)(?: tables?)?(?: (?:underneath|below|under(?: the (?:plot|curves|chart))?))?(?:,? ?(?:at|for) (?:times? )?(<n>(?:(?:,? and |, ?)<n>)+)<unit>)?',
      ),
      ([, list]) => {
        asked.over.add('risk')
        const moments = [...(list ?? '').matchAll(/\d+(?:\.\d+)?/g)].map(Number)
        if (moments.length > 0)
          asked.edits.push({
            clause: JSON.stringify(list),
            edit: (draft) => withTicks(draft, 'x', moments, false),
          })
        return undefined
      },
    )
  if (asked.kind === 'roc' || asked.kind === 'calibration')
    reader.take(
      form('(?:and )?<v> (?:is|=|as|being) (?:the )?positive(?: (?:class|outcome|case|label))?'),
      ([, sign = '']) => {
        asked.positive = reader.value(sign)
        return undefined
      },
    )
  if (asked.kind === 'bland-altman')
    reader.take(form('(?:differences? ?(?:=|is|as|,|:) ?)?<p> (?:minus|-|−) <p>'), (match) => {
      const [whole, one = '', two = ''] = match
      const from = match.index + whole.indexOf(one)
      const slots = [reader.slot(one, from), reader.slot(two, match.index + whole.lastIndexOf(two))]
      if (slots.some((slot) => slot?.fields.length !== 1)) return false
      for (const slot of slots) if (slot) asked.roles.minus.push(slot)
      return undefined
    })
  if (asked.kind === 'volcano') {
    // Its colours: what rises is warm, what falls blue.
    reader.take(
      form(
        '(?:(?:and|with) )*(?:up(?:regulated)?|down(?:regulated)?)(?: (?:<c>|\\p{L}+))?(?: (?:in|are|is))* <k>,? (?:and )?(?:up(?:regulated)?|down(?:regulated)?)(?: (?:<c>|\\p{L}+))?(?: (?:in|are|is))* <k>(?:,? (?:and )?(?:(?:the|all|everything) )*(?:rests?|else|others?|non-?significant)(?: (?:<c>|\\p{L}+))?(?: (?:in|are|is))* <k>)?',
      ),
      (match) => {
        const words = reader.tags.raw.slice(match.index, match.index + match[0].length)
        return /up\P{L}.*(?:red|orange).*down.*blue|down.*blue.*up\P{L}.*(?:red|orange)/iu.test(
          words,
        )
          ? undefined
          : 'what rises is orange, what falls blue, the rest grey'
      },
    )
    reader.take(
      form('(?:and )?(?:absolute )?\\|? ?<c> ?\\|? ?(?:>|>=|≥|above|over) ?<n>(?: and)?'),
      ([, , number = '']) => {
        asked.cuts = { ...asked.cuts, fold: numberWritten(number) }
        return undefined
      },
    )
    reader.take(form('(?:and )?<c> ?(?:<|<=|≤|below|under) ?<n>'), ([, , number = '']) => {
      asked.cuts = { ...asked.cuts, p: numberWritten(number) }
      return undefined
    })
    reader.take(
      form(
        '(?:(?:and|the|label|name|annotate|with|names? of) )*(?:top )?(\\d+|ten|five|six|three) (?:most significant )?(?:<c>|genes?|points?|proteins?|hits?|names?)(?: labell?ed| named)?',
      ),
      ([, number = '']) => {
        asked.cuts = { ...asked.cuts, top: numberWritten(number) }
        return undefined
      },
    )
    reader.take(form('(?:with )?<n>(?: and <n>)? (?:as )?(?:cut-?offs?|thresholds?)'), () => false)
  }
  if (asked.kind === 'heatmap') {
    reader.take(
      form(
        '(?:and )?(?:(?:row|column)-)?normali[sz]ed?(?: (?:by|per|over|within|each|every|the)(?: each| every| the)? (rows?|columns?|all|total|true|predicted)(?: label| class)?)?(?: to (?:100 ?(?:%|per ?cent)|one|1))?',
      ),
      ([whole, which = '']) => {
        const side = /^row-|row|true/.test(which || whole)
          ? 'row'
          : /column|predicted/.test(which || whole)
            ? 'column'
            : /all|total/.test(which)
              ? 'all'
              : undefined
        if (!side) return 'it is not said by what the cells are divided'
        asked.share = side
        return undefined
      },
    )
    reader.take(
      form(
        '(?:with )?(?:the )?counts? in (?:brackets|parentheses)(?: (?:under|below|after|beside) the percentages?)?(?: in each cell)?',
      ),
      () => (asked.share ? undefined : 'the cells hold no shares'),
    )
    reader.take(
      form(
        '(?:the )?correlations?(?: coefficients?)?(?: matrix)?(?: (?:between|of|among) (?:all )?(?:the )?(?:numeric )?(?:columns|variables|features|measures))?',
      ),
      () => {
        asked.correlation = true
        return undefined
      },
    )
  }
  if (asked.kind === 'histogram' || asked.kind === 'ecdf' || asked.kind === 'density')
    reader.take(form('(?:the )?distributions?(?: of)?|frequenc(?:y|ies)'), () => undefined)
}
