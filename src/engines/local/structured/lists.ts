import type { Diagram, DiagramItem, Span } from '../../../forms/diagram'
import { orderEdges, quote } from '../../words/diagram-parts'
import { languageOf } from '../../words/language'
import { plainLabel } from '../../words/plain-label'
import { type ArrowLine, linesOf } from './arrows'
import { Builder, kindOf } from './builder'

interface Item {
  label: string
  span: Span
  detail?: { words: string; span: Span }
  /** What numbers it: `2`, `2.1`, `b`; undefined for a bullet. */
  number: string | undefined
  /** It ends with a full stop. */
  closed: boolean
  indent: number
  children: Item[]
}

const NUMBER =
  /^([ \t]*)(?:\(?(\d{1,3})[.)]|\(?([a-zA-Z]|[ivx]{2,4})\)|(\d{1,3}(?:\.\d{1,3})+)[.)]?|(?:stage|step|phase)[ \t]+(\d{1,2}|[ivx]{1,4}|[a-h])[ \t]*[:.)–—-])[ \t]+(\S.*)$/i
const BULLET = /^([ \t]*)[-*+•‣◦▪–][ \t]+(?:\[[ xX]\][ \t]+)?(\S.*)$/
/** "Retrieve: top-100 by BM25" has the label "Retrieve" and the rest, where it is short, as its detail. */
const HEADED =
  /^(?:\*\*|__)?([^:]{1,40}?)(?:\*\*|__)?(?::(?:\*\*|__)?|[ \t]+[–—-])[ \t]+(\S.{0,59}?)[.;,]?$/

/** It tells, and names nothing that stands below. */
const SENTENCE = /(?:\S+\s+){5,}\S*[.!?]\s*$/

/** A list below its heading, or the only one. */
interface Section {
  heading?: Span & { label: string }
  items: Item[]
}

/**
 * Reads lists. A numbered list is a row of stages in order, bullets below a stage are its items, a numbered list below
 * one makes it a group. A bullet list claims no order: its branches are groups, its leaves nodes. Headings of several
 * lists are groups; a line above the only list is the title. Undefined when less than 80 % of the non-blank lines are
 * of this form, or when the items are whole sentences.
 */
export function readLists(source: string): Diagram | undefined {
  const lines = linesOf(source)
  const warnings: string[] = []
  const sections: Section[] = []
  for (const [index, line] of lines.entries()) {
    const item = itemOf(line.text, line.start)
    const last = sections.at(-1)?.items.at(-1)
    const next = lines[index + 1]
    if (item) {
      if (sections.length === 0) sections.push({ items: [] })
      sections.at(-1)?.items.push(item)
    } else if (last && /^[ \t]+\S/.test(line.text) && indentOf(line.text) > last.indent) continue
    else if (next && itemOf(next.text, next.start) && !SENTENCE.test(line.text))
      sections.push({ heading: headingOf(line), items: [] })
    else warnings.push(`Line ${line.number} was not understood and left out: ${quote(line.text)}.`)
  }
  const flat = sections.flatMap(({ items }) => items)
  const isList = flat.length > 1 && lines.length - warnings.length >= lines.length * 0.8
  if (!isList || flat.some((item) => item.label.length > 120)) return undefined
  if (flat.filter((item) => isSentence(item)).length > flat.length / 2) return undefined
  const nested = sections.map((one): Section => ({ ...one, items: nest(one.items) }))
  const [only] = nested.length === 1 ? nested : []
  const diagram = built(only ? [{ items: only.items }] : nested)
  return {
    ...diagram,
    ...(only?.heading ? { title: only.heading.label } : {}),
    language: languageOf(flat.map((item) => item.label).join(' ')),
    warnings: [...warnings, ...diagram.warnings],
  }
}

function headingOf(line: ArrowLine): Section['heading'] {
  const words = line.text
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/[\s:：*_]+$/, '')
    .replace(/^[\s*_]+/, '')
  const start = line.start + line.text.indexOf(words)
  return { label: plainLabel(words), start, end: start + words.length }
}

const indentOf = (text: string) => (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length

const isNumbered = (item: Item | undefined) => item?.number !== undefined

/** Running text in a list is read as prose, which titles it better than its first words would. */
const isSentence = (item: Item) =>
  item.label.split(/\s+/).length > 9 || (item.closed && item.label.split(/\s+/).length > 5)

function itemOf(text: string, offset: number): Item | undefined {
  const number = NUMBER.exec(text)
  const hit = number ?? BULLET.exec(text)
  const body = hit?.at(-1)?.trimEnd()
  if (!hit || body === undefined) return undefined
  const start = offset + text.lastIndexOf(body)
  const placed = (raw: string, at: number) => ({
    words: plainLabel(raw.replace(/\*\*|__|`/g, '')),
    span: { start: start + at, end: start + at + raw.length },
  })
  const [, head = '', tail = ''] = HEADED.exec(body) ?? []
  const isHeaded = head !== '' && head.split(/\s+/).length <= 6
  const raw = isHeaded ? head.trim() : body.replace(/[:;,.]$/, '')
  const { words: label, span } = placed(raw, body.indexOf(raw))
  const dotted = number?.[4]
  return {
    ...{ label, span },
    ...(isHeaded && { detail: placed(tail, body.lastIndexOf(tail)) }),
    number: number?.slice(2, 6).find((mark) => mark !== undefined),
    closed: /[.;]$/.test(body),
    // "2.1" is nested below "2" even without indentation.
    indent: indentOf(text) + (dotted && hit[1] === '' ? dotted.split('.').length - 1 : 0),
    children: [],
  }
}

/** Bullets below a number belong to it, indented or not. */
const holds = (above: Item | undefined, item: Item) =>
  above !== undefined &&
  (above.indent < item.indent ||
    (above.indent === item.indent && isNumbered(above) && !isNumbered(item)))

function nest(flat: readonly Item[]): Item[] {
  const roots: Item[] = []
  const open: Item[] = []
  for (const item of flat) {
    while (open.length > 0 && !holds(open.at(-1), item)) open.pop()
    const parent = open.at(-1)
    if (parent) parent.children.push(item)
    else roots.push(item)
    open.push(item)
  }
  return roots
}

/** Stages in order where a list is numbered, with bullets as items; else branches and leaves. */
function built(sections: readonly Section[]): Diagram {
  const isStages = sections.some(({ items }) => items.some(isNumbered))
  const builder = new Builder()
  const grouped = (label: string, span: Span, parent?: string) =>
    builder.group(`${builder.groups.size + 1}`, label, span, parent).id
  const add = (item: Item, number: string | undefined, group: string | undefined) => {
    const { label, span, detail, children } = item
    if (isStages ? children.some(isNumbered) : children.length > 0) {
      const own = grouped(label, span, group)
      addAll(children, number, own)
      return undefined
    }
    const step = builder.nodes.size + 1
    const kind = isStages ? 'stage' : kindOf(label)
    const node = builder.node(isStages ? `s${step}` : `${step}`, label, kind, span, group)
    if (isStages)
      Object.assign(node, {
        ...{ step, items: leaves(children) },
        ...(number !== undefined && number !== `${step}` && { number }),
      })
    if (detail) {
      node.detail = detail.words
      node.spans.push(detail.span)
    }
    return node.id
  }
  const addAll = (items: readonly Item[], above: string | undefined, group: string | undefined) => {
    const numbers = numbersOf(items, above)
    const ids = items.map((item, index) => add(item, numbers[index], group))
    for (const [index, item] of items.entries()) {
      const [from, to, before] = [ids[index - 1], ids[index], items[index - 1]]
      if (!isStages && from && to && isNumbered(before) && isNumbered(item))
        builder.edge(from, to, [item.span], { kind: 'order' })
    }
  }
  /** Steps with which a list begins: the order of one does not go on in the next. */
  const firsts = new Set<number>()
  for (const { heading, items } of sections) {
    firsts.add(builder.nodes.size)
    addAll(items, undefined, heading && grouped(heading.label, heading))
  }
  const diagram = builder.diagram('list', 'en')
  if (!isStages) return diagram
  const edges = orderEdges(diagram.nodes).filter((_, at) => !firsts.has(at + 1))
  return { ...diagram, shape: 'stages', edges }
}

/** Fits the mark of a stage. */
const LONGEST_NUMBER = 4

/**
 * The numbers of a list as its author reads them: `2.1` below `2`, as written where they ascend, else counted from the
 * first (`1. 1. 1.` is how some write 1, 2, 3).
 */
function numbersOf(items: readonly Item[], above: string | undefined): (string | undefined)[] {
  const given = items.flatMap(({ number }) => (number === undefined ? [] : [number]))
  const ascending = given.every((number, index) => {
    const before = given[index - 1]
    return before === undefined || before.localeCompare(number, 'en', { numeric: true }) < 0
  })
  let count = Number.parseInt(given[0] ?? '1', 10)
  return items.map(({ number }) => {
    if (number === undefined) return undefined
    const own = ascending || Number.isNaN(count) ? number : `${count++}`
    const point = /^[a-z]$/i.test(own) ? '' : '.'
    const whole = above === undefined || own.includes('.') ? own : `${above}${point}${own}`
    return whole.length > LONGEST_NUMBER ? undefined : whole
  })
}

const leaves = (items: readonly Item[]): DiagramItem[] =>
  items.flatMap((item) => [
    { label: item.label, spans: [item.span], confidence: 1 },
    ...leaves(item.children),
  ])
