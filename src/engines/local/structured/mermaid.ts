import type { Diagram, Span } from '../../../forms/diagram'
import { lineNumbers, quote } from '../diagram-parts'
import { languageOf } from '../language'
import { Builder } from './builder'
import {
  type Cursor,
  type MermaidLink,
  type NodeMention,
  skipSpace,
  take,
  takeLink,
  takeNode,
  unmark,
} from './mermaid-lexer'
import { plainLabel } from './plain-label'

const HEADER = /(?:flowchart(?:-elk)?|graph)(?:[ \t]+(TD|TB|BT|LR|RL))?(?=[ \t\r]*(?:[\n;]|%%|$))/y
const DIRECTIONS = { TD: 'down', TB: 'down', BT: 'up', LR: 'right', RL: 'left' } as const
const IGNORED =
  /(?:classDef|class|style|linkStyle|click|accTitle|title)\b(?:"[^"\n]*"|[^\n;"]|"(?![^"\n]*"))*/y
const DESCRIPTION = /accDescr\s*(?::[^\n]*|\{[^}]*\})/y

/** `A & B & ... --> C & D & ...` multiplies; no figure holds more. */
const MAX_LINKS = 5000

interface State {
  source: string
  lineOf: (offset: number) => number
  builder: Builder
  /** Keys of the subgraphs that are open, the innermost last. */
  open: string[]
  /** Node keys in the order they entered each subgraph, nested ones included. */
  members: Map<string, string[]>
  links: { from: string; to: string; link: MermaidLink }[]
}

/** Says whether a text, leading comments and front matter aside, is a mermaid flowchart. */
export const isMermaid = (text: string): boolean =>
  /^\s*(?:---[ \t]*\n[\s\S]*?\n---\s*)?(?:(?:%%\{[\s\S]*?\}%%|%%[^\n]*\n)\s*)*(?:flowchart(?:-elk)?|graph)(?:[ \t]+(?:TD|TB|BT|LR|RL))?[ \t\r]*(?:[\n;]|%%|$)/.test(
    text,
  )

/**
 * Reads a mermaid flowchart between two offsets of `source`. Unknown lines become warnings; undefined when the
 * header is no flowchart's or no node was found.
 */
export function readMermaid(source: string, from: number, to: number): Diagram | undefined {
  const cursor: Cursor = { text: source, at: from, end: to }
  const state: State = {
    source,
    lineOf: lineNumbers(source),
    builder: new Builder(),
    open: [],
    members: new Map(),
    links: [],
  }
  take(cursor, /\s*---[ \t]*\n[\s\S]*?\n---[ \t]*(?=\n)/y)
  skipBlank(cursor)
  const header = take(cursor, HEADER)
  if (!header) return undefined
  let direction: Diagram['direction'] = DIRECTIONS[(header[1] ?? 'TD') as keyof typeof DIRECTIONS]
  for (skipBlank(cursor); cursor.at < cursor.end; skipBlank(cursor)) {
    const start = cursor.at
    const turned = take(cursor, /direction[ \t]+(TD|TB|BT|LR|RL)\b/y)
    if (turned && state.open.length === 0)
      direction = DIRECTIONS[turned[1] as keyof typeof DIRECTIONS]
    if (!turned && !statement(cursor, state)) skipLine(cursor, state, start)
    else if (!take(cursor, /[ \t\r]*(?:;|(?=%%)|(?=\n)|$)/y) && cursor.at < cursor.end)
      skipLine(cursor, state, start)
  }
  if (state.open.length > 0)
    state.builder.warnings.push(
      `A mermaid subgraph has no "end": ${quote(state.open.at(-1) ?? '')}.`,
    )
  while (close(state));
  connect(state)
  if (state.builder.nodes.size === 0) return undefined
  return state.builder.diagram(
    'mermaid',
    languageOf([...state.builder.nodes.values()].map((node) => node.label).join(' ')),
    direction,
  )
}

function skipBlank(cursor: Cursor): void {
  while (take(cursor, /\s+|;|%%\{[\s\S]*?\}%%|%%[^\n]*/y));
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
  if (take(cursor, DESCRIPTION)) return true
  const ahead = cursor.at
  if (take(cursor, IGNORED)) {
    // "class A big" styles; a node may still be called "style" or "class" when a link or shape follows.
    const line = cursor.text.slice(ahead, cursor.at)
    if (!/^\w+\s*(?:[[({>]|--|==|-\.)/.test(line)) return true
    cursor.at = ahead
  }
  // `e1@{ animate: true }` dresses an edge; it names no node.
  if (take(cursor, /[\w-]+@\{\s*(?:animate|animation|curve)\s*:[^}]*\}/y)) return true
  return chain(cursor, state)
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
  const unique =
    state.builder.groups.has(key) || key === '' ? `${key} ${state.builder.groups.size + 1}` : key
  const parent = state.open.at(-1)
  state.builder.group(
    unique,
    label,
    { start, end: start + raw.length },
    parent === undefined ? undefined : state.builder.groups.get(parent)?.id,
  )
  state.members.set(unique, [])
  state.open.push(unique)
  return true
}

/** Ends the innermost subgraph; without nodes it is a node of the ones around it. */
function close({ builder, open, members }: State): boolean {
  const key = open.pop()
  if (key === undefined) return false
  if (members.get(key)?.length === 0 && builder.groups.get(key)?.label !== '')
    for (const outer of open) if (!members.get(outer)?.includes(key)) members.get(outer)?.push(key)
  return true
}

/** `A & B --> C -- text --> D`: nothing is kept unless the whole statement is understood. */
function chain(cursor: Cursor, state: State): boolean {
  const steps: { nodes: NodeMention[]; link: MermaidLink | undefined }[] = []
  let link: MermaidLink | undefined
  for (;;) {
    const nodes = nodeList(cursor)
    if (!nodes) return false
    steps.push({ nodes, link })
    const before = cursor.at
    skipSpace(cursor)
    link = takeLink(cursor)
    if (!link) {
      cursor.at = before
      break
    }
    take(cursor, /\s*/y)
  }
  if (
    !/^[ \t\r]*(?:;|\n|%%|$)/.test(
      cursor.text.slice(cursor.at, Math.min(cursor.end, cursor.at + 200)),
    )
  )
    return false
  steps.forEach((step, index) => {
    for (const node of step.nodes) mention(state, node)
    const previous = steps[index - 1]
    if (!previous || !step.link) return
    for (const a of previous.nodes)
      for (const b of step.nodes)
        if (state.links.length < MAX_LINKS)
          state.links.push({ from: a.key, to: b.key, link: step.link })
  })
  return true
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
  const inner = state.open.at(-1)
  // The name of a subgraph in a chain means the subgraph.
  if (builder.groups.has(found.key) && found.label === undefined) return
  const node = builder.node(
    found.key,
    found.label ?? found.key,
    found.kind ?? 'process',
    found.span,
    inner === undefined ? undefined : builder.groups.get(inner)?.id,
  )
  if (found.label !== undefined) {
    node.label = found.label === '' ? found.key : found.label
    node.spans = [found.span]
  }
  if (found.kind !== undefined) node.kind = found.kind
  for (const key of state.open)
    if (!state.members.get(key)?.includes(found.key)) state.members.get(key)?.push(found.key)
}

/** A subgraph without nodes is a node, where it stands; without a title too, it is nothing. */
function emptied({ builder, members }: State): void {
  for (const [key, group] of builder.groups) {
    if ((members.get(key)?.length ?? 0) > 0) continue
    builder.groups.delete(key)
    const span = group.spans[0]
    if (group.label === '' || !span) continue
    builder.node(key, key, 'process', span, group.parent).label = group.label
  }
}

/** Edges come last, because a subgraph may be named before it is opened. */
function connect(state: State): void {
  const { builder } = state
  for (const key of builder.groups.keys()) {
    // "X --> sub" before "subgraph sub" made a node of that name.
    const stray = builder.nodes.get(key)
    if (stray && stray.label === key && (state.members.get(key)?.length ?? 0) > 0) {
      builder.nodes.delete(key)
      for (const list of state.members.values())
        if (list.includes(key)) list.splice(list.indexOf(key), 1)
    }
  }
  emptied(state)
  const end = (key: string, side: 'from' | 'to', span: Span) => {
    const node = builder.nodes.get(key)
    if (node) return node.id
    const members = state.members.get(key) ?? []
    const member = builder.nodes.get((side === 'from' ? members.at(-1) : members[0]) ?? '')
    return (
      member?.id ??
      builder.node(
        key,
        builder.groups.get(key)?.label ?? key,
        'process',
        builder.groups.get(key)?.spans[0] ?? span,
      ).id
    )
  }
  for (const { from, to, link } of state.links) {
    if (link.invisible) continue
    const [a, b] = link.reversed ? [to, from] : [from, to]
    builder.edge(end(a, 'from', link.span), end(b, 'to', link.span), [link.span], {
      label: link.label,
      heads: link.heads,
      dashed: link.dashed,
    })
  }
}
