import { firstOf, optional, QUOTED } from './read-intent'
import { UNIT_WORDS, unitOf } from './titles'
import type { Wish } from './wish'

const AXIS = (letter: 'x' | 'y') =>
  letter === 'x'
    ? String.raw`(?:x[\s-]?axis|horizontal axis|\bx)`
    : String.raw`(?:y[\s-]?axis|vertical axis|\by)`

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

export function logOf(text: string): Wish['log'] {
  const both =
    /\blog[\s-]?log\b|\bboth axes (?:are |should be )?(?:log|logarithmic)|\blog(?:arithmic)?(?:[\s-]scaled)? axes\b|\blog(?:arithmic)? (?:scales? )?(?:on|for) both\b/i.test(
      text,
    )
  const on = (letter: 'x' | 'y') =>
    both ||
    new RegExp(
      `\\blog(?:arithmic|10|2)?(?:[\\s-]?scaled?)?(?: scale)?(?: on| for| along)?(?: the)? ${AXIS(letter)}|${AXIS(letter)}(?: (?:is|should be|on|in|with|using|uses))*(?: an?)? log(?:arithmic|10)?\\b|\\blog[\\s-]?${letter}\\b|\\bsemi[\\s-]?log[\\s-]?${letter}\\b`,
      'i',
    ).test(text)
  const [x, y] = [on('x'), on('y')]
  const word =
    /\blog(?:arithmic)?[\s-]([\p{L}_]{2,30}) (?:axis|scale)\b|\b([\p{L}_]{2,30}) (?:axis )?(?:is |on |in )(?:an? )?log(?:arithmic)?\b/iu.exec(
      text,
    )
  const named = word?.[1] ?? word?.[2]
  const any =
    x ||
    y ||
    /\blog(?:arithmic|10)?[\s-]?(?:scale|axis|axes)\b|\blogarithmic\b|\bsemi[\s-]?log\b/i.test(text)
  return {
    x,
    y,
    any,
    ...optional('word', named && !/^(?:axis|scale|x|y|the)$/i.test(named) ? named : undefined),
  }
}

const NUMBER = String.raw`(-?−?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)\s*%?`

const toNumber = (text: string | undefined) =>
  Number((text ?? '').replace(/,/g, '').replace('−', '-'))

export function limitsOf(text: string): Wish['limits'] {
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

export function referencesOf(text: string): Wish['references'] {
  const found: Wish['references'] = []
  const pattern =
    /\b((?:dashed|dotted|horizontal|vertical|red|grey|gray|reference|threshold|baseline|target|chance|guide|cut-?off|zero|null)[\s-]?)*(?:line|threshold|baseline|target|cut-?off|reference)s?(?: (?:named|labell?ed) "[^"]{1,60}")?(?: (?:drawn|placed|marking|of|is|for))? (?:at|=|on) ?(?:(x|y)\s*=\s*)?(?:the )?(?:value )?("[^"]{1,60}"|-?\d{4}-\d{2}(?:-\d{2})?|-?−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?|zero|chance level|[\p{L}][\p{L}\d_-]*)(?:\s*%)?(?:,?\s(?:labell?ed|called|named|marked|\()\s*(?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}][\p{L} -]{1,30})))?/giu
  for (const match of text.matchAll(pattern)) {
    const [all, , letter, raw = '', ...names] = match
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
    const said =
      names.find((each) => each !== undefined)?.trim() ??
      /\b(threshold|baseline|target|chance|cut-?off)\b/i.exec(all)?.[1]
    found.push({
      value,
      ...optional('axis', axis as 'x' | 'y' | undefined),
      ...optional('text', said ? said.charAt(0).toUpperCase() + said.slice(1) : undefined),
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
  return [...clean.matchAll(pattern)].flatMap((match) => {
    const [, power = '', word = ''] =
      /^((?:thousand|million|billion)(?:s? of)? )?(.*)$/i.exec(match[1] ?? '') ?? []
    const plain = unitOf(word)
    const unit =
      unitOf(match[1] ?? '') ??
      (plain && power ? `${power.toLowerCase().replace(/s? of /, ' ')}${plain}` : plain)
    return unit === undefined
      ? []
      : [{ before: clean.slice(Math.max(0, match.index - 60), match.index), unit }]
  })
}
