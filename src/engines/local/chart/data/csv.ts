/** Whether a text looks like rows of separated values: two or more lines with the same separator. */
export function separatorOf(text: string): string | undefined {
  const lines = text
    .trim()
    .split(/\r\n|\n|\r/)
    .slice(0, 20)
  if (lines.length < 2) return undefined
  return [',', '\t', ';', '|'].find((separator) => {
    const counts = lines.map((line) => cellsOf(line, separator).length)
    return (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0])
  })
}

/** Rows of a text of separated values (RFC 4180, line feeds inside quotes excepted). */
export function readCsv(text: string, separator: string): string[][] {
  return text
    .trim()
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map((line) => cellsOf(line, separator))
}

function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    const character = line[i]
    if (quoted && character === '"' && line[i + 1] === '"') {
      cell += '"'
      i++
    } else if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}
