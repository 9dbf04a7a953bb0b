/** A stretch of text that stands alone: a heading, a paragraph or one list item; offsets of its words. */
export interface Block {
  kind: 'heading' | 'text'
  start: number
  end: number
}

const MARKDOWN = /^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/
const LABELLED =
  /^[ \t]*(?:stage|step|phase|part|module|section)[ \t]+(?:\d{1,2}|[ivx]{1,4}|[a-h])[ \t]*(?:[:.)–—-][ \t]*|$)(.*)$/i
const NUMBERED = /^[ \t]{0,3}\d{1,2}(?:\.\d{1,2}){0,2}[.)]?[ \t]+(\S.*)$/
const ITEM =
  /^[ \t]*(?:[-*+•‣–][ \t]+|\(?\d{1,3}[.)][ \t]+|\(?[a-hA-H][.)][ \t]+|\([ivx]{1,4}\)[ \t]+)(.*)$/
const RUN_IN = /^[ \t]*(?:\*\*|__)([^*_\n]{2,60}?)[.:]?(?:\*\*|__)[.:]?(?:[ \t]+(?=\S)|[ \t]*$)/

const short = (title: string) =>
  title.length > 0 &&
  title.length <= 70 &&
  title.split(/\s+/).length <= 8 &&
  !/[.!?,;:]$/.test(title)

/** Where `inner` (the tail of `line`) stands. */
const tail = (line: string, inner: string, offset: number) => {
  const start = offset + line.length - line.trimStart().length
  const at = inner === '' ? line.length : line.lastIndexOf(inner)
  return { start: Math.max(start, offset + at), end: offset + at + inner.trimEnd().length }
}

/**
 * Cuts a text into headings and running text. Headings: markdown `#`, underlined, `Stage 1: ...`, short
 * numbered lines with text below, and bold run-in titles.
 */
export function blocks(source: string): Block[] {
  const lines = source.split('\n')
  const found: Block[] = []
  let open: Block | undefined
  let offset = 0
  const close = () => {
    open = undefined
  }
  const textBelow = (index: number) => {
    let below = index + 1
    while (lines[below]?.trim() === '') below++
    const next = lines[below]
    return next !== undefined && !ITEM.test(next) && !NUMBERED.test(next) && !LABELLED.test(next)
  }
  lines.forEach((line, index) => {
    const from = offset
    offset += line.length + 1
    const heading = (inner: string) => {
      close()
      if (inner !== '') found.push({ kind: 'heading', ...tail(line, inner, from) })
    }
    const text = (start: number, end: number) => {
      if (open) open.end = end
      else {
        open = { kind: 'text', start, end }
        found.push(open)
      }
    }
    if (line.trim() === '') return close()
    if (/^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*$/.test(line)) {
      if (
        open &&
        found.at(-1) === open &&
        /^[ \t]*[-=]/.test(line) &&
        !source.slice(open.start, open.end).includes('\n') &&
        short(source.slice(open.start, open.end).trim())
      )
        open.kind = 'heading'
      return close()
    }
    const markdown = MARKDOWN.exec(line)
    if (markdown) return heading(stripNumber(markdown[1] ?? ''))
    const labelled = LABELLED.exec(line)
    if (labelled && (short(labelled[1] ?? '') || labelled[1] === '') && textBelow(index))
      return heading(labelled[1] || line.trim())
    const numbered = NUMBERED.exec(line)
    if (
      !open &&
      numbered &&
      short(numbered[1] ?? '') &&
      /^\p{Lu}/u.test(numbered[1] ?? '') &&
      textBelow(index)
    )
      return heading(numbered[1] ?? '')
    const runIn = RUN_IN.exec(line)
    if (!open && runIn && short(runIn[1] ?? '')) {
      const at = from + line.indexOf(runIn[1] ?? '')
      found.push({ kind: 'heading', start: at, end: at + (runIn[1] ?? '').length })
      if (runIn[0].length < line.length) text(from + runIn[0].length, from + line.length)
      return
    }
    const item = ITEM.exec(line) ?? labelled
    if (item) {
      close()
      const place = tail(line, item[1] ?? '', from)
      if (place.end > place.start) text(place.start, place.end)
      return
    }
    text(from + line.length - line.trimStart().length, from + line.length)
  })
  return found
}

/** "2.1 Retrieval" and "Stage 1: Retrieval" are titled "Retrieval". */
export function stripNumber(title: string): string {
  const bare = title
    .replace(
      /^\s*(?:stage|step|phase|part|module|section)\s+(?:\d{1,2}|[ivx]{1,4}|[a-h])\s*[:.)–—-]\s*/i,
      '',
    )
    .replace(/^\s*\d{1,2}(?:\.\d{1,2}){0,3}[.):]?\s+/, '')
    .trim()
  return bare === '' ? title.trim() : bare
}
