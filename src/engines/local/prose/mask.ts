import { lowerBound } from '../../words/diagram-parts'
import { ENTITIES } from '../../words/plain-label'
import { markFormulas } from './formulas'

const blank = (part: string) => part.replace(/[^\n]/g, ' ')
/** Keeps `inner` at its own place and blanks the rest. */
const keep = (whole: string, inner: string) => {
  const at = whole.indexOf(inner)
  return blank(whole.slice(0, at)) + inner + blank(whole.slice(at + inner.length))
}

/**
 * Blanks what is no language (markup, citations, links, emoji) with spaces of the same length, so that every
 * offset of the result is an offset of the source.
 */
export function mask(text: string): string {
  return withoutRegions(markFormulas(text))
    .replace(/<\/?[a-zA-Z][^<>\n]{0,300}>/g, blank)
    .replace(/&([a-z]{2,5});/g, (whole, name: string) =>
      (ENTITIES[name] ?? ' ').padEnd(whole.length),
    )
    .replace(/!\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)/g, blank)
    .replace(/\[([^\]\n]{1,200})\]\([^)\s]{0,500}\)/g, (whole, inner: string) => keep(whole, inner))
    .replace(/\bhttps?:\/\/[^\s)\]]+/g, blank)
    .replace(/\\(?:cite[a-z]*|ref|label|eqref)\s?\{[^{}\n]{0,200}\}/g, blank)
    .replace(/\\[a-zA-Z]{2,20}/g, blank)
    .replace(/\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]/g, blank)
    .replace(/\((?:[^()\n]{0,160}(?:et al\.|\b(?:19|20)\d\d[a-z]?\b)[^()\n]{0,120})\)/g, blank)
    .replace(
      /\((?:see |cf\. )?(?:Supplementary |Extended Data )?(?:Figs?|Figures?|Tables?|Sections?|Sec|Eqs?|Appendix)\b\.?[^()\n]{0,60}\)/gi,
      blank,
    )
    .replace(/(\*\*|__|~~)(?=\S)|(?<=\S)(\*\*|__|~~)/g, blank)
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{1,200})(?<=\S)\*(?![\w*])/g, (whole, inner: string) =>
      keep(whole, inner),
    )
    .replace(/[`$]/g, ' ')
    .replace(/\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F1E6}-\u{1F1FF}]/gu, (part) =>
      /[©®™]/.test(part) ? part : blank(part),
    )
    .replace(/[\u0000-\u0008\u000b-\u001f\u200b\ufeff\ufffd]|\p{Cs}/gu, ' ')
}

/** Fenced blocks, comments and scripts blanked. */
const withoutRegions = (text: string): string =>
  REGIONS.reduce((kept, [open, close]) => betweenBlanked(kept, open, close), withoutFences(text))

const REGIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/<!--/g, /-->/g],
  [/<script\b[^>]{0,500}>/gi, /<\/script>/gi],
  [/<style\b[^>]{0,500}>/gi, /<\/style>/gi],
]

/** Blanks from each opening mark to the next closing one; an opening mark without one stays. */
function betweenBlanked(text: string, open: RegExp, close: RegExp): string {
  let [kept, from] = ['', 0]
  for (const { 0: mark, index } of text.matchAll(open)) {
    if (index < from) continue
    close.lastIndex = index + mark.length
    if (!close.test(text)) break
    kept += text.slice(from, index) + blank(text.slice(index, close.lastIndex))
    from = close.lastIndex
  }
  return kept + text.slice(from)
}

const FENCE = /^[ \t]{0,3}(`{3,9}|~{3,9})([^\n]*)$/

/** Blanks each fenced block that is closed by a line of the same marks. */
function withoutFences(text: string): string {
  const lines = text.split('\n')
  const marks = lines.map((line) => FENCE.exec(line))
  const isClosing = (index: number) => marks[index]?.[2]?.trim() === ''
  const closing = Map.groupBy(
    [...lines.keys()].filter(isClosing),
    (index) => marks[index]?.[1] ?? '',
  )
  for (let index = 0; index < lines.length; index++) {
    const lasting = closing.get(marks[index]?.[1] ?? '') ?? []
    const end = lasting[lowerBound(lasting, index + 1)]
    if (end === undefined) continue
    for (let at = index; at <= end; at++) lines[at] = blank(lines[at] ?? '')
    index = end
  }
  return lines.join('\n')
}
