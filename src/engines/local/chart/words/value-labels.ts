const AMOUNTS =
  '(?:values?|numbers?|counts?|nums?|vals?|percentages?|percents?|coefficients?|correlations?|frequenc(?:y|ies)|probabilit(?:y|ies)|rates?|results?|shares?|totals?|amounts?|figures?|heights?|scores?)'

const WRITTEN =
  '(?:shown|printed|displayed|written|placed|put|given|noted|marked|added|stated|labell?ed|annotated)'

const PARTS =
  '(?:bars?|cells?|columns?|segments?|slices?|wedges?|tiles?|stems?|squares?|boxes|wells?|fields?|sectors?|pieces?|points?|dots?|marks?|them|it|each one|each)'

const PLACES =
  '(?:on|above|inside|in|into|at|by|beside|behind|over|atop|next to|within|onto|(?:up)?on top of)'

const NEAR = `${PLACES}(?: (?:top of|the (?:ends?|tips?|tops?|middle|cent(?:re|er)) of|the|each|every|all|its|their|single))* ${PARTS}`

const WRITE =
  '(?:show|print|annotate|display|write|put|place|add|give|note|mark|label|state|include|with|have)'

const VALUES = [
  /\b(?:value|number|data|count|percentage|bar) ?(?:labels|tags|annotations)\b|\blabel(?:led|ed)? (?:each |the )?bars?\b|\bannotated\b/i,
  new RegExp(
    `\\b${WRITE}(?: the| all| exact| its| their| actual)* ${AMOUNTS}(?=[\\s,.;]*(?:$|[,.;]|and\\b|as text\\b|too\\b|there\\b|inside\\b))`,
    'i',
  ),
  new RegExp(
    `\\b${AMOUNTS}(?: (?:is|are|be|standing|exactly|right|directly|just|also|${WRITTEN}))* ${NEAR}\\b`,
    'i',
  ),
  new RegExp(
    `\\b${AMOUNTS} (?:is |are |be |also )*(?:${WRITTEN}|in)(?: in| inside| on| above| there| on top| as text)?(?=[\\s]*(?:$|[,.;]|and\\b|with\\b))`,
    'i',
  ),
  /\b(?:values?|numbers?|counts?|percentages?|totals?|figures) (?:on top|on them|above|inside|at (?:the )?(?:ends?|tips?|tops?))(?=\s*(?:$|[,.;]|and\b))/i,
  new RegExp(`\\b${WRITE}\\b[^.;,]{0,24}\\b${AMOUNTS}\\b[^.;,]{0,16}\\b${NEAR}\\b`, 'i'),
  new RegExp(
    `\\b(?:label|annotate|mark|tag)(?:led|ed|s|ing)? (?:each|every|all|the|them|it|bars?|cells?|slices?|columns?|segments?)(?: [\\p{L}]+)? (?:with|by) (?:the |its |their )*(?:exact |own |actual )?${AMOUNTS}\\b`,
    'iu',
  ),
  new RegExp(
    `\\b${WRITE}\\b[^.;,]{0,12}\\bhow (?:many|much)\\b[^.;,]{0,24}\\b(?:in|into|on) (?:each|every|the) ${PARTS}\\b`,
    'i',
  ),
  /\b(?:written|printed|noted) (?:in|inside|on top)(?=\s*(?:[,.;]|$|and\b))/i,
  new RegExp(
    `\\b${PLACES} (?:each|every|all)(?: (?:bar|column|cell|slice|of them|one)s?)? (?:the|its|their) ${AMOUNTS}\\b`,
    'i',
  ),
  // "Absorbance written in each well", "print r in every cell".
  new RegExp(
    `\\b(?:written|printed|shown|noted|displayed|stated|put|given) (?:in|into|inside|within|on|onto|above|beside|next to|over) (?:each|every|all|the|its|their)(?: the| of the)? ${PARTS}\\b|\\b(?:write|print|note|state) (?:the )?[\\p{L}\\d]+ (?:in|into|inside|within|on|onto|above|beside|next to|over) (?:(?:each|every|all|the|its|their)(?: the| of the)? )?${PARTS}\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?:values?|numbers|counts|percentages|totals) (?:is |are |be )?${WRITTEN}\\b(?! (?:as|by|in|for|per|over|on|with)\\b)`,
    'i',
  ),
]

/** Whether the amounts are to be written beside their marks. */
export const wantsValueLabels = (text: string): boolean =>
  VALUES.some((pattern) => pattern.test(text.replace(NO_VALUES, ' ')))

const NO_VALUES = new RegExp(
  `\\b(?:no|without(?: any)?|not|hide(?: the)?) (?:${AMOUNTS}|(?:value|data|bar) ?labels)\\b[^.,;]*`,
  'gi',
)

const SINGLE =
  '(?:raw|individual|single|all|jittered|data|each|every|underlying|original|actual|replicate|biological|technical|separate|(?:all )?(?:the )?(?:two|three|four|five|six|\\d+))'

const ROWS =
  '(?:points?|dots?|values?|observations?|data|replicates?|measurements?|meas[a-z]*ments?|samples?|runs?|readings?|subjects?|animals?|participants?|repeats?|determinations?|donors?|results?)'

const POINTS = [
  /\b(?:raw|individual|single|all|jittered|data) (?:data )?(?:points|values|observations)\b|\boverlaid (?:points|dots)\b|\bwith (?:jitter|points)\b/i,
  /\b(?:raw|individual|single|jittered) (?:data|dots|replicates?|measurements?|samples|runs)\b/i,
  new RegExp(
    `\\b${SINGLE}(?: [\\p{L}]+){0,2}? ${ROWS}(?: (?:is|are|be|${WRITTEN}|drawn|plotted|overlaid|added|scattered|on top))* (?:as|on top|over (?:it|them|the)|in front|overlaid|superimposed|drawn over|beside)\\b(?! (?:lines?|bars?)\\b)`,
    'iu',
  ),
  new RegExp(
    `\\b(?:overlay|superimpose|add|scatter|draw|show|plot)(?:ing|ed|s)?(?: on it| on top)? (?:the |all |each |every |individual |single |raw |jittered )*(?:three |two |four |five |\\d+ )?(?:raw |individual |single |own |original )*${ROWS} (?:as |on top|over|in |behind|beside)`,
    'iu',
  ),
  new RegExp(
    `\\b(?:each|every|all|individual|single|biological|technical)(?: [\\p{L}]+){1,2}?(?: (?:is|are|be|${WRITTEN}|drawn|plotted|overlaid|added|on top))* as (?:(?:an?|its own|single|small|open|filled|gr[ae]y|black|white|jittered) )*(?:points?|dots?|circles?)\\b`,
    'iu',
  ),
  new RegExp(`\\boverlay(?:ing)? (?:the |all |each |every |individual |single )*${ROWS}\\b`, 'i'),
]

/** Whether the single values are to be drawn over what sums them up. */
export const wantsPoints = (text: string): boolean => POINTS.some((pattern) => pattern.test(text))
