/**
 * The kinds of charts by their names, a row each: what sentences call it, how it is drawn, what it takes on x and y, and
 * its mark in Vega-Lite. Special ones stand before plain ones. Classes of columns: T moments, O ordered (years, epochs, low
 * to high), N names, A amounts, P p values; `+` takes several amounts side by side.
 */
import type { Json } from './asked'
import { pattern, type Rule } from './rules'

export interface Kind {
  id: string
  say: RegExp
  noun: string
  family: 'xy' | 'one' | 'cells' | 'parts' | 'truth' | 'study'
  x: string
  y: string
  mark: Json
}

const PLOT = '(?: ?(?:and whiskers?))?(?: ?(?:plots?|charts?|graphs?|diagrams?|curves?))?'
const type = (name: string, more: Json = {}): Json => ({ type: name, ...more })

type Row = readonly [string, string, string, Kind['family'], string, string, Json]

const kindOf = ([id, say, noun, family, x, y, mark]: Row): Kind => {
  const name = pattern(`(?:(?:an?|the) )?(?:${say})${PLOT}`)
  return { id, say: name, noun, family, x, y, mark }
}

// biome-ignore format: a table
const SPECIAL: readonly Row[] = [
  ['survival', 'kaplan ?meier(?: survival)?|survival', 'Kaplan-Meier curves', 'truth', 'A', 'A', type('survival')],
  ['precision-recall', 'precision ?recall|pr curves?', 'Precision against recall', 'truth', 'A', 'A', type('precision-recall')],
  ['roc', 'roc(?: auc)?|receiver operating characteristics?', 'ROC curve', 'truth', 'A', 'A', type('roc')],
  ['calibration', 'calibration|reliability', 'Calibration', 'truth', 'A', 'A', type('calibration')],
  ['confusion', 'confusion matri(?:x|ces)', 'Confusion matrix', 'cells', 'N', 'N', type('rect')],
  ['correlation', 'correlation(?:s| (?:matrix|heat ?map))?(?: heat ?map)?', 'Correlation matrix', 'cells', '', 'A+', type('rect')],
  ['heatmap', 'heat ?maps?|matrix|chaleur', 'Heat map', 'cells', 'N', 'N', type('rect')],
  ['volcano', 'volcano', 'Volcano plot', 'xy', 'A', 'P', type('volcano')],
  ['forest', 'forest', 'Forest plot', 'study', 'A', 'N', type('forest')],
  ['ecdf', 'ecdfs?|cdfs?|(?:empirical )?cumulative distributions?(?: functions?)?|verteilungsfunktion', 'Empirical cumulative distribution', 'one', 'A+', '', type('ecdf')],
  ['violin', 'violin(?:s|plots?|e)?', 'Violins', 'xy', 'NO', 'A+', type('violin')],
  ['box', 'box(?:[- ]?(?:and[- ]whiskers?|plott?s?|es))?(?: plots?)?', 'Box plots', 'xy', 'NO', 'A+', type('boxplot', { extent: 1.5 })],
  ['strip', 'strip(?:s|plot)?|jitter(?:ed)?(?: dots| points)?|(?:bee)?swarm(?:plot)?|dots? (?:for|per) each', 'Points', 'xy', 'NO', 'A+', type('point', { opacity: 0.7 })],
  ['slope', 'slope ?graphs?|slopes?(?= (?:charts?|plots?|graphs?|diagrams?))|paired lines', 'Slopes', 'xy', 'ON', 'A+', type('line', { point: true })],
  ['lollipop', 'lollipops?|dot and stick(?: \\(lollipop\\))?', 'Lollipops', 'xy', 'NOT', 'A', type('rule')],
  ['radar', 'radar|spider|star ?plot|netz(?:diagramm)?', 'Radar', 'xy', 'NO', 'A+', type('radar')],
  ['pie', 'pies?|donuts?|doughnuts?|rings?(?= chart| of)|torten?(?:diagramm)?|kreisdiagramm|pastel|tarta|camembert|anneau(?: \\(donut\\))?', 'Shares', 'parts', 'N', 'A+', type('arc')],
  ['density', '(?:smoothed )?(?:kernel )?densit(?:y|ies)(?: (?:curves?|estimates?))?|kdes?|smoothed curves', 'Density', 'one', 'A+', '', type('area', { opacity: 0.35, line: true })],
  ['histogram', 'histogram\\w*|frequency distributions?|distributions?(?= of|,|$)', 'Histogram', 'one', 'A+', '', type('bar')],
]

// biome-ignore format: a table
const PLAIN: readonly Row[] = [
  ['bar', 'bars?|barplots?|columns?(?= ?(?:charts?|plots?|comparing|for|per))|balken(?:diagramm)?|säulen(?:diagramm)?|barres|barras|barre', 'Bars', 'xy', 'NOT', 'A+', type('bar')],
  ['point', '(?:x y )?scatter(?:ed)?(?: ?plots?)?|bubbles?|dots? plots?|streudiagramm|nuage de points|bulles|dispersión|dispersione', 'Points', 'xy', 'ATON', 'A', type('point')],
  ['area', 'areas|filled area|area(?= ?(?:charts?|plots?|graphs?|diagrams?|of|,|;|\\.|$))|fl.{1,2}chen(?:diagramm)?', 'Area', 'xy', 'TOAN', 'A+', type('area')],
  ['line', '(?<!(?:dashed|dotted|solid|vertical|horizontal|reference|guide|zero|target|threshold)[\\s-])lines?(?!\\s+(?:at|through|where)\\b)|curves?|spaghetti|trends?|trajector(?:y|ies)|time series|linien?(?:diagramm)?|courbes?|líneas?|linee', 'Lines', 'xy', 'TOAN', 'A+', type('line')],
  ['point', 'points?|dots?', 'Points', 'xy', 'ATON', 'A', type('point')],
]

export const KINDS: readonly Kind[] = [...SPECIAL, ...PLAIN].map(kindOf)
export const kindNamed = (id: string) => KINDS.find((kind) => kind.id === id) as Kind

/** Kinds by their names; the first that is read is drawn, several words for it are one. */
const ruled = ({ id, say }: Kind): Rule => ({
  id: `kind ${id}`,
  say,
  does: ({ words }, asked) => {
    if (/donut|doughnut|ring|anneau/i.test(words)) asked.manners.add('ring')
    asked.kind ??= id
    // Points on what is drawn otherwise are its rows; a matrix is a heat map.
    const isRows = id === 'point' && /^(?:line|area|bar|box|violin)$/.test(asked.kind)
    if (isRows) asked.manners.add('raw')
    return (
      isRows || asked.kind === id || (id === 'heatmap' && kindNamed(asked.kind).family === 'cells')
    )
  },
})
export const SPECIAL_RULES = KINDS.slice(0, SPECIAL.length).map(ruled)
/** Names of kinds that are words of other wishes too (error bars, a regression line): read when those have been. */
export const PLAIN_RULES = KINDS.slice(SPECIAL.length).map(ruled)

/** Kinds that are not drawn from words, and the nearest that is. */
// biome-ignore format: a table
export const UNDRAWN: readonly (readonly [RegExp, string])[] = [
  [pattern('sankey|alluvial|chord(?: diagram)?|parallel sets'), 'stacked bars, or a heat map of from against to'],
  [pattern('choropleths?|(?:geo|world|country|street)? ?maps?(?<!heat.?maps?)|cartograms?'), 'bars by region'],
  [pattern('tree ?maps?|sunbursts?|icicles?'), 'bars of the parts, or a pie'],
  [pattern('networks?(?: (?:graph|diagram|plot)s?)|node link|force directed'), 'a heat map of from against to'],
  [pattern('bland ?altman'), 'points of the differences against the means'],
  [pattern('q ?[-–]? ?q plots?|quantile quantile|normal quantiles?'), 'a histogram, or an empirical cumulative distribution'],
  [pattern('venn|euler diagrams?|upset(?: plot)?'), 'bars of the sizes'],
  [pattern('word ?clouds?'), 'bars of the counts'],
  [pattern('gantt'), 'bars between two columns, in Vega-Lite (x and x2)'],
  [pattern('3 ?d(?: \\w+)?|surface plots?'), 'a heat map'],
  [pattern('candle ?sticks?|ohlc'), 'lines of the columns'],
  [pattern('parallel coordinates'), 'lines of each row, or a radar'],
  [pattern('ternary|phylogen\\w+|circos|flow ?charts?'), 'a chart of the columns'],
]
