import type { PageLine, PdfPage } from '../../../wasm/mupdf'

/** Rows at the top and at the bottom of a page among which running heads and page numbers are looked for. */
const OUTER_ROWS = 3
/** Repeated on fewer of the pages at hand, a line is text. */
const LEAST_SHARE = 0.25
const SAME_PLACE = 3

const PAGE_NUMBER =
  /^[-–—\s]*(?:(?:page|p\.)\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|\/)\s*\d{1,4})?[-–—\s]*$/i

/**
 * The pages without running heads, feet, page numbers and the line numbers of review copies. Repetition is judged on
 * all of them.
 */
export function withoutFurniture(pages: readonly PdfPage[]): PdfPage[] {
  const outer = pages.map(outerLines)
  const needed = Math.max(2, Math.ceil(pages.length * LEAST_SHARE))
  const repeated = (line: PageLine) =>
    outer.filter((lines) => lines.some((one) => sameFurniture(one, line))).length >= needed
  return pages.map((page, index) => {
    const drop = outer[index]?.filter((line) => isOutermostNumber(line, page) || repeated(line))
    const lines = page.lines.filter((line) => !drop?.includes(line))
    return { ...page, lines: withoutLineNumbers(lines) }
  })
}

function outerLines(page: PdfPage): PageLine[] {
  const rows: PageLine[][] = []
  for (const line of [...page.lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1)
    if (row?.[0] && Math.abs(row[0].baseline - line.baseline) <= SAME_PLACE) row.push(line)
    else rows.push([line])
  }
  // The middle of a page is text even where a page has few rows.
  const top = rows.slice(0, OUTER_ROWS).flat()
  const bottom = rows.slice(-OUTER_ROWS).flat()
  return [
    ...top.filter(({ y }) => y < page.height * 0.2),
    ...bottom.filter(({ y }) => y > page.height * 0.8),
  ]
}

/** Odd and even pages mirror their heads, so the place across the page does not count. */
function sameFurniture(a: PageLine, b: PageLine): boolean {
  return Math.abs(a.y - b.y) <= SAME_PLACE && pattern(a.text) === pattern(b.text)
}

function pattern(text: string): string {
  return text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase()
}

function isOutermostNumber(line: PageLine, { lines }: PdfPage): boolean {
  if (!PAGE_NUMBER.test(line.text)) return false
  const others = lines.filter((one) => Math.abs(one.baseline - line.baseline) > SAME_PLACE)
  return (
    others.every(({ baseline }) => baseline < line.baseline) ||
    others.every(({ baseline }) => baseline > line.baseline)
  )
}

function withoutLineNumbers(lines: PageLine[]): PageLine[] {
  const isNumber = ({ text }: PageLine) => /^\s*\d{1,4}\s*$/.test(text)
  const body = lines.filter((line) => !isNumber(line))
  const left = Math.min(...body.map(({ x }) => x))
  const numbers = lines.filter((line) => isNumber(line) && line.x + line.w < left)
  return numbers.length < 8 ? lines : lines.filter((line) => !numbers.includes(line))
}
