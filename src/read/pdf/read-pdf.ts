import { type PdfFile, type PdfPage, withPdf } from '../../../wasm/mupdf'
import type { PdfText } from '../../forms/pdf'
import { findColumns, type PageRow, readingOrder } from './columns'
import { withoutFurniture } from './furniture'
import { learnWords } from './hyphens'
import { partsOf, type TextPart } from './paragraphs'
import { type Choice, choose, looksLikePdf, MOST_SCANS, named } from './probe'
import { type Marked, markRows, measure } from './roles'
import { type Chosen, methodOf, withoutBackMatter, withoutFrontMatter } from './sections'
import { counted } from './selection'

/** Running heads are told by repetition: with few pages chosen, their neighbours are looked at too. */
const LEAST_COMPARED = 6

interface Reading extends Choice {
  mostCharacters: number
  /** For rules, which draw every sentence; a model is shown the whole. */
  methodAlone: boolean
  /** Aborted with the job. */
  signal?: AbortSignal
}

/**
 * Reads the chosen pages as text for a figure: in reading order, without heads, feet, page numbers, footnotes,
 * formulas, the words inside drawings and tables, and the references. Where no pages are named and `methodAlone`, the
 * method section alone.
 * The same bytes give the same text.
 * @throws Error with a sentence where the file or the choice cannot be read
 */
export async function readPdf(bytes: Uint8Array, choice: Reading): Promise<PdfText> {
  if (!looksLikePdf(bytes)) throw new Error('The file is not a PDF.')
  return withPdf(bytes, (file) => readFile(file, choice))
}

async function readFile(file: PdfFile, choice: Reading): Promise<PdfText> {
  const facts = choose(file, choice)
  if ('sentence' in facts) throw new Error(`The PDF cannot be read: ${facts.sentence}.`)
  const { pages, selected } = facts
  const notes: string[] = []
  const { read, warnings } = await loadPages(file, selected, notes, choice.signal)
  const rows = orderedRows(read, selected)
  if (rows.length === 0)
    throw new Error(
      `Nothing could be read on ${named(selected)} of the PDF: choose pages with clear print, or send a PDF whose text can be selected.`,
    )
  const usual = measure(rows)
  const marked = markRows(rows, usual)
  const words = learnWords(innerLines(rows))
  const parts = partsOf(marked, usual, words)
  const title = selected[0] === 1 ? titleOf(marked, parts) : ''
  const body = withoutBackMatter(withoutFrontMatter(parts))
  const chosen: Chosen =
    choice.methodAlone && choice.pages === null
      ? methodOf(body.parts)
      : { parts: body.parts, notes: [`the text of ${selected.length} of its ${counted(pages)}`] }
  notes.push(...chosen.notes, ...body.notes, ...leftOut(marked))
  const whole = markdown(chosen.parts)
  const text = whole.slice(0, choice.mostCharacters).toWellFormed()
  if (text.length < whole.length)
    notes.push(`only the first ${text.length} of ${whole.length} characters are read`)
  return {
    text,
    title,
    pages,
    selected,
    captions: captionsOf(marked).map((lines) => partsOf(lines, usual, words)[0]?.text ?? ''),
    drawnFrom: chosen.notes.join(', '),
    notes,
    warnings,
  }
}

/** Chosen pages and, where they are few, some more to compare heads and feet with. */
async function loadPages(
  file: PdfFile,
  selected: readonly number[],
  notes: string[],
  signal: AbortSignal | undefined,
): Promise<{ read: Map<number, PdfPage>; warnings: string[] }> {
  const wanted = new Set(selected)
  for (let near = 1; wanted.size < Math.min(LEAST_COMPARED, file.pages); near++)
    for (const page of [(selected[0] ?? 1) - near, (selected.at(-1) ?? 1) + near])
      if (page >= 1 && page <= file.pages) wanted.add(page)
  const pages = new Map<number, PdfPage>()
  for (const number of [...wanted].sort((a, b) => a - b)) {
    try {
      pages.set(number, cleaned(file.page(number - 1)))
    } catch {
      if (selected.includes(number)) notes.push(`page ${number} is broken and was left out`)
    }
  }
  const scans = selected.filter((number) => pages.get(number)?.holds === 'scan')
  return { read: pages, warnings: await readScans(file, pages, scans, signal) }
}

/** Pages that are pictures get the lines that are recognised in them; what was done so, in sentences. */
async function readScans(
  file: PdfFile,
  pages: Map<number, PdfPage>,
  scans: readonly number[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if (scans.length === 0) return []
  const { SCAN_SIDE, scannedLines } = await import('./scans')
  const [read, left] = [scans.slice(0, MOST_SCANS), scans.slice(MOST_SCANS)]
  for (const number of read) {
    signal?.throwIfAborted()
    const page = pages.get(number)
    if (!page) continue
    const lines = await scannedLines(file.picture(number - 1, SCAN_SIDE), page)
    pages.set(number, cleaned({ ...page, lines }))
  }
  return [
    `Read by the bundled recogniser of letters, as scans: ${named(read)} of the PDF; some letters may be wrong.`,
    ...(left.length > 0
      ? [`Not read, as scans beyond the ${MOST_SCANS} that are read of a file: ${named(left)}.`]
      : []),
  ]
}

const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/** Upright lines with letters as they are spelled; turned text (a stamp on the margin) goes. */
function cleaned(page: PdfPage): PdfPage {
  const lines = page.lines
    .filter(({ horizontal, text }) => horizontal && text.trim() !== '')
    .map((line) => ({
      ...line,
      text: line.text
        .replace(/[ﬀ-ﬆ]/g, (one) => LIGATURES[one] ?? one)
        .replace(/[\u0000-\u001f\u007f\u200b\ufeff\ufffd]/g, '')
        .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
        .toWellFormed(),
    }))
    .filter(({ text }) => text.trim() !== '')
  return { ...page, lines }
}

function orderedRows(read: ReadonlyMap<number, PdfPage>, selected: readonly number[]): PageRow[] {
  const bare = withoutFurniture([...read.values()])
  const usual = usualColumns(bare)
  const numbers = [...read.keys()]
  return selected.flatMap((number) => {
    const page = bare[numbers.indexOf(number)]
    return page ? readingOrder(page, number, findColumns(page, usual)) : []
  })
}

/** Column starts that most pages share: a page with few lines beside each other follows them. */
function usualColumns(pages: readonly PdfPage[]): number[] {
  const found = pages.map((page) => findColumns(page)).filter((starts) => starts.length > 0)
  const first = found[0]
  if (!first || found.length * 2 < pages.length) return []
  const like = found.filter(
    (starts) =>
      starts.length === first.length && starts.every((x, at) => Math.abs(x - (first[at] ?? 0)) < 3),
  )
  return like.length * 2 > found.length ? first : []
}

/** Rows without their last word: at the end of a row a hyphen may be the line's own. */
function innerLines(rows: readonly PageRow[]): string[] {
  return rows.map(({ text }) => (/[-‐\u00ad]$/.test(text) ? text.replace(/\S+$/, '') : text))
}

/** The largest letters of the first page, above its first section. */
function titleOf(rows: readonly Marked[], parts: readonly TextPart[]): string {
  const first = parts.find(({ kind, page }) => kind === 'heading' && page === 1)
  const top = rows.filter(({ page }) => page === 1).slice(0, 12)
  const largest = Math.max(...top.map(({ size }) => size))
  if (top.every(({ size }) => size === largest)) return ''
  const title = top.filter(({ size }) => size === largest).map(({ text }) => text)
  const joined = title.join(' ').replace(/\s+/g, ' ')
  return joined.length > 300 || (first && /^\d/.test(joined)) ? '' : joined
}

function captionsOf(rows: readonly Marked[]): Marked[][] {
  const captions: Marked[][] = []
  rows.forEach((row, index) => {
    if (row.role !== 'caption') return
    const above = rows[index - 1]
    const body: Marked = { ...row, role: 'body', gap: 1, left: row.x }
    if (above?.role === 'caption' && row.gap !== Number.POSITIVE_INFINITY)
      captions.at(-1)?.push(body)
    else captions.push([body])
  })
  return captions
}

function leftOut(rows: readonly Marked[]): string[] {
  const count = (role: Marked['role']) => rows.filter((row) => row.role === role).length
  const counts = [
    [count('figure'), 'inside figures and tables'],
    [count('formula'), 'of formulas'],
    [count('note'), 'of footnotes'],
  ] as const
  const said = counts.filter(([lines]) => lines > 0).map(([lines, what]) => `${lines} ${what}`)
  return said.length > 0 ? [`lines left out: ${said.join(', ')}`] : []
}

/** Headings start at one `#`, whatever their depth in the document. */
function markdown(parts: readonly TextPart[]): string {
  const levels = parts.filter(({ kind }) => kind === 'heading').map(({ level }) => level)
  const shallow = Math.min(...levels, 6)
  return parts
    .map(({ kind, text, level }) =>
      kind === 'heading' ? `${'#'.repeat(Math.min(6, level - shallow + 1))} ${text}` : text,
    )
    .join('\n\n')
}
