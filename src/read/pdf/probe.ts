import { type PdfFile, type PdfPage, withPdf } from '../../../wasm/mupdf'
import type { PdfFacts, PdfPictures, PdfRefusal } from '../../forms/pdf'
import { counted, parsePages } from './selection'

/** Pages that a file may have. */
const MOST_PAGES_OF_A_FILE = 5000
/** Pages of one file that are read by their pixels: each takes some seconds of a core. */
export const MOST_SCANS = 6
/** Readers look for the signature in the first kilobyte, not only at the first byte. */
const SIGNATURE_WITHIN = 1024

export interface Choice {
  /** As the client wrote it; null: all pages. */
  pages: string | null
  /** How many pages may be chosen. */
  mostPages: number
}

/**
 * Says whether the chosen pages of a file can be read, before anything is promised.
 * @throws never: what cannot be read is a refusal
 */
export function probePdf(bytes: Uint8Array, choice: Choice): Promise<PdfFacts | PdfRefusal> {
  return opened(bytes, (file) => examine(file, choice))
}

/**
 * Pictures of a file's pages, by which people choose among them.
 * @param from the first of them, from 1 on
 * @throws never: what cannot be read is a refusal, and a page that is broken has no picture
 */
export function picturePages(bytes: Uint8Array, from: number): Promise<PdfPictures | PdfRefusal> {
  return opened(bytes, (file) => closedFor(file) ?? pictured(file, from))
}

async function opened<Found>(
  bytes: Uint8Array,
  use: (file: PdfFile) => Found | PdfRefusal,
): Promise<Found | PdfRefusal> {
  if (!looksLikePdf(bytes)) return refuse('is not a PDF')
  try {
    return await withPdf(bytes, use)
  } catch {
    return refuse('is broken: it cannot be opened as a PDF')
  }
}

/** The longer side of a page's picture, in pixels: sharp at half of it on a fine screen. */
const PICTURE_SIDE = 320
/** Pages of one answer: what people look through at once. */
const MOST_PICTURES = 24
/** After so many milliseconds no page is begun. */
const DRAWING_MS = 3000

function pictured(file: PdfFile, from: number): PdfPictures {
  const until = performance.now() + DRAWING_MS
  const pictures: PdfPictures['pictures'] = []
  const last = Math.min(file.pages, from + MOST_PICTURES - 1)
  for (let page = from; page <= last; page++) {
    pictures.push({ page, picture: pictureOf(file, page) })
    if (performance.now() > until) break
  }
  return { pages: file.pages, pictures }
}

function pictureOf(file: PdfFile, page: number): string | null {
  try {
    const { jpeg } = file.picture(page - 1, PICTURE_SIDE)
    return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
  } catch {
    return null
  }
}

/** The library opens HTML and pictures too, whatever it is told: the signature decides. */
export function looksLikePdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, SIGNATURE_WITHIN)).includes('%PDF-')
}

/** The chosen pages of an open file, or why there are none. */
export function choose(file: PdfFile, { pages, mostPages }: Choice): PdfFacts | PdfRefusal {
  const closed = closedFor(file)
  if (closed) return closed
  const found = parsePages(pages ?? `1-${file.pages}`, file.pages, mostPages)
  if ('error' in found) return { at: 'pages', sentence: found.error }
  return { pages: file.pages, selected: found.pages }
}

/** Why no page of an open file is taken; undefined: they are. */
function closedFor(file: PdfFile): PdfRefusal | undefined {
  if (file.encrypted) return refuse('is encrypted: it opens with a password only')
  if (file.pages < 1) return refuse('is broken: it has no pages')
  if (file.pages > MOST_PAGES_OF_A_FILE)
    return refuse(`has ${file.pages} pages; at most ${MOST_PAGES_OF_A_FILE} are taken`)
  return undefined
}

function examine(file: PdfFile, choice: Choice): PdfFacts | PdfRefusal {
  const facts = choose(file, choice)
  if ('sentence' in facts) return facts
  const blank: number[] = []
  for (const page of facts.selected) {
    const holds = heldBy(file, page)
    // Further scans would not be read, whatever is on them.
    const isRead = holds === 'scan' && blank.length < MOST_SCANS && !file.isBlank(page - 1)
    if (holds === 'text' || isRead) return facts
    if (holds === 'scan') blank.push(page)
  }
  if (blank.length > 0)
    return refuse(
      `is a scan with nothing on it: ${named(blank.slice(0, MOST_SCANS))}; choose pages with print on them`,
    )
  const where =
    facts.selected.length === facts.pages
      ? `its ${counted(facts.pages)}`
      : `the chosen pages of its ${counted(facts.pages)}`
  return refuse(`has no text on ${where}, and no scan of one`)
}

function heldBy(file: PdfFile, page: number): PdfPage['holds'] {
  try {
    return file.page(page - 1).holds
  } catch {
    return 'nothing'
  }
}

export const named = (pages: readonly number[]) => `page ${pages.join(', ')}`

function refuse(sentence: string): PdfRefusal {
  return { at: 'file', sentence }
}
