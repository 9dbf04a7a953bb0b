import type { Diagram, DiagramNode, Span } from '../../../forms/diagram'
import { FIGURE_LIMITS } from '../../../forms/figure-limits'
import { blanked, quote } from '../../words/diagram-parts'
import { languageOf } from '../../words/language'
import { plainLabel } from '../../words/plain-label'
import { Builder, kindOf } from './builder'

interface Arrow {
  /** Where the arrow stands in its line. */
  at: number
  length: number
  back: boolean
  forth: boolean
  dashed: boolean
  label: string | undefined
}

const ARROW =
  /(?:<-+|(?<![-<])-+)\[([^\]\n]*)\]-+>?|(?<![-=<])(?:<-\.+->?|<-{1,3}>?|<={2,3}>?|<=>|(?<=\s)<=(?=\s+[^\s\d.+−-])|-{1,3}>|={1,3}>|-\.+->|<\.{2,3}>?|\.{2,3}>)(?:\s?\|([^|\n]*)\|)?|[→⇒➜➔⟶⟹←⇐⟵↔⇔⟷](?:\s?\|([^|\n]*)\|)?/gu
const HEADING = /^(?:#{1,6}\s+(.+)|\[([^\][]+)\]|([\p{L}\p{N}][^:\n]{0,60}):)$/u
const MARKER = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?/

export interface ArrowLine {
  text: string
  start: number
  /** From 1. */
  number: number
}

/** Non-blank lines with their offsets. */
export function linesOf(source: string, from = 0, to = source.length): ArrowLine[] {
  const lines: ArrowLine[] = []
  let start = from
  let number = 0
  for (const text of source.slice(from, to).split('\n')) {
    number++
    if (text.trim() !== '') lines.push({ text: text.replace(/\r$/, ''), start, number })
    start += text.length + 1
  }
  return lines
}

/**
 * Reads lines such as `A -> B -> C`, `A, B -> C`, `A --> B: label`, `A -[label]-> B`. Headings above arrow lines
 * are groups. Undefined when less than 80 % of the non-blank lines are of this form.
 */
export function readArrows(source: string): Diagram | undefined {
  const lines = linesOf(source)
  const readable = lines.map(
    (line) => chainOf(line.text) ?? (HEADING.test(line.text.trim()) ? 'heading' : undefined),
  )
  const arrows = readable.filter((line) => line !== undefined && typeof line !== 'string').length
  const known = readable.filter((line) => line !== undefined).length
  if (arrows === 0 || known < lines.length * 0.8) return undefined
  const builder = new Builder()
  let group: string | undefined
  lines.forEach((line, index) => {
    const chain = readable[index]
    if (chain === undefined) {
      builder.warnings.push(
        `Line ${line.number} was not understood and left out: ${quote(line.text)}.`,
      )
    } else if (typeof chain === 'string') {
      const label =
        HEADING.exec(line.text.trim())
          ?.slice(1)
          .find((part) => part !== undefined)
          ?.trim() ?? line.text.trim()
      const start = line.start + line.text.indexOf(label)
      group = builder.group(label.toLowerCase(), plainLabel(label), {
        start,
        end: start + label.length,
      }).id
    } else addChain(builder, line, chain, group)
  })
  builder.dropEmptyGroups()
  return builder.diagram('arrows', languageOf(lines.map((line) => line.text).join(' ')))
}

/**
 * Reads arrow lines that stand in a paragraph of their own, two or more, inside other text. The text around them is left
 * out, with a warning; a single short line of it is the title.
 */
export function readArrowBlock(source: string): Diagram | undefined {
  const block = paragraphsOf(linesOf(source)).find(
    (lines) => lines.length > 1 && lines.every((line) => chainOf(line.text) !== undefined),
  )
  const [first, last] = [block?.[0], block?.at(-1)]
  if (!first || !last) return undefined
  const end = last.start + last.text.length
  const outside = [
    { start: 0, end: first.start },
    { start: end, end: source.length },
  ]
  const diagram = readArrows(blanked(source, outside))
  const others = [source.slice(0, first.start), source.slice(end)]
  const around = others
    .join(' ')
    .trim()
    .replace(/^#{1,6}\s+/, '')
  if (!diagram || around === '') return diagram
  const isTitle =
    around.length <= FIGURE_LIMITS.label &&
    !around.includes('\n') &&
    around.split(/\s+/).length <= LONGEST_TITLE
  return isTitle
    ? { ...diagram, title: around.replace(/[.:\s]+$/, '') }
    : {
        ...diagram,
        warnings: [
          'The figure shows the lines of arrows; the text around them was left out.',
          ...diagram.warnings,
        ],
      }
}

const LONGEST_TITLE = 12

/** Lines with no blank one between them. */
function paragraphsOf(lines: readonly ArrowLine[]): ArrowLine[][] {
  const found: ArrowLine[][] = []
  for (const line of lines) {
    const open = found.at(-1)
    if (open && open.at(-1)?.number === line.number - 1) open.push(line)
    else found.push([line])
  }
  return found
}

interface Chain {
  arrows: Arrow[]
  /** The stretches between arrows, as offsets in the line. */
  parts: Span[]
}

function chainOf(text: string): Chain | undefined {
  const compared = wordsFrom(text, MOST_BEFORE)
  const arrows = [...masked(text, QUOTED).matchAll(ARROW)]
    .filter((hit) => hit[0] !== '<=' || hit.index <= compared)
    .map((hit) => arrowOf(hit, text))
  if (arrows.length === 0) return undefined
  const parts: Span[] = []
  let start = MARKER.exec(text)?.[0].length ?? 0
  for (const arrow of arrows) {
    parts.push({ start, end: arrow.at })
    start = arrow.at + arrow.length
  }
  const last = { start, end: text.trimEnd().replace(/(?<!&#?\w{1,8})[;,.:]$/, '').length }
  const only = arrows[0]
  if (arrows.length === 1 && only && !kept(text).slice(0, only.at).includes(':')) {
    const label = tailLabel(text, last)
    if (label) {
      only.label = label.text
      last.end = label.at
    }
  }
  parts.push(last)
  return parts.every((part) => isName(text.slice(part.start, part.end)))
    ? { arrows, parts }
    : undefined
}

/** Running text with an arrow in it is no line of arrows: what stands between them is no name, but sentences. */
const isName = (part: string) =>
  /[\p{L}\p{N}]/u.test(part) &&
  !/[\p{L}\p{N})][.;!?]\s+\S+\s+\S+\s+\S/u.test(masked(part, ENTITY)) &&
  part.trim().split(/\s+/).length <= LONGEST_NAME
const LONGEST_NAME = 24

const QUOTED = /(?<![^\s,&([{|:>-])"[^"\n]*"/g

/** `text` with what `stretch` matches blanked, so that a sign within is no mark; offsets stay. */
const masked = (text: string, stretch: RegExp) =>
  text.replace(stretch, (part) => '\0'.repeat(part.length))

/** A character written by its name or number: its `&` separates nothing. */
const ENTITY = /&(?:#x?[\da-f]{1,7}|[a-z]{2,8});/gi

/** Brackets within brackets that are looked into. */
const MOST_NESTED = 12
const INNERMOST = /\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g

/** `text` with quotes, entities and brackets blanked, those within others as well. */
function kept(text: string): string {
  let blank = masked(masked(text, QUOTED), ENTITY)
  for (let depth = 0, before = ''; depth < MOST_NESTED && before !== blank; depth++)
    [before, blank] = [blank, masked(blank, INNERMOST)]
  return blank
}

/** Behind more words a comparison (`<=`) is part of a sentence, and no arrow. */
const MOST_BEFORE = 5

/** Where the words of a text go on behind the first `count`. */
const wordsFrom = (text: string, count: number) =>
  [...text.matchAll(/\S+/g)][count]?.index ?? text.length

function arrowOf(hit: RegExpExecArray, text: string): Arrow {
  const raw = hit[0].replace(/\|[^|]*\|$/, '')
  // A quoted label is blank in the hit.
  const written = text.slice(hit.index, hit.index + hit[0].length)
  const symbol = /[→⇒➜➔⟶⟹]/u.test(raw)
    ? { back: false, forth: true }
    : /[←⇐⟵]/u.test(raw)
      ? { back: true, forth: false }
      : /[↔⇔⟷]/u.test(raw)
        ? { back: true, forth: true }
        : { back: raw.startsWith('<'), forth: raw.trimEnd().endsWith('>') }
  const label = unquoted(/[[|]([^\n]*)[\]|]/.exec(written)?.[1]?.trim() ?? '')
  return {
    at: hit.index,
    length: hit[0].length,
    ...symbol,
    dashed: hit[1] === undefined && raw.includes('.'),
    label: label === '' ? undefined : label,
  }
}

const unquoted = (label: string) => label.replace(/^"([^"]*)"$/, '$1').trim()

/** `A -> B: label`. */
function tailLabel(text: string, part: Span): { text: string; at: number } | undefined {
  const colon = kept(text).slice(part.start, part.end).search(/:\s/)
  if (colon < 1) return undefined
  const label = unquoted(text.slice(part.start + colon + 1, part.end).trim())
  return label === '' ? undefined : { text: label, at: part.start + colon }
}

function addChain(
  builder: Builder,
  line: ArrowLine,
  chain: Chain,
  group: string | undefined,
): void {
  const blank = kept(line.text)
  const members = chain.parts.map((part) => nodesIn(builder, line, { ...part, blank }, group))
  chain.arrows.forEach((arrow, index) => {
    const heads = arrow.back && arrow.forth ? 'both' : arrow.back || arrow.forth ? 'end' : 'none'
    const span = { start: line.start + arrow.at, end: line.start + arrow.at + arrow.length }
    const at = arrow.label === undefined ? -1 : line.text.indexOf(arrow.label, arrow.at)
    const spans =
      arrow.label === undefined || at < 0
        ? [span]
        : [{ start: line.start + at, end: line.start + at + arrow.label.length }]
    const label = arrow.label === undefined ? undefined : plainLabel(arrow.label)
    builder.pairs.each(members[index] ?? [], members[index + 1] ?? [], (left, right) => {
      const [a, b] = arrow.back && !arrow.forth ? [right, left] : [left, right]
      builder.edge(a.id, b.id, spans, { label, heads, dashed: arrow.dashed })
    })
  })
}

/** `A, B` and `A & B` are two nodes; commas that are blanked, inside quotes or brackets, separate nothing. */
function nodesIn(
  builder: Builder,
  line: ArrowLine,
  part: Span & { blank: string },
  group: string | undefined,
): DiagramNode[] {
  const found: DiagramNode[] = []
  for (const hit of part.blank.slice(part.start, part.end).matchAll(/(?:[^,&]|(?<=\S)&(?=\S))+/g)) {
    const from = part.start + hit.index
    const raw = line.text.slice(from, from + hit[0].length)
    const inner =
      /^\s*(?:"([^"]*)"|\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\})\s*$/
        .exec(raw)
        ?.slice(1)
        .find((text) => text !== undefined) ?? raw
    const label = plainLabel(inner.replace(/\*\*|`/g, ''))
    if (label === '') continue
    const text = inner.trim()
    const start = line.start + from + raw.indexOf(text)
    const key = label.toLowerCase()
    const span = { start, end: start + text.length }
    // A node stays where it was named first, even if that was in no group.
    const home = builder.nodes.has(key) ? undefined : group
    found.push(builder.node(key, label, kindOf(label), span, home))
  }
  return found
}
