import { escaped } from '../choice/context'
import { nameWords } from '../data/field-titles'
import { COLOR } from './colors'
import type { Wish } from './wish'

type Role = keyof Wish['said']

const EACH = '(?:(?:the|each|every|all|one|of|its|their|a|an) ){0,5}'

const PANELS =
  '(?:(?:(?:separate|little|small|individual|own|single|different|mini|tiny|side[ -]by[ -]side) ){0,5}(?:panels?|facets?|sub-?plots?|sub-?figures?|small[ -]multiples?|trellis|lattice)|(?:(?:separate|little|small|individual|own|single|different|mini|tiny) ){1,5}(?:charts?|plots?|graphs?|diagrams?|axes|frames?|windows?))'

const BY =
  '(?:by|per|for|of|to|on|over|across|from|with|according to|depending on|=|:|is|are|shows?|showing|encodes?|encoding|represents?|reflects?|should (?:reflect|show|encode|represent|indicate)|indicat(?:es?|ing)|corresponds? to|varies with|gives|stands? for|means|proportional to|set by|given by|scaled (?:by|to|with)|after)'

const MARKED =
  '(?:points?|dots?|bars?|lines?|markers?|bubbles?|circles?|curves?|symbols?|boxes|them|it|cells?)'

/** How a role is told before a column's name, and behind it; § is the name. */
const CUES: readonly [Role, readonly string[]][] = [
  [
    'over',
    [
      `\\b(?:summ?(?:ed|ing)?|averag(?:ed?|ing)|means?|medians?|totals?|totall?ed|added|adding|pool(?:ed|ing)|aggregat(?:ed|ing)|collaps(?:ed|ing))(?: up| together)? (?:over|across) (?:(?:the|both|all|each|every|its|their|different|two|three|four|five|\\d+) )*§`,
      `\\b(?:(?:irrespective|regardless|independent(?:ly)?) of|ignoring|disregarding|no matter|whatever) (?:(?:the|which|what) )*§`,
    ],
  ],
  [
    'facet',
    [
      `\\b${PANELS}(?:[ ,]+(?:one|each|split|divided|made|drawn|separately|a|is|are|shown|arranged|laid out))*[ ,]+(?:(?:by|per|for|to|over|across|on|according to|one per|one for|each|every|=|:) )+${EACH}§`,
      `\\b(?:facet(?:ed|s|ting)?|panels?) §(?=\\s*(?:[,.;]|$|and\\b))`,
      `\\b(?:facet(?:ed|s|ting)?|panell?ed|trellis(?:ed)?|small[ -]multiples?)[ :=]*(?:(?:by|on|over|per|for|=|:) ?)+${EACH}§`,
      `\\b(?:each|every|per|one|all|different) § (?:(?:is|are|gets?|has|have|shown|drawn|put|goes|should|be|get|in|into|on|with) )+(?:an? |its |their |one |the )*${PANELS}`,
      `\\b§ (?:in|as|into) (?:an? |its |their )*${PANELS}`,
      `\\b(?:one|a|separate) (?:panel|facet|sub-?plot|chart|plot|graph) (?:each )?(?:per|for|by|each)(?: (?:each|every|the))* §`,
      `\\bone § (?:per|in each|a) (?:panel|facet|sub-?plot)`,
      `\\b(?:split|separated?|divided?|broken|break)(?: (?:it|them|this|up|apart|down))? (?:in(?:to)?) (?:two|three|four|five|six|\\d+|separate|several|different)? ?${PANELS}? ?(?:by|according to|for) ${EACH}§`,
    ],
  ],
  [
    'size',
    [
      `\\b(?:(?:bubble|dot|point|marker|circle|symbol) )?(?:sizes?|sized|areas?|scaled)(?: ${MARKED})* ?${BY} ?${EACH}§`,
      `\\bsize §(?=\\s*(?:[,.;]|$|and\\b))`,
      `\\bbubbles? (?:by|for|proportional to|scaled (?:by|to|with)|=|:|show(?:s|ing)?) ?${EACH}§`,
      `\\b§ (?:as|by|for|sets?|gives?|determines?|in|controls?|drives?|to) (?:the )?(?:(?:bubble|dot|point|marker|circle|symbol)s?['’]? )?(?:sizes?|areas?|diameters?)`,
      `\\b(?:larger|bigger|smaller) (?:${MARKED}) (?:for|mean|with|where) (?:more |larger |higher |bigger )?§`,
    ],
  ],
  [
    'color',
    [
      `\\b(?:colou?r(?:[ -]?coded)?|hue|tint|shade|tone)(?:ed|s|ing|d)?(?: (?:the|each|every|code|${MARKED}))* ?${BY} ?${EACH}§`,
      `\\b§ (?:(?:is|are|should|must|be|told|apart|shown|marked|separated|coded|distinguish\\p{L}*|distinct) ){1,6}(?:by|in|through|with|via) (?:the |different |a |their )*(?:colou?rs?|hue)\\b`,
      `\\b§ (?:as|by|gives?|sets?|determines?|decides?|for|to|shown (?:by|as|in)|encoded (?:by|as|in)|mapped (?:to|on)|in(?= (?:the )?(?:colou?r|hue))) (?:the |a |different )*(?:colou?rs?|hue|shade|tint)`,
      `\\b(?:colou?r|hue) §(?=\\s*(?:[,.;]|$|and\\b))`,
      `\\b(?:one|an?|its|own|different|separate|single)(?: \\p{L}+)? (?:colou?r|hue|line|curve|trace|series|polygon|outline|web|shape|area|box|bar) (?:for|per|to|each) ${EACH}§`,
      `\\b(?:each|every|per) § (?:(?:is|gets?|has|have|should|be|in|with|as) )*(?:an? |its |their |own |separate |different )+(?:colou?r|line|curve|trace|series)`,
      `\\b(?:lines|curves|traces|series|bars|colou?rs) (?:are|=|:|for|per|by) (?:(?:the|each|every) )*§`,
    ],
  ],
  [
    'label',
    [
      `\\b(?:label(?:led|ed|s|ing)?|name[ds]?|tag(?:ged|s)?|annotate[ds]?)(?: (?:the|each|every|all|${MARKED}))* (?:by|with|=|:|using|from) ?${EACH}§`,
      `\\b§ (?:as|for) (?:the )?(?:(?:point|dot|bubble|text) )?labels?\\b`,
      `\\b${MARKED} (?:carr(?:y|ies|ying)|bear(?:s|ing)?|show(?:s|ing)?|with|ha(?:s|ve|ving)|gets?|labell?ed(?: with| by)?) (?:the |its |their |a )*(?:(?:name|label)s? )?(?:of )?(?:the |its |their )*§`,
      `\\b§ ?(?:names?|labels?) (?:beside|next to|at|on|by|near|above) (?:the |each |every |all )*${MARKED}`,
      `\\b(?:write|print|put) (?:the |its |each )*§ (?:beside|next to|at|by|on|over) (?:the |each |every )*${MARKED}`,
    ],
  ],
  [
    'shape',
    [
      `\\b(?:(?:marker|point|dot|symbol) )?(?:shapes?|symbols?)(?: ${MARKED})* ?${BY} ?${EACH}§`,
      `\\b§ (?:as|by|gives?|sets?|for) (?:the )?(?:(?:marker|point) )?(?:shapes?|symbols?)\\b`,
    ],
  ],
  ...(['x', 'y'] as const).map((axis): [Role, string[]] => {
    const own = `(?:the )?${axis}(?: axis)?`
    const by =
      axis === 'x'
        ? '(?:horizontally|at the bottom|along the bottom|left to right)'
        : '(?:vertically|upwards?|up the side)'
    return [
      axis,
      [
        `\\b§ (?:\\([^()]{1,20}\\) )?(?:(?:is|are|goes|go|stands?|runs?|placed|put|plotted|shown|drawn|values?) ){0,5}(?:on|along|at|as|for|to|=|is|up|in) ${own}(?![\\p{L}\\d])`,
        `\\b§ (?:\\(|\\[)(?:(?:on|as|is|the) )*${axis}(?: axis)?[,)\\]]`,
        `\\b${axis}(?: axis)? ?(?:=|:|is|shows?|being|has|holds|gets?|for|should be|should show|to be) ?(?:the )?§`,
        `\\b(?:on|along|as|for) ${own}:? (?:(?:we|put|show|have|place|is|are|goes|stands?|comes?|you|see|I|want|plot|draw) )*(?:the )?§`,
        `\\b§ ${by}(?![\\p{L}\\d])`,
      ],
    ]
  }),
]

/** Nobody says the name of a column that is longer. */
const LONGEST = 100

/** Longer names are looked for without a look at the cue first. */
const SHORT = 80

/** Each cue with what must hold whatever the columns are called: cheap, made once, and mostly false. */
const LIKELY = CUES.map(
  ([role, cues]) =>
    [
      role,
      cues.map((cue) => ({
        cue,
        likely: new RegExp(cue.replace(/^\\b§/, '§').replace('§', `[^]{1,${SHORT}}?`), 'iu'),
      })),
    ] as const,
)

/** How a column may be written: with blanks, in the plural, without the unit at its end, by a word that is its alone. */
function waysOf(name: string, others: readonly string[]): string[] {
  const words = nameWords(name)
  const spaced = (list: readonly string[]) => `${list.map(escaped).join('[ _-]?')}(?:s|es)?`
  const taken = new Set(others.flatMap((other) => nameWords(other)))
  const alone = words.length > 1 ? words.filter((word) => word.length > 3 && !taken.has(word)) : []
  const shorter = words.slice(0, -1)
  const free = others.every((other) => !nameWords(other).join(' ').startsWith(shorter.join(' ')))
  return [
    escaped(name),
    ...(words.length > 0 && words.join('').length > 1 ? [spaced(words)] : []),
    ...(shorter.length > 0 && shorter.join('').length > 2 && free ? [spaced(shorter)] : []),
    ...alone.map((word) => spaced([word])),
  ]
}

/** Columns whose part in the figure is told in so many words: "mass on x", "sized by area", "a panel for each site". */
export function encodingsIn(text: string, names: readonly string[]): Wish['said'] {
  const found: Wish['said'] = {}
  const clean = text.replace(/"[^"]*"/g, ' ').replace(/\s+/g, ' ')
  const low = clean.toLowerCase()
  const ways = names
    .slice(0, 60)
    .filter((name) => name.length <= LONGEST)
    .filter((name) => [name, ...nameWords(name)].some((word) => low.includes(word.toLowerCase())))
    .flatMap((name) =>
      waysOf(
        name,
        names.filter((other) => other !== name),
      ).map((way) => ({ name, way })),
    )
    .sort((one, two) => two.way.length - one.way.length)
  if (ways.length === 0) return found
  const any = ways.map(({ way }) => way).join('|')
  const columnOf = (words: string) =>
    names.find((name) => name === words) ??
    ways.find(({ way }) => new RegExp(`^(?:${way})$`, 'iu').test(words))?.name
  const long = names.some((name) => name.length > SHORT / 2)
  for (const [role, cues] of LIKELY)
    for (const { cue, likely } of cues) {
      if (!long && !likely.test(clean)) continue
      // "Colours: control grey" gives a colour to one of the series.
      const tinted = role === 'color' ? `(?!\\s*(?:=|:|is|in|-)?\\s*${COLOR}(?!\\p{L}))` : ''
      const pattern = cue
        .replace('§', `(?<name>${any})(?![\\p{L}\\d_])${tinted}`)
        .replace(/^\\b(?=\(\?<name>)/, '(?<![\\p{L}\\d_])')
      const match = new RegExp(pattern, 'iu').exec(clean)
      const name = columnOf(match?.groups?.name ?? '')
      const twice = name !== undefined && Object.values(found).includes(name) && role !== 'label'
      if (name === undefined || twice) continue
      found[role] ??= name
    }
  return found
}
