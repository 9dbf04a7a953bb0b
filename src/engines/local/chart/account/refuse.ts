import { ChartRefused } from '../../../../forms/chart'
import { namesIn, numbersIn } from '../choice/context'
import { plainQuotes } from '../words/claims'
import type { Chosen } from './wishes'

const CURVE = '(?:plots?|charts?|curves?|diagrams?|graphs?|estimates?|analysis)'

/** Kinds of chart that rules do not draw, and what would help. */
const KINDS_NOT_DRAWN: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`\\bkaplan[\\s-]?meier\\b|\\bsurvival ${CURVE}\\b|\\bcumulative incidence\\b`, 'i'),
    'Send the estimated probabilities over time as columns and ask for a line.',
  ],
  [
    /\bq-?q[\s-]?plots?\b|\bquantile-quantile\b|\bp-?p[\s-]plots?\b/i,
    'Send both quantiles as columns and ask for a scatter plot with the identity line.',
  ],
  [
    /\bbland[\s-]altman\b|\btukey mean[\s-]difference\b/i,
    'Send means and differences as columns and ask for a scatter plot with horizontal lines.',
  ],
  [/\bwaterfalls?(?: chart| plot)?\b/i, 'Ask for bars of the single changes.'],
  [
    /\b(?:2-?d |two-dimensional |bivariate )densit(?:y|ies)\b|\bcontours?(?: plots?| lines?)?\b|\bhex-?bins?\b/i,
    'Ask for a scatter plot, or for a heat map of binned values.',
  ],
  [/\bgantt\b/i, 'Ask for bars of the durations.'],
  [/\b(?:sankey|alluvial|chord) ?(?:plots?|charts?|diagrams?)?\b/i, 'Ask for stacked bars.'],
  [
    /\b(?:tree ?maps?|sunbursts?|icicle plots?|mosaic plots?|marimekko|waffle charts?)\b/i,
    'Ask for a pie or for stacked bars.',
  ],
  [
    /\bword ?clouds?\b|\bfunnel charts?\b|\bgauges?\b(?= chart| plot)|\bpictograms?\b/i,
    'Ask for bars.',
  ],
  [/\bcandlesticks?\b|\bohlc\b/i, 'Ask for a line of the closing prices.'],
  [
    /\bchoropleths?\b|\b(?:geographic(?:al)?|world|country) maps?\b|\bmap of the (?:world|country)\b/i,
    'Ask for bars by region.',
  ],
  [
    /\bnetwork (?:graph|plot|diagram)s?\b|\bvenn\b|\bupset plots?\b|\bternary\b|\bparallel coordinates?\b|\bscatter ?(?:plot )?matri(?:x|ces)\b|\bpair ?plots?\b|\bsplom\b|\bwind ?roses?\b|\bcalendar heat ?maps?\b|\bjoy ?plots?\b/i,
    'Ask for one of the charts that the documentation lists.',
  ],
  [
    /\b3-?d[\s-](?:surface|scatter|bars?|plots?|charts?|pies?|columns?)\b|\bsurface plots?\b/i,
    'Ask for the flat chart.',
  ],
]

const HELP = 'A Vega-Lite specification as intent draws more kinds.'

/** @throws ChartRefused where the intent asks for a kind of chart that is not drawn: another one would not show what it does */
export function refuseKind(intent: string): void {
  const words = plainQuotes(intent).replace(/"[^"]*"/g, ' ')
  for (const [told, help] of KINDS_NOT_DRAWN) {
    const match = told.exec(words)
    if (!match || isElse(words, match)) continue
    throw new ChartRefused(
      `"${match[0].trim()}" is no chart that can be drawn from words. ${help} ${HELP}`,
    )
  }
}

/** "Not as a Gantt chart", "instead of a treemap", "the funnel as bars". */
function isElse(words: string, { 0: said, index }: RegExpExecArray): boolean {
  const before = words.slice(Math.max(0, index - 30), index)
  const after = words.slice(index + said.length, index + said.length + 30)
  return (
    /\b(?:not|no|instead of|rather than|without)(?: (?:as|an?|the))*\s*$/i.test(before) ||
    /^\s+(?:as|drawn as|with) (?:\p{L}+ )?(?:bars?|lines?|areas?|points?|scatter|heat ?map|columns)/iu.test(
      after,
    )
  )
}

/** A column that says whether something happened: 0 and 1 are no amounts. */
const EVENT =
  /^(?:event|events?_?observed|status|death|dead|died|censored?|cens|failed|relapse[d]?)$/i

/** @throws ChartRefused where the data cannot be what the chart would say of them */
export function refuseImpossible({ chart, table }: Chosen): void {
  const y = table.fields.find(({ name }) => name === chart.encoding.y?.field)
  const between = chart.mark === 'line' || chart.mark === 'area'
  if (between && y && !chart.transform && EVENT.test(y.name))
    if (namesIn(y).length <= 2 && numbersIn(y).every((value) => value === 0 || value === 1))
      throw new ChartRefused(
        `The column ${JSON.stringify(y.name)} says whether something happened, so a line of it shows nothing. Send the estimated probabilities over time as columns, or ask for a count.`,
      )
}
