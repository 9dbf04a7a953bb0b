/**
 * The words that say more than a kind of chart, a row each: a pattern, what it adds to what is asked, and what shows in
 * the specification that it is drawn (without one: that its columns are). They are applied in this order; what one takes
 * no later one sees. In patterns `#c` stands for columns, `#k` for one, `#o` for one or two columns or values, `#t` for a text in quotes, `#w` for one without,
 * `#a` for an axis. A row that no request of the tests needs fails them.
 */
import type { Field, Table } from '../../../forms/chart'
import { COLOR_WORDS, colorOf } from '../../words/color-names'
import type { Asked, Channel, Manner, Value } from './asked'

/** What stands in the words that a row has matched, and the columns on both sides of them. */
interface Found {
  words: string
  columns: Field[]
  texts: string[]
  series: Value[]
  axis?: 'x' | 'y'
  prev: Field[]
  next: Field[]
  table: Table
}

export interface Rule {
  id: string
  say: RegExp
  /** False where it does not apply. */
  does: (found: Found, asked: Asked) => unknown
  shown?: RegExp
}

const sign = (range: string) => `[${range}]+(?![${range}])`
const [COLUMN, SERIES] = [sign('\\ue100-\\ue1ff'), sign('\\ue100-\\ue2ff')]
const MACROS: Readonly<Record<string, string>> = {
  c: `${COLUMN}(?:\\s*(?:,|;|/|\\band\\b|&|\\bor\\b|\\bthen\\b|\\bund\\b|\\bet\\b|\\by\\b)+\\s*(?:(?:by|the|each|per|for|then)\\s+)*${COLUMN})*`,
  k: COLUMN,
  o: `${SERIES}(?:,? and ${SERIES})?`,
  t: sign('\\ue000-\\ue0ff'),
  w: '(?<bare>[^,;.\\n\\ue000-\\ue3ff]{2,60})',
  a: '(?:the )?(?:x|y|horizontal|vertical)(?: ?ax[ei]s)?',
}

/** A pattern of words, in which a blank is any white space or a hyphen. */
export function pattern(words: string): RegExp {
  const whole = words.replace(/#([ckotwa])/g, (_, name) => MACROS[name] ?? '')
  const spaced = whole.replace(
    /(\[[^\]]*\])| \?| /g,
    (blank, kept) => kept ?? (blank === ' ' ? '[\\s-]+' : '[\\s-]?'),
  )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced})(?![\\p{L}\\p{N}])`, 'giu')
}

/** The first of some words that a text has. */
const one = <T extends string>(text: string, table: Readonly<Record<T, RegExp>>): T | undefined =>
  (Object.keys(table) as T[]).find((name) => table[name].test(text))

const AXES = {
  x: /(?<!\p{L})(?:x|horizontal)(?!\p{L})/iu,
  y: /(?<!\p{L})(?:y|vertical)(?!\p{L})/iu,
}
export const axisIn = (words: string) => one(words, AXES)

/** Puts columns on a channel; what it has no room for stands by. */
const on =
  (channel: Channel) =>
  ({ columns }: Found, asked: Asked) => {
    asked.on[channel] ??= columns[0]
    asked.by.push(...columns.filter((field) => field !== asked.on[channel]))
  }
const manner =
  (...names: Manner[]) =>
  (_: Found, { manners }: Asked) =>
    names.forEach((name) => manners.add(name))
/** Of single wishes the first one stays. */
function put<T, K extends keyof T>(held: T, name: K, value: T[K]): void {
  held[name] ??= value
}

const COLOR = COLOR_WORDS.join('|')
const inkOf = (words: string) =>
  colorOf(new RegExp(`(?:${COLOR})$`, 'i').exec(words.replace(/\W+$/, ''))?.[0] ?? '')
const CURVES = {
  ...{ exp: /exponential/i, log: /logarithmic/i, pow: /power/i },
  ...{ quad: /quadratic|polynomial/i, loess: /loess|lowess|smooth/i, linear: /./ },
}
const STATS = { median: /median/i, sum: /sum|total/i, min: /min/i, max: /max/i, mean: /./ }
const SPREADS = {
  ...{ stdev: /standard dev|\bs\.?d\b|std/i, stderr: /standard err|\bs\.?e\.?m?\b/i },
  ...{ ci: /\bci\b|confidence|\bic/i, iqr: /iqr|quartile/i },
}
const HIGHLIGHT = '#e69f00'
const IS = '(?: (?:is|as|by|per|for|each|every|on|according|to|shows?|the))*(?: ?[=:])? '
const TO = '(?: (?:is|should|be|reads?|of|the|to|as|label|labell?ed|titled?|called))*'
const BAR = '(?: (?:error )?(?:bars?|bands?|ribbons?|whiskers?|intervals?|shading|area))?'

type Row = readonly [id: string, words: string, does: Rule['does'], shown?: RegExp]

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  // Colours of values
  ['colors', `#o ?(?:(?:is|are|in|as|drawn) )*[=:(]? ?(?:${COLOR})\\)?`, ({ words, series }, { colors }) => { const color = inkOf(words); return color !== undefined && colors.push(...series.map((at) => ({ at, color }))) }, /"range":\["#|"color":"#/],
  ['highlight', '(?:highlight(?:ing|ed)?|emphasi[sz](?:e|ed|ing)|accent(?:uate)?(?: on)?)(?: the)? #o', ({ series }, { colors }) => colors.push(...series.map((at) => ({ at, color: HIGHLIGHT }))), /"range":\["#|"color":"#/],
  // What columns are for
  ['panel', `(?:panels?|facett?(?:s|ed)?|subplots?|small multiples|(?:own|separate|one) (?:\\p{L}+ )?(?:chart|plot|graph)s?)(?: (?:by|per|for|each|every|the|according|to|par))+ #c|#c (?:as|in) (?:separate |small )?(?:panels|facets|subplots)`, on('facet')],
  ['color', `(?:colou?r(?:ed|s|ing)?|hue|stacked|split)${IS}#c|(?:lines?|curves?|series|traces?)(?: (?:per|for each|for every|each))+ #c|#k (?:as|in) (?:the )?colou?rs?`, on('color')],
  ['size', `(?:siz(?:es?|ed)|bubble area)${IS}(?:\\p{L}+ )?#c|#k as (?:the )?(?:bubble |point )?size`, on('size')],
  ['on-x', `(?:x|horizontal)(?: axis)?${IS}#c|#k (?:on|along|as) (?:the )?(?:x|horizontal)(?: axis)?|#k (?:across|from left to right)`, on('x')],
  ['on-y', `(?:y|vertical)(?: axis)?${IS}#c|#k (?:on|along|as) (?:the )?(?:y|vertical)(?: axis)?|#k down`, on('y')],
  ['over', '(?:against|vs\\.?|versus|~|(?:as )?a? ?function of|depending on|over|along|gegen|über|en fonction d(?:e|u|es)|frente a)(?: (?:the|la|le|der|die|das|dem|den|log(?:10)?))* #c', ({ columns, words }, { over, logs }) => { over.push(...columns); if (/log/i.test(words) && columns[0]) logs.add(columns[0]) }],
  // Words on the chart
  ['axis-title', `(?:#a|[xy])${TO} ?[:=]? ?#t|#t (?:on|for|as) (?:the )?#a|(?:label|title) (?:of )?(?:the )?#a${TO}[: ]*#t|[xy](?: axis)? (?:label|title): #w`, ({ texts: [text], axis }, { titles }) => axis !== undefined && text !== undefined && put(titles, axis, text), /./],
  ['title', `(?:titled?|heading|titel|überschrift|titre|título)${TO} ?[:=]? ?#t|(?:titled?|heading): #w`, ({ texts: [text] }, { titles }) => text !== undefined && put(titles, 'chart', text), /./],
  ['axis-titles', 'ax[ei]s(?: (?:labels?|labelled|titles?|titled|are|read))*:? #t(?:,? (?:and|und|et|y) | ?[/,;&] ?)#t', ({ texts: [x, y] }, { titles }) => Object.assign(titles, { x, y }), /./],
  // What is reckoned
  ['raw', '(?:(?:with|and|show|plus) )*(?:the |each |every )?(?:raw|individual|single|jittered|each|every|all)(?: \\w+)? ?(?:data )?(?:points?|values?|dots|observations|measurements?|samples|replicates?|data)(?: (?:as (?:a )?(?:dots?|points?)|on top|overlaid|shown))*|(?:data )?(?:points|dots) (?:on top|overlaid)', manner('raw'), /"raw"|"point"|"random/],
  ['spread', `(?:(?:with|and|±|mean|shaded) ?)*(?:(?:standard (?:deviations?|errors?)(?: of the means?)?|s\\.?d\\.?|s\\.?e\\.?m?\\.?|stdev|stds?|95 ?% ?(?:ci|confidence intervals?)s?|ci|confidence intervals?|iqr|interquartile ranges?|ic ?95 ?%?)(?: (?:as|shown|an?))*${BAR}|error ?bars?|whiskers|(?:error |confidence |uncertainty |shaded )+(?:bands?|ribbons?|intervals?|areas?)|bands?|ribbons?|barras de error|barres d'erreur|fehlerbalken)`, ({ words }, asked) => { asked.manners.add('spread'); if (/band|ribbon|shad|area/i.test(words)) asked.manners.add('band'); else if (/bars?|whisker/i.test(words)) asked.manners.add('bars'); asked.spread ??= one(words, SPREADS) }, /errorba|"name":"(?:error|band)"|"forest"|"survival"/],
  ['fit', '(?:with |and )?(?:an? |the )?(?:(?:(?:linear|straight|least squares|ols|exponential|logarithmic|power(?: law)?|quadratic|polynomial|loess|lowess|smooth(?:ed|ing)?|fitted) )+(?:regression|fits?|trend|lines?|curves?)?(?: lines?| curves?)?|regression(?: lines?| curves?)?|trend ?lines?|lines? of best fit|best fit(?: line)?|loess|lowess|regressionsgerade)', ({ words }, asked) => put(asked, 'fit', one(words, CURVES)), /"fit"/],
  ['bins', '(?:exactly )?\\d{1,3} (?:equal )?(?:bins|classes|klassen)|bins? ?[=:]? ?\\d{1,3}', ({ words }, asked) => { asked.bins ??= Number(/\d+/.exec(words)?.[0]) || 1 }, /"bin":\{"step/],
  ['r2', '(?:with |and |its |the )*(?:R²|R\\^?2|r squared|auc|area under the curve)(?: values?)?', manner('figures'), /"figures"|"roc"/],
  ['diagonal', '(?:with |the |and )*(?:chance |ideal |identity |dashed )*(?:diagonale?|identity line|chance line)', () => true, /"diagonal"|"roc"|"calibration"/],
  ['count', '(?:the )?(?:number of|how many|counts? of|counts?|frequency of)(?: (?:rows|cases|records|observations))?', ({ table, next: [of] }, asked) => of?.role === 'number' || (!table.fields.some(({ made, role }) => made && role === 'number') && put(asked, 'stat', 'count')), /./],
  ['stat', '(?:mean|average[ds]?|avg|medians?|means|sums?(?: of)?|summed|totals?|(?:minimum|maximum)(?= (?:of )?(?:the )?#c))(?: of)?', ({ words }, asked) => !asked.stat && put(asked, 'stat', one(words, STATS)), /"aggregate":"|"op":"(?:sum|mean)"/],
  ['log', 'log log|both axes log(?:arithmic)?|semi ?log ?[xy]?|(?:#a|[xy])(?: (?:is|on|in|with|an?|axis|should|be))*[: (]+log(?:arithmic)?(?: scale[d]?)?(?: axis)?\\)?|(?:(?:on|in|with|an?|the) )*log(?:arithmic|10)?(?: scaled?)?(?: (?:for|on|of))? (?:the )?(?:x|y|horizontal|vertical)(?: axis)?|(?:(?:on|in|with|an?) )*log(?:arithmic|10)?(?! ?(?:rank|odds|ratio|likelihood|fold))(?: (?:scaled?|axis|axes))*', ({ words, axis, prev, next }, asked) => { if (asked.kind === 'volcano') return; const [column] = (/^log(?:10)?$/i.test(words) && next.length > 0 ? next : prev).filter(({ role }) => role === 'number'); const isBoth = /log.?log|both|axes/i.test(words); for (const each of isBoth ? (['x', 'y'] as const) : ([axis ?? column ?? 'amount'] as const)) asked.logs.add(each) }, /"log"/],
  // How it stands
  ['sort', '(?:sort(?:ed|iert)?|ordered|ranked|order by)(?: (?:bars|them|it|in|from|by|the|values?|means?|medians?))*(?: #c)?(?:,? (?:in|from|descending|ascending|decreasing|increasing|order|alphabetical(?:ly)?|(?:the )?(?:largest|smallest|highest|lowest|high|low|large|small)|to|first))*|(?:the )?(?:largest|biggest|highest|smallest|lowest) (?:first|on top|at the top|on the left|leftmost|to (?:the )?(?:smallest|lowest|largest|highest))|(?:in )?(?:descending|ascending)(?: order)?|in (?:decreasing|increasing|alphabetical) order|alphabetically|absteigend(?: sortiert)?|aufsteigend(?: sortiert)?|triée?s?|ordenad[oa]s?', ({ words, columns }, asked) => { const by = columns.find(({ role }) => role === 'number'); const isRising = /ascending|increasing|aufsteig|(?:low|small)\w* (?:to|first|on|at|left)/i.test(words.replace(/descending/gi, '')); asked.sort ??= { order: /alphabet/i.test(words) ? 'alphabet' : isRising ? 'ascending' : 'descending', ...(by ? { by } : {}) } }, /; sorted|alphabet/],
  ['values', '(?:with |and |show |write )?(?:the )?(?:values?|numbers?|labels?|percentages?|shares?|counts?|coefficients?)(?: (?:printed|written|shown|labels?|on|above|in|inside|at|next|to|the|top|of|each|their|all))+(?: (?:the )?(?:bars?|cells?|slices?|points?|dots?|it|them))|value labels|(?:annotate|label)(?:d|led)?(?: (?:the|each|every|all))* (?:bars?|cells?|slices?)|annotated|with (?:percentages|numbers|values)', manner('values'), /"name":"(?:value|share)"/],
  ['percent', '(?:(?:row|column) )?(?:to )?100 ?%|(?:row|column)s? ?(?:wise )?normali[sz]ed|p[eo]r ?cent\\w*|prozent\\w*|pourcentages?|in %|proportions?|(?:as )?shares?|relative (?:abundances?|frequenc(?:y|ies))|normali[sz]ed', manner('percent'), /normalize|"share"/],
  ['stacked', 'stack(?:ed|ing)?|on top of (?:each other|one another)|gestapelte?s?|empilées?|apiladas?', manner('stacked'), /"stack":"(?:zero|norm)/],
  ['grouped', 'group(?:ed)?(?= bar| col| horizontal| vertical)|clustered(?! heat)|side by side|next to each other|dodged|gruppierte?s?', manner('grouped'), /"[xy]Offset"/],
  ['horizontal', 'horizontal(?:ly|es)?(?! (?:\\p{L}+ ){0,2}line)|waagerechte?', manner('horizontal'), /"Horizontal |"forest"/],
  // What is left of columns
  ['by', '(?:(?:grouped|broken|down|separated|clustered|compared|arranged) )*(?:by|per|for|each|every|across|between|among|within|in|of|from|at|je|pro|par|por|selon|según|nach)(?: (?:each|every|the|all|of|both))* #c', ({ columns, words }, { by }) => { const isBound = /each|every/i.test(words) || !/^(?:of|for|from|in|at)/i.test(words) || (!/^of/i.test(words) && columns.some(({ role }) => /^(?:category|ordinal|time)$/.test(role))); return isBound && by.push(...columns) }],
]

export const RULES: readonly Rule[] = ROWS.map(([id, words, does, shown]) => ({
  id,
  say: pattern(words),
  does,
  ...(shown ? { shown } : {}),
}))
