import type { Table } from '../../../../forms/chart'
import type { ChartIR } from '../chart-ir'

/** The chart that rules chose, as wishes are held against it. */
export interface Chosen {
  chart: ChartIR
  /** The columns as they were read, before the chart's own reckoning. */
  table: Table
}

/** One kind of wish: how it is told, whether a chart meets it, and what to say where it does not. */
interface Kind {
  told: RegExp
  met: (chosen: Chosen) => boolean
  lacks: string
}

const over =
  (...kinds: readonly string[]) =>
  ({ chart }: Chosen) =>
    chart.overlays?.some(({ kind }) => kinds.includes(kind)) === true

const channels = ({ chart }: Chosen) => Object.values(chart.encoding)

const never = () => false

/** Whether the data have a column of that name already, so that nothing has to be reckoned. */
const column =
  (name: RegExp) =>
  ({ table, chart }: Chosen) =>
    table.fields.some((field) => name.test(field.name)) ||
    (table.fields.every(({ made }) => made) &&
      channels({ table, chart }).some(({ title }) => title !== undefined && name.test(title)))

const either =
  (...tests: readonly ((chosen: Chosen) => boolean)[]) =>
  (chosen: Chosen) =>
    tests.some((test) => test(chosen))

const is =
  (...marks: readonly ChartIR['mark'][]) =>
  ({ chart }: Chosen) =>
    marks.includes(chart.mark)

const given = ({ chart }: Chosen) =>
  chart.encoding.lower !== undefined || chart.encoding.error !== undefined

/** Names of the columns that stand around the values. */
const around = ({ chart }: Chosen) =>
  [chart.encoding.lower, chart.encoding.upper, chart.encoding.error]
    .map((channel) => channel?.field ?? '')
    .join(' ')

const spread =
  (kind: ChartIR['spread'], others: RegExp) =>
  (chosen: Chosen): boolean =>
    chosen.chart.spread === kind || (given(chosen) && !others.test(around(chosen)))

const aggregate =
  (kind: ChartIR['aggregate'], name: RegExp) =>
  (chosen: Chosen): boolean =>
    chosen.chart.aggregate === kind ||
    column(name)(chosen) ||
    is('box', 'violin', 'strip', 'histogram', 'arc')(chosen) ||
    chosen.chart.transform !== undefined ||
    // One row for each mark is its own sum.
    (kind === 'sum' && chosen.chart.aggregate === undefined)

const scaled = (kind: 'log' | 'symlog') => (chosen: Chosen) =>
  channels(chosen).some(({ scale }) => scale === kind)

const colored = ({ chart }: Chosen) =>
  Object.keys(chart.palette ?? {}).length > 0 || chart.mark === 'heatmap'

const limited = (chosen: Chosen) => channels(chosen).some(({ domain }) => domain !== undefined)

const left = ({ table }: Chosen) => table.notes.some((note) => note.startsWith('left out as the'))

/** Every kind of wish that the account knows; several may stand in one clause. */
export const KINDS: readonly Kind[] = [
  {
    told: /§ ?[-−+*/÷×] ?§|-?\blog(?:10|2|_10)?[ (]+(?:p\b|§)|\bln ?\(|\bsquare root\b|\bpercent(?:age)? of (?:all |the )?(?:total|sales|§)|\b(?:final|latest|initial) (?:§|\p{L}+)/iu,
    met: either(
      column(
        /log_?(?:10)?_?\(?p|lnp|nlp|pct|percent|share|prop|%|final|latest|initial|ratio|diff/i,
      ),
      is('arc'),
      given,
      ({ chart }) => chart.stack === 'normalize' || chart.share !== undefined,
    ),
    lacks: 'nothing is reckoned from the columns; send it as a column',
  },
  {
    told: /\b(?:monthly|weekly|quarterly|yearly|annual|hourly)\b|\b(?:per|by|each|every) (?:month|week|quarter|weekday|hour)\b/iu,
    met: either(
      column(/month|week|quarter|year|annual|hour|day$/i),
      ({ table }) => table.fields.every(({ role, span }) => role !== 'time' || span !== undefined),
      ({ table }) =>
        table.fields.every(({ role, values }) => role !== 'time' || values.length <= 24),
    ),
    lacks: 'moments are not gathered into months or weeks; send the sums or means of each',
  },
  {
    told: /\b(?:per|by|each|every) years?\b/iu,
    met: either(column(/year|^yr|^date$/i), ({ table }) =>
      table.fields.every(({ role }) => role !== 'time'),
    ),
    lacks: 'moments are not gathered into years; send the sums or means of each',
  },
  {
    told: /\b(?:counts?|numbers?) of (?!rows\b)|\bhow many\b/iu,
    met: either(
      aggregate('count', /count|^n$|^n_|number|num|freq|total/i),
      is('histogram', 'heatmap', 'bar', 'line', 'area'),
    ),
    lacks: 'nothing is counted',
  },
  {
    told: /\bnot (?:start|begin)\w*(?: \w+)? (?:at|from) (?:zero|0)\b/iu,
    met: either(limited, (chosen) => !is('bar', 'area', 'histogram')(chosen)),
    lacks: 'bars and areas stand on zero',
  },
  {
    told: /\b(?:no|without|hide|remove)(?: the)? ax[ei]s\b|\bgradient\b|\bevery (?:second|third|other|\d+(?:st|nd|rd|th)) \p{L}+|\bn (?:of|in|below|above|under|per) (?:each|the|every)\b/iu,
    met: never,
    lacks: 'that is not done here',
  },
  {
    told: /\bdumb ?bells?\b/iu,
    met: never,
    lacks: 'both values are joined as a slope chart',
  },
  {
    told: /\b(?:rolling|moving|running|sliding)[\s-](?:mean|average|median|sum|window)s?\b|\b\d+[\s-](?:day|week|month|year|point|hour)s?[\s-](?:rolling |moving |running )?(?:mean|average|median|window)\b|\bsmoothed\b(?! (?:density|frequency))/iu,
    met: either(over('regression'), column(/roll|moving|smooth/i)),
    lacks: 'no rolling statistic is reckoned; send it as a column',
  },
  {
    told: /\b(?:log(?:arithm\w*)?)?[\s-]?base[\s-]?(?:2|two|e)\b|\blog_?2\b(?=[^.;]*\b(?:axis|axes|scale)\b)/iu,
    met: never,
    lacks: 'logarithmic axes have base 10 here',
  },
  { told: /\bsym(?:metric )?-?log\b/iu, met: scaled('symlog'), lacks: 'the axis is not symlog' },
  {
    told: /\blog(?:arithmic(?:ally)?)?(?:10)?[\s-]*(?:x|y|scales?|scaled|ax[ie]s|base 10)\b|\b(?:ax[ie]s|abscissa|ordinate|scale)\b[^.,;]{0,24}\blog(?:arithmic)?\b|\blog[\s-]log\b|\bsemi-?log[xy]?\b|\blogarithmic\b/iu,
    met: either(scaled('log'), scaled('symlog')),
    lacks: 'no axis is logarithmic',
  },
  {
    told: /\b(?:second(?:ary)?|right(?:[\s-]hand)?|twin|dual|two|double|different|separate|left and right)[\s-](?:(?:vertical|value|y)[\s-])?ax[ei]s\b|\btwin[xy]\b/iu,
    met: over('cumulative'),
    lacks: 'all values share one axis',
  },
  {
    told: /\b(?:invert|revers|flip)\w*\b(?! (?:the )?(?:axes|coordinates))[^.,;]{0,20}\b(?:ax[ie]s|scale|[xy])\b|\b(?:ax[ie]s|scale|[xy])\b[^.,;]{0,12}\b(?:inverted|reversed|flipped)\b|\bupside[\s-]down\b/iu,
    met: never,
    lacks: 'no axis is turned round',
  },
  {
    told: /\b(?:broken|break|cut|interrupted) (?:in the )?(?:(?:x|y|value)[\s-])?ax[ie]s\b|\baxis break\b/iu,
    met: never,
    lacks: 'axes are not broken',
  },
  {
    told: /\b(?:free|independent|own|individual|varying|different) (?:[xy][\s-])?(?:ax[ie]s|scales?|ranges?|limits)\b/iu,
    met: never,
    lacks: 'small charts share their axes',
  },
  {
    told: /\b(?:small[\s-]multiples?|facet(?:ed|s)?|trellis|sub-?plots?|(?:separate|own|several|two|three|four) (?:[a-z]+ )?panels?|panels? (?:each )?(?:per|for|by)|(?:one|separate) (?:bar |line |little |small )?(?:charts?|plots?) (?:per|for each))\b/iu,
    met: ({ chart }) => {
      const { facet, x, y } = chart.encoding
      return facet !== undefined && facet.field !== x?.field && facet.field !== y?.field
    },
    lacks: 'it is one chart, not several panels',
  },
  {
    told: /\b(?:inset|zoom(?:ed|ing)?|magnif\w+|enlarged (?:part|view|detail))\b/iu,
    met: never,
    lacks: 'no inset is drawn',
  },
  {
    told: /\bstep(?:ped|wise)?[\s-](?:lines?|plots?|charts?|curves?|graphs?)\b|\bstair(?:case|step)?s?\b/iu,
    met: is('ecdf'),
    lacks: 'lines join the values straight',
  },
  {
    told: /\bcumulative\b/iu,
    met: either(is('ecdf'), over('cumulative'), column(/cum|running/i)),
    lacks: 'nothing is summed along the axis; send the sums as a column',
  },
  {
    told: /\b(?:ratio|quotient|difference|log[\s-]?fold|fold[\s-]change|delta|increase|decrease|growth rate|(?:per ?cent(?:age)?|relative|year[\s-]on[\s-]year) change|change from|z-?scores?|standardi[sz]ed|derivative|per capita)\b(?= (?:of|in|between|from|to|since|over|relative|by|per|with|as)\b| [\p{L}\d_]+ ?[/-] ?\p{L})|\b(?:index(?:ed)?|normali[sz]ed|relative|scaled|rebased) (?:to|against|at) (?:the |its |their )?(?:first|start|initial|baseline|control|mean|max\w*|1|100)\b/iu,
    met: either(
      column(/ratio|diff|change|delta|fold|growth|relative|index|score|norm|fc|per/i),
      is('slope', 'forest'),
      ({ chart }) => chart.stack === 'normalize' || chart.share !== undefined,
    ),
    lacks: 'nothing is reckoned from several values; send it as a column',
  },
  {
    told: /\b(?:where|whose|filter(?:ed|ing)?|only (?:for|the|rows|those|show|include|use|keep)|restrict(?:ed)? to|limited to|exclud\w+|leav(?:e|ing) out|omit(?:ting)?|except(?! for grid)|without (?:the )?(?:outliers?|missing|na|nan)|(?:first|last) \d+ (?:[a-z]+)|since \d{4}|after \d{4}|before \d{4}|(?:greater|less|more|fewer|larger|smaller|higher|lower) than \d)\b|[\p{L}\d_)] ?[<>]=? ?-?\d/iu,
    met: either(left, limited, over('reference')),
    lacks: 'no row was left out; send the rows that are to be drawn',
  },
  {
    told: /\btop (?:\d+|three|five|ten)\b(?! ?(?:accuracy|error|acc\b|recall|hit))/iu,
    met: limited,
    lacks: 'nothing is singled out by rank',
  },
  {
    told: /\b(?:grey|gray)(?:ed)? out\b|\bhighlight\w*\b|\bemphasi[sz]\w*|\bstand(?:s|ing)? out\b|\baccent\b|\bsingled? out\b/iu,
    met: ({ chart }) =>
      (chart.palette?.highlight ?? chart.palette?.of) !== undefined ||
      chart.overlays?.some(({ kind }) => kind === 'annotation') === true,
    lacks: 'nothing has a colour apart',
  },
  {
    told: /\b(?:with|in|use|using|as|coloured|colored|colou?r|make|paint|draw|dotted|dashed|thin|thick|pale|light|dark)\b[^.,;]{0,30}\b(?:red|green|blue|orange|purple|grey|gray|black|yellow|pink|teal|brown|cyan|magenta|turquoise|navy|gold)\b(?! ?(?:line|bin|cell)s?\b)/iu,
    met: either(colored, over('reference', 'regression', 'diagonal')),
    lacks: 'that colour is not used',
  },
  {
    told: /\b(?:viridis|magma|inferno|plasma|cividis|tab10|tableau|okabe|set[123]|dark2|palette|colou?r ?map|diverging|jet|rainbow|turbo|coolwarm)\b/iu,
    met: colored,
    lacks: 'that palette is not used',
  },
  {
    told: /\b(?:hollow|open|filled|transparen\w+|opacity|alpha|alpha|semi-?transparent|marker size|point size|dot size|line ?width|thick(?:er|ness)?|thin(?:ner)?|bold|italic|fonts?|typeface|serif|sans|comic|arial|helvetica|times new roman|\d+ ?pt|dpi|gradient|shadows?|3-?d|glow|texture|hatch\w*|patterned|edge ?colou?r|outline[ds]?)\b(?! (?:area|under|between|curve|to the))/iu,
    met: is('area'),
    lacks: 'type, strokes and fills follow the house style',
  },
  {
    told: /\b(?:rotat\w+|tilt\w*|slant\w*|diagonal (?:tick|label)s?|ticks? (?:every|at|in steps|spac\w+)|(?:major|minor) ticks|tick (?:labels?|marks?|format)|every \d+(?:\.\d+)? (?:units?|ticks?))\b/iu,
    met: never,
    lacks: 'ticks and their labels are set by the house',
  },
  {
    told: /\b(?:dendrograms?|hierarchical(?:ly)? cluster\w*|cluster(?:ed|ing) (?:heat ?map|rows|columns|genes|samples|by|the)|clustermap)\b/iu,
    met: is('bar'),
    lacks: 'rows and columns are not clustered',
  },
  {
    told: /\b(?:significan\w+|brackets?|stars|asterisks?)\b|\*{2,}/iu,
    met: over('stars'),
    lacks: 'no p values are in the data for it, and none are reckoned',
  },
  {
    told: /\b(?:t-?test|anova|mann-?whitney|wilcoxon|kruskal|chi-?squared?|tukey|bonferroni|log-?rank|fdr)\b/iu,
    met: never,
    lacks: 'no test is reckoned',
  },
  {
    told: /\bnumbers? at risk\b|\brisk table\b|\bcensor\w*\b/iu,
    met: never,
    lacks: 'neither numbers at risk nor censoring are drawn',
  },
  {
    told: /\bmarginals?\b|\brug\b|\bjoint ?plot\b/iu,
    met: never,
    lacks: 'no marginal distributions are drawn',
  },
  {
    told: /\b(?:shad(?:e|ed|ing)|fill(?:ed)?|highlight\w*|mark(?:ed)?|grey|gray)\b[^.,;]{0,40}\b(?:region|period|interval|span|phase|window|zone|weeks?|months?|years|weekends?|nights?|recessions?)\b|\bshade\b(?!d)|\bshaded (?:region|area|zone)s? (?:from|between)\b/iu,
    met: never,
    lacks: 'no stretch of an axis is shaded',
  },
  {
    told: /\b(?:bands?|ribbons?|shaded)\b/iu,
    met: either(({ chart }) => chart.interval === 'band', is('forest')),
    lacks: 'no band is drawn',
  },
  {
    told: /\berror ?bars?\b|\bwhiskers?\b|±|\+\/-/iu,
    met: either(
      ({ chart }) => chart.interval === 'bars' || chart.interval === 'band',
      is('box', 'forest'),
    ),
    lacks: 'there are no rows or errors to draw them from',
  },
  {
    told: /\b(?:standard deviations?|std|s\.?d\.?)(?![\p{L}\d])/iu,
    met: spread('sd', /sem|(?:^|_)se(?:$|_)|ci(?:$|_| )|conf/i),
    lacks: 'no standard deviation is drawn',
  },
  {
    told: /\b(?:standard errors?|s\.?e\.?m\.?)(?![\p{L}\d])/iu,
    met: spread('se', /sd|std|dev|ci(?:$|_| )|conf/i),
    lacks: 'no standard error is drawn',
  },
  {
    told: /\b(?:confidence|credible)(?: intervals?| limits?| bands?)?\b|\b9[059] ?% ?c\.?i/iu,
    met: either(spread('ci95', /sd|std|dev|sem|(?:^|_)se(?:$|_)/i), is('forest')),
    lacks: 'no confidence interval is drawn',
  },
  {
    told: /\bbootstrap\w*\b/iu,
    met: never,
    lacks: 'intervals are reckoned by Student, not by bootstrap',
  },
  {
    told: /\b(?:regression|trend ?lines?|best[\s-]fit|line of best fit|(?:linear|quadratic|exponential|polynomial|loess|lowess|least[\s-]squares) (?:fit|line|regression|model|trend)|fitted (?:line|curve)|sigmoid\w*|hill|4pl|michaelis|spline)\b/iu,
    met: over('regression'),
    lacks: 'no line is fitted',
  },
  {
    told: /(?<![\p{L}\d])r(?:²|\^2|[\s-]squared)|\br2\b|\bcoefficient of determination\b|\b(?:fit|regression) equation\b|\bpearson\b|\bspearman\b|\bslope of\b/iu,
    met: either(
      ({ chart }) => chart.overlays?.some(({ figures }) => figures) === true,
      is('heatmap'),
    ),
    lacks: 'no figure of a fit is written',
  },
  {
    told: /\b(?:thresholds?|cut-?offs?|reference lines?|(?:dashed|dotted|horizontal|vertical|target|limit|goal|chance|baseline|guide|zero) (?:\p{L}+ )?lines?|goal of \d|target of \d|limits? of agreement|detection limit)\b/iu,
    met: over('reference', 'diagonal', 'regression'),
    lacks: 'no line stands at a value that the data and the words give',
  },
  {
    told: /\b(?:identity|diagonal|parity|unity|y ?= ?x|1:1|perfect (?:agreement|calibration)|chance line)\b/iu,
    met: over('diagonal'),
    lacks: 'no diagonal is drawn',
  },
  {
    told: /\b(?:annotat\w+|arrows?|callouts?|(?:a |the )?notes?|remarks?|comments?)\b/iu,
    met: either(
      over('annotation', 'values', 'reference', 'regression', 'stars'),
      ({ chart }) => chart.encoding.label !== undefined,
    ),
    lacks: 'the note has no place that the data give',
  },
  {
    told: /\b(?:mark|label|show|annotate)(?:ed|s|ing)? (?:the )?(?:best|worst|max(?:imum)?|min(?:imum)?|peaks?|outliers?|turning points?|extreme)\b/iu,
    met: over('annotation'),
    lacks: 'no single value is marked',
  },
  {
    told: /\b(?:value|number|data|percentage|bar)[\s-]?labels?\b|\b(?:values?|numbers|counts|percentages) (?:on|above|inside|at|over|next to|written|printed|shown)\b|\blabel(?:led)? (?:each |the )?bars?\b/iu,
    met: over('values'),
    lacks: 'values are not written beside the marks',
  },
  {
    told: /\blabel(?:led|ling|ed|s)?\b[^.,;]{0,20}\b(?:points?|dots?|genes?|outliers?)\b|\bname (?:the |each )?points?\b/iu,
    met: either(({ chart }) => chart.encoding.label !== undefined, over('annotation')),
    lacks: 'points bear no names',
  },
  {
    told: /\b(?:raw|individual|single|jittered) (?:data )?(?:points?|values?|dots|observations?|replicates?|measurements?)\b|\bdata points\b/iu,
    met: either(over('raw', 'points'), is('point', 'strip', 'line')),
    lacks: 'the single values are not drawn',
  },
  {
    told: /\b(?:diverging|centred|centered)\b[^.,;]{0,40}\b(?:bars?|neutral|zero|likert)\b|\b(?:around|either side of|both sides of) (?:zero|the middle|neutral)\b|\blikert\b|\bmirror(?:ed)?\b|\bpyramid\b|\bback[\s-]to[\s-]back\b/iu,
    met: is('heatmap'),
    lacks: 'bars are not centred on a middle answer',
  },
  {
    told: /(?<!un|non-)\bstack(?:ed|ing|s)?\b/iu,
    met: ({ chart }) =>
      chart.stack === 'stack' || chart.stack === 'normalize' || chart.mark === 'area',
    lacks: 'nothing is stacked',
  },
  {
    told: /\b100 ?(?:%|per ?cent)(?:[\s-]|$)|\b(?:normali[sz]ed|percent) stack\w*/iu,
    met: ({ chart }) => chart.stack === 'normalize' || chart.share !== undefined,
    lacks: 'parts are not shown as shares of the whole',
  },
  {
    told: /\bhorizontal(?:ly)? (?:\p{L}+ )?(?:bars?|boxes|box|columns|lollipops?|violins?)\b|\bbarh\b/iu,
    met: either(({ chart }) => chart.horizontal === true, is('forest', 'lollipop')),
    lacks: 'the bars stand upright',
  },
  {
    told: /\b(?:sort(?:ed|ing)?|rank(?:ed)?|ascending|descending|alphabetical(?:ly)?|(?:largest|smallest|highest|biggest|lowest) first)\b/iu,
    met: (chosen) =>
      channels(chosen).some(({ sort, order }) => sort !== undefined || order !== undefined),
    lacks: 'the order is that of the data',
  },
  {
    told: /\b(?:no|without|hide|drop|remove|omit)(?: (?:a|the|any))? legend\b/iu,
    met: ({ chart }) =>
      chart.legend?.place === 'none' ||
      chart.legend?.place === 'direct' ||
      chart.encoding.color === undefined,
    lacks: 'there is a legend',
  },
  {
    told: /\blegend\b[^.,;]{0,20}\b(?:top|bottom|left|right|inside|outside|below|above|under\w*|corner)\b/iu,
    met: ({ chart }) => chart.legend?.place !== undefined,
    lacks: 'there is no legend at that place',
  },
  {
    told: /\b(?:[xy][\s-]?(?:axis|lim)|ax[ie]s|scale)\b[^.,;"]{0,30}\b(?:from|between|start\w*|begin\w*|up to|min\w*|max\w*|range|limits?)\b[^.,;"\d]{0,12}(?:-?\d|zero)/iu,
    met: either(limited, is('bar', 'area')),
    lacks: 'that axis keeps the limits of the data',
  },
  {
    told: /\b\d+ (?:equal |equal-width )?(?:bins|classes|buckets)\b|\bbins? of\b|\bbin ?width\b/iu,
    met: ({ chart }) => chart.bins !== undefined,
    lacks: 'the bins are chosen from the data',
  },
  {
    told: /\b(?:medians?)\b/iu,
    met: aggregate('median', /median/i),
    lacks: 'no median is reckoned',
  },
  {
    told: /\b(?:sum|total|totals|summed) (?:of|by|per|over|each)\b|\btotal \p{L}+ (?:per|by|each)\b/iu,
    met: aggregate('sum', /sum|total/i),
    lacks: 'no sum is reckoned',
  },
]
