import type { Span } from '../../../forms/diagram'
import { blanked } from '../../words/diagram-parts'
import { ENTITIES } from '../../words/plain-label'
import { fencesOf } from '../structured/fences'
import { markFormulas } from './formulas'

const blank = (part: string) => part.replace(/[^\n]/g, ' ')
/** Keeps `inner` at its own place and blanks the rest. */
const keep = (whole: string, inner: string) => {
  const at = whole.indexOf(inner)
  return blank(whole.slice(0, at)) + inner + blank(whole.slice(at + inner.length))
}

/** Before a bold title inside a paragraph, which opens one of its own. */
const RUN_IN = /(?<=[.!?]) (?=\*\*[^*\n]{2,60}[.:]\*\* )/g

/** Blanks the marks of bold and slanted words. */
export const withoutBold = (masked: string): string =>
  masked
    .replace(/(\*\*|__|~~)(?=\S)|(?<=\S)(\*\*|__|~~)/g, blank)
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{1,200})(?<=\S)\*(?![\w*])/g, (whole, inner: string) =>
      keep(whole, inner),
    )

/**
 * Blanks what is no language (markup but bold, citations, links, emoji) with spaces of the same length, so that every
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
    .replace(/(?:\b(?:at|from|via|see|in)\s+)?\bhttps?:\/\/[^\s)\]]+/g, blank)
    .replace(/\\(?:cite[a-z]*|ref|label|eqref)\s?\{[^{}\n]{0,200}\}/g, blank)
    .replace(/\\[a-zA-Z]{2,20}/g, blank)
    .replace(
      /(?:\b(?:as in|in|by|from|see|of|following)\s+)?\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]/g,
      blank,
    )
    .replace(/\((?:[^()\n]{0,160}(?:et al\.|\b(?:19|20)\d\d[a-z]?\b)[^()\n]{0,120})\)/g, blank)
    .replace(
      /\((?:see |cf\. )?(?:Supplementary |Extended Data )?(?:Figs?|Figures?|Tables?|Sections?|Sec|Eqs?|Appendix)\b\.?[^()\n]{0,60}\)/gi,
      blank,
    )
    .replace(RUN_IN, '\n')
    .replace(/[`$]/g, ' ')
    .replace(/\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F1E6}-\u{1F1FF}]/gu, (part) =>
      /[©®™]/.test(part) ? part : blank(part),
    )
    .replace(/[\u0000-\u0008\u000b-\u001f\u200b\ufeff\ufffd]|\p{Cs}/gu, ' ')
}

/** Fenced blocks, comments and scripts blanked. */
const withoutRegions = (text: string): string =>
  REGIONS.reduce((kept, regionsOf) => blanked(kept, regionsOf(kept)), text)

/** From each opening mark to the next closing one; an opening mark without one is none. */
const between =
  (open: RegExp, close: RegExp) =>
  (text: string): Span[] => {
    const found: Span[] = []
    for (const { 0: mark, index } of text.matchAll(open)) {
      if (index < (found.at(-1)?.end ?? 0)) continue
      close.lastIndex = index + mark.length
      if (!close.test(text)) break
      found.push({ start: index, end: close.lastIndex })
    }
    return found
  }

const REGIONS: readonly ((text: string) => Span[])[] = [
  (text) => fencesOf(text).flatMap(({ outer, closed }) => (closed ? [outer] : [])),
  between(/<!--/g, /-->/g),
  between(/<script\b[^>]{0,500}>/gi, /<\/script>/gi),
  between(/<style\b[^>]{0,500}>/gi, /<\/style>/gi),
]
