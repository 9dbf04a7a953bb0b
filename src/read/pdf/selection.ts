/** Above this a selection is no list of pages any more. */
const LONGEST_NUMBER = 7

/**
 * Reads a choice of pages: `3`, `1,4`, `2-5`, `5-3` (the same as `3-5`), spaces allowed.
 * Gives 1-based numbers, ascending, each once; or a sentence that names what is valid.
 *
 * @example
 * parsePages('7, 3-1', 12, 200) // { pages: [1, 2, 3, 7] }
 */
export function parsePages(
  selection: string,
  pageCount: number,
  mostPages: number,
): { pages: number[] } | { error: string } {
  const chosen = new Set<number>()
  const refuse = (part: string) => ({
    error: `${quoted(part)} is not valid; name pages from 1 to ${pageCount} like 3, 1,4 or 2-5`,
  })
  for (const part of selection.split(',')) {
    const range = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part)
    const ends = [range?.[1], range?.[2] ?? range?.[1]]
    if (!range || ends.some((end) => end === undefined || end.length > LONGEST_NUMBER))
      return refuse(part)
    const [low = 0, high = 0] = ends.map(Number).sort((a, b) => a - b)
    if (low < 1) return refuse(part)
    if (high > pageCount)
      return {
        error: `page ${high} does not exist; the PDF has ${counted(pageCount)}`,
      }
    for (let page = low; page <= high; page++) chosen.add(page)
  }
  if (chosen.size > mostPages)
    return {
      error: `${chosen.size} of ${counted(pageCount)} are chosen; at most ${mostPages} are taken`,
    }
  return { pages: [...chosen].sort((a, b) => a - b) }
}

export function counted(pages: number): string {
  return `${pages} ${pages === 1 ? 'page' : 'pages'}`
}

function quoted(part: string): string {
  return JSON.stringify(part.trim().slice(0, 40))
}
