import { compoundUnitsIn } from './compound-units'
import { firstOf, optional, QUOTED } from './read-intent'
import { UNIT_WORDS, unitOf } from './titles'
import type { Wish } from './wish'

/** What an axis of the page is called. */
export const AXIS = (letter: 'x' | 'y') =>
  letter === 'x'
    ? String.raw`(?:\bx[\s-]?axis|horizontal axis|\bx)`
    : String.raw`(?:\by[\s-]?axis|vertical axis|\by)`

export function titlesOf(text: string): Wish['titles'] {
  const axis = (letter: 'x' | 'y') => {
    const name = AXIS(letter)
    const quoted = new RegExp(
      `${name}(?: (?:title|label))?(?: (?:is|as|should be|should read|to be|reads|labelled|labeled|titled|called|named|with (?:the )?(?:label|title)))*[:=]? ?(?:${QUOTED})`,
      'i',
    ).exec(text)
    const farther = new RegExp(
      `${name}(?:(?!\\b[xy][\\s-]?axis)[^"“,;]){0,40}? (?:labelled|labeled|titled|called|named)(?: as)? ?(?:${QUOTED})`,
      'i',
    ).exec(text)
    const swapped = new RegExp(`(?:${QUOTED}) (?:on|for|as|along) (?:the )?${name}`, 'i').exec(text)
    const plain = new RegExp(
      `${name}(?: (?:title|label))?(?: (?:labelled|labeled|titled|called|named)(?: as)?|[:=]) ?([\\p{L}][^,;."“']{1,60}?(?:\\([^)]{1,20}\\))?)(?=[,;.]| and (?:the )?[xy]\\b|$)`,
      'iu',
    ).exec(text)
    return (
      firstOf(quoted) ??
      firstOf(farther) ??
      firstOf(swapped) ??
      (plain && !/^(?:[xy]\b|log|from|between|logarithmic|\d)/i.test(plain[1] ?? '')
        ? plain[1]?.trim()
        : undefined)
    )
  }
  const main = firstOf(
    new RegExp(
      `(?:(?<!axis )\\btitled?|(?<!axis )\\bheading|\\b(?:chart|plot|figure|graph|it) called|(?<!axis )\\btitle(?: is| should be| it| of)?)[:=]? ?(?:${QUOTED})`,
      'i',
    ).exec(text.replace(/\b[xy][\s-]?axis (?:title|label|titled|called)/gi, '')),
  )
  const legend = firstOf(
    new RegExp(
      `\\b(?:legend|colou?r[\\s-]?(?:bar|scale|key|ramp|legend))(?: (?:title|label))?(?: (?:is|as|should (?:be|read|say)|reads?|says?|saying|reading|(?:that|which) (?:reads|says)|labell?ed|titled|called|named|with (?:the |a )?(?:label|title)))*[:=]? ?(?:${QUOTED})`,
      'i',
    ).exec(text),
  )
  const side = (words: string) =>
    firstOf(
      new RegExp(
        `\\b${words}ax[ie]s(?: (?:title|label))?(?: (?:is|as|should (?:be|read|say)|reads?|says?|saying|reading|(?:that|which) (?:reads|says)|labell?ed|titled|called|named|with (?:the |a )?(?:label|title)))*[:=]? ?(?:${QUOTED})`,
        'i',
      ).exec(text),
    )
  // An axis without a letter is the one that has amounts.
  const value =
    side('(?:value|measure(?:ment)?|amount|count|quantity|numeric(?:al)?|number)s?[\\s-]') ??
    side('(?<!(?:x|y|horizontal|vertical|category|categorical|group|name|label)s?[\\s-]?)')
  const argument = side('(?:category|categorical|group|name|label)s?[\\s-]')
  const taken = [axis('x'), axis('y'), legend, value, argument]
  return {
    ...optional('x', axis('x')),
    ...optional('y', axis('y')),
    ...optional('main', main !== undefined && !taken.includes(main) ? main : undefined),
    ...optional('legend', legend),
    ...optional('value', value),
    ...optional('argument', argument),
  }
}

export function logOf(text: string): Wish['log'] {
  const both =
    /\blog[\s-]?log\b|\bboth axes (?:are |should be )?(?:log|logarithmic)|\blog(?:arithmic)?(?:[\s-]scaled)? axes\b|\blog(?:arithmic)? (?:scales? )?(?:on|for) both\b/i.test(
      text,
    )
  const on = (letter: 'x' | 'y') =>
    both ||
    new RegExp(
      `\\blog(?:arithmic|10|2)?(?:[\\s-]?scaled?)?(?: scale)?(?: on| for| along)?(?: the)? ${AXIS(letter)}|${AXIS(letter)}(?: (?:is|should be|on|in|with|using|uses))*(?: an?)? log(?:arithmic|10)?\\b|\\blog[\\s-]?${letter}\\b|\\b${letter}[\\s-]?(?:axis )?log(?:arithmic)?\\b|\\bsemi[\\s-]?log[\\s-]?${letter}\\b`,
      'i',
    ).test(text)
  const [x, y] = [on('x'), on('y')]
  const word =
    /\blog(?:arithmic|10)?(?:[\s-]scaled?)?[\s-]([\p{L}_]{2,30}) (?:axis|scale)\b|\b([\p{L}_]{2,30}) (?:axis )?(?:is |on |in )(?:an? )?log(?:arithmic)?\b|(?<!\p{L})([\p{L}_][\p{L}\d_]{1,30}) \((?:[^()]*[,;] ?)?log(?:arithmic|10|2)?(?:[\s-]scaled?)?(?: axis)?\)|\blog(?:10|2)?\(([\p{L}_][\p{L}\d_ ]{0,30})\)/iu.exec(
      text,
    )
  const named = word?.slice(1).find((each) => each !== undefined)
  const any =
    x ||
    y ||
    /\blog(?:arithmic|10)?[\s-]?(?:scale|axis|axes)\b|\blogarithmic\b|\bsemi[\s-]?log(?:[\s-]?[xy])?\b|[(,] ?log(?:10|2)?\)/i.test(
      text,
    )
  return {
    x,
    y,
    any,
    ...optional('word', named && !/^(?:axis|scale|x|y|the)$/i.test(named) ? named : undefined),
  }
}

export function referencesOf(text: string): Wish['references'] {
  const found: Wish['references'] = []
  const pattern =
    /\b((?:dashed|dotted|horizontal|vertical|red|grey|gray|reference|threshold|baseline|target|chance|guide|cut-?off|zero|null)[\s-]?)*(?:line|threshold|baseline|target|cut-?off|reference)s?(?: (?:named|called|labell?ed|marked) (?:"([^"]{1,60})"|“([^”]{1,60})”))?(?: (?:drawn|placed|marking|of|is|for))? (?:at|=|on) ?(?:(x|y)\s*=\s*|[\p{L}_]+\s*=\s*)?(?:the )?(?:value )?("[^"]{1,60}"|-?\d{4}-\d{2}(?:-\d{2})?|-?−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?|zero|chance level|[\p{L}][\p{L}\d_-]*)(?:\s*%|\s[a-zµ°]{1,4}(?= |,|$|;))?(?:,?\s(?:labell?ed|called|named|marked|\()\s*(?:"([^"]{1,60})"|“([^”]{1,60})”|'([^']{1,60})'|([\p{L}][\p{L} -]{1,30})))?/giu
  for (const match of text.matchAll(pattern)) {
    const [all, , before, curled, letter, raw = '', ...names] = match
    const plain = names.pop()
    const further = text.slice(match.index + all.length)
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
    // Words in quotes are printed as they are; names of statistics as everywhere in a figure.
    const words = [...names, before, curled].find((each) => each !== undefined)
    const quoted = words && !/^(?:mean|average|median)$/i.test(words) ? words : undefined
    const said =
      (words ?? plain)?.trim() ?? /\b(threshold|baseline|target|chance|cut-?off)\b/i.exec(all)?.[1]
    found.push({
      value,
      ...optional('axis', axis as 'x' | 'y' | undefined),
      ...optional(
        'text',
        quoted ?? (said ? said.charAt(0).toUpperCase() + said.slice(1) : undefined),
      ),
    })
    for (const more of moreValues(further))
      found.push({ value: more, ...optional('axis', axis as 'x' | 'y' | undefined) })
  }
  return found.slice(0, 8)
}

/** "lines at 1 and at 2, 3": what goes on behind the first place. */
function moreValues(text: string): string[] {
  const found: string[] = []
  let rest = text
  for (;;) {
    const match = /^(?:,? and|,| &)(?: at)?(?: [xy] ?=)? ?([-−]?\d+(?:\.\d+)?)(?![\d.]*\d)/i.exec(
      rest,
    )
    if (!match?.[1] || found.length > 6) return found
    found.push(match[1])
    rest = rest.slice(match[0].length)
  }
}

export function annotationsOf(text: string): Wish['annotations'] {
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

export function unitsSaid(text: string): Wish['units'] {
  const words = UNIT_WORDS.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  const pattern = new RegExp(
    `(?:\\bin |\\(|\\bunits?:? |measured in )((?:thousands? of |millions? of |billions? of |thousand |million |billion )?(?:${words}))(?=[\\s,.;)]|$)`,
    'gi',
  )
  const clean = text.replace(/"[^"]*"|“[^”]*”/g, (quoted) => ' '.repeat(quoted.length))
  const before = (at: number) => clean.slice(Math.max(0, at - 60), at)
  const plain = [...clean.matchAll(pattern)].flatMap((match) => {
    const [, power = '', word = ''] =
      /^((?:thousand|million|billion)(?:s? of)? )?(.*)$/i.exec(match[1] ?? '') ?? []
    const single = unitOf(word)
    const unit =
      unitOf(match[1] ?? '') ??
      (single && power ? `${power.toLowerCase().replace(/s? of /, ' ')}${single}` : single)
    return unit === undefined ? [] : [{ at: match.index, unit }]
  })
  const compound = compoundUnitsIn(clean).filter(({ at }) => plain.every((each) => each.at !== at))
  return [...plain, ...compound]
    .sort((one, two) => one.at - two.at)
    .map(({ at, unit }) => ({ before: before(at), unit }))
}
