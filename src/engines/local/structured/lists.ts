import type { Diagram, DiagramItem, Span } from '../../../forms/diagram'
import { orderEdges, quote } from '../../words/diagram-parts'
import { languageOf } from '../../words/language'
import { plainLabel } from '../../words/plain-label'
import { type ArrowLine, linesOf } from './arrows'
import { Builder, kindOf } from './builder'

interface Item {
  label: string
  detail: string | undefined
  span: Span
  detailSpan: Span | undefined
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
const MAX_LABEL = 60

/** A list below its heading, or the only one. */
interface Section {
  heading?: Span & { label: string }
  roots: Item[]
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
  const sections: { heading?: Section['heading']; items: Item[] }[] = []
  for (const [index, line] of lines.entries()) {
    const item = itemOf(line.text, line.start)
    const last = sections.at(-1)?.items.at(-1)
    const next = lines[index + 1]
    if (item) {
      if (sections.length === 0) sections.push({ items: [] })
      sections.at(-1)?.items.push(item)
    } else if (last && /^[ \t]+\S/.test(line.text) && indentOf(line.text) > last.indent) continue
    else if (next && itemOf(next.text, next.start))
      sections.push({ heading: headingOf(line), items: [] })
    else warnings.push(`Line ${line.number} was not understood and left out: ${quote(line.text)}.`)
  }
  const flat = sections.flatMap(({ items }) => items)
  const isList = flat.length > 1 && lines.length - warnings.length >= lines.length * 0.8
  if (!isList || flat.some((item) => item.label.length > 120)) return undefined
  if (flat.filter((item) => isSentence(item)).length > flat.length / 2) return undefined
  const nested = sections.map(
    ({ heading, items }): Section => ({
      ...(heading ? { heading } : {}),
      roots: nest(items),
    }),
  )
  const [only] = nested.length === 1 ? nested : []
  const told = only ? [{ roots: only.roots }] : nested
  const numbered = told.some(({ roots }) => roots.some(isNumbered))
  const diagram = numbered ? stages(told) : outline(told)
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
  const dotted = number?.[4]
  const cut = splitBody(body)
  return {
    ...cut,
    span: {
      start: start + body.indexOf(cut.raw),
      end: start + body.indexOf(cut.raw) + cut.raw.length,
    },
    detailSpan:
      cut.detail === undefined
        ? undefined
        : {
            start: start + body.lastIndexOf(cut.detail),
            end: start + body.lastIndexOf(cut.detail) + cut.detail.length,
          },
    number: number?.slice(2, 6).find((mark) => mark !== undefined),
    closed: /[.;]$/.test(body),
    // "2.1" is nested below "2" even without indentation.
    indent: indentOf(text) + (dotted && hit[1] === '' ? dotted.split('.').length - 1 : 0),
    children: [],
  }
}

/** "Retrieve: top-100 by BM25" has the label "Retrieve" and the rest as its detail. */
function splitBody(body: string): { label: string; raw: string; detail: string | undefined } {
  const colon =
    /^(?:\*\*|__)?([^:]{1,40}?)(?:\*\*|__)?(?::(?:\*\*|__)?|[ \t]+[–—-])[ \t]+(\S.*)$/.exec(body)
  const head = colon?.[1]
  const tail = colon?.[2]?.replace(/[.;,]$/, '')
  if (head && tail && tail.length <= MAX_LABEL && head.split(/\s+/).length <= 6)
    return { label: plainLabel(clean(head)), raw: head.trim(), detail: plainLabel(clean(tail)) }
  const raw = body.replace(/[:;,.]$/, '')
  return { label: plainLabel(clean(raw)), raw, detail: undefined }
}

const clean = (text: string) => text.replace(/\*\*|__|`/g, '')

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

function stages(sections: readonly Section[]): Diagram {
  const builder = new Builder()
  let step = 0
  const add = (item: Item, number: string | undefined, group: string | undefined) => {
    if (item.children.some(isNumbered)) {
      const own = builder.group(`${builder.groups.size + 1}`, item.label, item.span, group).id
      const numbers = numbersOf(item.children, number)
      for (const [index, child] of item.children.entries()) add(child, numbers[index], own)
      return
    }
    step++
    const node = builder.node(`s${step}`, item.label, 'stage', item.span, group)
    node.step = step
    if (number !== undefined && number !== `${step}`) node.number = number
    node.items = leaves(item.children)
    addDetail(node, item)
  }
  /** Steps with which a list begins: the order of one does not go on in the next. */
  const firsts = new Set<string>()
  for (const { heading, roots } of sections) {
    firsts.add(`s${step + 1}`)
    const group = heading && sectionGroup(builder, heading)
    const numbers = numbersOf(roots, undefined)
    for (const [index, root] of roots.entries()) add(root, numbers[index], group)
  }
  const diagram = builder.diagram('list', 'en')
  const edges = orderEdges(diagram.nodes).filter(
    ({ to }) => !firsts.has(diagram.nodes.find(({ id }) => id === to)?.id.replace(/^n-/, '') ?? ''),
  )
  return { ...diagram, shape: 'stages', edges }
}

const sectionGroup = (builder: Builder, { label, ...span }: Span & { label: string }) =>
  builder.group(`${builder.groups.size + 1}`, label, span).id

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

function addDetail(node: { detail?: string; spans: Span[] }, item: Item): void {
  if (item.detail === undefined || item.detailSpan === undefined) return
  node.detail = item.detail
  node.spans.push(item.detailSpan)
}

const leaves = (items: readonly Item[]): DiagramItem[] =>
  items.flatMap((item) => [
    { label: item.label, spans: [item.span], confidence: 1 },
    ...leaves(item.children),
  ])

function outline(sections: readonly Section[]): Diagram {
  const builder = new Builder()
  let count = 0
  const add = (item: Item, group: string | undefined) => {
    if (item.children.length > 0) {
      const own = builder.group(`${builder.groups.size + 1}`, item.label, item.span, group).id
      const nodes = item.children.map((child) => add(child, own))
      item.children.forEach((child, index) => {
        const previous = nodes[index - 1]
        const node = nodes[index]
        if (isNumbered(child) && isNumbered(item.children[index - 1]) && previous && node)
          builder.edge(previous, node, [child.span], { kind: 'order' })
      })
      return undefined
    }
    count++
    const node = builder.node(`${count}`, item.label, kindOf(item.label), item.span, group)
    addDetail(node, item)
    return node.id
  }
  for (const { heading, roots } of sections) {
    const group = heading && sectionGroup(builder, heading)
    for (const root of roots) add(root, group)
  }
  return builder.diagram('list', 'en')
}
