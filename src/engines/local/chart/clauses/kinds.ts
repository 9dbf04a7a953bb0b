/** Clauses that name the kind of chart, the statistics that it shows and what it leaves out. */

import { refuse } from '../charts/draft'
import { gridOff, hideAxes, noMarkers, ticksOff, withLegend } from '../charts/edits'
import type { Asked, Kind, Statistic } from './asked'
import { form, numberWritten, type Reader } from './reader'

const PLOT = '(?:[ -]?(?:charts?|plots?|graphs?|diagrams?|curves?))?'

/** Kinds by the words that name them, the longer first. */
const KINDS: readonly (readonly [Kind, string])[] = [
  [
    'survival',
    `(?:kaplan[- –]?meier${PLOT}|km[- ](?:charts?|plots?|curves?))(?: estimates?)?(?: of survival)?|(?:overall |progression-free )?survival (?:curves?|plots?)`,
  ],
  ['volcano', `volcano${PLOT}`],
  ['bland-altman', `bland[- –]*altman${PLOT}`],
  ['qq', `(?:normal )?(?:q[- –]?q|quantile[- –]quantile)${PLOT}`],
  ['waterfall', `waterfall${PLOT}|bridge chart`],
  ['roc', `roc${PLOT}`],
  ['calibration', `reliability diagrams?|calibration (?:plots?|curves?|diagrams?)`],
  ['likert', `(?:diverging )?likert${PLOT}|diverging stacked bars?(?: chart)?`],
  ['dumbbell', `dumb-?bells?${PLOT}`],
  ['forest', `forest${PLOT}|coefficient plots?|coefplots?`],
  [
    'slope',
    `slope[- ]?(?:graphs?|charts?|plots?)|paired (?:lines?|plots?|line plots?)|before[- ](?:and[- ])?after (?:lines?|plots?|charts?)`,
  ],
  ['heatmap', `heat[- ]?maps?|correlation matri(?:x|ces)|confusion matri(?:x|ces)`],
  ['radar', `(?:radar|spider)${PLOT}`],
  ['ecdf', `(?:ecdfs?|(?:empirical )?cumulative distributions?(?: functions?)?|cdfs?)${PLOT}`],
  [
    'histogram',
    `histograms?|(?:what is |how is |show )?the distribution(?= of)|distribution(?= ?,)`,
  ],
  ['density', `(?:(?:kernel )?density (?:plots?|curves?|estimates?)|kdes?)`],
  ['violin', `violins?${PLOT}`],
  ['box', `box(?:[- ]and[- ]whiskers?)?[- ]?plots?|box charts?|boxes`],
  [
    'strip',
    `(?:strip|bee-?swarm|jitter(?:ed)?|swarm|dot strip)[- ]?(?:plots?|charts?)|bee-?swarms?|swarms?`,
  ],
  ['lollipop', `lollipops?${PLOT}`],
  ['pie', `(?:pie|donut|doughnut|ring)(?:[ -]?(?:charts?|plots?|graphs?|diagrams?))?`],
  [
    'scatter',
    `(?:scatter[- ]?(?:plots?|charts?|graphs?|diagrams?)?|bubble[- ]?(?:charts?|plots?))`,
  ],
  ['area', `areas?[- ](?:charts?|plots?|graphs?)|stacked areas?`],
  ['bar', `(?:bar|column)[- ]?(?:charts?|plots?|graphs?|diagrams?)|barcharts?`],
  ['line', `(?:line|curve)[- ]?(?:charts?|plots?|graphs?|diagrams?)|time[- ]series(?: plots?)?`],
]

/** Words of marks: they name the kind where no chart is named. */
const MARKS: readonly (readonly [Kind, string])[] = [
  ['bar', `(?:as |with |in )?(?:the )?(?:bars?|columns(?! ?[\\ue000-\\ue1ff]))`],
  [
    'line',
    `(?:as |with |in |draw |join(?:ed)? (?:by|with) )?(?:an? |the )?(?:lines?|curves?|trajector(?:y|ies)|spectra|spectrum|time[- ]courses?|chromatograms?)`,
  ],
  ['area', `(?:as|filled|stacked|shaded) (?:an? |the )?areas?|areas`],
  [
    'scatter',
    `(?:as |with )?(?:an? |the )?(?:points?|dots?|bubbles?|markers? only|circles)(?: only)?`,
  ],
]

const UNSUPPORTED =
  '(?:sankey|alluvial|ternary|gantt|tree-?map|sunburst|choropleth|network (?:graph|diagram)|chord diagram|word ?cloud|dendrogram|clustermap|parallel coordinates?|population pyramid|pyramid|ridge-?lines?|joy ?plot|funnel (?:plot|chart)|manhattan plot|circos|hex-?bins?|contours?|surface plot|3-?d|candle-?sticks?|mosaic|marimekko|upset|venn|(?:polar|rose) (?:chart|plot|diagram)|stream-?graph|gauge (?:chart|plot)|quiver|bi-?plot|spectrogram|phylogen\\w+|rain-?clouds?|pair-?plot|scatter-?plot matrix|scatter matrix|bullet chart|pareto|cumulative incidence|precision[- ]recall|swimmer|spaghetti|bump chart|horizon chart|calendar heat ?map|joint ?plot|rug plot)'

const NO =
  "(?:no|without(?: an?| any| the)?|hide(?: the)?|drop(?: the)?|remove(?: the)?|omit(?: the)?|leave out(?: the)?|skip(?: the)?|(?:do not|don't|dont)(?: (?:show|draw|add|want|need|put|include|use|plot))?(?: an?| any| the)?|not? an?|not?|nor(?: an?| any)?|never|i don't want(?: an?| any| the)?|instead of(?: an?| the)?|rather than(?: an?| the)?)"

/** Things that are left out by a word, and what that does. */
const ABSENT: readonly (readonly [string, (asked: Asked) => void])[] = [
  [
    'legends?(?! (?:for|of) )(?: (?:needed|required|please))?',
    edits((draft) => withLegend(draft, { none: true })),
  ],
  ['(?:grid ?lines?|grid)', edits(gridOff)],
  [
    '(?:chart |plot |main )?titles?(?: either)?',
    edits((draft) => {
      delete draft.title
      return undefined
    }),
  ],
  ['(?:notch(?:es|ed)?(?: boxes)?)', nothing],
  ['(?:densit(?:y|ies))(?! (?:plot|curve|estimate))', nothing],
  ['(?:histograms?|pies?(?: charts?)?|violins?(?: plots?)?|radar(?: charts?)?)', nothing],
  ['axes', edits(hideAxes)],
  ['(?:axis )?ticks?(?: labels?)?', edits(ticksOff)],
  [
    '(?:log(?:arithmic)?(?:[ -](?:axis|scale|axes))?|log)',
    edits((draft) =>
      JSON.stringify(draft.encoding).includes('"log"') ? 'an axis is logarithmic' : undefined,
    ),
  ],
  ['error ?bars?|whiskers', (asked) => delete asked.spread],
  ['(?:bars?|boxes|pies?)(?: charts?| plots?)?', nothing],
  ['(?:markers?|(?:data )?points?(?: markers?)?)', edits(noMarkers)],
  [
    '(?:fits?|fit (?:a |any )?(?:lines?|curves?|anything)|fitted (?:line|curve)s?|(?:regression|trend)[- ]?lines?|fit anything)',
    nothing,
  ],
  [
    '(?:smooth(?:ed|ing)?|interpolat\\w+(?: (?:over|across|between) (?:the )?(?:gaps?|missing \\w+))?)',
    nothing,
  ],
  ['(?:stack(?:ed|ing)?)', (asked) => (asked.stack = 'none')],
  ['(?:rescaled?|normali[sz]ed?)(?: (?:them|it|the \\w+))?', nothing],
  ['(?:they )?add (?:up )?to (?:100|one|1)(?: ?%)?', nothing],
  [
    '(?:3-?d(?: effects?)?|shadows?|gradients?|fancy \\w+|effects|decorations?|frills|chart ?junk|background|borders?|frames?)',
    nothing,
  ],
  ['(?:averag(?:e|ed|ing)|aggregat(?:e|ed|ion|ing)|means?)', (asked) => (asked.raw = true)],
  [
    '(?:connect(?:ed|ing)?|join(?:ed|ing)?)(?: (?:the |any )?(?:points?|dots?|them|markers?))?(?: (?:by|with) lines?)?|(?:connecting )?lines?',
    (asked) => {
      if (asked.kind === 'line') refuse('The intent asks for lines and forbids them.')
      asked.kind ??= 'scatter'
    },
  ],
]

function edits(edit: Asked['edits'][number]['edit']) {
  return (asked: Asked) => void asked.edits.push({ clause: '"without"', edit })
}
function nothing(): void {}

/** Words that forbid: a legend, a fit, joined points. */
export function absences(reader: Reader): void {
  const { asked } = reader
  for (let round = 0; round < 3; round++)
    for (const [thing, leave] of ABSENT) {
      const joint = round > 0 ? `(?:${NO} |,? ?(?:or|nor|and) (?:${NO} )?(?:an? |any )?)` : `${NO} `
      reader.take(form(`(?:(?:and|but|please|also|with|so|,) ?)*${joint}(?:${thing})`), (match) => {
        if (
          round > 0 &&
          !new RegExp(`^(?:\\W|and|but|please|also|with|so)*${NO}`).test(match[0]) &&
          !/[\ufffe\uf8fe][\s,]*$/.test(reader.text.slice(0, match.index))
        )
          return false
        leave(asked)
        return undefined
      })
    }
  for (const [thing, leave] of ABSENT)
    reader.take(
      form(
        `(?:the |an? )?(?:${thing}) (?:(?:is|are) )?(?:not (?:needed|necessary|wanted|required)|unnecessary)`,
      ),
      () => {
        leave(asked)
        return undefined
      },
    )
  reader.take(
    form(
      '(?:and )?nothing (?:else )?(?:fancy|more|else|special)(?: fancy)?|keep it (?:simple|plain|clean)',
    ),
    () => undefined,
  )
}

const SPREADS: readonly (readonly [Asked['spread'], string])[] = [
  [
    'ci',
    '(?:95 ?%[- ]?)?(?:confidence (?:intervals?|limits?|bands?|bars?)|cis?)(?: (?:of|around|for) the mean)?',
  ],
  ['se', '(?:standard errors?(?: of the mean)?|s\\.?e\\.?m?\\.?s?)'],
  ['sd', '(?:(?:1|one) ?)?(?:standard deviations?|s\\.?d\\.?s?|std\\.?(?: ?dev\\.?)?s?)'],
  [
    'range',
    '(?:min(?:imum)?[- –](?:to[- ])?max(?:imum)?(?: range)?|ranges? (?:min|from min)(?:imum)? to max(?:imum)?|min to max)',
  ],
]

/** Errors come before bars, which their words name too; means and sums come after what else they may belong to. */
export function statistics(reader: Reader, which: 'errors' | 'values'): void {
  if (which === 'errors') errors(reader)
  else reckoned(reader)
}

function errors(reader: Reader): void {
  const { asked } = reader
  reader.take(
    form(
      '(?:(?:with|and|mark|show|plus|the|an?|add|by|as|of|each|short|black|thin|also) )*(?:overlaid )?(?:bars? |lines? |ticks? )?(?:(?:for|at|marking) )?(?:the )?(median|mean)s? (?:marked|shown|drawn|indicated|highlighted|as an? (?:(?:short|thick|black|thin|horizontal|<k>) )*(?:bar|line|tick|dash))',
    ),
    ([, which]) => {
      asked.over.add(which === 'mean' ? 'mean' : 'median')
      return undefined
    },
  )
  reader.take(
    form('(?:plus|and|with|mark|show) the (median|mean)s?(?= ?(?:\\.|,|;|$))'),
    ([whole, which]) => {
      if (
        /^and|^with|^show/.test(whole) &&
        asked.kind !== 'strip' &&
        asked.kind !== 'violin' &&
        asked.kind !== undefined
      )
        return false
      asked.over.add(which === 'mean' ? 'mean' : 'median')
      return undefined
    },
  )
  const AROUND =
    '(?:(?:with|and|the|an?|as|shaded|error[- ]?bars?|error|band|bands|ribbon|whiskers?|are|is|is the|show|showing|±|\\+\\/-|plus|or|minus|of|for|columns?|their|translucent|use|:|=|in|by|given|asymmetric|vertical|thin)(?![\\p{L}\\d]) ?)*'
  for (const [spread, words] of SPREADS)
    reader.take(
      form(
        `${AROUND}(?:± ?|\\+\\/- ?)?(?:${words})(?: (?:columns?|values?|whiskers?|error ?bars?|bars?|bands?|ribbons?|intervals?|as (?:whiskers|error bars|an? (?:shaded )?(?:band|ribbon))|instead of (?:sd|sem|ci)))*`,
      ),
      ([whole]) => {
        if (asked.spread !== undefined && asked.spread !== 'some' && asked.spread !== spread)
          refuse(`The intent asks for several kinds of errors; say one of them.`)
        asked.spread = spread
        if (/band|ribbon|shaded/.test(whole)) asked.band = true
        return undefined
      },
    )
  reader.take(
    form(
      '(?:(?:with|and|add|the|show|vertical|asymmetric) )*(?:error[- ]?bars?|whiskers?|uncertaint(?:y|ies)|(?:error |uncertainty |shaded )bands?|ribbons?)(?: (?:around|on|for) (?:it|them|each|the (?:bars?|points?|lines?|mean)))?(?: (?:from|with) <c>(?: (?:columns?|and) ?(?:<c>)?)*)?',
    ),
    ([whole]) => {
      if (asked.kind === 'box') return undefined
      asked.spread ??= 'some'
      if (/band|ribbon/.test(whole)) asked.band = true
      return undefined
    },
  )
  reader.take(
    form(
      '(?:the )?\\(?<c>(?: column)?\\)? (?:as (?:vertical )?)?(?:error ?bars?|bars|whiskers?|band)',
    ),
    ([, column = '']) => {
      if (
        !reader
          .field(column)
          .every(({ role }) => role === 'error' || role === 'lower' || role === 'upper')
      )
        return false
      asked.spread ??= 'some'
      return undefined
    },
  )
}

function reckoned(reader: Reader): void {
  const { asked } = reader
  const HOW: readonly (readonly [Statistic, string])[] = [
    [
      'mean',
      '(?:the )?(?:means?|averages?|averaged|mean values?)(?: (?:value|values))?(?: (?:(?:over|across|of|per|for) (?:the )?(?:(?:two|three|four|five|all|\\d+) )?(?:replicates?|repeats?|seeds?|runs?|transects?|measurements)|(?:over|across) (?:the |all )?<c>))?',
    ],
    ['median', '(?:the )?medians?'],
    [
      'sum',
      '(?:the )?(?:sums?|totals?|summed|added up)(?: (?:over|across) (?:all |the )*(?:<c>|\\p{L}+))?',
    ],
    [
      'count',
      '(?:the )?(?:number|counts?|frequency) of(?! ?[\\ue000-\\ue1ff])(?: (?:rows|records|cases|observations|entries))?|how many|counts?',
    ],
  ]
  for (const [how, words] of HOW)
    reader.take(form(`(?:${words})(?: of)?`), () => {
      if (asked.how === undefined || asked.how === how) {
        asked.how = how
        return undefined
      }
      return false
    })
}

export function kinds(reader: Reader): void {
  const { asked } = reader
  const every = (word: string) =>
    /day|dai/.test(word) ? 'day' : (word.replace(/ly$/, '') as 'month')
  reader.take(
    form(
      '(?:binned |gathered |summed |aggregated |averaged |counted |grouped )?(?:by|per|for each|in) (?:calendar )?(month|week|year|quarter)s?(?: bins)?(?= ?(?:[,.;)]|$|and|with|as|in|of|from))|(monthly|weekly|yearly|quarterly|daily)(?: bins)?',
    ),
    ([, one, two]) => {
      if (
        reader.tags.mentions.some(({ fields }) =>
          fields.some(({ name }) => new RegExp(`^${one}s?$`, 'i').test(name)),
        )
      )
        return false
      asked.every = every(one ?? two ?? '')
      return undefined
    },
  )
  reader.take(form(UNSUPPORTED), ([whole]) =>
    refuse(
      `${JSON.stringify(whole)} is no kind of chart that is drawn from words; name another, or give a Vega-Lite specification as intent.`,
    ),
  )
  reader.take(
    form(
      '(?:(?:with|and|plus|add|show) )*marginal (?:histograms?|densit(?:y|ies)|distributions?|box ?plots?|rugs?|plots?)',
    ),
    () => 'margins are not drawn',
  )
  const found: { kind: Kind; words: string }[] = []
  const name = (kind: Kind, words: string) => {
    if (!found.some((each) => each.kind === kind)) found.push({ kind, words })
  }
  reader.take(
    form(
      '(?:plus|with|and|over(?:laid)?|put|show|add)? ?(?:the |an? )*(?:thin |narrow |small |inner )*box(?:es|plots?| plots?)?(?: or quartile lines)? (?:inside|within)(?: (?:of )?(?:each|them|the violins?|every violin))?|(?:with |and )?quartiles? (?:lines? )?(?:inside|marked|drawn|shown)(?: each)?',
    ),
    () => {
      if (asked.kind !== undefined && asked.kind !== 'violin') return false
      asked.over.add('box')
      return undefined
    },
  )
  reader.take(
    form(
      `(?:(?:with|and|overlay|overlaid|put|show|add|plus|also|every|each|all|the|every|single|as|keep) )*(?:the )?(?:raw|individual|single|jittered|underlying) (?:data )?(?:points?|values?|dots?|observations?|replicates?|measurements?|samples?|<c>)(?: (?:as|on top|overlaid|over(?: them| it)?|drawn|shown|jittered|small|dots?|points?|(?:semi-?)?transparent))*|(?:with |and )?(?:the )?(?:data points?|points|dots) (?:on top|overlaid|over (?:them|it|the boxes|the bars))|(?:overlaid|overlay|jittered) (?:with )?(?:the )?(?:points|dots)|(?:and )?keep every data point`,
    ),
    () => {
      asked.over.add('points')
      return undefined
    },
  )
  for (const [kind, words] of KINDS)
    reader.take(
      form(
        `(?:(?:an?|the|as|simple|plain|clean|with|small) )*(stacked |grouped |clustered |100 ?% stacked |percent(?:age)? stacked |side[- ]by[- ]side |horizontal |vertical |multi-?line |single )*(?:${words})`,
      ),
      (match) => {
        const whole = match[0]
        if (/donut|doughnut|ring/.test(whole)) asked.donut = true
        shape(whole, asked)
        if (/correlation/.test(whole)) asked.correlation = true
        if (/confusion/.test(whole)) asked.confusion = true
        if (/bubble/.test(whole) && found.length > 0) return undefined
        name(kind, whole)
        return undefined
      },
    )
  reader.take(
    form('(?:as |in |with )?(?:horizontal(?:ly)?|lying|sideways)(?: bars?)?'),
    ([whole]) => {
      asked.horizontal = true
      if (/bar/.test(whole)) name('bar', whole)
      return undefined
    },
  )
  reader.take(form('(?:as |in )?vertical(?:ly)?(?: bars?)?'), ([whole]) => {
    asked.horizontal = false
    if (/bar/.test(whole)) name('bar', whole)
    return undefined
  })
  reader.take(
    form(
      '(?:(?:as|with|show|draw|the) )*(100 ?%[- ]?|percent(?:age)?[- ]?)?(?:(stacked)|(grouped|clustered|side[- ]by[- ]side)) ?(?:bars?|columns?)',
    ),
    ([whole]) => {
      shape(whole, asked)
      name('bar', whole)
      return undefined
    },
  )
  reader.take(
    form(
      '(?:as |in )(?:percent(?:ages?)?|per cent|%|shares) of (?:the |each )?(?:total|whole|all|bar|<c>)s?',
    ),
    () => {
      if (found.some(({ kind }) => kind !== 'bar' && kind !== 'area')) return false
      asked.stack = 'normalize'
      return undefined
    },
  )
  reader.take(
    form(
      '(?:piled |stacked )?on top of (?:each other|one another)|(?:each bar )?(?:summing|adding up|adds? up|normali[sz]ed) to 100 ?(?:%|per ?cent)',
    ),
    ([whole]) => {
      asked.stack = /100/.test(whole) ? 'normalize' : (asked.stack ?? 'zero')
      return undefined
    },
  )
  reader.take(
    form(
      '100 ?%[- ]stack(?:ed)?|(?:percent|normali[sz]ed) stack(?:ed|ing)?|stack(?:ed)?(?: (?:on top of each other|up))?|side by side',
    ),
    ([whole]) => {
      shape(whole, asked)
      return undefined
    },
  )
  reader.take(
    form(
      '(?:with |and |line with |round |, )*(?:round |circle )?(?:markers?|dots?|points?)(?: on(?: the lines?)?| at (?:the |each )?(?:data )?points?)?(?= ?(?:[,.;)]|$|(?:on|and|at)(?!\\p{L})))',
    ),
    ([whole]) => {
      const lines = found.some(({ kind }) => kind === 'line') || /marker/.test(whole)
      if (!lines) return false
      asked.over.add('markers')
      return undefined
    },
  )
  reader.take(
    form(
      '(?:with |in |into |and |use |using )*(?:(\\d+|ten|five|six)(?: (?:equal|equal-width|regular))? (?:bins|classes|buckets)|(?:a )?bin ?width (?:of )?<n><unit>(?: (?:with|and) edges (?:on|at) (?:the )?multiples of (?:\\d+|it))?|bins? (?:of |width )<n><unit>|(\\d+(?:\\.\\d+)?)[- ]?(?:%|\\p{L}{1,4})?[- ](?:wide )?bins)',
    ),
    (match) => {
      const count = match[1]
      const width = match.slice(2).find((each) => each !== undefined)
      asked.bins = count ? { count: numberWritten(count) } : { width: numberWritten(width ?? '') }
      return undefined
    },
  )
  if (found.length === 0)
    for (const [kind, words] of MARKS)
      reader.take(form(words), ([whole]) => {
        name(kind, whole)
        return undefined
      })
  // A named chart's own marks are no further kind.
  else
    for (const [kind, words] of MARKS)
      if (found.some((each) => (MARKS_OF[each.kind] ?? [each.kind]).includes(kind)))
        reader.take(form(words), () => undefined)
  if (asked.kind === 'two axes') return
  const [first, ...more] = found
  if (asked.kind === 'scatter' && found.some(({ kind }) => kind === 'line' || kind === 'area'))
    refuse('The intent asks for lines and forbids to join the points.')
  if (first && more.length > 0)
    joined(
      found.map(({ kind }) => kind),
      found.map(({ words }) => words),
      asked,
    )
  else if (first) asked.kind = first.kind
}

const MARKS_OF: Readonly<Partial<Record<Kind, Kind[]>>> = {
  box: ['box'],
  strip: ['scatter'],
  scatter: ['scatter'],
  roc: ['line'],
  survival: ['line'],
  ecdf: ['line'],
  density: ['line'],
  slope: ['line'],
  waterfall: ['bar'],
  histogram: ['bar'],
  likert: ['bar'],
  dumbbell: ['scatter', 'line'],
  forest: ['scatter'],
  lollipop: ['scatter', 'bar'],
  volcano: ['scatter'],
  'bland-altman': ['scatter'],
  calibration: ['scatter', 'line'],
}

function shape(words: string, asked: Asked): void {
  if (/100 ?%|percent|normali/.test(words)) asked.stack = 'normalize'
  else if (/stack/.test(words)) asked.stack ??= 'zero'
  else if (/group|cluster|side/.test(words)) asked.stack ??= 'none'
  if (/horizontal/.test(words)) asked.horizontal = true
}

/** Several kinds that are one chart: points over boxes, a line with markers. */
function joined(kinds: readonly Kind[], own: readonly string[], asked: Asked): void {
  const has = (...some: Kind[]) =>
    some.every((kind) => kinds.includes(kind)) && kinds.length === some.length
  const over = (kind: Kind, mark: 'points' | 'markers' | 'box' | 'density') => {
    asked.kind = kind
    asked.over.add(mark)
  }
  if (has('bar', 'strip')) over('bar', 'points')
  else if (has('box', 'strip')) over('box', 'points')
  else if (has('violin', 'strip')) over('violin', 'points')
  else if (has('violin', 'box')) over('violin', 'box')
  // Points with a line fitted through them are not joined.
  else if (
    has('line', 'scatter') &&
    asked.edits.some(({ clause }) => /fit|regress|trend/i.test(clause))
  )
    asked.kind = 'scatter'
  else if (has('line', 'scatter')) {
    over('line', 'markers')
    if (own.some((words) => /^as .*(?:point|dot)/.test(words)))
      asked.unmet.push(
        'Not met: points for a part of the data; all of it is drawn as lines with markers.',
      )
  } else if (has('histogram', 'density')) over('histogram', 'density')
  else if (has('bar', 'lollipop') || has('strip', 'scatter'))
    asked.kind = kinds.find((kind) => kind !== 'bar' && kind !== 'scatter') ?? 'lollipop'
  else
    refuse(
      `The intent names several kinds of charts (${kinds.join(', ')}); ask for one, or give a Vega-Lite specification that joins them.`,
    )
}
