const AMOUNTS = '(?:values?|numbers?|counts?|percentages?|totals?|amounts?|figures?)'

const WRITTEN = '(?:shown|printed|displayed|written|placed|put|given|noted)'

const PARTS = '(?:bars?|cells?|columns?|segments?|slices?|wedges?|tiles?|stems?)'

const VALUES = [
  /\b(?:value|number|data|count) ?labels?\b|\blabel(?:led|ed)? (?:each |the )?bars?\b|\bannotated\b/i,
  /\b(?:show|print|annotate|display|write|with)(?: the)?(?: exact)? (?:values|numbers|counts|percentages)\b/i,
  new RegExp(
    `\\b${AMOUNTS}(?: (?:is|are|be|standing|exactly|${WRITTEN}))* (?:on|above|inside|in|at|by|beside|behind|over|atop|next to|(?:up)?on top of)(?: (?:top of|the (?:ends?|tips?|tops?) of|the|each|every|all|its|their))* ${PARTS}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:values?|numbers|counts|percentages|totals) (?:is |are |be )?${WRITTEN}\\b(?! (?:as|by|in|for|per|over|on|with)\\b)`,
    'i',
  ),
]

/** Whether the amounts are to be written beside their marks. */
export const valuesSaid = (text: string): boolean => VALUES.some((pattern) => pattern.test(text))

const POINTS = [
  /\b(?:raw|individual|single|all|jittered|data) (?:data )?(?:points|values|observations)\b|\boverlaid (?:points|dots)\b|\bwith (?:jitter|points)\b/i,
  /\b(?:raw|individual|single|jittered) (?:data|dots|replicates?|measurements?|samples|runs)\b/i,
  new RegExp(
    `\\b(?:each|every|all|individual|single|biological|technical)(?: [\\p{L}]+){1,2}?(?: (?:is|are|be|${WRITTEN}|drawn|plotted|overlaid|added|on top))* as (?:(?:an?|its own|single|small|open|filled|gr[ae]y|black|white|jittered) )*(?:points?|dots?|circles?)\\b`,
    'iu',
  ),
  /\boverlay(?:ing)? (?:the |all |each |every |individual )*(?:points|dots|data|replicates?|observations|measurements?|values)\b/i,
]

/** Whether the single values are to be drawn over what sums them up. */
export const pointsSaid = (text: string): boolean => POINTS.some((pattern) => pattern.test(text))
