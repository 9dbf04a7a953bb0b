import { COLOR_WORDS, colorOf } from './colors'
import { UNIT_WORDS, unitOf } from './titles'
import { markOf, type Wish } from './wish'

const QUOTED = `"([^"]{1,200})"|“([^”]{1,200})”|'([^']{1,200})'(?!\\w)`
const COLOR = `(?:#[0-9a-f]{6}|#[0-9a-f]{3}|${COLOR_WORDS.join('|')})`

/** Reads what an intent in words asks for. Never throws: words that say nothing known change nothing. */
export function readIntent(intent: string): Wish {
  const text = intent.slice(0, 20_000).replace(/\s+/g, ' ').trim()
  const mark = markOf(text)
  const wish: Wish = {
    titles: titlesOf(text),
    log: logOf(text),
    limits: limitsOf(text),
    references: referencesOf(text),
    annotations: annotationsOf(text),
    ...colorsOf(text),
    said: fieldsSaid(text),
    values:
      /\b(?:value|number|data) ?labels?\b|\blabel(?:led|ed)? (?:each |the )?bars?\b|\b(?:show|print|annotate|display|write|with)(?: the)?(?: exact)? (?:values|numbers|counts|percentages)\b|\bvalues? (?:on|above|inside|in) (?:top of )?(?:the |each )?(?:bars?|cells?|columns?|segments?)\b|\bannotated\b/i.test(
        text,
      ),
    points: /\bmarkers?\b|\bwith points\b|\bpoints on (?:the )?lines?\b|\bdots on\b/i.test(text),
    raw: /\b(?:raw|individual|single|all|jittered|data) (?:data )?(?:points|values|observations)\b|\boverlaid (?:points|dots)\b|\bwith (?:jitter|points)\b/i.test(
      text,
    ),
    stars: /\bsignifican(?:ce|t)\b|\bstars?\b|\basterisks?\b|\bp[\s-]?values?\b/i.test(text),
    curve:
      /\b(?:density|kde|smooth(?:ed)?|normal|fitted) (?:curve|line|overlay)\b|\bwith (?:a )?(?:kde|density)\b/i.test(
        text,
      ),
    ...(mark ? { mark } : {}),
    ...formOf(text),
    ...optional(
      'bins',
      numberAfter(
        text,
        /\b(\d{1,9}) (?:equal(?:-width)? )?bins\b|\bbins?(?: ?= ?|: ?| of )(\d{1,9})/i,
      ),
    ),
    ...optional(
      'top',
      numberAfter(
        text,
        /\btop (\d{1,3})\b(?! ?(?:accuracy|error|acc\b|recall|hit))|\b(?:the )?(\d{1,3}) (?:largest|highest|biggest)\b/i,
      ),
    ),
    ...optional('place', placeOf(text)),
    ...optional('sort', sortOf(text)),
    units: unitsSaid(text),
  }
  if (/\b(?:no|without(?: a)?|hide(?: the)?|remove(?: the)?) grid(?:lines)?\b/i.test(text))
    wish.grid = false
  else if (/\b(?:with|show|light|add)(?: a)?(?: light)? grid(?:lines)?\b/i.test(text))
    wish.grid = true
  if (
    /\b(?:mark|annotate|label|highlight|show) (?:the )?(?:maximum|max|peak|highest point)\b/i.test(
      text,
    )
  )
    wish.extreme = 'max'
  else if (
    /\b(?:mark|annotate|label|highlight|show) (?:the )?(?:minimum|min|lowest point)\b/i.test(text)
  )
    wish.extreme = 'min'
  return wish
}

function optional<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>)
}

const firstOf = (match: RegExpExecArray | null): string | undefined =>
  match
    ?.slice(1)
    .find((each) => each !== undefined)
    ?.trim()

function numberAfter(text: string, pattern: RegExp): number | undefined {
  const found = firstOf(pattern.exec(text))
  return found === undefined ? undefined : Number(found)
}

function formOf(text: string): Partial<Wish> {
  const found: Partial<Wish> = {}
  if (
    /\bhorizontal(?:ly)?\b(?! (?:dashed |dotted |reference |threshold |grid |red |grey |gray )*(?:lines?|axis|threshold|reference|guide))|\bsideways\b|\bbarh\b/i.test(
      text,
    )
  )
    found.horizontal = true
  if (/\bvertical (?:bars?|columns?|boxes)\b|\bcolumn chart\b/i.test(text)) found.horizontal = false
  if (
    /\b(?:normali[sz]ed|100 ?%|percent(?:age)?|proportional|relative|fractional)[\s-]+stack|\bstack(?:ed)? (?:to|at) 100|\b(?:normali[sz]ed|relative)\b.*\b(?:bars?|stack|area|histogram)\b|\bshare of (?:the )?total\b/i.test(
      text,
    )
  )
    found.stack = 'normalize'
  else if (/\bstack(?:ed|s|ing)?\b(?! overflow)/i.test(text)) found.stack = 'stack'
  else if (
    /\bgrouped\b(?! by)|\bclustered\b|\bside[\s-]by[\s-]side\b|\boverlaid\b|\boverlapping\b/i.test(
      text,
    )
  )
    found.stack = 'none'
  if (/\bband\b|\bshaded\b|\bribbon\b/i.test(text)) found.interval = 'band'
  else if (/\berror ?bars?\b|\bwhiskers?\b|\bmean\s*(?:±|\+\/-|\+-)/i.test(text))
    found.interval = 'bars'
  else if (/\b(?:confidence|uncertainty|credible)(?: intervals?)?\b|\b95 ?% ?ci\b/i.test(text))
    found.interval = 'band'
  if (/\b(?:no|without) (?:error ?bars?|band|whiskers|intervals?)\b/i.test(text))
    found.interval = 'none'
  if (/\bstandard error|\bs\.?e\.?m\.?\b|\bsem\b/i.test(text)) found.spread = 'se'
  else if (/\bstandard deviation|\bs\.?d\.?\b|\bstd\b/i.test(text)) found.spread = 'sd'
  else if (/\bconfidence\b|\b95 ?%|\bci\b/i.test(text)) found.spread = 'ci95'
  else if (/\bmin(?:imum)?[\s-](?:and|to|\/)[\s-]?max(?:imum)?\b|\bfull range\b/i.test(text))
    found.spread = 'range'
  if (/\bmedians?\b/i.test(text) && !/\bbox|violin/i.test(text)) found.aggregate = 'median'
  else if (/\b(?:mean|average)s?\b/i.test(text)) found.aggregate = 'mean'
  else if (/\b(?:total|sum)(?:s|med)?\b/i.test(text)) found.aggregate = 'sum'
  else if (
    /\bcount(?:ing)? (?:of )?(?:the )?(?:rows|records|occurrences|entries|samples)\b|\bnumber of (?:rows|records|occurrences|samples|entries|items)\b|\bhow many\b|\bcount per\b/i.test(
      text,
    )
  )
    found.aggregate = 'count'
  const fit =
    /\b(linear|log(?:arithmic)?|exponential|quadratic|polynomial|loess|lowess)\b[^.,;]{0,24}\b(?:regression|fit|trend|smooth)|\b(regression|trend ?line|line of best fit|best[\s-]fit|fitted line|linear fit|lowess|loess)\b/i.exec(
      text,
    )
  if (fit) found.regression = methodOf(fit[0])
  return found
}

function methodOf(words: string): NonNullable<Wish['regression']> {
  if (/exponential/i.test(words)) return 'exp'
  if (/quadratic|polynomial/i.test(words)) return 'quad'
  if (/loess|lowess/i.test(words)) return 'loess'
  return /\blog/i.test(words) ? 'log' : 'linear'
}

const AXIS = (letter: 'x' | 'y') =>
  letter === 'x'
    ? String.raw`(?:x[\s-]?axis|horizontal axis|\bx)`
    : String.raw`(?:y[\s-]?axis|vertical axis|\by)`

function titlesOf(text: string): Wish['titles'] {
  const axis = (letter: 'x' | 'y') => {
    const name = AXIS(letter)
    const quoted = new RegExp(
      `${name}(?: (?:title|label))?(?: (?:is|as|should be|should read|to be|reads|labelled|labeled|titled|called|named|with (?:the )?(?:label|title)))*[:=]? ?(?:${QUOTED})`,
      'i',
    ).exec(text)
    const swapped = new RegExp(`(?:${QUOTED}) (?:on|for|as|along) (?:the )?${name}`, 'i').exec(text)
    const plain = new RegExp(
      `${name}(?: (?:title|label))?(?: (?:labelled|labeled|titled|called|named)(?: as)?|[:=]) ?([\\p{L}][^,;."“']{1,60}?(?:\\([^)]{1,20}\\))?)(?=[,;.]| and (?:the )?[xy]\\b|$)`,
      'iu',
    ).exec(text)
    return (
      firstOf(quoted) ??
      firstOf(swapped) ??
      (plain && !/^(?:log|from|between|logarithmic|\d)/i.test(plain[1] ?? '')
        ? plain[1]?.trim()
        : undefined)
    )
  }
  const main = firstOf(
    new RegExp(
      `(?:(?<!axis )\\btitled?|(?<!axis )\\bheading|(?<!axis )\\bcalled|(?<!axis )\\btitle(?: is| should be| it| of)?)[:=]? ?(?:${QUOTED})`,
      'i',
    ).exec(text.replace(/\b[xy][\s-]?axis (?:title|label|titled|called)/gi, '')),
  )
  const legend = firstOf(
    new RegExp(`\\blegend(?: title)?(?: (?:titled|called|is))?[:=]? ?(?:${QUOTED})`, 'i').exec(
      text,
    ),
  )
  const taken = [axis('x'), axis('y'), legend]
  return {
    ...optional('x', axis('x')),
    ...optional('y', axis('y')),
    ...optional('main', main !== undefined && !taken.includes(main) ? main : undefined),
    ...optional('legend', legend),
  }
}

function logOf(text: string): Wish['log'] {
  const both =
    /\blog[\s-]?log\b|\bboth axes (?:are |should be )?(?:log|logarithmic)|\blog(?:arithmic)? (?:scales? )?(?:on|for) both\b/i.test(
      text,
    )
  const on = (letter: 'x' | 'y') =>
    both ||
    new RegExp(
      `\\blog(?:arithmic|10|2)?(?:[\\s-]?scaled?)?(?: scale)?(?: on| for| along)?(?: the)? ${AXIS(letter)}|${AXIS(letter)}(?: (?:is|should be|on|in|with|using|uses))*(?: an?)? log(?:arithmic|10)?\\b|\\blog[\\s-]?${letter}\\b|\\bsemi[\\s-]?log[\\s-]?${letter}\\b`,
      'i',
    ).test(text)
  const [x, y] = [on('x'), on('y')]
  return {
    x,
    y,
    any:
      x ||
      y ||
      /\blog(?:arithmic|10)?[\s-]?(?:scale|axis|axes)\b|\blogarithmic\b|\bsemi[\s-]?log\b/i.test(
        text,
      ),
  }
}

const NUMBER = String.raw`(-?−?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)\s*%?`

const toNumber = (text: string | undefined) =>
  Number((text ?? '').replace(/,/g, '').replace('−', '-'))

function limitsOf(text: string): Wish['limits'] {
  const limit = (letter: 'x' | 'y'): [number, number] | undefined => {
    const name = AXIS(letter)
    const match =
      new RegExp(
        `${name}(?:[^.;"]{0,30}?)(?: from| between| range| limits?| in)?[:=]? ?[\\[(]?${NUMBER} ?(?:to|and|-|–|,|\\.\\.) ?${NUMBER}`,
        'i',
      ).exec(text) ??
      new RegExp(`\\b${letter}lim[:=( ]*[\\[(]?${NUMBER} ?, ?${NUMBER}`, 'i').exec(text)
    const [low, high] = [toNumber(match?.[1]), toNumber(match?.[2])]
    return match && Number.isFinite(low) && Number.isFinite(high) && low < high
      ? [low, high]
      : undefined
  }
  const start = /\by[\s-]?axis (?:starts?|starting|begins?) (?:at|from) (?:zero|0)\b/i.test(text)
  const [x, y] = [limit('x'), limit('y')]
  return { ...optional('x', x), ...optional('y', y ?? (start ? [0, Number.NaN] : undefined)) }
}

function referencesOf(text: string): Wish['references'] {
  const found: Wish['references'] = []
  const pattern =
    /\b((?:dashed|dotted|horizontal|vertical|red|grey|gray|reference|threshold|baseline|target|chance|guide|cut-?off|zero|null)[\s-]?)*(?:line|threshold|baseline|target|cut-?off|reference)s?(?: (?:named|labell?ed) "[^"]{1,60}")?(?: (?:drawn|placed|marking|of|is|for))? (?:at|=|on) ?(?:(x|y)\s*=\s*)?(?:the )?(?:value )?("[^"]{1,60}"|-?\d{4}-\d{2}(?:-\d{2})?|-?−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?|zero|chance level|[\p{L}][\p{L}\d_-]*)(?:\s*%)?(?:,?\s(?:labell?ed|called|named|marked|\()\s*(?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}][\p{L} -]{1,30})))?/giu
  for (const match of text.matchAll(pattern)) {
    const [all, , letter, raw = '', ...names] = match
    const value =
      raw.replace(/^"|"$/g, '').toLowerCase() === 'zero'
        ? '0'
        : raw.replace(/^"|"$/g, '').replace(/,/g, '')
    if (/^(?:the|a|end|top|bottom|left|right|each|all|least|most)$/i.test(value)) continue
    const axis =
      letter === 'x' || letter === 'y'
        ? letter
        : /\bvertical\b/i.test(all)
          ? 'x'
          : /\bhorizontal\b/i.test(all)
            ? 'y'
            : undefined
    const said =
      names.find((each) => each !== undefined)?.trim() ??
      /\b(threshold|baseline|target|chance|cut-?off)\b/i.exec(all)?.[1]
    found.push({
      value,
      ...optional('axis', axis as 'x' | 'y' | undefined),
      ...optional('text', said ? said.charAt(0).toUpperCase() + said.slice(1) : undefined),
    })
  }
  return found.slice(0, 8)
}

function annotationsOf(text: string): Wish['annotations'] {
  const found: Wish['annotations'] = []
  for (const match of text.matchAll(
    /\bannotat\w* (?:the )?(?:point |value |bar |year |epoch )?(?:(?:at |for |of )?(?:x ?= ?)?([\w.-]+|"[^"]+") (?:as|with|:) "([^"]{1,80})"|(?:with )?"([^"]{1,80})" at (?:x ?= ?)?([\w.-]+|"[^"]+"))/gi,
  )) {
    const x = (match[1] ?? match[4] ?? '').replace(/^"|"$/g, '').replace(/\.$/, '')
    const words = match[2] ?? match[3]
    if (x !== '') found.push({ x, ...optional('text', words) })
  }
  return found.slice(0, 8)
}

const PALETTES =
  /\b(viridis|cividis|magma|inferno|plasma|okabe[\s-]?ito|colou?r[\s-]?blind(?:[\s-](?:safe|friendly))?|tableau(?:10)?|tab10|set1|set2|dark2|pastel|tol|blues|greens|reds|oranges|purples|gr[ae]ys|gr[ae]y[\s-]?scale|rdbu(?:_r)?|brbg|prgn|coolwarm|ylgnbu|diverging)\b/i

function colorsOf(text: string): Pick<Wish, 'colors' | 'highlight'> & Partial<Wish> {
  const palette = PALETTES.exec(text)?.[1]?.toLowerCase().replace(/\s+/g, '-')
  const colors: Wish['colors'] = []
  const name = String.raw`(?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}\d][\p{L}\d_+.-]*(?: [\p{L}\d_+.-]+)?))`
  for (const pattern of [
    new RegExp(
      `${name} (?:(?:is|are|be|shown|drawn|coloured|colored|painted|should be|in|as|=|:)\\s*)*(${COLOR})\\b`,
      'giu',
    ),
    new RegExp(`(${COLOR}) for (?:the )?${name}`, 'giu'),
  ]) {
    for (const match of text.matchAll(pattern)) {
      const groups = match.slice(1)
      const color = groups
        .map((each) => (each ? colorOf(each) : undefined))
        .find((each) => each !== undefined)
      const said = groups.find((each) => each !== undefined && colorOf(each) === undefined)
      if (color && said)
        colors.push({
          name: said.replace(/^(?:the|make|and|with|draw|colou?r|show|paint) /i, ''),
          color,
        })
    }
  }
  const general =
    new RegExp(
      `\\b(?:in|use|using|with|all|coloured|colored|color|colour)[:=]? (${COLOR})(?: (?:bars?|lines?|points?|colou?r|dots?|boxes|fill|markers?))?(?=[ ,.;]|$)(?! for)`,
      'i',
    ).exec(text)?.[1] ??
    new RegExp(`\\b(${COLOR}) (?:bars?|lines?|points?|dots?|boxes|markers?|columns)\\b`, 'i').exec(
      text,
    )?.[1]
  const lit = [
    ...text.matchAll(
      /\b(?:highlight(?:ing|ed)?|emphasi[sz](?:e|ing)|accent(?:uate)?|stand out:?)(?: the)?(?: bar| line| series| model| method| point)?(?: (?:for|of|called|named))? (?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}\d][\p{L}\d_+.-]*(?: [\p{L}\d_+.-]+){0,2}))/giu,
    ),
  ].map((match) => firstOf(match as RegExpExecArray) ?? '')
  const litColor = new RegExp(`\\bhighlight[^.;]{0,60}\\b(?:in|with) (${COLOR})\\b`, 'i').exec(
    text,
  )?.[1]
  return {
    colors,
    highlight: lit.filter(
      (each) => each !== '' && !/^(?:maximum|max|peak|minimum|min|the|differences?)$/i.test(each),
    ),
    ...optional('highlightColor', litColor ? colorOf(litColor) : undefined),
    ...optional(
      'palette',
      palette === undefined
        ? undefined
        : /colou?r/.test(palette)
          ? 'colorblind'
          : palette === 'diverging'
            ? 'rdbu'
            : palette,
    ),
    ...optional('color', general ? colorOf(general) : undefined),
  }
}

function placeOf(text: string): Wish['place'] {
  if (/\b(?:no|without(?: a)?|hide(?: the)?|remove(?: the)?|omit(?: the)?) legend\b/i.test(text))
    return 'none'
  if (
    /\bdirect(?:ly)? label|\blabel(?:s|led|ed)? (?:the )?(?:lines|series) directly\b|\blabels? at (?:the )?(?:end|line ends)/i.test(
      text,
    )
  )
    return 'direct'
  const match =
    /\blegend (?:\w+ ){0,3}?(?:at|on|to|in|outside|inside|above|below|placed|along|under)?(?: (?:at|on|to|in|the|placed))*\s?(bottom|top|right|left|inside|outside|above|below|underneath)/i.exec(
      text,
    ) ?? /\b(top|bottom|right|left)[\s-](?:hand )?legend\b/i.exec(text)
  const side = match?.[1]?.toLowerCase()
  if (side === undefined) return undefined
  if (side === 'above') return 'top'
  if (side === 'below' || side === 'underneath') return 'bottom'
  if (side === 'outside') return 'right'
  return side as Wish['place']
}

function sortOf(text: string): Wish['sort'] {
  if (
    /\b(?:sort|order|rank)(?:ed|ing)?\b[^.;]{0,40}\b(?:alphabetical|by name|a[\s-]?z)\b|\balphabetical(?:ly)?\b/i.test(
      text,
    )
  )
    return 'name'
  if (
    /\b(?:original|given|data|input) order\b|\b(?:do not|don't|unsorted|without) sort/i.test(text)
  )
    return 'data'
  const sorted =
    /\b(?:sort|order|rank|arrang)(?:ed|ing|e)?\b|\b(?:ascending|descending)\b|\bfrom (?:largest|highest|smallest|lowest)\b/i.test(
      text,
    )
  if (!sorted) return undefined
  return /\bascending\b|\b(?:from |)(?:lowest|smallest) (?:to|first)\b|\bincreasing\b/i.test(text)
    ? 'value'
    : 'value-descending'
}

function unitsSaid(text: string): Wish['units'] {
  const words = UNIT_WORDS.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  const pattern = new RegExp(
    `(?:\\bin |\\(|\\bunits?:? |measured in )(${words})(?=[\\s,.;)]|$)`,
    'gi',
  )
  const clean = text.replace(/"[^"]*"|“[^”]*”/g, (quoted) => ' '.repeat(quoted.length))
  return [...clean.matchAll(pattern)].flatMap((match) => {
    const unit = unitOf(match[1] ?? '')
    return unit === undefined
      ? []
      : [{ before: clean.slice(Math.max(0, match.index - 60), match.index), unit }]
  })
}

const STOP = String.raw`(?=,| by\b|;|\.(?:\s|$)|:| \(| with\b| for (?:each|the|every|all)\b| coloured\b| colored\b| colou?r\b| grouped\b| stacked\b| faceted\b| sized\b| as an?\b| in (?:a|an|the|one|small|separate|different|%|percent|ms|seconds|blue|red|green|orange|purple|gr[ae]y|black)\b| using\b| and (?:a|add|show|use|the [xy]|label|sort|highlight|colou?r|mark)\b| on (?:a|an|the|log)\b| split\b| sorted\b| from\b| showing\b| per (?=\w+ (?:with|and))|$)`

/** Which phrases name the value, the argument and the groups: "accuracy by model", "y against x", "coloured by species". */
function fieldsSaid(text: string): Wish['said'] {
  const clean = text.replace(/"[^"]*"|“[^”]*”|\([^)]*\)/g, ' ').replace(/\s+/g, ' ')
  const phrase = (pattern: RegExp) => {
    const found = firstOf(pattern.exec(clean))
    return found === undefined || found.length > 80 ? undefined : found
  }
  const group = (words: string) =>
    phrase(
      new RegExp(
        `\\b(?:${words}) (?:by |according to |for each |per |with |encodes? |shows? |is |are |= ?)(?:the )?([\\p{L}\\d_ -]+?)${STOP}`,
        'iu',
      ),
    )
  const versus = new RegExp(
    `\\b(?:of |plot |show |draw |compare |between )?(?:the )?([\\p{L}\\d_%][\\p{L}\\d_ %/-]*?) (?:vs\\.?|versus|against|as a function of|depending on) (?:the )?([\\p{L}\\d_%][\\p{L}\\d_ %/-]*?)${STOP}`,
    'iu',
  ).exec(clean)
  const by = new RegExp(
    `\\b(?:of|show(?:ing)?|compar(?:e|ing)|plot|draw|visuali[sz]e|display)(?: the)? ([\\p{L}\\d_%][\\p{L}\\d_ %/-]*?) (?:by|per|across|over|for (?:each|every|all|the)|among|of the|in each|along)(?: the| each| all| different)? ([\\p{L}\\d_][\\p{L}\\d_ -]*?)${STOP}`,
    'iu',
  ).exec(clean)
  const alone = new RegExp(
    `\\b(?:distributions?|histograms?|densit(?:y|ies)|box ?plots?|violin ?plots?|charts?|plots?|graphs?|ecdf|pie|donut|lines?|bars?|heat ?map|trend|comparison) (?:of|showing|for)(?: the)? ([\\p{L}\\d_%][\\p{L}\\d_ %/-]*?)(?: (?:by|per|across|over|for|between|among|in)\\b|${STOP})`,
    'iu',
  ).exec(clean)
  const y = versus?.[1] ?? by?.[1] ?? alone?.[1]
  const x = versus?.[2] ?? by?.[2]
  return {
    ...optional('y', stripped(y)),
    ...optional('x', stripped(x)),
    ...optional(
      'color',
      group(
        'colou?red|colou?r|hue|grouped|group|split|series|one line|a line|lines|broken down|stacked',
      ) ??
        phrase(
          new RegExp(
            `\\b(?:over|across|vs\\.?|versus|against|per|by) (?:the )?[\\p{L}\\d_ -]+? by (?:the )?([\\p{L}\\d_ -]+?)${STOP}`,
            'iu',
          ),
        ) ??
        phrase(
          new RegExp(
            `\\b(?:one|a|separate) (?:line|curve|series|colou?r|bar)s? (?:per|for each|for every) ([\\p{L}\\d_ -]+?)${STOP}`,
            'iu',
          ),
        ),
    ),
    ...optional(
      'facet',
      group(
        'facet(?:ed|s)?|small multiples|panels?|subplots?|trellis|separate (?:charts?|panels?|plots?)',
      ) ??
        phrase(
          new RegExp(
            `\\b(?:one|a|separate) (?:panel|facet|subplot|small multiple|chart|small chart)s? (?:per|for each|for every|by) ([\\p{L}\\d_ -]+?)${STOP}`,
            'iu',
          ),
        ),
    ),
    ...optional(
      'size',
      group('sized?|bubble sizes?|point sizes?|bubbles?') ??
        phrase(
          new RegExp(
            `\\bsize (?:proportional to|shows?|encodes?|represents?|=) ?([\\p{L}\\d_ -]+?)${STOP}`,
            'iu',
          ),
        ),
    ),
    ...optional(
      'label',
      phrase(
        new RegExp(
          `\\blabel(?:led|ed)?(?: each| the| every)? (?:points?|dots?|bubbles?|markers?) (?:by|with)(?: the| their)? ([\\p{L}\\d_ -]+?)${STOP}`,
          'iu',
        ),
      ),
    ),
    ...optional('shape', group('shapes?|marker shapes?|symbols?')),
  }
}

function stripped(text: string | undefined): string | undefined {
  const found = text
    ?.replace(
      /^(?:(?:the|a|an|of|please|grouped|clustered|stacked|normali[sz]ed|horizontal|vertical|simple|clean|bar|bars|line|lines|scatter|bubble|box|violin|strip|swarm|pie|donut|area|density|slope|lollipop|forest|radar|heat ?map|plots?|charts?|graphs?|curves?|histograms?|distributions?|mean|average|median|total|how|the relationship between|relationship between|comparison of|show|showing|draw|compare|comparing|make|create|visuali[sz]e|display|of the)\s+)+/i,
      '',
    )
    .replace(/\s+(?:values?|data|scores?(?= by))$/i, '')
    .trim()
  return found === '' ? undefined : found
}
