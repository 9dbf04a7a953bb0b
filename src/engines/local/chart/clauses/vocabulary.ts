/** The words that hold a sentence together or are only polite: they ask for nothing. */
const FILLER = `a an the this that these those it its of for to from in on at as is are was were be been being am and or with
by per each every all both we i you he she they our my your their us me who which what how does do did has have had having there
here please pls thanks thank can could would should shall will may might must let lets make makes made making draw draws drawn
drawing show shows showing shown plot plots plotted plotting give gives want need like see put use uses using used add adds added
include including create produce generate visualise visualize display present chart charts graph graphs figure figures diagram
diagrams picture view panel data dataset table column columns row rows value values variable variables so then also too just very
quite really simply well nice nicely clean clear clearly simple plain good possible if when where while across over under between
within among about into onto through during after before versus vs against compare compares compared comparing comparison
everything everyone everybody one ones same own such some any other others more most as respectively etc ie eg hi hello hey dear
im id ive lets thats its s t relationship relation distribution differ differs different difference look looks looking against
study experiment measured measurement measurements sample samples observation observations together side separate separately
certain given visible readable paper journal publication report poster slide readers reader mine yours ok okay oh sorry um er hmm
mind take takes taken get gets got set sets there's i'd i'm we'd get them him her his hers themselves itself because since though
although whether however therefore thus up down out off`

/** What a chart's words are made of: they are met by a clause form or by nothing, and never part of a name. */
const CHART = `bar bars barplot barchart column-chart line lines curve curves trace traces area areas scatter scatterplot point
points dot dots marker markers bubble bubbles box boxes boxplot boxplots whisker whiskers violin violins strip swarm beeswarm jitter
jittered histogram histograms density ecdf cdf heatmap heat map pie donut doughnut radar spider forest slope slopegraph dumbbell
waterfall volcano survival kaplan meier roc auc calibration likert stacked stack grouped axis axes x-axis y-axis scale log log10 log2
logarithmic linear symlog label labels labelled labeled legend title titled titles caption colour colours color colors coloured
colored palette colormap highlight highlighted tick ticks grid gridlines error bands band ribbon interval intervals confidence ci sd
std sem se deviation mean means average averages median medians quartile quartiles sum total totals count counts number frequency
percent percentage percentages share shares proportion proportions ratio fraction normalised normalized rate cumulative rolling
moving smoothed smooth fit fitted regression trend trendline identity diagonal reference threshold line-up dashed dotted solid sorted
sort ordered order ranked descending ascending increasing decreasing horizontal vertical left right top bottom upper lower inside
outside facet facets facetted faceted subplots subplot multiples panels small grey gray thick thin bold italic italics shaded shade
annotate annotated annotation arrow text font size sized shape shapes width height range limits minimum maximum min max zero bins bin
binned binwidth outlier outliers raw individual significant significance p-value test transformed corrected adjusted relative
change changes difference per-capita index score-card rotated tilt secondary twin dual overlay overlaid connected connect joined
squared inverse residual quantile percentile percentiles interpolate monthly weekly daily yearly annual logit standardised
standardized weighted weighting bootstrap bootstrapped inset marginal rug aspect square equal`

/** Words of quantities: part of a name where the data give none. */
const QUANTITY =
  'share shares rate rates ratio ratios percentage percentages proportion proportions fraction index change difference score frequency count counts level levels'

/** Reckoning that a chart of the plain columns would not show, and words that name another kind: where one of these is not understood, the chart is refused. */
const RECKONED = `mean means average averages median medians sum total totals count counts cumulative rolling moving smoothed log log10 log2
logarithmic percent percentage percentages share shares proportion proportions ratio fraction normalised normalized relative change
changes corrected adjusted standardised standardized weighted squared inverse residual residuals index logit difference differences
minus divided times percentile percentiles quantile quantiles bins bin binned horizontal stacked smooth interpolated
monthly weekly daily yearly annual transformed bootstrap top bottom rate secondary twin dual
box boxplot boxplots violin violins beeswarm swarm histogram histograms ecdf cdf pie donut radar dumbbell waterfall volcano kaplan
roc likert logistic sigmoid scatter scatterplot heatmap`

/** What forbids, restricts or takes back. */
const RESTRICTING = `not no nor never none nothing without only except excepting unless instead rather exclude excluding excluded omit
omitting omitted skip drop dropping dropped ignore ignoring ignored remove removing removed leave leaving avoid dont don't doesn't
do-not can't cannot isn't aren't shouldn't but hide hidden restrict restricted limited solely actually wait scratch forget`

/** Verbs and particles that ask for something. */
const ASKING = `please should must shall want wants need needs like would show shows draw plot make mark use add put give label annotate
highlight write print sort order colour color keep set let start compare set display create produce include leave how what which does`

/** What of a chart is no datum: where a clause is about one of these and not understood, the data are shown as they are. */
const FURNITURE = `axis axes x-axis y-axis abscissa ordinate tick ticks legend label labels labelled labeled title titles font fonts
text caption colour colours color colors coloured colored palette colormap colourmap width height grid gridlines marker
markers line lines aspect margin decimal decimals digits uppermost lowermost dpi pt hatched hatching pattern transparent opaque bold thick thin dashed dotted bigger larger emphasised emphasized annotate annotation rotated spacing`

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export const FILLERS = listOf(FILLER)
export const CHART_WORDS = listOf(CHART)
export const RECKONING = listOf(RECKONED)
export const QUANTITIES = listOf(QUANTITY)
export const RESTRICTIONS = listOf(RESTRICTING)

export const REQUESTS = listOf(ASKING)
export const PARTS = listOf(FURNITURE)

/** A word of a sentence that may be part of a name: none of the above. */
export const isPlainNoun = (word: string): boolean =>
  !FILLERS.has(word) && !CHART_WORDS.has(word) && !RESTRICTIONS.has(word) && !RECKONING.has(word)
