import type { PageRow } from './columns'
import { isKnownSection, numberingOf, withoutNumber } from './headings'

type Role = 'body' | 'heading' | 'caption' | 'figure' | 'note' | 'formula'

export interface Marked extends PageRow {
  role: Role
  /** The vertical distance to the row above in its column, in line heights; Infinity at the top. */
  gap: number
}

/** What the body text of a document looks like. */
export interface Measure {
  /** Points. */
  size: number
  /** From baseline to baseline, in points. */
  leading: number
  bold: boolean
}

const CAPTION =
  /^(?:(?:supplementary |extended data )?(?:figure|fig\.?|table|tab\.|scheme|algorithm|listing)\s*(?:S?\d+|[IVX]+)[A-Za-z]?\s*[.:|–—-]|(?:abbildung|abb\.|tabelle|tableau)\s*\d+\s*[.:])/i
const TABLE =
  /^(?:supplementary |extended data )?(?:table|tab\.|tabelle|tableau|algorithm|listing)/i
const NOTE = /^(?:\d{1,2}\s?|[*†‡§¶]\s*)\S/

const LONGEST_HEADING = 110
const MOST_HEADING_WORDS = 14

/** The size, leading and weight that most letters of the pages have. */
export function measure(rows: readonly PageRow[]): Measure {
  const size = commonest(rows, ({ size }) => size) ?? 10
  const body = rows.filter((row) => row.size === size)
  const gaps = body.flatMap((row, index) => {
    const above = body[index - 1]
    const gap = above && above.page === row.page ? row.baseline - above.baseline : 0
    return above?.column === row.column && gap > size * 0.8 && gap < size * 2.5
      ? [{ text: row.text, gap: Math.round(gap * 2) / 2 }]
      : []
  })
  return {
    size,
    leading: commonest(gaps, ({ gap }) => gap) ?? size * 1.2,
    bold: commonest(body, ({ bold }) => bold) ?? false,
  }
}

function commonest<R extends { text: string }, V>(
  rows: readonly R[],
  read: (row: R) => V,
): V | undefined {
  const weights = new Map<V, number>()
  for (const row of rows) weights.set(read(row), (weights.get(read(row)) ?? 0) + row.text.length)
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** Says what each row is; `rows` in reading order. */
export function markRows(rows: readonly PageRow[], usual: Measure): Marked[] {
  const marked = rows.map((row, index): Marked => {
    const above = rows[index - 1]
    const straight = above?.page === row.page && above.column === row.column
    const gap = straight
      ? (row.baseline - above.baseline) / usual.leading
      : Number.POSITIVE_INFINITY
    return { ...row, gap, role: 'body' }
  })
  markCaptions(marked, usual)
  markHeadings(marked, usual)
  markFigures(marked, usual)
  markNotes(marked, usual)
  markFormulas(marked, usual)
  return marked
}

/** A caption begins with its label and goes on as long as its rows stay close and of one size. */
function markCaptions(rows: Marked[], usual: Measure): void {
  rows.forEach((row, index) => {
    if (!CAPTION.test(row.text) || (row.gap < 1.15 && rows[index - 1]?.role !== 'caption')) return
    row.role = 'caption'
    const step = Math.max(row.size * 1.5, usual.leading * 1.1)
    for (let at = index + 1; at < rows.length; at++) {
      const next = rows[at]
      const last = rows[at - 1]
      if (!next || !last || next.gap === Number.POSITIVE_INFINITY) break
      if (next.baseline - last.baseline > step || Math.abs(next.size - row.size) > 0.6) break
      if (CAPTION.test(next.text)) break
      // Body text of the same size begins after a gap or an indentation.
      if (endsSentence(last.text) && last.x + last.w < last.right - row.size * 3) break
      next.role = 'caption'
    }
  })
}

function markHeadings(rows: Marked[], usual: Measure): void {
  rows.forEach((row, index) => {
    if (row.role !== 'body') return
    const above = rows[index - 1]
    const below = rows[index + 1]
    const continues =
      above?.role === 'heading' && sameStyle(above, row) && standsOut(row, usual) && row.gap < 1.6
    if (continues ? isTitleLike(row, true) : startsHeading(row, below, usual)) row.role = 'heading'
  })
}

function startsHeading(row: Marked, below: Marked | undefined, usual: Measure): boolean {
  if (!isTitleLike(row, false)) return false
  const apart = row.gap > 1.25
  const named = isKnownSection(row.text)
  if (isLarger(row, usual) || (row.bold && !usual.bold))
    return apart || named || row.gap > 1.02 * (row.size / usual.size)
  const styled = standsOut(row, usual) || numberingOf(row.text) !== undefined
  const short = isCapitals(row.text) || row.x + row.w < row.right - row.size * 2
  const followed = below !== undefined && below.role === 'body'
  return apart && short && followed && (named || (styled && /^[\dIVXA-Z]/.test(row.text)))
}

const isLarger = (row: PageRow, usual: Measure) => row.size > usual.size * 1.08
const isCapitals = (text: string) => /\p{Lu}{3}/u.test(text) && !/\p{Ll}{2}/u.test(text)

/** It looks like no line of the body. */
function standsOut(row: PageRow, usual: Measure): boolean {
  return isLarger(row, usual) || (row.bold && !usual.bold) || row.italic || isCapitals(row.text)
}

function isTitleLike({ text, pieces, size }: PageRow, continued: boolean): boolean {
  if (text.length > LONGEST_HEADING || text.split(/\s+/).length > MOST_HEADING_WORDS) return false
  if (!/\p{L}{2}/u.test(text) || /[.;,:]$/.test(text.replace(/^[\dIVX.]+$/, ''))) return false
  // "Preprocessing. We calibrate" begins a paragraph.
  if (/\p{L}{3}[.:]\s+\p{Lu}/u.test(withoutNumber(text))) return false
  if (size < 5 || pieces > 8) return false
  return continued || /^["'(]?[\p{Lu}\p{N}\p{Lo}]|^\p{Ll}[\p{Ll}-]*\p{Lu}/u.test(text)
}

const sameStyle = (a: PageRow, b: PageRow) =>
  Math.abs(a.size - b.size) < 0.6 && a.bold === b.bold && isCapitals(a.text) === isCapitals(b.text)

/** Labels inside a drawing and cells of a table: what stands between a caption and the text around it. */
function markFigures(rows: Marked[], usual: Measure): void {
  rows.forEach((row, index) => {
    if (row.role !== 'caption' || rows[index - 1]?.role === 'caption') return
    const end = rows.findIndex((one, at) => at > index && one.role !== 'caption')
    if (TABLE.test(row.text)) sweep(rows, end < 0 ? rows.length : end, 1, usual)
    else sweep(rows, index - 1, -1, usual)
  })
}

function sweep(rows: Marked[], from: number, step: 1 | -1, usual: Measure): void {
  for (let at = from; at >= 0 && at < rows.length; at += step) {
    const row = rows[at]
    const start = rows[from]
    if (!row || !start || row.page !== start.page || isRunningText(row, usual)) return
    if (row.role === 'caption' || (row.role === 'heading' && numberingOf(row.text))) return
    // Words in a drawing or a table are smaller; the body's own size after them is the body again.
    if (start.size < usual.size - 0.6 && row.size >= usual.size - 0.6) return
    row.role = 'figure'
  }
}

/** Lines of the body's size that fill their column, or end a sentence. */
function isRunningText(row: PageRow, usual: Measure): boolean {
  const words = row.text.split(/\s+/).length
  const full = row.w > (row.right - row.left) * 0.8
  if (Math.abs(row.size - usual.size) > 0.6 || row.pieces > 3) return false
  return (full && words > 3) || (endsSentence(row.text) && words > 2)
}

/** Footnotes: smaller rows at the foot of a column, the first with a mark. */
function markNotes(rows: Marked[], usual: Measure): void {
  for (const column of Map.groupBy(rows, ({ page, column }) => `${page}/${column}`).values()) {
    let first = column.length
    while (first > 0 && (column[first - 1]?.size ?? usual.size) <= usual.size * 0.92) first -= 1
    const foot = column.slice(first).filter(({ role }) => role === 'body')
    if (first > 0 && foot[0] && NOTE.test(foot[0].text)) for (const row of foot) row.role = 'note'
  }
}

/** Displayed formulas: set in from the left, hardly a word in them. */
function markFormulas(rows: Marked[], usual: Measure): void {
  for (const row of rows) {
    if (row.role !== 'body' || row.x < row.left + usual.size * 1.2) continue
    const letters = row.text.replace(/[^\p{L}]/gu, '').length
    const inWords = (row.text.match(/\p{L}{3,}/gu) ?? []).join('').length
    const signs = /[=<>≤≥∑∏∫∂∈≈∼×±√→∞‖|^]|\(\d{1,3}\)$/.test(row.text)
    if (signs && inWords < Math.max(letters, 1) * 0.55) row.role = 'formula'
  }
}

export function endsSentence(text: string): boolean {
  return /[.!?:。！？][)\]"'”’]?$/.test(text.trimEnd())
}
