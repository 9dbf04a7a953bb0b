import type { Diagram, Span } from '../../../forms/diagram'
import { lineNumbers, quote } from '../../words/diagram-parts'
import { languageOf } from '../../words/language'
import { plainLabel } from '../../words/plain-label'
import { Builder } from './builder'
import { peek, take } from './cursor'
import { lostNames, refusal } from './looks'
import {
  type MermaidCursor as Cursor,
  cursorOn,
  type MermaidLink,
  type NodeMention,
  skipSpace,
  takeLink,
  takeNode,
  unmark,
} from './mermaid-lexer'
import { MermaidStyles } from './mermaid-styles'

const HEADER = /(?:flowchart(?:-elk)?|graph)(?:[ \t]+(TD|TB|BT|LR|RL))?(?=[ \t\r]*(?:[\n;]|%%|$))/y
/** What mermaid draws besides flowcharts; those of numbers, then those whose name is a word of running text too. */
const OTHERS =
  /(?:(xychart|sankey|quadrantChart|radar|treemap|pie)|(?:sequence|class|state|er|requirement)Diagram|gitGraph|C4[A-Z][a-z]+|zenuml|block|packet|architecture|gantt|journey|timeline|mindmap|kanban)(?:-beta|-v2)?(?=[ \t\r]*(?:\n|;|%%|$)|[ \t]+(?:title|showData|horizontal)\b)/y
/** Behind a word that may be a heading of prose its first statement is set in. */
const WORDS = /^(?:pie|radar|block|packet|architecture|journey|timeline|gantt|kanban|mindmap)$/

const DIRECTIONS = { TD: 'down', TB: 'down', BT: 'up', LR: 'right', RL: 'left' } as const
const IGNORED =
  /(?:classDef|class|style|linkStyle|click|accTitle|title)\b(?:"[^"\n]*"|[^\n;"]|"(?![^"\n]*"))*/y

/** What mermaid says and a figure does not show, a sentence each; some stand behind the number of their line. */
export const LOST = {
  config:
    'Configuration of mermaid (front matter, %%{init}%%) has no effect: style and ratio decide the look.',
  lengths: 'How long a link is follows from the layout: further dashes have no effect.',
  heads: 'the ends of a link that differ are drawn as arrow-heads.',
  inner: 'a direction inside a subgraph has no effect: the whole figure reads in one direction.',
  motion: 'links of a figure are not animated, and their curves are those of the style.',
  links: 'a figure holds no links; "click" was left out.',
  icons: 'icons of Font Awesome in a text are left out.',
  emphasis: 'bold and italic words of a markdown string are drawn as the others.',
} as const

interface State {
  source: string
  lineOf: (offset: number) => number
  builder: Builder
  /** The subgraphs that are open, the innermost last, and how much stands in each. */
  open: { key: string; holds: number }[]
  links: { from: string; to: string; link: MermaidLink }[]
  linkIds: Set<string>
  styles: MermaidStyles
  /** What was understood but cannot be kept. */
  refused: Set<string>
  /** Where the nodes of a chain over many lines stand that was not understood: from none of them on is it. */
  broken: ReadonlySet<number>
}

/** Says whether a text, leading comments and front matter aside, is mermaid. */
export const isMermaid = (text: string): boolean =>
  takeHeader(cursorOn(text, 0, text.length)) !== undefined ||
  otherMermaid(text, 0, text.length) !== undefined

/** Why mermaid between two offsets that is no flowchart is not drawn, and what to write in its stead. */
export function otherMermaid(source: string, from: number, to: number): string | undefined {
  const cursor = cursorOn(source, from, to)
  takeHeader(cursor)
  const [name, numbers] = take(cursor, OTHERS) ?? []
  const isSet = /[^\n]*\n+[ \t]+\S|[ \t]+(?:title|showData)/y
  if (name === undefined || (WORDS.test(name) && from === 0 && !peek(cursor, isSet)))
    return undefined
  const instead = numbers
    ? 'send its numbers to /api/plot'
    : 'write who leads to whom as a flowchart ("flowchart LR") or as arrows ("Alice -> Bob: asks")'
  return `of mermaid flowcharts are drawn, "${name}" is not: ${instead}`
}

/**
 * Reads a mermaid flowchart between two offsets of `source`. Unknown lines become warnings, counted in `unread`;
 * undefined when the header is no flowchart's or no node was found.
 */
export function readMermaid(
  source: string,
  from: number,
  to: number,
): { diagram: Diagram; unread: number } | undefined {
  const cursor = cursorOn(source, from, to)
  const state: State = {
    source,
    lineOf: lineNumbers(source),
    builder: new Builder(),
    open: [],
    links: [],
    linkIds: new Set(),
    styles: new MermaidStyles(),
    refused: new Set(),
    broken: new Set(),
  }
  let title: string | undefined
  const header = takeHeader(cursor, ({ 1: matter = '' }) => {
    const said = /^title[ \t]*:[ \t]*(\S[^\n]*)$/m.exec(matter)?.[1]
    title = said && plainLabel(said.replace(/^(["'])(.*)\1$/, '$2'))
    if (/^config[ \t]*:/m.test(matter)) state.refused.add(LOST.config)
  })
  if (!header) return undefined
  if (/%%\{\s*(?:init|initialize|wrap)\b/.test(source.slice(from, to)))
    state.refused.add(LOST.config)
  let direction: Diagram['direction'] = DIRECTIONS[(header[1] ?? 'TD') as keyof typeof DIRECTIONS]
  for (skipBlank(cursor); cursor.at < cursor.end; skipBlank(cursor)) {
    const start = cursor.at
    const turned = take(cursor, /direction[ \t]+(TD|TB|BT|LR|RL)\b/y)
    const towards = turned && DIRECTIONS[turned[1] as keyof typeof DIRECTIONS]
    if (towards && state.open.length === 0) direction = towards
    else if (towards && towards !== direction)
      state.refused.add(refusal(state.lineOf(start), LOST.inner))
    if (!turned && !statement(cursor, state)) skipLine(cursor, state, start)
    else if (!take(cursor, /[ \t\r]*(?:;|(?=%%)|(?=\n)|$)/y) && cursor.at < cursor.end)
      skipLine(cursor, state, start)
  }
  if (state.open.length > 0)
    state.builder.warnings.push(
      `A mermaid subgraph has no "end": ${quote(state.open.at(-1)?.key ?? '')}.`,
    )
  while (close(state));
  connect(state)
  if (state.builder.nodes.size === 0) return undefined
  const unread = state.builder.warnings.length
  state.builder.warnings.push(...state.refused, ...lostNames('styles', state.styles.lost))
  const words = [...state.builder.nodes.values()].map((node) => node.label).join(' ')
  const built = state.builder.diagram('mermaid', languageOf(words), direction)
  return { diagram: title ? { ...built, title } : built, unread }
}

function takeHeader(
  cursor: Cursor,
  onMatter?: (matter: RegExpExecArray) => void,
): RegExpExecArray | undefined {
  const matter = take(cursor, /\s*---[ \t]*\n([\s\S]*?)\n---[ \t]*(?=\n)/y)
  if (matter) onMatter?.(matter)
  skipBlank(cursor)
  return take(cursor, HEADER)
}

function skipBlank(cursor: Cursor): void {
  while (take(cursor, /\s+|;/y) || directive(cursor) || take(cursor, /%%[^\n]*/y));
}

/** `%%{init: ...}%%`, over several lines. */
const directive = (cursor: Cursor) =>
  cursor.text.startsWith('%%{', cursor.at) && jump(cursor, cursor.endOf.directive(cursor.at), 3)

/** `accDescr: ...` to the end of the line, `accDescr { ... }` over several. */
function description(cursor: Cursor): boolean {
  const start = cursor.at
  if (!take(cursor, /accDescr\s*/y)) return false
  if (take(cursor, /:[^\n]*/y)) return true
  const opens = cursor.text[cursor.at] === '{'
  if (opens && jump(cursor, cursor.endOf.braces(cursor.at), 1)) return true
  cursor.at = start
  return false
}

/** Behind a sign of `length` characters, where it stands within what is read. */
function jump(cursor: Cursor, found: number, length: number): boolean {
  if (found < 0 || found + length > cursor.end) return false
  cursor.at = found + length
  return true
}

function skipLine(cursor: Cursor, state: State, start: number): void {
  const end = state.source.indexOf('\n', start)
  const stop = end < 0 || end > cursor.end ? cursor.end : end
  state.builder.warnings.push(
    `Line ${state.lineOf(start)} was not understood and left out: ${quote(state.source.slice(start, stop))}.`,
  )
  cursor.at = Math.max(stop, start + 1)
}

function statement(cursor: Cursor, state: State): boolean {
  if (take(cursor, /end(?=[ \t\r]*(?:[;\n]|%%|$))/y)) return close(state)
  if (take(cursor, /subgraph(?=\s)/y)) return subgraph(cursor, state)
  if (description(cursor)) return true
  const ahead = cursor.at
  if (take(cursor, IGNORED)) {
    // "class A big" styles; a node may still be called "style" or "class" when a link or shape follows.
    const line = cursor.text.slice(ahead, cursor.at)
    if (!/^\w+\s*(?:[[({>]|--|==|-\.)/.test(line)) {
      if (!state.styles.read(line) && line.startsWith('click'))
        state.refused.add(refusal(state.lineOf(ahead), LOST.links))
      return true
    }
    cursor.at = ahead
  }
  return dressed(cursor, state) || chain(cursor, state)
}

/** `e1@{ animate: true }` dresses an edge; it names no node. */
function dressed(cursor: Cursor, { linkIds, refused, lineOf }: State): boolean {
  const found = peek(cursor, /([\w-]+)@\{([^}]{0,3000})\}/y)
  if (!found) return false
  const isLink =
    /^\s*(?:animate|animation|curve)\s*:/.test(found[2] ?? '') || linkIds.has(found[1] ?? '')
  if (!isLink) return false
  refused.add(refusal(lineOf(cursor.at), LOST.motion))
  cursor.at += found[0].length
  return true
}

function subgraph(cursor: Cursor, state: State): boolean {
  skipSpace(cursor)
  const from = cursor.at
  const line = take(cursor, /(?:"[^"\n]*"|[^\n;"])*/y)?.[0] ?? ''
  const text = line.replace(/%%.*$/, '').trim()
  const shaped = /^([^\s[]+)\s*\[\s*"?([^\]]*?)"?\s*\]$/.exec(text)
  const quoted = /^"([^"]*)"$/.exec(text)
  const raw = shaped?.[2] ?? quoted?.[1] ?? text
  const key = shaped?.[1] ?? (quoted ? raw : text)
  const label = plainLabel(unmark(raw))
  const start = from + Math.max(0, line.lastIndexOf(raw))
  const { groups, nodes } = state.builder
  const unique = key === '' || groups.has(key) ? `${key} ${groups.size + 1}` : key
  // "X --> sub" before "subgraph sub" made a node of that name.
  if (nodes.get(unique)?.label === unique) nodes.delete(unique)
  const parent = groups.get(state.open.at(-1)?.key ?? '')?.id
  state.builder.group(unique, label, { start, end: start + raw.length }, parent)
  state.open.push({ key: unique, holds: 0 })
  return true
}

/** Ends the innermost subgraph. Without nodes it is a node, where it stands; without a title too, it is nothing. */
function close({ builder, open }: State): boolean {
  const { key = '', holds } = open.pop() ?? { holds: undefined }
  if (holds === undefined) return false
  const group = builder.groups.get(key)
  const [span] = group?.spans ?? []
  const outer = open.at(-1)
  if (holds === 0) builder.groups.delete(key)
  if (holds === 0 && group && group.label !== '' && span)
    builder.node(key, key, 'process', span, group.parent).label = group.label
  if (outer) outer.holds += holds || Number(group?.label !== '')
  return true
}

/** Says what of a label's own dress is lost. */
function lookInside({ source, refused, lineOf }: State, { start, end }: Span): void {
  const raw = source.slice(start, end)
  if (/\bfa[bsrl]?:fa-/.test(raw)) refused.add(refusal(lineOf(start), LOST.icons))
  if (/^\s*`[\s\S]*(?:\*|\b_)\S[\s\S]*`\s*$/.test(raw))
    refused.add(refusal(lineOf(start), LOST.emphasis))
}

/** `A & B --> C -- text --> D`: nothing is kept unless the whole statement is understood. */
function chain(cursor: Cursor, state: State): boolean {
  if (state.broken.has(cursor.at)) return false
  const begun = new Set<number>()
  const steps = stepsOf(cursor, begun)
  if (!steps) {
    state.broken = begun
    return false
  }
  steps.forEach((step, index) => {
    for (const node of step.nodes) mention(state, node)
    const previous = steps[index - 1]
    const { link } = step
    if (!previous || !link) return
    if (link.id !== undefined) state.linkIds.add(link.id)
    if (link.long) state.refused.add(LOST.lengths)
    if (link.oddHeads) state.refused.add(refusal(state.lineOf(link.span.start), LOST.heads))
    lookInside(state, link.span)
    state.builder.pairs.each(previous.nodes, step.nodes, (a, b) => {
      state.links.push({ from: a.key, to: b.key, link })
    })
  })
  return true
}

interface Step {
  nodes: NodeMention[]
  /** From the step before. */
  link: MermaidLink | undefined
}

/** Nodes and links up to the end of a statement; adds to `begun` where each list of nodes begins. */
function stepsOf(cursor: Cursor, begun: Set<number>): Step[] | undefined {
  const steps: Step[] = []
  let link: MermaidLink | undefined
  for (;;) {
    begun.add(cursor.at)
    const nodes = nodeList(cursor)
    if (!nodes) return undefined
    steps.push({ nodes, link })
    const before = cursor.at
    skipSpace(cursor)
    link = takeLink(cursor)
    if (link) {
      take(cursor, /\s*/y)
      continue
    }
    cursor.at = before
    const rest = cursor.text.slice(before, Math.min(cursor.end, before + 200))
    return /^[ \t\r]*(?:;|\n|%%|$)/.test(rest) ? steps : undefined
  }
}

function nodeList(cursor: Cursor): NodeMention[] | undefined {
  const nodes: NodeMention[] = []
  for (;;) {
    skipSpace(cursor)
    const node = takeNode(cursor)
    if (!node) return undefined
    nodes.push(node)
    if (!take(cursor, /[ \t]*&/y)) return nodes
  }
}

function mention(state: State, found: NodeMention): void {
  const { builder } = state
  // The name of a subgraph in a chain means the subgraph.
  if (builder.groups.has(found.key) && found.label === undefined) return
  const inner = state.open.at(-1)
  if (inner) inner.holds++
  const node = builder.node(
    found.key,
    found.label ?? found.key,
    found.kind ?? 'process',
    found.span,
    builder.groups.get(inner?.key ?? '')?.id,
  )
  if (found.label !== undefined) {
    node.label = found.label === '' ? found.key : found.label
    node.spans = [found.span]
  }
  if (found.kind !== undefined) node.kind = found.kind
  Object.assign(node, found.look)
  state.styles.give(found.key, found.classes)
  if (found.label !== undefined) lookInside(state, found.span)
  for (const sentence of found.refused)
    state.refused.add(refusal(state.lineOf(found.span.start), sentence))
}

/** The first and the last node that stand in each subgraph, nested ones included. */
function membersOf({ nodes, groups }: Builder) {
  const order = [...nodes.values()]
  const members = new Map<string, [first: number, last: number]>()
  const enter = (id: string | undefined, first: number, last: number) => {
    const known = members.get(id ?? '') ?? [first, last]
    if (id !== undefined) members.set(id, [Math.min(first, known[0]), Math.max(last, known[1])])
  }
  for (const [at, { group }] of order.entries()) enter(group, at, at)
  for (const { id, parent } of [...groups.values()].reverse()) {
    const own = members.get(id)
    if (own) enter(parent, ...own)
  }
  return (id: string, side: 0 | 1) => order[members.get(id)?.[side] ?? -1]
}

/** Edges come last, because a subgraph may be named before it is opened. */
function connect({ builder, links, styles }: State): void {
  const member = membersOf(builder)
  const groupOf = (name: string) =>
    builder.nodes.has(name) ? undefined : builder.groups.get(name)?.id
  const end = (name: string, side: 0 | 1, span: Span): string => {
    const group = groupOf(name)
    const inside = group === undefined ? undefined : member(group, side)
    return (inside ?? builder.node(name, name, 'process', span)).id
  }
  for (const [index, { from, to, link }] of links.entries()) {
    if (link.invisible) continue
    const [a, b] = link.reversed ? [to, from] : [from, to]
    builder.edge(end(a, 1, link.span), end(b, 0, link.span), [link.span], {
      fromGroup: groupOf(a),
      toGroup: groupOf(b),
      label: link.label,
      heads: link.heads,
      tip: link.tip,
      dashed: link.dashed,
      dress: { ...(link.thick && { emphasis: 1 }), ...styles.link(index, link.id) },
    })
  }
  styles.dress(builder)
}
