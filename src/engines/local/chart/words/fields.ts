import { firstOf, optional } from './matches'
import type { Wish } from './wish'

const STOP = String.raw`(?=,|\?| by\b| per\b|;|\.(?:\s|$)|:| \(| with\b| for (?:each|the|every|all|both|two|three)\b| coloured\b| colored\b| colou?r\b| grouped\b| stacked\b| faceted\b| sized\b| as an?\b| in (?:a|an|the|one|small|separate|different|%|percent|ms|seconds|blue|red|green|orange|purple|gr[ae]y|black)\b| using\b| and (?:a|add|show|use|the [xy]|label|sort|highlight|colou?r|mark)\b| on (?:a|an|the|log)\b| split\b| sorted\b| from\b| showing\b| across\b| averaged\b| over (?:the )?(?:epochs?|steps?|time|years?)\b|$)`

/** "One line per seed" tells what is drawn apart, neither a value nor its argument. */
const DRAWN_APART =
  /\b(?:an?|one|single|separate|different) (?:\p{L}+ )?(?:lines?|curves?|series|traces?|bands?|panels?|subplots?|facets?|colou?rs?) (?:per|by|for each|for every) (?:the )?[\p{L}\d_-]+/giu

/** Which phrases name the value, the argument and the groups: "accuracy by model", "y against x", "coloured by species". */
export function fieldsIn(text: string): Wish['said'] {
  const clean = text
    .replace(/"[^"]*"|\([^)]*\)/g, ' ')
    // "Bar = mean per group".
    .replace(/(?<=^|[,;.] ?)(?:bars?|lines?|dots?|points?|boxes) ?[=:] ?/gi, ' ')
    // "Per capita" is part of what is measured.
    .replace(/\bper (?=(?:capita|head|inhabitant)\b)/gi, 'per_')
    .replace(/\s+/g, ' ')
    .trim()
  const whole = clean.replace(DRAWN_APART, ' ').replace(/\s+/g, ' ')
  const phrase = (pattern: RegExp) => {
    const found = firstOf(pattern.exec(clean))
    return found === undefined || found.length > 80 ? undefined : found
  }
  const group = (words: string) =>
    phrase(
      new RegExp(
        `\\b(?:${words}) (?:by |according to |for each |per |with |encodes? |shows? |is |are |= ?)(?:the )?([\\p{L}\\d_ -]{1,120}?)${STOP}`,
        'iu',
      ),
    )
  const versus = new RegExp(
    `\\b(?:of |plot |show |draw |compare |between )?(?:the )?([\\p{L}\\d_%][\\p{L}\\d_ %/-]{0,120}?) (?:vs\\.?|versus|against|as a function of|depending on) (?:the )?([\\p{L}\\d_%][\\p{L}\\d_ %/-]{0,120}?)${STOP}`,
    'iu',
  ).exec(whole)
  const by = new RegExp(
    `(?:^|\\b(?:of|show(?:ing)?|compar(?:e|ing)|plot|draw|visuali[sz]e|display) )(?:the )?([\\p{L}\\d_%][\\p{L}\\d_ %/-]{0,120}?)(?<! (?:grouped|clustered|coloured|colored|colou?r|split|sorted|ordered|sized|stacked|faceted|broken down)) (?:by|per|across|over|for (?:each|every|all|the)|(?:on|of|in|at) (?:each|every)|on all|among|(?<!(?:plot|chart|graph|histogram|curve|diagram|distribution|map|trend|e?cdf|density|kde) )of the|in each|along)(?: the| each| all| different)? ([\\p{L}\\d_][\\p{L}\\d_ -]{0,120}?)${STOP}`,
    'iu',
  ).exec(whole)
  const alone = new RegExp(
    `\\b(?:distributions?|histograms?|densit(?:y|ies)|box ?plots?|violin ?plots?|charts?|plots?|graphs?|ecdf|pie|donut|lines?|bars?|heat ?map|trend|comparison) (?:of|showing|for)(?: the)? ([\\p{L}\\d_%][\\p{L}\\d_ %/-]{0,120}?)(?: (?:by|per|across|over|for|between|among|in)\\b|${STOP})`,
    'iu',
  ).exec(whole)
  const y = versus?.[1] ?? by?.[1] ?? alone?.[1]
  const [x, second] = (versus?.[2] ?? by?.[2])?.split(/ and /) ?? []
  return {
    ...optional('y', stripped(y)),
    ...optional('x', stripped(x)),
    ...optional(
      'color',
      group('colou?red|colou?r|hue|grouped|group|split|series|broken down|stacked') ??
        phrase(
          new RegExp(
            `\\b(?:over|across|vs\\.?|versus|against|per|by) (?:the )?[\\p{L}\\d_ -]+? (?:by|per|for each) (?:the )?([\\p{L}\\d_ -]{1,120}?)${STOP}`,
            'iu',
          ),
        ) ??
        phrase(
          new RegExp(
            `\\b(?:one |a |separate )?(?:line|curve|series|colou?r|bar)s? (?:by|per|for each|for every) ([\\p{L}\\d_ -]{1,120}?)${STOP}`,
            'iu',
          ),
        ) ??
        second,
    ),
    ...optional(
      'facet',
      group(
        'facet(?:ed|s)?|small multiples|panels?|subplots?|trellis|separate (?:charts?|panels?|plots?)',
      ) ??
        phrase(
          new RegExp(
            `\\b(?:one|a|separate) (?:[\\p{L}]+ ){0,2}(?:panel|facet|subplot|small multiple|chart|plot|small chart)s? (?:per|for each|for every|by) ([\\p{L}\\d_ -]{1,120}?)(?: of\\b|${STOP})`,
            'iu',
          ),
        ),
    ),
    ...optional(
      'size',
      group('sized?|bubble sizes?|point sizes?|bubbles?') ??
        phrase(
          new RegExp(
            `\\bsize (?:proportional to|shows?|encodes?|represents?|=) ?([\\p{L}\\d_ -]{1,120}?)${STOP}`,
            'iu',
          ),
        ),
    ),
    ...optional(
      'label',
      phrase(
        new RegExp(
          `\\b(?:label(?:led|ed)?|annotate|tag)(?: each| the| every| all)? (?:points?|dots?|bubbles?|markers?) (?:by|with)(?: the| their)? ([\\p{L}\\d_ -]{1,120}?)${STOP}`,
          'iu',
        ),
      ),
    ),
    ...optional('shape', group('shapes?|marker shapes?|symbols?')),
  }
}

function stripped(text: string | undefined): string | undefined {
  const found = text
    // Who measured is no part of what was measured.
    ?.replace(
      /^(?:I|we)(?: have| had)? (?:[\p{L}]+ed|want|need|would like|took|saw|ran|made|got|kept|found)(?: to [\p{L}]+)? /u,
      '',
    )
    .replace(/^(?:only )?(?:the )?(?:top|bottom|first|last) \d+ /i, '')
    .replace(
      /^(?:(?:the|a(?! and\b)|an|of|please|grouped|clustered|stacked|normali[sz]ed|horizontal|vertical|simple|clean|bar|bars|line|lines|scatter|bubble|box|violin|strip|swarm|pie|donut|area|density|slope|lollipop|forest|radar|heat ?map|plots?|charts?|graphs?|curves?|histograms?|distributions?|mean|average|median|total|how|the relationship between|relationship between|comparison of|show|showing|draw|compare|comparing|for|kde|ecdf|cdf|overlaid|overlapping|jittered|dots?|points?|boxplots?|scatterplots?|barplots?|dose-response|learning|mean ±|grouped by|make|create|visuali[sz]e|display|of the)\s+)+/i,
      '',
    )
    .replace(/\s+in\s+(?:degrees\s+)?[\p{L}%°µ/]+$/iu, '')
    .replace(
      /\s+(?:values?|data|curves?|lines?|bars?|columns?|summed(?: up)?|added(?: up)?|averaged|totall?ed|pooled)$/i,
      '',
    )
    .trim()
  return found === '' ? undefined : found
}
