import type { ChartIR, Mark, Overlay } from '../chart-ir'
import { escaped } from '../choice/context'

/** What an intent asks for in words, before it meets the data. */
export interface Wish {
  /** The intent without the titles that it dictates. */
  words: string
  /** The mark and the words that named it. */
  mark?: { mark: Mark; said: string; more?: Partial<ChartIR> }
  horizontal?: boolean
  stack?: 'none' | 'stack' | 'normalize'
  interval?: 'none' | 'bars' | 'band'
  spread?: 'sd' | 'se' | 'ci95' | 'range'
  aggregate?: 'mean' | 'median' | 'sum' | 'count'
  regression?: Overlay['method']
  /** Cells are asked for as shares of their row, their column or all. */
  share?: { of?: 'row' | 'column' | 'all'; percent: boolean; normalised: boolean }
  area?: 'auc' | 'ap'
  bins?: number
  /** `value` and `argument`: of the axis with amounts and of the other one, whichever way they lie. */
  titles: {
    x?: string
    y?: string
    main?: string
    legend?: string
    value?: string
    argument?: string
  }
  /** `word`: what is logarithmic, where the axis is called by its field. */
  log: { x: boolean; y: boolean; any: boolean; word?: string }
  /** The order speaks of fast or good, which for times and errors is little. */
  judged?: boolean
  sort?: 'name' | 'name-descending' | 'value' | 'value-descending' | 'data'
  /** What the order goes by, where it is said. */
  sortBy?: string
  /** Phrases that list names in their order. */
  listed: string[]
  /** NaN: this end is left to the data. */
  limits: { x?: [number, number]; y?: [number, number]; value?: [number, number] }
  references: { axis?: 'x' | 'y'; value: string; text?: string }[]
  /** Words with those around them that tell their place, likeliest first. */
  annotations: { text: string; around: readonly string[] }[]
  place?: NonNullable<ChartIR['legend']>['place']
  palette?: string
  /** Colours of values below and above zero. */
  signs?: { negative?: string; positive?: string }
  /** A colour for everything. */
  color?: string
  highlight: string[]
  highlightColor?: string
  /** Phrases that name fields. */
  said: {
    y?: string
    x?: string
    color?: string
    facet?: string
    size?: string
    label?: string
    shape?: string
    /** What is summed up and told apart by nothing. */
    over?: string
  }
  values: boolean
  points: boolean
  raw: boolean
  stars: boolean
  /** Signs that stand between two groups. */
  compared: { text: string; pair: [string, string] }[]
  top?: number
  /** Units with the words before them. */
  units: { before: string; unit: string }[]
  grid?: boolean
  /** Two measures stand against each other. */
  versus?: boolean
  /** One is said to depend on the other. */
  depends?: boolean
  /** Figures of a fit are to be written beside it. */
  fitFigures?: boolean
  curve: boolean
  extreme?: 'max' | 'min'
}

type Named = [RegExp, Mark, Partial<ChartIR>?]

/** First match wins: the more special before the more general. */
const MARKS: readonly Named[] = [
  [
    /\bprecision[\s-/]*(?:and[\s-])?recall\s+(?:curve|plot)|\bpr[\s-]curves?\b/i,
    'line',
    { transform: 'pr' },
  ],
  [/\broc\b|receiver operating/i, 'line', { transform: 'roc' }],
  [/\bcalibration\b|\breliability (?:diagram|curve|plot)/i, 'line', { transform: 'calibration' }],
  [/\bconfusion\b/i, 'heatmap', { transform: 'confusion' }],
  [
    /\bcorr(?:elation)?s? (?:matrix|heat ?map|plot|table)|\bcorrelations?(?: coefficients?)?\b(?=.*\b(?:heat ?maps?|matrix|grid)\b)|\bcorrelogram\b|\bpairwise correlations?\b|\bcorrelations? (?:of|between|among) (?:all|every|each|the (?:columns|variables|measures))\b|heat ?map of (?:the )?correlations?/i,
    'heatmap',
    { transform: 'correlation' },
  ],
  [/\bheat ?maps?\b|\bmatrix plot\b|\bheat map\b/i, 'heatmap'],
  [/\bpareto\b/i, 'bar', { overlays: [{ kind: 'cumulative' }] }],
  [
    /\bforest[ -](?:plots?|charts?|style|like)\b|\bodds ratios?\b.*\b(?:intervals?|cis?)\b|\b(?:hazard|risk) ratios?\b.*\b(?:intervals?|cis?)\b/i,
    'forest',
  ],
  [/\bslope ?(?:graph|chart|plot)s?\b|\bbump chart\b|\bdumb ?bells?\b/i, 'slope'],
  [/\blollipops?\b|\bstem plots?\b|\bdot plot\b(?! of distribution)|\bcleveland\b/i, 'lollipop'],
  [/\bviolins?\b/i, 'violin'],
  [/\bbox[\s-]?(?:whiskers?)?[\s-]?(?:plots?|charts?|graphs?|diagrams?)\b/i, 'box'],
  [
    /\b(?:strip|swarm|beeswarm|jitter(?:ed)?)[\s-]?(?:plots?|charts?)?\b|\bsingle (?:values|data points) (?:per|by)\b/i,
    'strip',
  ],
  [/\bhist(?:ogram)?s?\b/i, 'histogram'],
  [/\becdfs?\b|\bcumulative distributions?\b|\bcdfs?\b/i, 'ecdf'],
  [
    /\bdensit(?:y|ies) ?(?:plots?|curves?|estimates?|charts?)\b|\bkde\b|\bridge ?lines?\b/i,
    'density',
  ],
  [/\bradar\b|\bspider\b|\bpolar chart\b/i, 'radar'],
  [/\b(?:donut|doughnut)\b/i, 'arc', { donut: true }],
  [/\bpie\b/i, 'arc'],
  [/\bbubbles?\b/i, 'point'],
  [/\b(?:volcano|manhattan|ma|funnel|bland[\s-]altman|qq)[\s-]plots?\b/i, 'point'],
  [/\bscatter[\s-]?(?:plots?|charts?|graphs?)?\b|\bpoint (?:plot|cloud)\b/i, 'point'],
  [
    /\bstacked areas?\b|\bareas?[\s-]?(?:plots?|charts?|graphs?|diagrams?)\b|^\s*areas?\b|\bstacked areas?\b/i,
    'area',
  ],
  [
    /\b(?:bar|column)[\s-]?(?:plots?|charts?|graphs?|s)?\b|\bbarplots?\b|\bcolumns\b(?= (?:for|per|chart))/i,
    'bar',
  ],
  [
    /\bfilled (?:curve|line)\b|\bfill(?:ed)? (?:down )?to the (?:x )?axis\b|\bfill(?:ed)? (?:under|below|beneath)\b/i,
    'area',
  ],
  [/\bline[\s-]?(?:plots?|charts?|graphs?)\b/i, 'line'],
  [/\bbox(?:es)?\b(?! (?:of|in|around|with the legend)\b)/i, 'box'],
  [
    /\b(?:one |a |single )?(?:dot|point|marker|circle)s? (?:for|per) (?:each|every|all|the)\b|\bpoint estimates?\b/i,
    'point',
  ],
  [/\bareas?\b(?! under)/i, 'area'],
  [/\bpaired\b(?! t)|\bbefore(?:[\s-](?:and|vs\.?|versus)[\s-]|\/)after\b/i, 'slope'],
  [
    /\blines?\b(?! (?:of (?:best )?fit|at\b|for the))|\btime[\s-]?series\b|\b(?:learning|training|loss|growth|dose[\s-]response|survival) curves?\b/i,
    'line',
  ],
  [/\bdensit(?:y|ies)\b(?! (?:of states|\())/i, 'density'],
  [/\bdistributions?\b/i, 'histogram'],
  [/\bcurves?\b/i, 'line'],
  [
    /\btrends?\b(?! ?line)|\bover time\b|\bover (?:the )?(?:epochs?|steps|iterations|years|months|days)\b/i,
    'line',
  ],
  [
    /\brelationship between\b|\bcorrelat(?:ion|es?)\b|\bregress(?:ion)?\b|\bversus\b.*\bfit\b/i,
    'point',
  ],
  [
    /^\s*(?:plot |show |draw )?(?:the )?(?:points|dots|markers)\b|\bas (?:\p{L}+ )?(?:points|dots|markers|circles)\b|\bdots\b|\b(?:dot|point|marker) sizes?\b|\b(?:one|a) symbol\b|\bsymbols? (?:per|for|by)\b/iu,
    'point',
  ],
]

/** Kinds of marks that are not wanted: "not a bar chart", "no bars/columns", "rather than lines". */
export const UNWANTED =
  /\b(?:no|not|without|instead of|rather than|never|avoid(?:ing)?|don['’]?t (?:use|draw|want|make))(?: (?:an?|any|the|as|use|want|it|in))* (?:(?:stacked|horizontal|grouped|simple|plain|another|boring) )?(?:(?:bars?|columns?|lines?|pies?|dots?|points?|boxes|box|areas?|scatter|histograms?|violins?|bands?|ribbons?|shad(?:ed|ing)(?: areas?| bands?)?)(?: ?[/,&]| or| nor| and)? ?)+(?:(?:plots?|charts?|graphs?|diagrams?)\b)?/giu

/** The mark that the words name, if any; `names` are those of the columns, which are no marks. */
export function markOf(text: string, names: readonly string[] = []): Wish['mark'] {
  const plain = text.replace(/"[^"]*"/g, ' ')
  const clean = withoutNames(plain, names)
    .replace(UNWANTED, ' ; ')
    .replace(/\b(?:legend|text|info) ?box(?:es)?\b/gi, ' ')
    .replace(
      /\b(?:dashed|dotted|identity|ideal|parity|unity|perfect|1:1|y ?= ?x|reference|horizontal|vertical|threshold|regression|trend|fit(?:ted)?|baseline|diagonal|grid|zero) ?lines?\b/gi,
      ' ',
    )
    .replace(/\b(?:error|colou?r) ?bars?\b/gi, ' ')
    .replace(/\bconfidence (?:band|area)s?\b/gi, ' ')
  for (const [pattern, mark, more] of MARKS) {
    const match = pattern.exec(clean)
    if (match) return { mark, said: match[0].trim(), ...(more ? { more } : {}) }
  }
  return undefined
}

/** A text without the columns that are called like a mark, where no kind of chart follows. */
function withoutNames(text: string, names: readonly string[]): string {
  return names
    .filter((name) => name.length > 2 && MARKS.some(([pattern]) => pattern.test(name)))
    .reduce(
      (all, name) =>
        all.replace(
          new RegExp(
            `(?<![\\p{L}\\d])(?<!\\b(?:as|with|an?|of) )${escaped(name)}(?![\\p{L}\\d]|[\\s-]?(?:plots?|charts?|graphs?|diagrams?|curves?|matrix|map)\\b)`,
            'giu',
          ),
          ' ',
        ),
      text,
    )
}
