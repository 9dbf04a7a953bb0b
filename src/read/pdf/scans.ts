import type { PageLine, PagePicture, PdfPage } from '../../../wasm/mupdf'
import { middleOf } from '../../forms/numbers'
import { LEAST_CONFIDENCE, type LetterLine, readLettering } from '../lettering'
import { decodePicture } from '../raster'

/** The longer side of a page as it is read, in pixels: 150 for an inch of A4. */
export const SCAN_SIDE = 1750
/** Lines of less than this share of the usual size are specks, and sizes within this of it are that of the body. */
const SPECK = 0.55
const LIKE = 0.15
const LONGEST_BOLD = 60

/**
 * The lines of a page that is a picture, as the letters in it are recognised; lengths in points.
 *
 * @throws UnreadablePicture
 */
export async function scannedLines(
  { jpeg, width, height }: PagePicture,
  page: Pick<PdfPage, 'width'>,
): Promise<PageLine[]> {
  const { lines } = readLettering(await decodePicture(jpeg, { maxPixels: width * height }))
  const scale = page.width / width
  const usual = middleOf(lines.flatMap((line) => [...line.text].map(() => line.fontSize))) ?? 0
  return lines
    .filter((line) => line.fontSize > SPECK * usual && !isDoubtful(line))
    .map((line) =>
      pageLine(line, Math.abs(line.fontSize / usual - 1) < LIKE ? usual : line.fontSize, scale),
    )
}

/** A long line of one unsure letter is still read. */
const isDoubtful = ({ text, confidence }: LetterLine) =>
  confidence < LEAST_CONFIDENCE && text.length < 4

function pageLine(
  { text, box, baseline, ...look }: LetterLine,
  size: number,
  scale: number,
): PageLine {
  return {
    text,
    ...{ x: scale * box.x, y: scale * box.y, w: scale * box.width, h: scale * box.height },
    baseline: scale * baseline,
    // Half points, as documents are set: what is of one size is told by equality.
    size: Math.round(2 * scale * size) / 2,
    font: look.family,
    // A long line is no heading, whatever its weight seems to be.
    bold: look.fontWeight === 700 && text.length < LONGEST_BOLD,
    italic: look.italic,
    horizontal: look.angle === 0,
  }
}
