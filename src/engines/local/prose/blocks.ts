import type { Span } from '../../../forms/diagram'

/** A stretch of text that stands alone: a heading, a paragraph or one entry of a list. */
export interface Block extends Span {
  kind: 'heading' | 'text' | 'item'
  /** Of an entry its number as its author writes it; of a heading that of "Step 2: ...". */
  number?: string
}

const MARKDOWN = /^[ \t]{0,3}#{1,6}[ \t]+(.*)$/
const LABELLED =
  /^[ \t]*(?:stage|step|phase|part|module|section)[ \t]+(\d{1,2}|[ivx]{1,4}|[a-h])[ \t]*(?:[:.)–—-][ \t]*|$)(.*)$/i
const STEP = /^[\s#*_]*(?:stage|step|phase)[ \t]+(\d{1,2})\b/i
const NUMBERED = /^[ \t]{0,3}(\d{1,2}(?:\.\d{1,2}){0,2})[.)]?[ \t]+(\S.*)$/
const ITEM =
  /^[ \t]*(?:[-*+•‣–][ \t]+|[(（]?(\d{1,3})[.)）、][ \t]*(?=\D)|[(（]?([a-hA-H])[.)）][ \t]+|\(([ivx]{1,4})\)[ \t]+)(.*)$/
const RUN_IN = /^[ \t]*(?:\*\*|__)([^*_\n]{2,60}?)[.:]?(?:\*\*|__)[.:]?(?:[ \t]+(?=\S)|[ \t]*$)/
const RULE = /^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*$/

/** A line that could name what stands below it. */
const isShort = (title: string) =>
  title !== '' &&
  title.length <= 70 &&
  title.split(/\s+/).length <= 8 &&
  !/[.!?,;:。！？]$/.test(title)

/** Lines of the text with the places of their words. */
interface Line {
  text: string
  /** Offset of the line. */
  from: number
}

/**
 * Cuts a text into headings, paragraphs and entries of lists. Headings: markdown `#`, underlined, `Stage 1: ...` or a
 * short numbered line with text below, bold run-in titles, a short line above a list or a paragraph.
 */
export function blocksOf(source: string): Block[] {
  const lines: Line[] = []
  let from = 0
  for (const text of source.split('\n')) {
    lines.push({ text, from })
    from += text.length + 1
  }
  const found: Block[] = []
  /** The paragraph or entry that the next line goes on with. */
  let open: Block | undefined
  const put = (block: Block | undefined) => {
    open = block && block.kind !== 'heading' ? block : undefined
    if (block && block.end > block.start) found.push(block)
  }
  for (const [index, line] of lines.entries()) {
    const { text } = line
    if (text.trim() === '') open = undefined
    else if (RULE.test(text)) {
      // A paragraph of one short line over a rule is a heading.
      if (open?.kind === 'text' && /^[ \t]*[-=]/.test(text)) {
        const words = source.slice(open.start, open.end)
        if (!words.includes('\n') && isShort(words)) open.kind = 'heading'
      }
      open = undefined
    } else {
      const heading = headingIn(line, lines, index, open !== undefined)
      const item = heading ? undefined : itemIn(line)
      if (heading) {
        const number = STEP.exec(text)?.[1]
        put(number ? { ...heading, number } : heading)
        if (heading.end < line.from + text.trimEnd().length) put(restOf(line, heading))
      } else if (item) put(item)
      else if (open) open.end = line.from + text.trimEnd().length
      else put(placed(line, text.trim(), 'text'))
    }
  }
  return found
}

/** Where `inner`, the tail of a line, stands. */
function placed({ text, from }: Line, inner: string, kind: Block['kind'], number?: string): Block {
  const at = inner === '' ? text.length : text.lastIndexOf(inner)
  const block = { kind, start: from + at, end: from + at + inner.trimEnd().length }
  return number === undefined ? block : { ...block, number }
}

function headingIn(
  line: Line,
  lines: readonly Line[],
  index: number,
  goesOn: boolean,
): Block | undefined {
  const { text } = line
  const markdown = MARKDOWN.exec(text)
  if (markdown) return placed(line, withoutNumber(withoutMarks(markdown[1] ?? '')), 'heading')
  const labelled = LABELLED.exec(text)
  const name = labelled?.[2] ?? ''
  if (labelled && (isShort(name) || name === '') && textBelow(lines, index))
    return placed(line, name === '' ? text.trim() : name, 'heading')
  const [title = '', runIn = ''] = RUN_IN.exec(text) ?? []
  // Within a paragraph only a title that ends.
  if (goesOn && !/[.:]/.test(title)) return undefined
  if (isShort(runIn)) {
    const start = line.from + text.indexOf(runIn)
    return { kind: 'heading', start, end: start + runIn.length }
  }
  if (goesOn) return undefined
  const numbered = NUMBERED.exec(text)?.[2] ?? ''
  if (isShort(numbered) && /^\p{Lu}/u.test(numbered) && textBelow(lines, index))
    return placed(line, numbered, 'heading')
  const bare = text.trim().replace(/[:：]$/, '')
  return isShort(bare) && !itemIn(line) && namesBelow(bare, lines, index)
    ? placed(line, bare, 'heading')
    : undefined
}

/** A short line names the list below it, or the paragraph in the very next line. */
function namesBelow(name: string, lines: readonly Line[], index: number): boolean {
  const next = nextOf(lines, index)
  if (next === undefined) return false
  const below = itemIn(next)
  if (below)
    return below.number === undefined || below.number === '1' || /^[ai]$/i.test(below.number)
  return next === lines[index + 1] && /^\p{Lu}/u.test(name) && next.text.length > 70
}

/** What follows a bold run-in title in its line. */
function restOf(line: Line, { end }: Block): Block | undefined {
  const rest = line.text
    .slice(end - line.from)
    .replace(/^(?:[.:]|\*\*|__)+/, '')
    .trim()
  return /\p{L}/u.test(rest) ? placed(line, rest, 'text') : undefined
}

function itemIn(line: Line): Block | undefined {
  const item = ITEM.exec(line.text)
  const number = item?.[1] ?? item?.[2] ?? item?.[3]
  // "(a) collect, (b) train" is a sentence that lists, not an entry.
  const next = number === undefined ? undefined : followerOf(number)
  if (next !== undefined && new RegExp(`[\\s,;][(（]?${next}[)）]\\s`, 'i').test(line.text))
    return undefined
  if (item) return placed(line, item[4] ?? '', 'item', number)
  const labelled = LABELLED.exec(line.text)
  return labelled?.[2] ? placed(line, labelled[2], 'item', labelled[1]) : undefined
}

/** The number or letter after one; Roman numbers only from the first to the second. */
const followerOf = (number: string) =>
  /^\d+$/.test(number)
    ? `${Number(number) + 1}`
    : number.toLowerCase() === 'i'
      ? 'ii'
      : String.fromCharCode(number.charCodeAt(0) + 1)

/** The next line with words. */
function nextOf(lines: readonly Line[], index: number): Line | undefined {
  let at = index + 1
  while (lines[at]?.text.trim() === '') at++
  return lines[at]
}

function textBelow(lines: readonly Line[], index: number): boolean {
  const next = nextOf(lines, index)?.text
  return next !== undefined && !ITEM.test(next) && !NUMBERED.test(next) && !LABELLED.test(next)
}

/** `Title ##`: marks that close a heading. */
function withoutMarks(title: string): string {
  const whole = title.trimEnd()
  let end = whole.length
  while (whole[end - 1] === '#') end--
  return whole.slice(0, end).trimEnd()
}

/** "2.1 Retrieval" and "Stage 1: Retrieval" are titled "Retrieval". */
function withoutNumber(title: string): string {
  const bare = title
    .replace(
      /^\s*(?:stage|step|phase|part|module|section)\s+(?:\d{1,2}|[ivx]{1,4}|[a-h])\s*[:.)–—-]\s*/i,
      '',
    )
    .replace(/^\s*\d{1,2}(?:\.\d{1,2}){0,3}[.):]?\s+/, '')
    .trim()
  return bare === '' ? title.trim() : bare
}
