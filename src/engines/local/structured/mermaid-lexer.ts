import type { DiagramEdge, NodeKind, Span } from '../../../forms/diagram'
import { leastOf } from '../../../forms/least'
import { plainLabel } from '../../words/plain-label'
import { type Cursor, take } from './cursor'
import { drawnAs, type Look } from './looks'
import { BRACKETS, lookOf } from './mermaid-shapes'

/** A place in mermaid text; offsets are those of `text`. */
export interface MermaidCursor extends Cursor {
  /** Where a directive and what stands in braces that begin here would end; -1 where nothing ends them. */
  endOf: Record<'directive' | 'braces', (from: number) => number>
}

export const cursorOn = (text: string, at: number, end: number): MermaidCursor => ({
  text,
  at,
  end,
  endOf: { directive: finder(text, '}%%'), braces: finder(text, '}') },
})

/** Where a sign comes next. Places are asked for in ascending order: no stretch is searched twice. */
function finder(text: string, sign: string): (from: number) => number {
  let found = text.indexOf(sign)
  return (from) => {
    if (found >= 0 && found < from) found = text.indexOf(sign, from)
    return found
  }
}

export interface NodeMention {
  key: string
  label: string | undefined
  kind: NodeKind | undefined
  look: Look
  /** Behind `:::`. */
  classes: string[]
  /** What of its attributes cannot be kept, a sentence each. */
  refused: string[]
  span: Span
}

export interface MermaidLink {
  heads: 'end' | 'both' | 'none'
  /** `--o`, `--x`. */
  tip: DiagramEdge['tip']
  /** `x--o`, `<--x`: its ends differ, and are drawn as arrow-heads. */
  oddHeads: boolean
  /** `--->`: longer than it must be. */
  long: boolean
  dashed: boolean
  /** `==>`. */
  thick: boolean
  /** `~~~` places and draws nothing. */
  invisible: boolean
  label: string | undefined
  span: Span
  /** Mermaid's `<--` alone points backwards. */
  reversed: boolean
  /** `e1` in `A e1@--> B`. */
  id: string | undefined
}

export const skipSpace = (cursor: Cursor) => take(cursor, /[ \t\r]*/y)

// A dash or dot belongs to a name unless a link could begin there.
const ID = /(?:[\p{L}\p{M}\p{N}_#$*+'`?!/\\]|-(?=[\p{L}\p{N}_])|\.(?=[\p{L}\p{N}_]))+/uy

/** One node with its shape: `A`, `A[Text]`, `A@{ shape: cyl, label: "Disk" }`, `A:::class`. */
export function takeNode(cursor: MermaidCursor): NodeMention | undefined {
  const from = cursor.at
  const id = take(cursor, ID)
  if (!id) return undefined
  const mention: NodeMention = {
    key: id[0],
    label: undefined,
    kind: undefined,
    look: {},
    classes: [],
    refused: [],
    span: { start: from, end: cursor.at },
  }
  const open = BRACKETS.find(([bracket]) => cursor.text.startsWith(bracket, cursor.at))
  if (cursor.text.startsWith('@{', cursor.at)) {
    if (!takeAttributes(cursor, mention)) return undefined
  } else if (open) {
    cursor.at += open[0].length
    const label = takeLabel(cursor, open[1])
    if (!label) return undefined
    mention.label = label.text
    mention.kind = open[2].kind
    // `[/text/]` leans, `[/text\]` is a trapezoid.
    const slants = cursor.text.at(cursor.at - 2) === OTHER_SLANT[open[0]]
    const form = slants ? TRAPEZOID : open[2].form
    if (form) mention.look = { form }
    const leansLeft = form === 'parallelogram' && cursor.text.at(cursor.at - 2) === '\\'
    const like = leansLeft ? LEANING_LEFT : open[2].like
    if (like !== undefined)
      mention.refused.push(drawnAs(like, { ...open[2], ...(form && { form }) }))
    // A blank label says nothing: the node is called by its id.
    if (label.text !== '') mention.span = label.span
  }
  const classes = take(cursor, /:::(\w+(?:-\w+)*(?:,\w+(?:-\w+)*)*)/y)
  mention.classes = classes?.[1]?.split(',') ?? []
  return mention
}

const OTHER_SLANT: Readonly<Record<string, string>> = { '[/': '\\', '[\\': '/' }
const TRAPEZOID = 'trapezoid'
const LEANING_LEFT = '[\\ \\]'

/** Characters of `@{ ... }`: who writes more has forgotten to close it. */
const MOST_ATTRIBUTES = 3000

function takeAttributes(cursor: MermaidCursor, mention: NodeMention): boolean {
  const from = cursor.at
  if (cursor.endOf.braces(from) < 0) return false
  const rest = cursor.text.slice(from, Math.min(cursor.end, from + MOST_ATTRIBUTES))
  const body = /^@\{(?:"[^"]*"|[^"}])*\}/.exec(rest)
  if (!body) return false
  cursor.at += body[0].length
  const given = new Map<string, string>()
  for (const pair of body[0].matchAll(/([A-Za-z]+)\s*:\s*(?:"([^"]*)"|([^,}\n]+))/g)) {
    const value = (pair[2] ?? pair[3] ?? '').trim()
    given.set(pair[1] ?? '', value)
    if (pair[1] !== 'label') continue
    const start = from + pair.index + pair[0].indexOf(value, pair[1].length + 1)
    mention.label = plainLabel(unmark(value))
    if (mention.label !== '') mention.span = { start, end: start + value.length }
  }
  Object.assign(mention, lookOf(given))
  return true
}

/** Text up to one of `closers`, quoted or plain. */
function takeLabel(
  cursor: Cursor,
  closers: readonly string[],
): { text: string; span: Span } | undefined {
  take(cursor, /\s*/y)
  const quoted = take(cursor, /"([^"]*)"/y)
  if (quoted) {
    const span = { start: cursor.at - quoted[0].length + 1, end: cursor.at - 1 }
    take(cursor, /\s*/y)
    const closer = closers.find((close) => cursor.text.startsWith(close, cursor.at))
    if (closer === undefined) return undefined
    cursor.at += closer.length
    return { text: plainLabel(unmark(quoted[1] ?? '')), span }
  }
  const hits = closers.flatMap((closer) => {
    const at = cursor.text.indexOf(closer, cursor.at)
    return at < 0 ? [] : [{ at, length: closer.length }]
  })
  const hit = leastOf(hits, ({ at }) => at, cursor.end)
  const raw = cursor.text.slice(cursor.at, hit?.at)
  if (!hit || raw.includes('\n')) return undefined
  const span = {
    start: cursor.at + raw.length - raw.trimStart().length,
    end: cursor.at + raw.trimEnd().length,
  }
  cursor.at = hit.at + hit.length
  return { text: plainLabel(raw), span }
}

/** Markdown strings: backticks away, bold and italics away. */
export function unmark(raw: string): string {
  const inner = /^\s*`([\s\S]*)`\s*$/.exec(raw)?.[1]
  return inner === undefined
    ? raw
    : inner.replace(/(\*\*|__)(.+?)\1/g, '$2').replace(/(\*|_)(.+?)\1/g, '$2')
}

const WHOLE = /(?:(?<id>[\w-]+)@)?([xo<]?)(?:(--+)([-xo>])|(==+)([=xo>])|(-\.+-)([xo>]?)|(~~~+))/y
const OPEN = /(?:(?<id>[\w-]+)@)?([xo<]?)(?:--|==|-\.)(?=[^-=.>])/y
const CLOSE: Readonly<Record<string, RegExp>> = {
  '-': /--+([-xo>])/,
  '=': /==+([=xo>])/,
  '.': /(?<!\.)\.+-([xo>]?)/,
}

/** A link with its label in either form: `-->|text|` or `-- text -->`. */
export function takeLink(cursor: Cursor): MermaidLink | undefined {
  const from = cursor.at
  const whole = take(cursor, WHOLE)
  if (whole) {
    const tail = whole[4] ?? whole[6] ?? whole[8] ?? ''
    const link = make(whole, tail, whole[7] !== undefined, whole[9] !== undefined, {
      start: from,
      end: cursor.at,
    })
    skipSpace(cursor)
    if (cursor.text[cursor.at] === '|') {
      cursor.at++
      const label = takeLabel(cursor, ['|'])
      if (!label) return undefined
      link.label = label.text
      link.span = label.span
    }
    return link
  }
  const open = take(cursor, OPEN)
  if (!open) return undefined
  const sort = open[0].at(-1) ?? '-'
  const close = CLOSE[sort]
  if (!close) return undefined
  const ends = cursor.text.indexOf('\n', cursor.at)
  const rest = cursor.text.slice(cursor.at, ends < 0 ? cursor.end : Math.min(ends, cursor.end))
  const hit = close.exec(rest)
  if (!hit) return undefined
  const raw = rest.slice(0, hit.index)
  const start = cursor.at + raw.length - raw.trimStart().length
  const link = make(open, hit[1] ?? '', sort === '.', false, {
    start,
    end: start + raw.trim().length,
  })
  link.label = plainLabel(unmark(raw.trim().replace(/^"(.*)"$/, '$1')))
  cursor.at += hit.index + hit[0].length
  return link
}

const TIPS: Readonly<Record<string, DiagramEdge['tip']>> = { x: 'cross', o: 'circle' }

function make(
  [whole, id, head]: RegExpExecArray,
  tail: string,
  dashed: boolean,
  invisible: boolean,
  span: Span,
): MermaidLink {
  const back = head !== undefined && head !== ''
  const forth = /[xo>]/.test(tail)
  const forms = new Set(`${head ?? ''}${tail}`.match(/[xo<>]/g)?.map((end) => TIPS[end]))
  return {
    heads: back && forth ? 'both' : back || forth ? 'end' : 'none',
    tip: forms.size === 1 ? [...forms][0] : undefined,
    oddHeads: forms.size > 1,
    long: /---|===|\.\./.test(whole.slice(0, -1)),
    dashed,
    thick: whole.includes('=='),
    invisible,
    label: undefined,
    span,
    reversed: back && !forth,
    id,
  }
}
