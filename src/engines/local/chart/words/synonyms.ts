/** Numbers as words, from two on: "one" mostly counts nothing. */
export const COUNTS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
}

/** Other English words for what the rules of a wish call by one word each, first match first. */
const SYNONYMS: readonly [RegExp, string][] = [
  [/\bper cent\b/giu, 'percent'],
  // Axes.
  [/\b([xy])[ _-]?(label|title|lab)\b/giu, '$1 axis label'],
  [/\babscissas?\b|\b(?:horizontal|bottom|lower)[ -](?:axis|scale)\b(?! bars?)/giu, 'x axis'],
  [/\bordinates?\b(?! of)|\bvertical[ -](?:axis|scale)\b/giu, 'y axis'],
  [/\b([xy])-(?:axis|axes)\b/giu, '$1 axis'],
  [
    /\b(?:on|along|across|for|as) the (?:horizontal|bottom)(?=[\s,.;]*(?:$|and\b|while\b|[,.;(]))/giu,
    'on the x axis',
  ],
  [
    /\b(?:on|along|up|for|as) the (?:vertical|left[ -]hand side)(?=[\s,.;]*(?:$|and\b|while\b|[,.;(]))/giu,
    'on the y axis',
  ],
  // Bars and boxes that lie.
  [
    /\b(?:lie|lies|lying|laid|laying|turned|tipped|rotated|flipped|placed|put)(?: down| over)? (?:on (?:its|their|the) sides?|flat|sideways|through 90 ?(?:°|degrees))\b|\b(?:running|going|drawn|pointing|growing|extending) (?:sideways|to the right|horizontally)\b|\b(?:flip(?:ped)?|swap(?:ped)?|transpose[d]?|swapping|flipping) (?:the )?(?:axes|coordinates)\b|\brow (?=bars\b)|\bon (?:its|their) sides?\b(?=.*)/giu,
    'horizontal',
  ],
  [
    /\b(?:names|labels|categories) (?:down|along|at|on) the left(?:[ -]hand)?(?: side)?\b|\b\p{L}+ down the (?:left(?:[ -]hand)? )?side\b/giu,
    'horizontal bars',
  ],
  // Stacks and groups.
  [
    /\b(?:piled|heaped|stacked|laid|put|placed|set|one) (?:up )?(?:on top of|onto|over|upon) (?:one another|each other|the other|another)\b|\bon top of (?:one another|each other)\b|\bpiled up\b/giu,
    'stacked',
  ],
  [
    /\b(?:next to|beside|alongside) (?:one another|each other)\b|\bclustered\b|\bdodged\b/giu,
    'grouped',
  ],
  [
    /\b(?:each|every|all)(?: (?:bars?|columns?|stacks?))?(?: of them)? (?:bars? |columns? )?(?:adds?|adding|summing|sums?|scaled|filled|stretched|drawn|normali[sz]ed|reach(?:es|ing)?|going|goes|runs?|running)(?: up)? to 100 ?(?:%|percent|per cent)/giu,
    'normalised stack to 100 %',
  ],
  // Lines through points.
  [
    /\b(?:least[ -]squares?|ols|linear trend|straight|best[ -]fit(?:ting)?)(?: regression| fitted| fit| trend)* (?:line|fit|trend)(?: of best fit)?\b/giu,
    'linear regression',
  ],
  [
    /\b(?:lines? of (?:perfect |exact )?(?:agreement|identity|equality|unity|concordance|equivalence)|(?:perfect|exact)[ -](?:agreement|prediction|calibration|identity)(?: line)?|(?:identity|unity|parity|equality|one[ -]to[ -]one|1[ -]?:[ -]?1|45[ -]?(?:°|deg(?:ree)?s?)) (?:line|diagonal)|chance (?:line|diagonal))\b/giu,
    'identity line',
  ],
  [
    /\b(?:dashed|dotted|solid|straight|linear|red|black) fit\b(?! (?:of|to)\b)/giu,
    'linear regression',
  ],
  // Kinds of charts.
  [/\bx[ -]?y[ -](?:plot|chart|graph|scatter|diagram)\b|\bdot cloud\b/giu, 'scatter plot'],
  [
    /\b(?:ring|annulus)(?: |-)?(?:charts?|plots?|diagrams?|graphs?)\b|\bpies? with (?:an? )?holes?\b/giu,
    'donut chart',
  ],
  [
    /\bcolou?r(?:ed|[ -]coded) (?:matrix|table|grid|squares|tiles)\b|\b(?:matrix|grid|table) of colou?red (?:cells|squares|tiles|boxes)\b|\btile (?:plot|map|chart)\b/giu,
    'heatmap',
  ],
  [/\bspider(?:web)? (?:diagram|web|net)\b|\bweb (?:chart|diagram)\b/giu, 'radar chart'],
  [/\bbox[ -]and[ -]whiskers?\b/giu, 'box plot'],
  [
    /\bcumulative (?:share|fraction|proportion|frequency|distribution)s? (?:curves?|plots?|functions?)\b/giu,
    'ecdf',
  ],
  [/\b(?:smoothed )?(?:frequency|probability) (?:curves?|densit(?:y|ies))\b/giu, 'density curve'],
  // Titles.
  [
    /\b(?:under|with|bearing|carrying) the (?:headline|heading|caption|header)\b/giu,
    'with the title',
  ],
]

/**
 * An intent with one word for each thing; what stands in quotes and names of the data stay. `names` are those of the
 * columns.
 */
export function inOneWord(intent: string, names: readonly string[]): string {
  const own = new Set(names.map((name) => name.toLowerCase()))
  const exchanged = (text: string) =>
    SYNONYMS.reduce(
      (all, [pattern, word]) =>
        all.replace(pattern, (match, letter) =>
          own.has(match.trim().toLowerCase()) ? match : word.replace('$1', String(letter ?? '')),
        ),
      text,
    )
  return intent
    .split(/("[^"]*")/)
    .map((part, i) => (i % 2 === 1 ? part : exchanged(part)))
    .join('')
    .trim()
}
