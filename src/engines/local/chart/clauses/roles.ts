/** Clauses that say what stands where: axes, groups, panels, order, rows that stay. */
import type { Field, Table } from '../../../../forms/chart'
import { isUnique } from '../charts/cast'
import { namesOf, refuse } from '../charts/draft'
import { labelsOff, namesBeside, withColumns, withScales, withUnitOf } from '../charts/edits'
import { scaledUnit, unitOf } from '../data/units'
import type { Edit, Kind, RoleName, Slot } from './asked'
import { places } from './places'
import { form, numberWritten, type Reader } from './reader'
import { SIGN } from './tags'

/** Takes phrases at roles; nothing where one of them holds words of another wish. */
function phrases(reader: Reader, source: string, ...names: RoleName[]): void {
  reader.take(form(source), (match) => {
    const found = match.slice(1).flatMap((each) => each?.replace(FIGURE_OF, '') ?? [])
    let from = match.index
    const slots = found.map((phrase) => {
      from = reader.text.indexOf(phrase, from)
      const slot = reader.slot(phrase, from)
      from += phrase.length
      return slot
    })
    if (slots.some((slot) => slot === undefined) || slots.length === 0) return false
    slots.forEach((slot, i) => {
      // "Each patient's weight as a dot": the weight.
      // "Bars for the yield": what they show, not whom they stand for.
      const shown =
        names[i] === 'by' &&
        !/\b(?:each|every|per|by)\b/.test(match[0]) &&
        slot?.fields.every(({ role, whole }) => role === 'number' && !whole)
      const owned = names[i] === 'label' && /['’]s /.test(found[i] ?? '')
      const single = /^(?:of|for) (?:each|every) /.test(match[0]) && names[i] === 'loose'
      const role =
        owned || (shown && slot?.fields.length)
          ? 'loose'
          : single
            ? 'by'
            : (names[i] ?? names.at(-1))
      if (owned) reader.asked.hint ??= 'strip'
      if (slot && role) reader.asked.roles[role].push(slot)
    })
    if (
      /^(?:over|through|along)/.test(match[0]) &&
      (slots[0]?.fields.length === 1 ||
        /^(?:time|years?|days?|months?)$/.test(slots[0]?.words ?? ''))
    )
      reader.asked.hint ??= 'line'
    const mark = reader.asked.hint ?? HINTS.find(([, pattern]) => pattern.test(match[0]))?.[0]
    if (source.startsWith(PER) && mark) reader.asked.hint = mark
    return undefined
  })
}

/** What a phrase begins with that names the whole figure and no column. */
const FIGURE_OF = /^.*\b(?:figure|plot|graph|chart|diagram)s? (?:of|showing) (?:the )?/u

/** Begins the forms that say what one mark stands for. */
const PER = '(?:one |an? |separate )'
const HINTS: readonly (readonly [Kind, RegExp])[] = [
  ['line', /line|curve|trace/],
  ['area', /area/],
  ['violin', /violin/],
  ['box', /box/],
  ['bar', /bar|column/],
  ['strip', /point|dot|circle|strip/],
]

/** "One line per site": what each mark stands for. */
export function marksPer(reader: Reader): void {
  const said = (marks: string, words: string, role: RoleName) =>
    phrases(
      reader,
      `${PER}?(?:own |different |single |every |each |the |separate |,)*(?:${marks}) (?:is |is drawn )?(?:per|for|for each|for every|by|each|a|an|is one|within each)(?: each| every| one)? <the><p>${words}`,
      role,
    )
  phrases(
    reader,
    '(?:an?|one|different|separate|own|two|three|their own|in|with|its)(?: own| different| separate)? colou?rs? (?:per|for|for each|by|each) <the><p>',
    'color',
  )
  reader.take(
    form(
      '(?:and |with )?(?:label(?:led|ed|s)?|annotate|name)(?: (?:each|the|every|all))* (?:points?|dots?|bubbles?|markers?)(?: (?:with|by|as) <the><p>)?',
    ),
    (match) => {
      const slot =
        match[1] === undefined
          ? undefined
          : reader.slot(match[1], match.index + match[0].indexOf(match[1]))
      if (match[1] !== undefined && !slot) return false
      if (slot) reader.asked.roles.label.push(slot)
      reader.asked.over.add('figures')
      return undefined
    },
  )
  reader.take(
    form(
      '(?:(?:with|and|put|write|show) )*<the>(?:(<c>)(?: names?| labels?)?|names?|labels?) (?:as (?:point |the )?labels?|(?:(?:written|placed|shown) )?(?:directly )?(?:next to|beside|near|at|on) (?:each|every|the|their|all)(?: of the)? (?:points?|dots?|bubbles?|markers?|them))|label(?:led|ing)? (?:each|every|all|the) (<c>)'.replaceAll(
        '(<c>)',
        '<c>',
      ),
    ),
    ([, one, two]) => {
      const [field] = reader.field(one ?? two ?? '')
      if (field && !isUnique(field)) return false
      if (field)
        reader.asked.roles.label.push({
          fields: [field],
          words: field.name,
          exact: true,
          sentence: 0,
        })
      reader.asked.over.add('figures')
      return undefined
    },
  )
  said('(?<!survival )(?:lines?|curves?|traces?|series|areas?|polygon)', '', 'color')
  said(
    '(?<!(?:grouped|stacked|clustered) )bars?|box(?:es|plot)?|violins?|strips?|rows?|groups?',
    '',
    'by',
  )
  said('(?<!sizes? of (?:the )?)(?:points?|dots?|circles?)', '', 'label')
  phrases(reader, '(?:each|every) <the><p> (?:as )?(?:an?|one) (?:point|dot|circle)', 'label')
}

export function roles(reader: Reader, table: Table): void {
  placed(reader, table)
  const { roles: found, kind = 'line' } = reader.asked
  // "Bars of these versus those": both are values.
  const amounts = ({ fields }: Slot) =>
    fields.length > 1 && fields.every(({ role }) => role === 'number')
  if (!GROUPING.has(kind)) return
  found.loose.push(...found.x.filter(amounts))
  found.x = found.x.filter((slot) => !amounts(slot))
}

/** Kinds whose groups stand along an axis. */
const GROUPING: ReadonlySet<Kind> = new Set(['bar', 'lollipop', 'box', 'violin', 'strip'])

function placed(reader: Reader, table: Table): void {
  const { asked } = reader
  const said = (source: string, ...names: RoleName[]) => phrases(reader, source, ...names)
  definitions(reader)
  ranges(reader, table)
  places(reader, 'axes')
  said('(?:with |and )?<p> (?:on|along|down|up) (?:the )?(?:horizontal(?: axis)?|bottom)', 'x')
  said('(?:with |and )?<p> (?:on|along|down|up) (?:the )?vertical(?: axis)?', 'y')
  said('(?:with )?x(?:[- ]axis)?\\s*(?:=|:|is|shows?) ?<p>', 'x')
  said('(?:with )?y(?:[- ]axis)?\\s*(?:=|:|is|shows?) ?<p>', 'y')
  said('(?:with |and )?<p> (?:on|along) (?:the )?x(?:[- ]axis)?', 'x')
  said('(?:with |and )?<p> (?:on|along|up) (?:the )?y(?:[- ]axis)?', 'y')
  said(
    '(?:one |a |an? separate |separate |its own |own |different )*(?:small )?(?:panels?|facets?|subplots?|small multiples?|sub-?panels?|charts?) (?:each )?(?:per|by|for|for each|for every|according to) <the><p>',
    'facet',
  )
  said(
    '(?:facett?ed|small multiples|split into (?:panels|subplots|small charts)|panels|facets|subplots|facet)(?: (?:each|according|split))*(?: (?:by|per|for|to|with)) <the><p>',
    'facet',
  )
  said(
    '(?:(?:each|every|both|all) )?<the><p> (?:each )?in (?:(?:its|their|an?|separate|different|own|two|three|four) )+(?:panels?|facets?|subplots?)',
    'facet',
  )
  if (asked.roles.facet.length > 0)
    reader.take(
      form('(?:as |in |with |and )?(?:small multiples|panels|facets|subplots|facett?ed)(?: of)?'),
      () => undefined,
    )
  said(
    '(?:and )?(?:colou?r(?:ed|s)?|colou?r[- ]coded|colou?ring|hue|fill)(?: (?:points?|dots?|bars?|lines?|them|cells|the (?:points|dots|bars|lines|cells)))?(?: (?:coded|shows?|encodes?|for|according|to|is|per|=|each|of))* ?(?:by|=|:|per|for|to|shows?|is|encodes?) <the><p>',
    'color',
  )
  said(
    '(?:and )?(?:(?:bubble|point|dot|marker|symbol|square)s? )?siz(?:ed|e|es)(?: (?:by|=|:|proportional to|according to|shows?|is|encodes?|of (?:the )?(?:points|dots|bubbles)(?: by)?|of by|of (?:for|showing|=)))+ <the><p>',
    'size',
  )
  said(
    '(?:and )?(?:(?:different |marker |point |symbol )?shapes?|markers?|symbols?)(?: (?:by|=|:|per|for each|according to|shows?|is))+ <the><p>',
    asked.kind === 'line' ? 'color' : 'shape',
  )
  reader.edit(
    form(
      'in (%|percent|per cent|°?[\\p{L}µμ][\\p{L}µμ²³/]{0,11})(?: on the (?:axis|y[- ]axis))?(?= ?(?:[,.;)]|$|by|per|for|over|with|on|against|and))',
    ),
    (match) => unitAt(reader, match),
  )
  said(
    '<p> (?:against|as a function of|versus|vs\\.?|~|plotted against|depending on) <the><p>',
    'y',
    'x',
  )
  said(
    '(?:compar(?:e|es|ing|ed)|comparison of)(?: the)? <p> (?:by|across|between|among|of|for) <the><ps>',
    'loose',
    'by',
  )
  said('how (?:strongly |much )?(?:does|do) <the><p> depends? on <the><p>', 'y', 'x')
  said('(?:effects?|influence|impact) of <the><p> on <the><p>', 'x', 'y')
  said('(?:over|through|along) <the><p>', 'x')
  said('(?:within) (?:each )?<the><p>', 'by')
  said(
    '(?:(?:and|then|also) )?(?:(?:grouped|split|broken down|separated|separately|stratified|subdivided|divided|arranged|stacked|dodged|each|side by side|grouping)(?: (?:by|for|into|per|on|within))*|(?:for|in|at|of) (?:each|every|all|the (?:two|three|four|five|six|\\d{1,2}))|per|by|across|among|between) <the><ps>',
    'by',
  )
  places(reader, 'rest')
  said('(?:of|for|show|plot|draw|display|compare|visualise|visualize)(?: me)? <the><p>', 'loose')
  reader.take(
    form(
      '(?:of|for|show|plot|draw|compare|how|is|are|do|does|has|have|the|and|on|,|in|from|to|with|at)? ?<c>',
    ),
    (match) => {
      const [whole, column = ''] = match
      const before = reader.text.slice(
        Math.max(0, match.index - 24),
        match.index + whole.indexOf(column),
      )
      if (
        /(?:not|no|without|except|ignor\w*|exclud\w*|omit\w*|drop\w*)\s*(?:the\s*)?$/.test(before)
      )
        return false
      asked.roles.loose.push({
        fields: reader.field(column),
        words: reader.tags.raw.slice(
          match.index + whole.indexOf(column),
          match.index + whole.length,
        ),
        exact: true,
        sentence: reader.sentence(match.index),
      })
      return undefined
    },
  )
}

/** Units in brackets, which stand between a column and what is said of it. */
export function units(reader: Reader): void {
  reader.edit(
    form('\\((?:in )?(%|°?[\\p{L}µμ][\\p{L}µμ\\d²³/.%-]{0,11}(?: [\\p{L}\\d²³/]{1,8})?)\\)'),
    (match) => unitAt(reader, match),
  )
}

function unitAt(reader: Reader, match: RegExpExecArray): Edit | false {
  const said = match[1] ?? ''
  const from = match.index + match[0].indexOf(said)
  const unit = reader.tags.raw.slice(from, from + said.length)
  const own = unitOf(unit)
  if (own === undefined && scaledUnit(unit) === undefined) return false
  const before = reader.before(match.index)
  if (before === 'another') {
    // "Share of generation (%)", where no column is spoken of: the amounts, if the data have no name for them.
    const [clause = ''] = /[^,.;:()]*$/u.exec(reader.whole.slice(0, match.index)) ?? []
    if (new RegExp(SIGN.column, 'u').test(clause) || !match[0].startsWith('(')) return false
    return (draft) =>
      draft.value?.made || draft.aliases.size > 0
        ? withUnitOf(draft, unit)
        : 'it is not certain which axis has that unit'
  }
  // "Ma" is what its author wrote, no "mA".
  const isSame = own === undefined || own.toLowerCase() === unit.toLowerCase()
  const inBrackets = match[0].startsWith('(')
  if (own === '%' && !inBrackets && reader.asked.stack === 'zero') {
    reader.asked.stack = 'normalize'
    return () => undefined
  }
  return (draft) => withUnitOf(draft, isSame ? unit : own, before, inBrackets)
}

/** "WT_1 to WT_3": all columns from the one to the other, which differ in their number alone. */
function ranges(reader: Reader, { fields }: Table): void {
  const family = ({ name }: Field) => name.replace(/\d+$/, '')
  reader.take(form('(?:(?:the|of|and|from|columns?) )*<c> ?(?:to|through|[-–]) ?<c>'), (match) => {
    const [, one = '', two = ''] = match
    const [first, last] = [reader.field(one), reader.field(two)]
    const [from, to] = [first, last].map(([field]) =>
      fields.findIndex((each) => each.name === field?.name),
    )
    const all = fields.slice(from, (to ?? 0) + 1)
    const [head] = all
    if (first.length !== 1 || last.length !== 1 || all.length < 2 || !head) return false
    // "From strongly disagree to strongly agree": all that stands between them.
    const span = /^(?:\P{L}|and|of|the|columns)*from /u.test(match[0]) && all.length > 2
    if (
      !(span && all.every(({ role }) => role === 'number')) &&
      all.some((field) => family(field) !== family(head))
    )
      return false
    const said = match.index + match[0].indexOf(one)
    for (const fields of span ? all.map((field) => [field]) : [all])
      reader.asked.roles.loose.push({
        fields,
        words: reader.tags.raw.slice(said, match.index + match[0].length),
        exact: true,
        sentence: reader.sentence(said),
      })
    return undefined
  })
}

/** "bar is the inlet pressure in bar": what a column means says nothing of the chart. */
function definitions(reader: Reader): void {
  reader.take(
    form(
      '(?:and )?(?:the )?<c>(?: column)?(?: is| means| holds| gives)? the <p>(?: in (?:<c>|\\p{L}+))?(?= ?[,.;])',
    ),
    (match) => {
      const [, column = '', phrase = ''] = match
      const before = reader.text.slice(0, match.index).trimEnd()
      if (before !== '' && !/[,.;:]$/.test(before) && !/ is| means/.test(match[0])) return false
      return reader.field(column).length === 1 &&
        reader.slot(phrase, match.index + match[0].indexOf(phrase))
        ? undefined
        : false
    },
  )
}

/** Rows that stay or go, columns that are not shown. */
export function filters(reader: Reader): void {
  const { asked } = reader
  reader.edit(
    form(
      '(?:and )?(?:no|drop|hide|without|omit|leave out|remove|skip)(?: the)? <c> (?:tick )?(?:labels?|names?|ticks?)',
    ),
    ([, column = '']) =>
      (draft) =>
        labelsOff(draft, reader.field(column)[0]),
  )
  reader.edit(
    form(
      '(?:(?:and|please|only|just) )*(?:label|name|annotate)(?: (?:only|just|the|points?|dots?|for|of))* <vs>(?: only)?(?: (?:with|by) (?:its|their|the) names?)?',
    ),
    ([, list = '']) => {
      const values = reader.values(list)
      const [first] = values
      return first && values.every(({ field }) => field === first.field)
        ? (draft) =>
            namesBeside(
              draft,
              first.field,
              values.map(({ value }) => value),
            )
        : false
    },
  )
  const add = (list: string, keep: boolean) => {
    const values = reader.values(list)
    const [first] = values
    if (!first || values.some(({ field }) => field !== first.field)) return false as const
    asked.filters.push({ field: first.field, values: values.map(({ value }) => value), keep })
    return undefined
  }
  const OUT =
    '(?:without|except(?: for)?|excluding|exclude|leaving out|leave out|omit(?:ting)?|drop(?:ping)?|ignor(?:e|ing)|remov(?:e|ing)|skip|but not|not|do(?: not|n.t) (?:plot|show|draw|include|use))'
  reader.take(
    form(
      `(?:(?:please|and|but|then|all|everything) )*${OUT} (?:the )?(?:rows? (?:of|for|with) |group |series )?<vs>(?: (?:rows?|group|series|values|category|entirely|completely))?`,
    ),
    ([, list = '']) => add(list, false),
  )
  reader.take(
    form(
      `(?:and |for |show |plot |draw |use )*only (?:show |plot |for |the |use |in |rows (?:of|for|with) )*<vs>|<vs> only`,
    ),
    ([, one, two]) => add(one ?? two ?? '', true),
  )
  reader.take(
    form(
      `(?:(?:please|and|but|the) )*${OUT} (?:the )?(?:column )?<c>(?: columns?)?(?! ?(?:labels?|names?|ticks?|legend|axis|title))|(?:the )?<c>(?: columns?)? (?:is|are)(?: not|n't) (?:needed|used|relevant|important|of interest)(?: here)?|(?:the )?(?:two |three |\\d )?<c> (?:do not|don't|does not|doesn't) (?:need|have) to be (?:told apart|shown|distinguished)`,
    ),
    ([, one, two, three]) => {
      for (const field of reader.field(one ?? two ?? three ?? '')) asked.without.add(field)
      return undefined
    },
  )
}

/** In which order names stand. */
export function orders(reader: Reader): void {
  const { asked } = reader
  const lists: { field: Field; names: string[] }[] = []
  const pins: { field: Field; name: string; last: boolean }[] = []
  const set = (by: NonNullable<typeof asked.order>['by'], descending?: boolean, grade?: string) => {
    if (asked.order && asked.order.by !== by && asked.order.by !== 'list')
      refuse('The intent asks for several orders; say one.')
    asked.order = {
      by,
      ...(descending === undefined ? {} : { descending }),
      ...(grade ? { grade } : {}),
      lists,
      pins,
    }
  }
  const SORT =
    '(?:(?:and|then|please) )*(?:(?:sort(?:ed|ing)?|order(?:ed|ing)?|rank(?:ed|ing)?|arranged?)(?: (?:the )?(?:bars?|rows?|categories|sites?|statements?|them|it|<c>))?)'
  const HIGH =
    '(?:largest|highest|biggest|greatest|longest|most(?: \\p{L}+)?|best|fastest|slowest|worst|commonest|top)'
  const GAIN = '(?:gain|increase|change|difference|improvement)'
  const LOW = '(?:smallest|lowest|least|shortest|fewest)'
  reader.take(
    form(
      `(?:(?:and|with|the) )*${HIGH} ${GAIN} (?:on top|first|at the top)|${SORT} (?:by|on) (?:the )?${GAIN}(?:,? ?\\(?(?:${HIGH}(?: ${GAIN})?|descending|from (?:largest|high)\\w* to \\p{L}+)(?: (?:on top|first|at the top))?\\)?)?`,
    ),
    () => {
      set('difference', true)
      return undefined
    },
  )
  const AT = '(?: (?:on|at) (?:the )?(?:left|top|right|bottom|start|end))?'
  reader.take(
    form(
      `(?:(?:and|with|the|${SORT}|going|running|clockwise) )*,? ?from (?:the )?(${HIGH}|${LOW})(?: (?!to )\\p{L}+)?${AT} (?:down |up )?to (?:the )?(?:${HIGH}|${LOW}|\\p{L}+est)(?: (?!and|with|in|at)\\p{L}+)?${AT}|(?:${SORT} )?clockwise(?: starting)? (?:from|with) (?:the )?${HIGH}`,
    ),
    ([whole, first = 'largest']) => {
      if (/youngest|oldest/.test(whole)) return false
      set('value', !new RegExp(`^${LOW}$`).test(first), GRADES.exec(first)?.[0])
      return undefined
    },
  )
  reader.take(
    form(
      `(?:${SORT} )?(?:(?:in|by|of|an?) )*(?:(descending|decreasing)|(ascending|increasing))(?: order)?(?: (?:of|by) (?:<the><c>|values?|size|medians?|means?|counts?|the (?:value|median|mean|total)s?))?|(?:${SORT} )(?:(?:by|on|according to) )?(?:the )?(?:<c>|values?|size|medians?|means?|count|totals?)?,? ?(?:from )?(?:(high|highest|largest|big|biggest|most) to (?:low|lowest|smallest|small|least)|(low|lowest|smallest|small) to (?:high|highest|largest|big))`,
    ),
    (match) => {
      const found = match.slice(1)
      const descending = found.some((each) =>
        /^(?:descending|decreasing|high|largest|big|most)/.test(each ?? ''),
      )
      set('value', descending)
      return undefined
    },
  )
  reader.take(
    form(
      `(?:(?:and|with|the|${SORT}) )*,? ?${HIGH}(?: \\p{L}+)? (?:first|(?:on|at) (?:the )?(?:top|left)|to (?:lowest|smallest|least))`,
    ),
    ([whole]) => {
      set('value', true, GRADES.exec(whole)?.[0])
      return undefined
    },
  )
  reader.take(
    form(
      `(?:(?:and|with|the|${SORT}) )*,? ?${LOW}(?: \\p{L}+)? (?:first|(?:on|at) (?:the )?(?:top|left)|to (?:highest|largest|most))`,
    ),
    () => {
      set('value', false)
      return undefined
    },
  )
  reader.take(
    form(
      `${SORT}? ?(?:(?:in|by) )?(?:alphabetical(?:ly)?|by name)(?: order)?|${SORT} alphabetically`,
    ),
    () => {
      set('name')
      return undefined
    },
  )
  reader.take(
    form(
      "(?:(?:keep|leave|in|and|use|with) )*(?:the |them in the )?(?:(?:table|data|file)'s order|order (?:of (?:the |both )?(?:(?:rows|columns|bars|items|groups|categories|names|<c>)(?: and )?)+ )?(?:as|like|from|of) (?:(?:in|of) )?the (?:table|data|file|sheet)|order (?:of the (?:data|file|table|rows)|as given|given)|given order|original order|data order|(?:calendar|natural|chronological) order)|as (?:given|listed)|in the order (?:they (?:appear|come)|given|listed)|(?:youngest to oldest|from youngest to oldest)",
    ),
    ([whole]) => {
      if (/calendar|natural|chrono|young/.test(whole)) return undefined
      set('data')
      return undefined
    },
  )
  reader.take(
    form(
      '(?:(?:only|show|plot|of) )*(?:the )?top (\\d+|ten|five|six|three)(?! ?(?:accuracy|error))(?: (?:largest|most abundant|by value|<c>))?',
    ),
    ([, number = '']) => {
      if (asked.kind !== 'bar' && asked.kind !== 'lollipop')
        return 'only bars are drawn of the largest'
      asked.top = numberWritten(number)
      set('value', true)
      return undefined
    },
  )
  reader.take(
    form('(?:and )?(?:sorted|ranked)(?= ?(?:[,.;)]|$|and|with|by value))(?: by value)?'),
    () => {
      set('value', true)
      return undefined
    },
  )
  reader.take(form(`${SORT} by <the><c>`), (match) => {
    const [, column = '', two] = match
    const [field] = reader.field(two ?? column)
    if (!field || field.role === 'category') return false
    asked.roles.loose.push({
      fields: [field],
      words: field.name,
      exact: true,
      sentence: reader.sentence(match.index),
    })
    set('value', true)
    return undefined
  })
  reader.take(
    form(
      '(?:(?:in|the|order|ordered|sequence|from left to right|from top to bottom|left to right|keep|treatments?|groups?|levels?|<c>|of|as|is|:|with|and|for) ?)*\\(?<vs>\\)?(?: (?:from left to right|from top to bottom|left to right|in (?:this|that) order|order))?',
    ),
    (match) => {
      const list =
        match.findLast((each) => each !== undefined && /^[\ue200-\uedff]/.test(each)) ?? ''
      const values = reader.values(list)
      const [first] = values
      if (!first || values.length < 2 || values.some(({ field }) => field !== first.field))
        return false
      const all = namesOf(first.field)
      const names = [...new Set(values.map(({ value }) => value))]
      const ordering = /order|left to right|top to bottom|sequence/.test(match[0])
      if (!ordering && names.length < all.length) return false
      lists.push({ field: first.field, names })
      asked.order ??= { by: 'list', lists, pins }
      return undefined
    },
  )
  for (const [where, last] of [
    ['first|on (?:the )?left|at the (?:start|left|top)|on top', false],
    ['last|on (?:the )?right|at the (?:end|right|bottom)', true],
  ] as const)
    reader.take(
      form(
        `(?:(?:and|with|put|then) )*\\(?<v> (?:(?:must|should|has to|to|comes?|goes?|be|stands?|is|the|very) )*(?:${where})\\)?`,
      ),
      ([whole, sign = '']) => {
        const { field, value } = reader.value(sign)
        // The first of a stack stands at its foot.
        const stacked = asked.stack !== 'none' && (asked.kind === 'area' || asked.stack)
        const upwards = stacked && !asked.horizontal && /top|bottom/.test(whole)
        pins.push({ field, name: value, last: upwards ? !last : last })
        asked.order ??= { by: 'list', lists, pins }
        return undefined
      },
    )
}

/** Words that say what is good: large for a yield, small for an error. */
const GRADES = /best|worst|fastest|slowest/

/** How panels stand, and whether their scales are one. */
export function panels(reader: Reader): void {
  reader.edit(
    form(
      '(?:in |on |as |with )?(?:an? )?(?:grid (?:of )?)?(\\d+|two|three|four)(?: rows? (?:x|by|and|×) |[x×])(\\d+|two|three|four)(?: (?:columns?|grid|panels?))?',
    ),
    ([, , columns = '']) =>
      (draft) =>
        withColumns(draft, numberWritten(columns)),
  )
  reader.edit(
    form(
      '(?:(?:the|each|every) )*(?:panel|facet|subplot|strip)s? (?:titles?|headings?|labels?|names?)(?: |:|=|is|are|be|should|shows?|the)* ?<c>(?: names?| values?)?',
    ),
    ([, column = '']) => {
      const [field] = reader.field(column)
      return (draft) =>
        draft.facet?.field === field?.name ? undefined : 'the panels stand for something else'
    },
  )
  reader.edit(
    form(
      '(?:(?:let|with|and|each|every|the|panels?|have|has|use|should|give) )*(?:its own|own|free|independent|separate|different) (x|y)(?:[- ]?(?:range|axis|axes|scales?))',
    ),
    ([, which = 'y']) =>
      (draft) =>
        withScales(draft, which, 'independent'),
  )
  reader.edit(
    form(
      '(?:(?:with|and|the|same|a) )*(?:shared|common|same) (?:(x|y)[- ]?)?(?:axes|axis|scales?|range)(?: (?:in|for|across) all panels)?',
    ),
    ([, which]) =>
      (draft) =>
        withScales(draft, which ?? 'y', 'shared'),
  )
}
