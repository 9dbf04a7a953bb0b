/** As the interface reads pages: numbers and ranges from 1 on. */
const PAGES = /^\s*[1-9]\d*(\s*-\s*[1-9]\d*)?(\s*,\s*[1-9]\d*(\s*-\s*[1-9]\d*)?)*\s*$/

export function arePages(text: string): boolean {
  return PAGES.test(text)
}

/** The pages that a text such as `2-4, 7` names, up to `last`; none where it cannot be read. */
export function pagesIn(text: string, last: number): Set<number> {
  const named = new Set<number>()
  if (!arePages(text)) return named
  for (const part of text.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number)
    const end = Math.min(Math.max(from, to), last)
    for (let page = Math.min(from, to); page <= end; page++) named.add(page)
  }
  return named
}

/** Pages as the interface reads them, with neighbours as ranges. */
export function pagesWritten(pages: Iterable<number>): string {
  const ranges: { from: number; to: number }[] = []
  for (const page of [...pages].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && page === last.to + 1) last.to = page
    else ranges.push({ from: page, to: page })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}
