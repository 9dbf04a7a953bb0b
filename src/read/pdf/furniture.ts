import type { PageLine, PdfPage } from '../../../wasm/mupdf'
import { medianHigh } from '../../forms/numbers'

/** Rows at the top and at the bottom of a page among which running heads and page numbers are looked for. */
const OUTER_ROWS = 3
/** Repeated in its place on so many pages, a line is no text; of a few pages, two are enough. */
const REPEATED = 3
const FEW_PAGES = 8
/** Most pages keep this place free for a running head, whatever it says. */
const ZONE_SHARE = 0.6
const SAME_PLACE = 3

const PAGE_NUMBER =
  /^[-–—\s]*(?:(?:page|p\.)\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|\/)\s*\d{1,4})?[-–—\s]*$/i

/**
 * The pages without running heads, feet, page numbers and the line numbers of review copies. Repetition is judged on
 * all of them.
 */
export function withoutFurniture(pages: readonly PdfPage[]): PdfPage[] {
  const outer = pages.map(outerLines)
  const needed = pages.length <= FEW_PAGES ? 2 : REPEATED
  const places = outer.flatMap((lines, page) => lines.map(({ text, y }) => ({ text, y, page })))
  const alike = Map.groupBy(places, ({ text }) => pattern(text))
  // Odd and even pages mirror their heads, so the place across the page does not count.
  const repeated = (line: PageLine) => {
    const all = alike.get(pattern(line.text)) ?? []
    const near = all.filter(({ y }) => Math.abs(y - line.y) <= SAME_PLACE)
    return new Set(near.map(({ page }) => page)).size >= needed
  }
  const zones = [zoneOf(pages, 0), zoneOf(pages, -1)]
  const inZone = ({ baseline }: PageLine) =>
    zones.some((zone) => zone !== undefined && Math.abs(zone - baseline) <= SAME_PLACE)
  return pages.map((page, index) => {
    const drop = outer[index]?.filter(
      (line) => isOutermostNumber(line, page) || repeated(line) || inZone(line),
    )
    const lines = page.lines.filter((line) => !drop?.includes(line))
    return { ...page, lines: withoutLineNumbers(lines) }
  })
}

/**
 * The baseline of running heads (`end` 0) or feet (-1) that change from page to page: the outermost row of most pages
 * stands there, each time farther from the next than rows of text do.
 */
function zoneOf(pages: readonly PdfPage[], end: 0 | -1): number | undefined {
  const apart = pages.flatMap((page) => {
    const baselines = rowsOf(page).map(([first]) => first?.baseline ?? 0)
    const gaps = baselines.slice(1).map((baseline, index) => baseline - (baselines[index] ?? 0))
    const usual = medianHigh(gaps)
    const baseline = baselines.at(end)
    return baseline !== undefined && (gaps.at(end) ?? 0) > usual * 1.5 ? [baseline] : []
  })
  const best = apart
    .map((place) => apart.filter((one) => Math.abs(one - place) <= SAME_PLACE))
    .reduce<number[]>((most, one) => (one.length > most.length ? one : most), [])
  return best.length >= Math.max(REPEATED, pages.length * ZONE_SHARE) ? best[0] : undefined
}

function rowsOf(page: PdfPage): PageLine[][] {
  const rows: PageLine[][] = []
  for (const line of [...page.lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1)
    if (row?.[0] && Math.abs(row[0].baseline - line.baseline) <= SAME_PLACE) row.push(line)
    else rows.push([line])
  }
  return rows
}

function outerLines(page: PdfPage): PageLine[] {
  const rows = rowsOf(page)
  // The middle of a page is text even where a page has few rows.
  const top = rows.slice(0, OUTER_ROWS).flat()
  const bottom = rows.slice(-OUTER_ROWS).flat()
  return [
    ...top.filter(({ y }) => y < page.height * 0.2),
    ...bottom.filter(({ y }) => y > page.height * 0.8),
  ]
}

function pattern(text: string): string {
  return text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** A number alone on the first or the last row; beside words it may number a heading. */
function isOutermostNumber(line: PageLine, { lines }: PdfPage): boolean {
  if (!PAGE_NUMBER.test(line.text)) return false
  const others = lines.filter((one) => one !== line)
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
