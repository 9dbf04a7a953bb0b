import { levelsOf, lookOf, type TextLook, withoutNumber } from './headings'
import { joinLines, type Vocabulary } from './hyphens'
import { endsSentence, type Marked, type Measure } from './roles'

/** A heading, a paragraph or a list item of the text, in reading order. */
export interface TextPart {
  kind: 'heading' | 'paragraph'
  text: string
  /** Of a heading, from 1; 0 for paragraphs. */
  level: number
  /** 1-based, where it begins. */
  page: number
}

const ITEM = /^(?:[•◦▪‣∙·–-]|\(?(?:\d{1,2}|[a-h]|[ivx]{1,4})[.)])\s+\S/
const BULLET = /^[•◦▪‣∙·–-]\s+/
const RUN_IN = /^(\p{Lu}[^.:]{2,58})([.:])\s+(?=\S)/u

/** Puts rows together again: headings over several rows, paragraphs across columns and pages. */
export function partsOf(rows: readonly Marked[], usual: Measure, words: Vocabulary): TextPart[] {
  const kept = rows.filter(({ role }) => role === 'body' || role === 'heading')
  const indents = usesIndents(kept, usual)
  const parts: (TextPart & { rows: Marked[] })[] = []
  kept.forEach((row, index) => {
    const above = kept[index - 1]
    const part = parts.at(-1)
    if (part && above && !begins(row, above, { usual, indents })) {
      part.text = joinLines(part.text, row.text, words)
      part.rows.push(row)
      return
    }
    const kind = row.role === 'heading' ? 'heading' : 'paragraph'
    parts.push({ kind, text: row.text.trim(), level: 0, page: row.page, rows: [row] })
  })
  return withLevels(parts).map(({ rows, ...part }) => ({
    ...part,
    text: part.kind === 'heading' ? part.text : runIn(tidy(part.text), rows, usual),
  }))
}

function begins(
  row: Marked,
  above: Marked,
  { usual, indents }: { usual: Measure; indents: boolean },
): boolean {
  if (row.role !== above.role) return true
  const straight = row.page === above.page && row.column === above.column
  if (row.role === 'heading')
    return !straight || row.gap > 1.6 || look(row) !== look(above) || startsNumbered(row.text)
  if (ITEM.test(row.text)) return true
  if (row.opensBold && !above.opensBold && !usual.bold && RUN_IN.test(row.text)) return true
  const indent = row.x - row.left
  const aboveIndent = above.x - above.left
  const indented = indent > usual.size * 0.6 && indent < usual.size * 5
  const short = above.x + above.w < above.right - (above.right - above.left) * 0.1
  if (Math.abs(row.size - above.size) > 0.6) return true
  if (!straight || row.gap === Number.POSITIVE_INFINITY) {
    if (indented && indents) return true
    return endsSentence(above.text) && (short || !indents)
  }
  // Formulas and floats taken out between two rows leave a gap that ends nothing.
  if (row.gap > 1.45 && (endsSentence(above.text) || /^\p{Lu}/u.test(row.text))) return true
  // Items and quotations are set in as a whole.
  if (indented && indent > aboveIndent + usual.size * 0.6) return !ITEM.test(above.text)
  return short && endsSentence(above.text) && row.gap > 1.15
}

const look = ({ size, bold }: Marked) => `${size}/${bold}`
const startsNumbered = (text: string) =>
  /^(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[IVX]{1,5}\.)\s+\p{Lu}/u.test(text)

/** Whether the document marks paragraphs by setting their first row in. */
function usesIndents(rows: readonly Marked[], usual: Measure): boolean {
  const indented = rows.filter((row, index) => {
    const above = rows[index - 1]
    const indent = row.x - row.left
    return (
      row.role === 'body' &&
      above?.column === row.column &&
      row.gap < 1.6 &&
      indent > usual.size * 0.6 &&
      indent < usual.size * 4 &&
      above.x - above.left < usual.size * 0.3
    )
  })
  return indented.length >= 2
}

function withLevels<P extends TextPart & { rows: Marked[] }>(parts: P[]): P[] {
  const headings = parts.filter(({ kind }) => kind === 'heading')
  const looks = headings.map(({ text, rows }): { title: string; look: TextLook } => ({
    title: text,
    look: rows[0] ? lookOf({ ...rows[0], text }) : { size: 0, bold: false, capitals: false },
  }))
  const levels = levelsOf(looks)
  headings.forEach((heading, index) => {
    heading.level = levels[index] ?? 1
  })
  return parts
}

/** Marks of footnotes and numbers of references are no words of the text. */
function tidy(text: string): string {
  return text
    .replace(BULLET, '- ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\p{L})]) ?\[[1-9]\d{0,2}(?:\s*[,–-]\s*[1-9]\d{0,2})*\]/gu, '')
    .replace(/(\p{Ll}{4}[.,;])\d{1,2}(?:[,–-]\d{1,2})*(?=\s+\p{Lu}|\s*$)/gu, '$1')
    .replace(/ ([,.;])/g, '$1')
}

/** A paragraph that begins in bold has a title of its own. */
function runIn(text: string, [first]: readonly Marked[], usual: Measure): string {
  if (!first?.opensBold || usual.bold) return text
  const title = RUN_IN.exec(text)
  if (!title?.[1] || title[1].split(/\s+/).length > 8) return text
  return `**${withoutNumber(title[1])}.** ${text.slice(title[0].length)}`
}
