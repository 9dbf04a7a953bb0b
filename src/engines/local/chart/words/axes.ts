import { escaped } from '../choice/context'
import { UNIT_WORDS, unitOf } from '../data/units'
import type { Claims } from './claims'
import { compoundUnitsIn } from './compound-units'
import { datesInNumbers, MONTH } from './dates'
import { optional } from './matches'
import type { Wish } from './wish'

/** What an axis of the page is called. */
export const AXIS = (letter: 'x' | 'y') =>
  letter === 'x'
    ? String.raw`(?:\bx[\s-]?axis|horizontal axis|\bx)`
    : String.raw`(?:\by[\s-]?axis|vertical axis|\by)`

export function logOf(text: string): Wish['log'] {
  const both =
    /\blog[\s-]?(?:-|\/)?[\s-]?log\b|\bboth(?: (?:of them|axes|scales|x and y))?,? (?:(?:are|is|should be|being|on|in|with|to|an?|made|using) )*log(?:arithmic(?:ally)?|10)?\b|\blog(?:arithmic)? (?:scales? )?(?:on |for )?(?:x and y|x & y|each axis|either axis|the two axes)\b|\blog(?:arithmic)?(?:[\s-]scaled)? axes\b|\blog(?:arithmic)? (?:scales? )?(?:on|for) both\b/i.test(
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
    /\blog(?:arithmic|10)?[\s-]?(?:scale|axis|axes)\b|\blogarithmic\b|\bsemi[\s-]?log(?:[\s-]?[xy])?\b|[(,] ?log(?:10|2)?\)|(?:^|[,;(] ?|\b(?:but|and|in|on|with|use|is|it) )log(?:10|2)?(?=\s*(?:[,;.)]|$))/i.test(
      text,
    )
  return {
    x,
    y,
    any,
    ...optional('word', named && !/^(?:axis|scale|x|y|the)$/i.test(named) ? named : undefined),
  }
}

/** Lines across the figure with their values and words; what tells of them leaves the text. */
export function referencesOf(said: Claims): Wish['references'] {
  const found: Wish['references'] = []
  const worded = said.text
  const text = datesInNumbers(worded)
  said.text = text
  const pattern =
    /\b((?:dashed|dotted|horizontal|vertical|red|grey|gray|reference|threshold|baseline|target|chance|guide|cut-?off|zero|null)[\s-]?){0,6}(?:line|threshold|baseline|target|cut-?off|reference|chance(?: level)?|goal|quota)s?(?: (?:named|called|labell?ed|marked) (?:"([^"]{1,60})"|“([^”]{1,60})”))?(?: (?:drawn|placed|marking|of|is|for|across|running|going|through|along|set))* (?:at|=|on) ?(?:(x|y)\s*=\s*|[\p{L}_]+\s*=\s*)?(?:(?:the|value|level|of) |\p{L}{1,12} (?=[-−]?\d))*("[^"]{1,60}"|-?\d{4}-\d{2}(?:-\d{2})?|-?−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?|zero|chance level|[\p{L}][\p{L}\d_-]*)(?:\s*%|\s(?!(?:and|or|in|is|as|on|to|by|for|with)\b)[a-zµ°]{1,4}(?= |,|$|;))?(?: (?:mark|level|value))?(?:,? (?:drawn )?(?:in|as) (?:an? )?[\p{L}]+(?: line)?)?(?:,?\s(?:(?:and )?labell?ed|called|named|marked|\()\s*(?:"([^"]{1,60})"|“([^”]{1,60})”|'([^']{1,60})'|([\p{L}][\p{L} -]{1,30})))?/giu
  said.take(pattern, (match) => {
    const [all, , before, curled, letter, raw = '', ...names] = match
    const plain = names.pop()
    const further = text.slice(match.index + all.length)
    // The day of a date without its year.
    if (new RegExp(`^(?:st|nd|rd|th)? ?(?:of )?${MONTH}`, 'i').test(further)) return undefined
    const value =
      raw.replace(/^"|"$/g, '').toLowerCase() === 'zero'
        ? '0'
        : raw.replace(/^"|"$/g, '').replace(/,/g, '')
    if (/^(?:the|a|end|top|bottom|left|right|each|every|both|all|least|most)$/i.test(value))
      return undefined
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
    const called =
      (words ?? plain)?.trim() ?? /\b(threshold|baseline|target|chance|cut-?off)\b/i.exec(all)?.[1]
    found.push({
      value,
      ...optional('axis', axis as 'x' | 'y' | undefined),
      ...optional(
        'text',
        quoted ??
          (plain
            ? plain.trim()
            : called
              ? called.charAt(0).toUpperCase() + called.slice(1)
              : undefined),
      ),
    })
    for (const more of moreValues(further))
      found.push({ value: more, ...optional('axis', axis as 'x' | 'y' | undefined) })
    return ''
  })
  if (found.length === 0) {
    said.text = worded
    found.push(...looseReferences(text))
  }
  return found.slice(0, 8)
}

const LOOSE =
  '(?:(?:dashed|dotted|dash-dotted|horizontal|vertical|reference|thin|guide|threshold|limit|target|marker) ){1,5}(?:line|rule)s?'

const KEEN =
  '(?:limit|threshold|target|cut-?off|quota|goal|norm|standard|guideline|baseline|requirement|boundary|minimum|maximum)'

/** A date as a whole, or a number that is no part of one. */
const AMOUNT = String.raw`(\d{4}-\d{2}(?:-\d{2})?(?![\d-])|(?<![\d.]|\d[-−])[-−]?\d[\d,]*(?:\.\d+)?(?![\d-]|(?:st|nd|rd|th)? (?:of )?${MONTH}))`

/** A line that is told together with its value in another order: "mark the limit of 50 with a dashed line". */
function looseReferences(text: string): Wish['references'] {
  const patterns = [
    `\\b(${LOOSE})\\b[^.;,"\\d]{0,40}?${AMOUNT}`,
    `\\b(${KEEN})\\b[^.;"\\d]{0,24}?${AMOUNT}[^.;"\\d]{0,40}?\\b(?:line|rule)\\b`,
    `${AMOUNT}[^.;,"\\d]{0,40}\\b(?:as|with|by|gets) (?:an? )?(?:\\p{L}+ ){0,3}(?:line|rule)\\b`,
    `\\b(?:draw|add|show|mark|indicate|include|put)\\b[^.;,"\\d]{0,24}\\b(${KEEN})\\b[^.;,"\\d]{0,16}?${AMOUNT}`,
  ]
  for (const pattern of patterns) {
    const match = new RegExp(pattern, 'iu').exec(text)
    const value = match?.slice(1).find((each) => /\d/.test(each ?? ''))
    if (!match || value === undefined) continue
    const [all] = match
    const axis = /\bvertical\b/i.test(all) ? 'x' : /\bhorizontal\b/i.test(all) ? 'y' : undefined
    const quoted =
      /^[^.;"]{0,40}\b(?:labell?ed|called|named|marked|saying|reading|text|label|with|as)\b[^.;"]{0,12}"([^"]{1,60})"/i.exec(
        text.slice(match.index + all.length),
      )?.[1]
    const keen = new RegExp(`\\b${KEEN}\\b`, 'i').exec(all)?.[0]
    const words = quoted ?? (keen ? keen.charAt(0).toUpperCase() + keen.slice(1) : undefined)
    return [
      {
        value: value.replace(/,/g, ''),
        ...optional('axis', axis as 'x' | 'y' | undefined),
        ...optional('text', words),
      },
    ]
  }
  return []
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

/** Powers before a unit, as people shorten them. */
const POWERS =
  '(?:thousands? of |millions? of |billions? of |thousand |million |billion |trillion |bn |mn |mio\\.? |mrd\\.? |tn )?'

const LONE = '[mgshKVWJNL]'

/** Units with the words before them: "in mm", "(kg)", "unit: MB/s"; of both axes where the intent says "both". */
export function unitsIn(text: string): Wish['units'] {
  const words = UNIT_WORDS.map(escaped).join('|')
  const power = POWERS
  const pattern = new RegExp(
    `(?:\\bin |\\bunits?(?: is| are|:)? |\\bmeasured in |\\((?:in )?(?=${power}(?:${words}) ?[,;)]))(${power}(?:${words}))(?=[\\s,.;)]|$)|(?:\\b(?:is|are|measured|given|expressed|recorded|both) |\\()in (${LONE})(?=[\\s,;)]|$|\\.(?:\\s|$))`,
    'giu',
  )
  const clean = text.replace(/"[^"]*"/g, (quoted) => ' '.repeat(quoted.length))
  const before = (at: number) => clean.slice(Math.max(0, at - 60), at)
  const plain = [...clean.matchAll(pattern)].flatMap((match) => {
    const [, said = match[2] ?? '', lone] = match
    if (lone !== undefined) return [{ at: match.index, unit: lone }]
    const [, many = '', word = ''] =
      /^((?:thousand|million|billion|trillion|bn|mn|tn|mio\.?|mrd\.?)(?:s? of)? )?(.*)$/i.exec(
        said,
      ) ?? []
    const single = unitOf(word)
    const unit =
      unitOf(said) ??
      (single && many ? `${many.toLowerCase().replace(/s? of /, ' ')}${single}` : single)
    return unit === undefined ? [] : [{ at: match.index, unit }]
  })
  const compound = compoundUnitsIn(clean).filter(({ at }) => plain.every((each) => each.at !== at))
  return [...plain, ...compound]
    .sort((one, two) => one.at - two.at)
    .flatMap(({ at, unit }) =>
      /\bboth(?: (?:of them|axes|columns|fields|values|variables|are|is|measured|given|in))*\s*$/i.test(
        before(at),
      )
        ? ['x axis', 'y axis'].map((axis) => ({ before: axis, unit }))
        : [{ before: before(at), unit }],
    )
}
