const TITLE_CHARACTERS = 120
/** Of a line, before it is put in words: patterns are run over no more. */
const LINE_CHARACTERS = 1000
/** The first line of a graph says in which notation it is written. */
const NOTATION =
  /^\s*(?:```|(?:strict\s+)?(?:di)?graph\b|flowchart\b|mindmap\b|direction\b|classDef\b|%%|\w+Diagram\b)/
/** Of a heading or a list. */
const MARK = /^(?:#{1,6}|[-*•]|\d{1,3}[.)])\s+/
/** A panel of mermaid, which is called by its title. */
const PANEL = /^subgraph\s+(?:[\w-]+\s*\[)?\s*"?([^\]"]+?)"?\s*\]?$/
/** With what may stand on it in mermaid. */
const ARROW = /\s*(?:--+>|==+>|-\.+->|->|=>)(?:\|[^|]*\|)?\s*/
const SAID_IN = ['caption', 'intent', 'method_text', 'source_context', 'description']

/** What a checked body is known by: the first line of what it asks for, or the name of the picture it points at. */
export function titleIn(input: Readonly<Record<string, unknown>>): string {
  const said = SAID_IN.map((name) => input[name]).find((text) => typeof text === 'string')
  const { image_url: address } = input
  const name = typeof address === 'string' ? URL.parse(address)?.pathname.split('/').at(-1) : ''
  // A chart in Vega-Lite is known by what it shows.
  return lineOf(said?.trimStart().startsWith('{') ? '' : (said ?? pictureTitle(name ?? '')))
}

/** What the client called a picture, without its ending. */
export function pictureTitle(name: string): string {
  return name.replace(/\.\w+$/, '')
}

/** Of a text that was written about a figure: its first sentence, as a title. */
export function firstSentence(text: string): string {
  return lineOf(text.split(/\.\s/, 1)[0] ?? '')
}

/** The first line that is more than a notation, in words. */
function lineOf(text: string): string {
  const lines = text.trim().split('\n')
  const line = lines.find((one) => one.trim() !== '' && !NOTATION.test(one)) ?? lines[0] ?? ''
  const words = line.trim().slice(0, LINE_CHARACTERS).replace(MARK, '').replace(PANEL, '$1')
  return inWords(words).trim().slice(0, TITLE_CHARACTERS).toWellFormed()
}

/** A line of a graph as its author would say it: the labels of its nodes, and plain arrows. */
function inWords(line: string): string {
  if (!ARROW.test(line)) return line
  return line
    .replace(/\s*\[[^\]]*=[^\]]*\]|;\s*$/g, '')
    .replace(/(?<![^\s>])[\w-]+[[({]+"?([^[\](){}"]+)"?[\])}]+/g, '$1')
    .replace(new RegExp(ARROW, 'g'), ' → ')
}
