/**
 * The words that say more than a kind of chart, a row each: a pattern, what it adds to what is asked, and what shows in
 * the specification that it is drawn (without one: that its columns are). They are applied in this order; what one takes
 * no later one sees. In patterns `#c` stands for columns, `#k` for one, `#v` for values, `#s` for either, `#o` for one or
 * two of these, `#t` for a text in quotes, `#w` for one without, `#n` for a number, `#a` for an axis. A row that no
 * request of the tests needs fails them.
 */
import type { Field, Table } from '../../../forms/chart'
import { COLOR_WORDS, colorOf } from '../../words/color-names'
import type { Asked, Channel, Json, Value } from './asked'

/** What stands in the words that a row has matched, and the columns on both sides of them. */
interface Found {
  words: string
  columns: Field[]
  texts: string[]
  values: Value[]
  series: Value[]
  numbers: number[]
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
const list = (one: string) =>
  `${one}(?:\\s*(?:,|;|/|\\band\\b|&|\\bor\\b|\\bthen\\b|\\bund\\b|\\bet\\b)+\\s*(?:(?:by|the|each|per|for|then)\\s+)*${one})*`
const [COLUMN, VALUE, SERIES] = [
  sign('\\ue100-\\ue1ff'),
  sign('\\ue200-\\ue2ff'),
  sign('\\ue100-\\ue2ff'),
]
const MACROS: Readonly<Record<string, string>> = {
  c: list(COLUMN),
  k: COLUMN,
  v: list(VALUE),
  s: list(SERIES),
  o: `${SERIES}(?:,? and ${SERIES})?`,
  t: sign('\\ue000-\\ue0ff'),
  w: '(?<bare>[^,;.\\n\\ue000-\\ue3ff]{2,60})',
  n: '[-−]?\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?',
  a: '(?:the )?(?:x|y|horizontal|vertical|left|bottom|abscissa|ordinate|value)(?: ?ax[ei]s)?',
}

/** A pattern of words, in which a blank is any white space or a hyphen. */
export function pattern(words: string): RegExp {
  const whole = words.replace(/#([ckvsotwna])/g, (_, name) => MACROS[name] ?? '')
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
  x: /(?<!\p{L})(?:x|horizontal|bottom|abscissa)(?!\p{L})/iu,
  y: /(?<!\p{L})(?:y|vertical|left|ordinate|value)(?!\p{L})/iu,
}
export const axisIn = (words: string) => one(words, AXES)

/** Puts columns on a channel; what it has no room for stands by. */
const on =
  (channel: Channel) =>
  ({ columns }: Found, asked: Asked) => {
    asked.on[channel] ??= columns[0]
    asked.by.push(...columns.filter((field) => field !== asked.on[channel]))
  }
const flag =
  (...names: string[]) =>
  (_: Found, { flags }: Asked) =>
    flags.push(...names)
/** Of single wishes the first one stays. */
function put<T, K extends keyof T>(held: T, name: K, value: T[K]): void {
  held[name] ??= value
}
const scale = ({ scales }: Asked, name: keyof Asked['scales'], more: Json) => {
  scales[name] = { ...more, ...scales[name] }
}
const inkOf = (words: string) =>
  colorOf(new RegExp(`(?:${COLOR})$`, 'i').exec(words.replace(/\W+$/, ''))?.[0] ?? '')

const COLOR = COLOR_WORDS.join('|')
const SCHEMES =
  'viridis|magma|inferno|plasma|cividis|turbo|blues|greens|reds|oranges|purples|greys|tableau10|tab10|category10|set1|set2|set3|dark2|paired|redblue|blueorange'
const CURVES = {
  exp: /exponential/i,
  log: /logarithmic/i,
  pow: /power/i,
  quad: /quadratic|polynomial/i,
  loess: /loess|lowess|smooth/i,
  linear: /./,
}
const STATS = { median: /median/i, sum: /sum|total/i, min: /min/i, max: /max/i, mean: /./ }
const SPREADS = {
  stdev: /standard dev|\bs\.?d\b|std/i,
  stderr: /standard err|\bs\.?e\.?m?\b/i,
  ci: /\bci\b|confidence/i,
  iqr: /iqr|quartile/i,
}
const LOG = { type: 'log' }
const TIMES = { day: /da[yi]/i, week: /week/i, month: /month/i, quarter: /quarter/i, year: /./ }
/** Where a legend is to stand: `top`, `left`, `bottom-right`. */
function sideIn(words: string): string | undefined {
  const upright = one(words, { top: /upper|top|above/i, bottom: /lower|bottom|below|underneath/i })
  const lying = one(words, { left: /left/i, right: /right/i })
  return upright && lying ? `${upright}-${lying}` : (upright ?? lying)
}
const LINE = '(?:(?:with|an?|and|dashed|dotted|solid|thin|grey|red|black|drawn|as|the) )*'
const CALLED = '(?:,? ?\\(?(?:labelled|labeled|named|called|titled|marked|saying)? ?#t\\)?)?'
const TO =
  '(?: (?:is|it|should|shall|be|reads?|of|the|chart|figure|plot|to|as|have|has|carry|with|labels?|labelled|titles?|titled|named?|called|says))*'

type Row = readonly [id: string, words: string, does: Rule['does'], shown?: RegExp]

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  // What columns are for
  ['panel', '(?:(?:one|an?|each|own|separate|different) )*(?:small )?(?:panels?|facets?|facett?ed|subplots?|multiples|small charts)(?: each)?(?: (?:by|per|for|each|every))+ (?:the )?#c|(?:one|separate|own) (?:\\w+ )?(?:chart|plot|graph)s? (?:by|per|for|each) (?:each |every )?#c|(?:split|separated|divided)(?: \\w+){0,3} (?:panels?|subplots?|charts?|plots?)(?: (?:by|according|to|for|per|each))+ #c|#c (?:as|in) (?:separate |different |small )?(?:panels|facets|subplots|multiples)|panels?:? #c', on('facet')],
  ['color', `(?:colou?r(?:ed|s|ing)?|hue)(?: (?:is|by|per|for|each|according|to|shows|code[ds]?|number|of))*(?: ?[=:](?: number of)?)? #c(?! ?(?:${COLOR}))|(?:one|an?|separate|different|single) (?:regression |trend |fitted )?(?:lines?|curves?|colou?rs?|traces?|outlines?|polygons?|trajector(?:y|ies)|series|fit)(?: (?:per|for|each|every|of))+ #c|(?:lines?|curves?|traces?|polygons?)(?: (?:per|each|for each|for every)) #c|(?:stacked|grouped|split|broken down|separated|clustered) by #c|#k (?:as|in) (?:the )?colou?rs?`, (found, asked) => { on('color')(found, asked); if (/regression|trend|fit/i.test(found.words)) asked.fit ??= 'linear' }],
  ['size', '(?:bubble |point |dot |marker )?siz(?:es?|ed)(?: (?:is|by|shows|for|proportional|to|according|with))*(?: ?[=:])? #c|#k (?:as|for) (?:the )?(?:bubble |point )?size', on('size')],
  ['shape', '(?:different )?(?:shapes?|symbols?)(?: (?:is|by|per|for|each|shows))*(?: ?[=:])? #c', on('shape')],
  ['text', '(?:label(?:led|s|ling)?|annotat(?:ed?|ing)|names? of)(?: (?:the|each|every|all|points?|dots?|bubbles?|them|with|by|their|it))* #c|#k (?:as|for) (?:the )?(?:text |point )?labels?', on('text')],
  ['on-x', '(?:x|horizontal)(?: axis)?(?: (?:is|shows|for))?(?: ?[=:])? (?:the )?#c|#k (?:on|along|as|for) (?:the )?(?:x|horizontal|columns)(?: axis)?|#k (?:left to right|across(?= ?(?:[,;.]|and|$)))', on('x')],
  ['on-y', '(?:y|vertical)(?: axis)?(?: (?:is|shows|for))?(?: ?[=:])? (?:the )?#c|#k (?:on|along|as|for) (?:the )?(?:y|vertical|rows)(?: axis)?|#k (?:top to bottom|down(?: the side)?)', on('y')],
  ['ignore', '(?:ignor(?:e|ing)|exclud(?:e|ing)|leave out|omit)(?: the)? (?:columns? )?#c(?: columns?)?', ({ columns }, { ignored }) => ignored.push(...columns), /./],
  ['over', '(?:against|vs\\.?|versus|~|(?:as )?a? ?function of|depending on|in relation to|plotted over|over|along|gegen|über|en fonction de)(?: (?:the|la|le|number of|all|time|log(?:10)?))* \\[?#c', ({ columns, words }, { over, flags }) => { over.push(...columns); if (/log/i.test(words)) flags.push(`log ${columns[0]?.name}`) }],
  // Words on the chart
  ['axis-titles', 'ax[ei]s(?: (?:labels?|labelled|titles?|titled|are|reads?|should|read))*:? #t(?: ?\\(\\w\\))?(?: (?:and|und|et) | ?[/,;&] ?)#t(?: ?\\(\\w\\))?', ({ texts: [x, y], words }, { titles }) => x !== undefined && y !== undefined && Object.assign(titles, /\(y\).*\(x\)/.test(words) ? { x: y, y: x } : { x, y }), /./],
  ['axis-title', `(?:#a|[xy])${TO} ?[:=]? ?#t|#t (?:on|for|as) (?:the )?#a|(?:label|title) (?:of )?(?:the )?#a${TO}[: ]*#t|[xy](?: axis)? (?:label|title):? (?:is )?#w`, ({ texts: [text], axis }, { titles }) => axis !== undefined && text !== undefined && put(titles, axis, text), /./],
  ['legend-title', `(?:legend|colou?r ?bar|colou?r scale)${TO}(?: heading)?:? #t`, ({ texts: [text] }, { titles }) => text !== undefined && put(titles, 'legend', text), /./],
  ['title', `(?:titled?|heading|headed|headline|title it|titel|überschrift|titre)${TO} ?[:=]? ?#t|(?:titled|title it|title|heading|headed):? #w`, ({ texts: [text] }, { titles }) => text !== undefined && put(titles, 'chart', text), /./],
  // Statistics
  ['raw', '(?:(?:with|and|including|show|plus) )?(?:the )?(?:raw|individual|single|jittered|overlaid|own)(?: \\w+)? ?(?:data )?(?:points?|values?|dots|observations|measurements|samples|data)(?: (?:on|top|overlaid|over|behind|it|them|shown|too))*|(?:data )?(?:points|dots|values) (?:on top(?! of (?:the |each )?bar)|overlaid)', flag('raw'), /"raw"|"point"|"random/],
  ['spread', '(?:(?:with|and|±|one|1|95 ?%?|mean|shaded|pale|a) ?)*(?:(?:standard (?:deviations?|errors?)(?: of the means?)?|s\\.?d\\.?|s\\.?e\\.?m?\\.?|stdev|stds?|95 ?% ?(?:ci|confidence intervals?)s?|ci|confidence intervals?|iqr|interquartile ranges?)(?: (?:as|shown|shaded|pale|an?))*(?: (?:error|confidence)? ?(?:bars?|bands?|ribbons?|whiskers?|intervals?)| shading| area)?|error ?bars?|whiskers|(?:error |confidence |uncertainty |shaded |grey )+(?:bands?|ribbons?|intervals?|areas?)|(?:bands?|ribbons?))', ({ words }, asked) => { asked.flags.push('spread', ...(/band|ribbon|shad|area/i.test(words) ? ['band'] : /bars?|whisker/i.test(words) ? ['bars'] : [])); asked.spread ??= one(words, SPREADS) }, /errorba|"name":"(?:error|band)"|"forest"|"survival"/],
  ['fit', '(?:with |and )?(?:an? |the )?(?:(?:(?:linear|straight|least squares|ols|exponential|logarithmic|power(?: law)?|quadratic|polynomial|loess|lowess|smooth(?:ed|ing)?|fitted) )+(?:regression|fits?|trend|lines?|curves?)?(?: lines?| curves?)?|regression(?: lines?| curves?)?|trend ?lines?|lines? of best fit|best fit(?: line)?|loess|lowess|smoother)', ({ words }, asked) => put(asked, 'fit', one(words, CURVES)), /"fit"/],
  ['r2', '(?:with |and |its |the )*(?:R²|R\\^?2|r squared|coefficient of determination|auc|area under the curve)(?: values?)?', flag('figures'), /"figures"|"roc"/],
  ['count', '(?:the )?(?:number of|how many|counts? of|counts?|frequency of)(?: (?:rows|cases|records|observations))?', ({ table, next: [of] }, asked) => (of?.role === 'number' ? true : !table.fields.some(({ made, role }) => made && role === 'number') && put(asked, 'stat', 'count')), /./],
  ['stat', '(?:mean|average[ds]?|avg|medians?|means|sums?(?: of)?|summed|totals?|(?:minimum|maximum)(?= (?:of )?(?:the )?#c))(?: (?:of|value)(?! #n))?', ({ words }, asked) => !asked.stat && put(asked, 'stat', one(words, STATS)), /"aggregate":"|"op":"(?:sum|mean)"/],
  ['cumulative', 'cumulative(?! distrib)(?: sum| total| number)?(?: of)?|running total|cumulated', flag('cumulative'), /cumulative s/],
  ['per-unit', '(?:per|by|each|every) (?:calendar )?(?:day|week|month|quarter|year)|daily|weekly|monthly|quarterly|yearly|annual', ({ words, table }, asked) => table.fields.some(({ role }) => role === 'time') && put(asked, 'unit', one(words, TIMES)), /"temporal"|"utcyear/],
  ['bins', '(?:exactly )?#n (?:equal )?(?:bins|classes)|#n (?!equal)[a-z%°µ]{1,4} (?:wide )?(?:bins|classes|intervals)|bins? ?[=:]? ?#n|(?:bin ?width|bins of(?: width)?|(?:of )?(?:equal )?width)(?: of)?[=:]? ?#n', ({ numbers: [count = 0], words }, asked) => count > 0 && put(asked, 'bins', { [/width|bins of|\d [a-z%°µ]{1,4} (?!equal)/i.test(words) ? 'width' : 'count']: count }), /"bin":\{"step/],
  // Lines over the data
  ['identity', '(?:with |the |an? |and |ideal |dashed )*(?:y ?= ?x|x ?= ?y|identity|diagonal|1:1|one to one)(?: (?:line|diagonal))?(?: of no discrimination)?', flag('identity'), /"diagonal"|"roc"|"calibration"/],
  ['line-at', `${LINE}(?:(?:horizontal|vertical|reference|threshold|target|goal|limit|cut ?off|baseline) )+(?:line )?(?:(?:at|of|where|for|=|is) )*(?:[xy] ?= ?)?(?:\\d{4}-\\d\\d-\\d\\d|#n)${CALLED}|(?:mark|draw|add|indicate|show|with)(?: (?:the|a|an))(?: (?!line)[\\w-]+){1,4}? (?:at|of|=) (?:[xy] ?= ?)?#n${CALLED}|(?:threshold|limit|cut ?off|target) #n(?: drawn)?(?: as)? ${LINE}(?:horizontal )?line${CALLED}|#t at (?:[xy] ?= ?)?#n|${LINE}line at (?:[xy] ?= ?)?#n${CALLED}|${LINE}(?:horizontal|vertical) (?:reference )?line${CALLED} at #n`, ({ words, texts: [text], numbers, axis }, { marks }) => { const date = /\d{4}-\d\d-\d\d/.exec(words)?.[0]; const at = date ?? numbers.at(-1); const isUpright = /vertical|\bx ?=/i.test(words) || date !== undefined || (axis === 'x' && !/horizontal/i.test(words)); return at !== undefined && marks.push({ axis: isUpright ? 'x' : 'y', at, ...(text ? { text } : {}) }) }, /"name":"reference"|"reference":/],
  // Rows and their order
  ['top', '(?:the )?top\\s#n(?!-)|(?:the )?#n (?:largest|highest|biggest|best)', ({ numbers: [top] }, asked) => put(asked, 'top', top), /largest of/],
  ['only', '(?<!(?:label|mark|name|highlight|annotate|write)(?:led|ed|ing)? )(?:only|just|restricted to|limited to)(?: (?:show|the|for|from|use|keep|rows|data|of|where|to|plot))* #v|(?:for )?(?:the )?#v (?:only|alone)|(?:without|exclud(?:e|ing)|leav(?:e|ing) out|omit(?:ting)?|ignor(?:e|ing)|drop(?:ping)?)(?: the)? #v', ({ values, words }, asked) => asked[/only|just|restrict|limit|alone/i.test(words) ? 'only' : 'without'].push(...values), /; only /],
  ['highlight', '(?:highlight(?:ing|ed)?|emphasi[sz](?:e|ed|ing)|accent(?:uate)?(?: on)?)(?: the)? #s|#s (?:highlighted|emphasi[sz]ed)', ({ series }, { highlight }) => highlight.push(...series), /"range":\["#/],
  ['colors', `#o ?(?:(?:is|are|in|as|drawn) )*[=:(]? ?(?:${COLOR})\\)?`, ({ words, series }, { colors }) => { const color = inkOf(words); return color !== undefined && colors.push(...series.map((at) => ({ at, color }))) }, /"range":\["#|"color":"#/],
  ['ink', `(?:(?:all|bars?|lines?|points|dots|area|drawn|filled|in) )*in (?:${COLOR})(?! (?:and|for|\\())|(?<=[,;.] ?)(?:${COLOR})(?= ?(?:$|[,;.]))`, ({ words }, asked) => put(asked, 'ink', inkOf(words)), /"color":"#/],
  ['order', '(?:(?:ordered?|sorted|in the order|from left to right|left to right|reihenfolge)(?: (?:as|von|links|is|from))*:? #v)|#v from (?:left to right|top to bottom)', ({ values }, { order }) => values.length > 1 && order.push(...values), /in the order given/],
  ['sort', '(?:sort(?:ed)?(?! by (?:the )?#v)|order(?:ed)?|ranked|arranged?)(?: (?:bars|them|it|in|from|by|the|their|its|values?|means?|medians?|sizes?|heights?))*(?: #c)?(?:,? (?:in|from|so|that|with|descending|ascending|decreasing|increasing|order|alphabetical(?:ly)?|(?:the )?(?:largest|smallest|highest|lowest|biggest|best|worst|high|low|large|small|top|value|to|first|is|at|on|left|leftmost)))*|(?:the )?(?:largest|biggest|highest|smallest|lowest|tallest)(?: values?| ones?| bars?)?(?: (?:first|(?:is )?(?:on|at)(?: the)? (?:top|left)|left(?:most)?|to (?:the )?(?:smallest|lowest)))|(?:in )?(?:descending|ascending|decreasing|increasing|alphabetical)(?: order|ly)?|ab ?steigend(?: sortiert)?|aufsteigend(?: sortiert)?', ({ words, columns: [by] }, asked) => { const isRising = /(?<!de)ascending|increasing|aufsteig|low\w* to|small\w* to|smallest|lowest/i.test(words) && !/(?:highest|largest|best|high|large) to/i.test(words); asked.sort ??= { order: /alphabet/i.test(words) ? 'alphabet' : isRising ? 'ascending' : 'descending', ...(by ? { by } : {}) } }, /; sorted|alphabet/],
  // Axes and look
  ['log', 'log log|both axes (?:on an? )?log(?:arithmic)?(?: base 10)?|semi ?log ?[xy]?|(?:#a|[xy])(?: (?:is|on|in|with|an?|axis|should|be))*[: (]+log(?:arithmic)?(?: scale[d]?)?(?: axis)?\\)?|(?:(?:on|in|with|an?|the) )*log(?:arithmic|10)?(?: scaled?)?(?: (?:for|on|of))? (?:the )?(?:[xy]|horizontal|vertical)(?: axis)?|(?:(?:on|in|with|an?) )*log(?:arithmic|10)?(?! ?(?:rank|odds|ratio|likelihood|fold))(?: (?:scaled?|axis|axes|colou?r scale))*', ({ words, prev, next }, asked) => { if (asked.kind === 'volcano') return; const [column] = /^log(?:10)?$/i.test(words) && next.length > 0 ? next : prev; if (/log.?log|both|axes/i.test(words)) for (const name of ['x', 'y'] as const) scale(asked, name, LOG); else { const axis = /semi.?log.?x/i.test(words) ? 'x' : /semi/i.test(words) ? 'y' : axisIn(words); if (column && !axis) asked.flags.push(`log ${column.name}`); else scale(asked, axis ?? (/colou?r/i.test(words) ? 'color' : 'amount'), LOG) } }, /"type":"log"/],
  ['limits', '#a(?: (?:range|limits?|runs?|running|goes|should|shall|be|is|limited|scale|start|starts|starting|begin|begins))*[:=,]?(?: (?:from|between|at))? ?#n ?(?:(?:to|and|until|through)(?: (?:ends?|ending) (?:at|with))?|[-–,]|\\.\\.) ?#n|[xy]lim ?[=(:]? ?#n ?[-–,] ?#n', ({ numbers: [low = 0, high = 0], words, axis = axisIn(words.replace('lim', ' ')) }, asked) => axis !== undefined && Math.abs(high) > low && scale(asked, axis, { domain: [low, Math.abs(high)] }), /"domain":\[-?\d/],
  ['zero', '(?:#a )?(?:should |shall )?(?:starts?|begin(?:s|ning)?|starting|from)(?: (?:at|from))? (?:zero|#n)', ({ axis, numbers: [low = 0] }, asked) => scale(asked, axis ?? 'amount', low === 0 ? { zero: true } : { zero: false, domainMin: low }), /"zero":true|"domainMin"/],
  ['values', '(?:with |and |show |write )?(?:the )?(?:values?|numbers?|labels?|percentages?|shares?|amounts?|counts?|figures|coefficients?|units)(?: (?:printed|written|shown|labels?|annotated|on|above|in|into|inside|at|over|next|to|the|top|of|each|every|their|all))+(?: (?:the )?(?:bars?|cells?|slices?|points?|dots?|fields?|segments?|it|them))|value labels|(?:annotate|label)(?:d|led)?(?: (?:the|each|every|all))* (?:bars?|cells?|slices?)|annotated|labels? with (?:percent(?:ages?)?|values?)|(?:with |show )(?:percentages|numbers|values)|values (?:shown|written|printed)', flag('values'), /"name":"(?:value|share)"/],
  ['percent', 'relative(?: abundances?)?|(?:(?:row|column) )?(?:to )?100 ?%|(?:row|column)s? ?(?:wise )?normali[sz]ed|percent(?:ages?)?|per cent|in %|proportions?|(?:as )?shares?(?: of)?(?: the)?(?: total| whole)?|normali[sz]ed', ({ words }, { flags }) => flags.push(/^relative/i.test(words) ? 'relative' : 'percent'), /normalize|"share"/],
  ['risk', '(?:with )?(?:the )?(?:numbers?|patients)(?: still)? at risk(?: table| below)?', flag('risk'), /"risk"/],
  ['stacked', 'stack(?:ed|ing)?|on top of (?:each other|one another)|gestapelte?s?|empilées?', flag('stacked'), /"stack":"(?:zero|norm)/],
  ['grouped', 'group(?:ed)?(?= bar| col| horizontal| vertical)|clustered(?! heat)|side by side|next to each other|dodged', flag('grouped'), /"[xy]Offset"/],
  ['horizontal', 'horizontal(?:ly)?|lying', flag('horizontal'), /"Horizontal |"forest"/],
  ['markers', '(?:with |and )?(?:round |circle |circular )?(?:markers?(?: on)?|dots at each \\w+|points? (?:at|on) (?:each|every|the) \\w+|points and lines|lines and points)', flag('markers'), /"point":true/],
  ['direct', '(?:label(?:s|led)?|names?|series names?|the names?)(?: (?:each|every|the|lines?|curves?|series|written|stand|labels?))*(?: (?:directly|(?:at|on) the (?:ends?|lines?)(?: ends)?(?: of)?(?: the| each)?(?: lines?| curves?)?))|direct labels', flag('direct'), /"direct"/],
  ['legend', '(?:an? |the )?legend(?: (?:is|at|in|on|to|placed|goes|inside|outside|the|of|below|underneath|bottom|top|above|left|right|upper|lower|corner|chart|plot|figure))*', ({ words }, asked) => { const orient = sideIn(words); if (orient) asked.legend ??= { orient } }, /"orient"|"color":\{"field/],
  ['grid', '(?:any )?grid(?: ?lines?)?', (_, asked) => put(asked, 'grid', true), /"grid":true/],
  ['scheme', `(?:(?:use|the|with|palette|colou?rs?|scheme|map|in) )*(?:${SCHEMES})(?: (?:palette|colou?rs?|colou?r ?map|scheme|scale))?`, ({ words }, asked) => scale(asked, 'color', { scheme: new RegExp(SCHEMES, 'i').exec(words)?.[0].toLowerCase().replace('tab10', 'category10') }), /"scheme"/],
  ['step', 'step(?:ped|s)?(?: lines?| curves?| functions?)?|as steps', flag('step'), /step-after|"ecdf"|"survival"/],
  // What is left of columns
  ['by', '(?:(?:grouped|split|broken|down|separated|clustered|compared|stratified|arranged|differentiated) )*(?:by|per|for|each|every|across|between|among|within|in|of|from|at|je|pro|par|selon|nach)(?: (?:each|every|the|all|of|both|different|and))* #c', ({ columns, words }, { by }) => { const isBound = /each|every/i.test(words) || !/^(?:of|for|from|in|at)/i.test(words) || (!/^of/i.test(words) && columns.some(({ role }) => /^(?:category|ordinal|time)$/.test(role))); return isBound && by.push(...columns) }],
]

export const RULES: readonly Rule[] = ROWS.map(([id, words, does, shown]) => ({
  id,
  say: pattern(words),
  does,
  ...(shown ? { shown } : {}),
}))

const WHAT = '((?:\\p{L}[\\p{L}\\d°µ²³/.-]*(?: \\([^()]{1,10}\\))?\\s?){1,5}?)'
const END =
  '(?=\\s*(?:$|[,;.:?\\ue000-\\ue3ff]|(?:by|per|for|vs|against|across|with|as|of|and|taken|from|at|sorted|on|over)\\b))'

/** What data without names of their own are called: applied when all rules are, where the table has such columns. */
export const NAME_RULES: Readonly<Record<'amount' | 'place', RegExp>> = {
  amount: new RegExp(
    `(?<=(?:\\ue301|^|\\bshow|\\bcompare)\\s*(?:of|showing|comparing) )${WHAT}${END}|(?<=(?:^|[:;.]\\s*)(?:the |show |plot )?)${WHAT}(?=\\s+(?:by|per|for each|of each|vs|against|across|over)\\b)`,
    'iu',
  ),
  place: new RegExp(
    `(?<=(?<!\\bone\\s\\S+\\s+)\\b(?:by|per|for each|over|across|vs\\.?|against)\\s+(?:the )?)${WHAT}${END}`,
    'iu',
  ),
}
