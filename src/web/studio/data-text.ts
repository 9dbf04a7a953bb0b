import { read } from '../parts/kept'

/** Data as the interface takes them: a JSON document; a table goes inside a JSON string. */
export function dataOf(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || looksLikeJson(trimmed) ? trimmed : JSON.stringify(trimmed)
}

/** Whether it can be drawn as it stands; false in the middle of typing. */
export function isWholeData(text: string): boolean {
  const trimmed = text.trim()
  return looksLikeJson(trimmed) ? read(trimmed) !== undefined : trimmed.split('\n').length > 1
}

/** A quotation mark may begin a table's first cell too. */
function looksLikeJson(text: string): boolean {
  return /^[[{]/.test(text) || (text.startsWith('"') && read(text) !== undefined)
}

/** How a text begins that is written as a graph. */
export const FIRST_LINE =
  /^(?:```|(?:flowchart|graph|sequenceDiagram|stateDiagram|classDiagram|erDiagram|mindmap|(?:strict\s+)?(?:di)?graph)\b)/
const ARROW = /[\w\])}"'>]\s*(?:--?>|=>|→|==>|-\.->)\s*[\w[({"']/
const LIST_ITEM = /^\s*(?:[-*•]|\d+[.)])\s+\S/
/** As the server decides what is structured: most lines of one kind. */
const MOST = 0.8

/** Whether a text is written as a graph or a list: then rules read it at once, and a preview says something. */
export function isStructured(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return false
  if (FIRST_LINE.test(text.trimStart())) return lines.length > 1
  const share = (kind: RegExp) => lines.filter((line) => kind.test(line)).length / lines.length
  return share(ARROW) >= MOST || (lines.length > 1 && share(LIST_ITEM) >= MOST)
}
