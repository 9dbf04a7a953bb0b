/** Words that ask for nothing of their own: those that hold a sentence together, and those of politeness. */
const JOINING = `a about above across after again all along also am among an and another any anyone are around as at away be because
been before behind being below beneath beside between both but by can could did do does down during each either else every
everyone everything exactly for from had has have having he her here hey hi him his how however i if in instead into is it its itself
just kindly least like lets let made make makes making many may me might mine more most much must my near need needed needs
next no nor not of off ok okay on once one ones only onto or other others our out over own part per place please pls plz put quite
rather really same see set shall she should simply single so some such take than thank thanks that the their them then there
these they this those though three through to together too toward towards two under until up upon us use used using very via
want wanted wants was way we well were what when where which while who whole whose why will wish with within without would you
your hello dear get gets give given gives go goes going good great nice simple clean plain proper clear clearly done four five six
second third first both either neither side sides lot lots bit kind sort type form way respectively etc eg ie vs versus against
figure paper journal publication manuscript talk slide slides poster report article reader readers thesis data dataset table rows
columns column row values value number numbers amount amounts result results measure measures measured measurement measurements
observed observation observations sample samples record records entry entries item items thing things name names named level
levels group groups grouping category categories series variable variables field fields case cases`

/** Words of drawing: what was asked with them is told by the wishes; alone they ask for nothing. */
const DRAWING = `accent add added adding adds aligned annotate annotated annotation annotations apart appear area areas argument ascending descending
axes axis arrange arranged bar bars barplot bin bins black blue box boxes boxplot boxplots bubble bubbles cell cells chart charts circle
circles coded color colored colors colour coloured colours compare compared compares comparing comparison curve curves dashed dot
dots dotted depict display displayed draw drawing drawn drop emphasised emphasise encode encoded encodes end ends error fill filled fit follow
following graph graphs gray green grey grid gridlines grouped heading headed header headline heatmap hide highest highlight
highlighted histogram horizontal horizontally illustrate include including individual inside join joined key label labeled labelled
labels large largest left legend light limit limits line lines linear list log logarithmic lower lowest mark marked marker markers marks
mean means median median middle order ordered ordering orange outside overlaid overlay overlapping palette panel panels pattern
percent percentage percentages pie plot plots plotted plotting point points position present print printed purple raw read reads
reading red reference regression remaining rest right run runs running scale scatter scatterplot shaded shape shapes share
shared shares show showing shown shows size sized slice slices small smallest solid sort sorted spread stack stacked stacks start
starts stand stands starting step steps strip style subplot subplots swarm symbol symbols tall text theme through tick ticks times title titled titles
top bottom total totals trace traces trend unit units upper vertical vertically view violin violins visualise visualize
white whisker whiskers width write written yellow x y zero stars mine relationship distribution distributions evolution development
change changes changed call called caption captioned abscissa ordinate separate separated separately split according different
depending function smooth count counts frequency average averaged averages sum summed sequence normalised normalized range leave
turn keep visible omit needed required necessary always directly dependence overall look looks main bearing produce create
generate empirical cumulative continuous equal equally min max minimum maximum peak corner diagram diagrams i'd i'm i've don't doesn't it's that's its x-axis y-axis axis-label colorbar colourbar colorbars piled lying uppermost lowermost biggest leftmost rightmost commonest slowest fastest best worst segment segments piece pieces tone tones square piled top-down xlim ylim xlabel ylabel anyway already too round summing adding upright sideways flat diagram ideal respective respectively across said numeric compute full half matrix median confusion metrics metric models model methods method fitted smoothed standard student auc roc kernel centred kde incl facets faceted multiples
row-normalised distinguish distinguished encoding represent represents representing corresponding carry placed`

/** Whole words in small letters. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(`${JOINING} ${DRAWING}`.split(/\s+/))
