import type { RecordRow } from '../store/moves'
import type { Context } from './context'
import { uploadName } from './uploads'

const TITLE_CHARACTERS = 120
/** Of a line, before it is put in words: patterns are run over no more. */
const LINE_CHARACTERS = 1000
/** The first line of a graph says in which notation it is written. */
const NOTATION = /^\s*(?:```|(?:strict\s+)?(?:di)?graph\b|flowchart\b|mindmap\b|\w+Diagram\b)/
/** Of a heading or a list. */
const MARK = /^(?:#{1,6}|[-*•]|\d{1,3}[.)])\s+/
/** With what may stand on it in mermaid. */
const ARROW = /\s*(?:--+>|==+>|-\.+->|->|=>)(?:\|[^|]*\|)?\s*/
const SAID_IN = ['caption', 'intent', 'method_text', 'source_context', 'description']

/** Edits of edits that are followed back to what was asked for. */
const MOST_EDITS = 100

/** The first line of what was asked for, else of what came of it; an edited figure's title is that of the first one. */
export async function titleOf({ store }: Context, record: RecordRow): Promise<string> {
  let first = record
  for (let edits = 0; first.parent && edits < MOST_EDITS; edits++) {
    const parent = await store.findRecord(first.parent)
    if (!parent) break
    first = parent
  }
  const input: Record<string, unknown> = JSON.parse(first.input)
  const said = SAID_IN.map((name) => input[name]).find((text) => typeof text === 'string')
  const text = said ?? (await pictureName(store, input)) ?? firstSentence(first.description)
  const lines = String(text).trim().split('\n')
  const line = lines.find((one) => one.trim() !== '' && !NOTATION.test(one)) ?? lines[0] ?? ''
  const words = line.trim().slice(0, LINE_CHARACTERS).replace(MARK, '')
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

/** What the client called the picture, without its ending. */
async function pictureName(
  store: Context['store'],
  { image_path: path, image_url: address }: Record<string, unknown>,
): Promise<string | undefined> {
  const upload = typeof path === 'string' ? uploadName(path) : undefined
  const kept = upload === undefined ? undefined : await store.findUpload(upload)
  const fetched = typeof address === 'string' ? URL.parse(address)?.pathname.split('/').at(-1) : ''
  return (kept?.clientName ?? fetched)?.replace(/\.\w+$/, '') || undefined
}

function firstSentence(text: string): string {
  return text.split(/\.\s/, 1)[0] ?? ''
}
