import type { Span } from '../../../forms/diagram'
import { Pairs } from './builder'
import { type Cursor, peek, take } from './cursor'

/** A name or a value; `html` stood between angle brackets. */
export interface DotWords {
  text: string
  html: boolean
  /** Where its words stand, quotes and brackets left out. */
  span: Span
}
/** Values by name, of the attributes that a diagram knows. */
export type DotAttributes = Map<DotAttribute, DotWords>
const ATTRIBUTES = [
  'label',
  'xlabel',
  'shape',
  'style',
  'rankdir',
  'dir',
  'arrowhead',
  'arrowtail',
  'lhead',
  'ltail',
  'image',
  'color',
  'fillcolor',
  'fontcolor',
  'bgcolor',
  'penwidth',
] as const
type DotAttribute = (typeof ATTRIBUTES)[number]

export interface DotNode {
  name: string
  /** Where it is first named. */
  span: Span
  attributes: DotAttributes
}
export interface DotSubgraph {
  /** Empty for one without a name. */
  name: string
  span: Span
  parent: DotSubgraph | undefined
  attributes: DotAttributes
  /** In order of mention, those of inner subgraphs with them. */
  nodes: Set<DotNode>
}
export interface DotEdge {
  tail: DotNode
  head: DotNode
  attributes: DotAttributes
}
export interface DotGraph {
  name: string
  directed: boolean
  attributes: DotAttributes
  /** In order of their opening braces. */
  subgraphs: DotSubgraph[]
  nodes: DotNode[]
  edges: DotEdge[]
  pairs: Pairs
  /** Names of attributes that no figure shows. */
  lost: ReadonlySet<string>
  /** Where something stands behind its closing brace. */
  rest: number | undefined
}

/** DOT that cannot be read: what is wrong and at which offset. */
export class DotFault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message)
  }
}

/** Where a statement stands: its subgraph (undefined at the top) and the defaults that hold there by now. */
interface Scope {
  subgraph: DotSubgraph | undefined
  defaults: Record<'graph' | 'node' | 'edge', DotAttributes>
  /** Subgraphs that were opened within, by name. */
  inner: Map<string, Scope>
}

/** Deeper braces are no figure, and would overflow the stack. */
const MAX_DEPTH = 100

const SPACE = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=^|\n)#[^\n]*)+/y
const NAME = /[\p{L}\p{M}_\u0080-\u{10FFFF}][\p{L}\p{M}\p{N}_\u0080-\u{10FFFF}]*/uy
const NUMERAL = /-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)/y
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y
const KEYWORD = /^(?:strict|graph|digraph|subgraph|node|edge)$/i
const SIGN = /->|--|[{}[\]=;,:+]/y
/** What begins something, and what it is where it never ends. */
const OPENING = { '"': 'a quotation mark', '<': 'an HTML label', '/*': 'a comment' } as const

/**
 * Reads the first DOT graph between two offsets by the language's grammar (graphviz.org/doc/info/lang.html). Defaults hold
 * for what is first named after them, in the braces they stand in; a subgraph takes over what is set around it, `label`
 * included.
 * @throws DotFault with what is wrong and the offset of the word
 */
export function parseDot(source: string, from: number, to: number): DotGraph {
  return new Parser(source.slice(0, to), from).graph()
}

class Parser {
  private readonly cursor: Cursor
  private readonly nodes = new Map<string, DotNode>()
  private readonly subgraphs: DotSubgraph[] = []
  private readonly edges: DotEdge[] = []
  private readonly pairs = new Pairs()
  private readonly lost = new Set<string>()
  /** Of a strict graph, which has one edge at most from a node to another. */
  private readonly only = new Map<DotNode, Map<DotNode, DotEdge>>()
  private strict = false
  private directed = true
  private depth = 0

  constructor(
    private readonly text: string,
    from: number,
  ) {
    this.cursor = { text, at: from, end: text.length }
  }

  graph(): DotGraph {
    this.strict = this.takesKeyword('strict')
    this.directed = this.takesKeyword('digraph')
    if (!this.directed && !this.takesKeyword('graph')) this.fail()
    const name = this.sees('{') ? '' : this.id().text
    const defaults: Scope['defaults'] = { graph: new Map(), node: new Map(), edge: new Map() }
    if (!this.takes('{')) this.fail()
    this.statements({ subgraph: undefined, defaults, inner: new Map() })
    const { directed, subgraphs, edges, pairs, lost, cursor } = this
    const nodes = [...this.nodes.values()]
    const rest = this.sees('') && cursor.at < cursor.end ? cursor.at : undefined
    return {
      name,
      directed,
      attributes: defaults.graph,
      subgraphs,
      nodes,
      edges,
      pairs,
      lost,
      rest,
    }
  }

  /** Up to and including the closing brace. */
  private statements(scope: Scope): void {
    if (++this.depth > MAX_DEPTH)
      throw new DotFault(`braces nested deeper than ${MAX_DEPTH}`, this.cursor.at)
    while (!this.takes('}')) if (!this.takes(';')) this.statement(scope)
    this.depth--
  }

  private statement(scope: Scope): void {
    const target = (['graph', 'node', 'edge'] as const).find((one) => this.takesKeyword(one))
    if (target) {
      if (!this.sees('[')) this.fail()
      this.setDefaults(scope, target, this.attributes())
      return
    }
    const first = this.seesSubgraph() ? undefined : this.id()
    if (first && this.takes('=')) {
      this.setDefaults(scope, 'graph', this.pair(first.text, this.id()))
      return
    }
    const ends = [first ? this.node(first, scope) : this.subgraph(scope)]
    while (this.takes(this.directed ? '->' : '--'))
      ends.push(this.seesSubgraph() ? this.subgraph(scope) : this.node(this.id(), scope))
    const given = this.attributes()
    if (ends.length === 1 && first) for (const node of ends[0] ?? []) assign(node.attributes, given)
    for (const [index, heads] of ends.slice(1).entries())
      this.pairs.each(ends[index] ?? [], heads, (tail, head) => {
        this.connect(tail, head, scope, given)
      })
  }

  private setDefaults(
    { defaults, subgraph }: Scope,
    target: keyof Scope['defaults'],
    given: DotAttributes,
  ): void {
    assign(defaults[target], given)
    if (target === 'graph' && subgraph) assign(subgraph.attributes, given)
  }

  private subgraph(outer: Scope): DotNode[] {
    const named = this.takesKeyword('subgraph') && !this.sees('{')
    const scope = this.opened(named ? this.id() : NAMELESS, outer)
    if (this.takes('{')) this.statements(scope)
    else if (!named) this.fail()
    return [...(scope.subgraph?.nodes ?? [])]
  }

  /** A name opened twice in the same braces is one subgraph, which keeps its defaults. */
  private opened({ text: name, span }: DotWords, outer: Scope): Scope {
    const known = name === '' ? undefined : outer.inner.get(name)
    if (known) return known
    const { graph, node, edge } = outer.defaults
    const attributes = new Map(graph)
    const own = { name, span, parent: outer.subgraph, attributes, nodes: new Set<DotNode>() }
    const defaults = { graph: new Map(graph), node: new Map(node), edge: new Map(edge) }
    const scope: Scope = { subgraph: own, defaults, inner: new Map() }
    this.subgraphs.push(own)
    outer.inner.set(name, scope)
    return scope
  }

  /** The node of a name, and past its port with or without a point of the compass. */
  private node({ text: name, span }: DotWords, { subgraph, defaults }: Scope): DotNode[] {
    for (let ports = 0; ports < 2 && this.takes(':'); ports++) this.id()
    const node = this.nodes.get(name) ?? { name, span, attributes: new Map(defaults.node) }
    this.nodes.set(name, node)
    for (let at = subgraph; at && !at.nodes.has(node); at = at.parent) at.nodes.add(node)
    return [node]
  }

  private connect(tail: DotNode, head: DotNode, { defaults }: Scope, given: DotAttributes): void {
    const { only, directed } = this
    const known = only.get(tail)?.get(head) ?? (directed ? undefined : only.get(head)?.get(tail))
    if (known) {
      assign(known.attributes, given)
      return
    }
    const edge = { tail, head, attributes: new Map([...defaults.edge, ...given]) }
    this.edges.push(edge)
    if (this.strict) only.set(tail, (only.get(tail) ?? new Map()).set(head, edge))
  }

  /** `[a=1, b] [c=2]`; a name alone stands for `true`. */
  private attributes(): DotAttributes {
    const given: DotAttributes = new Map()
    while (this.takes('['))
      while (!this.takes(']')) {
        const name = this.id()
        assign(given, this.pair(name.text, this.takes('=') ? this.id() : { ...name, text: 'true' }))
        if (!this.takes(',')) this.takes(';')
      }
    return given
  }

  private pair(name: string, value: DotWords): DotAttributes {
    const known = ATTRIBUTES.find((each) => each === name)
    if (!known) this.lost.add(name)
    return new Map(known ? [[known, value]] : [])
  }

  /** A name or value; quoted ones may be joined by `+`. */
  private id(): DotWords {
    const { text, cursor } = this
    take(cursor, SPACE)
    const start = cursor.at
    const word = peek(cursor, NUMERAL) ?? peek(cursor, NAME)
    if (word && !KEYWORD.test(word[0])) {
      cursor.at += word[0].length
      return { text: word[0], html: false, span: { start, end: cursor.at } }
    }
    const end = text[start] === '<' ? endOfHtml(text, start) : undefined
    if (end !== undefined) {
      cursor.at = end
      const span = { start: start + 1, end: end - 1 }
      return { text: text.slice(span.start, span.end), html: true, span }
    }
    let words = this.quoted()
    const span = { start: start + 1, end: cursor.at - 1 }
    while (this.takes('+')) words += this.quoted()
    return { text: words, html: false, span }
  }

  private quoted(): string {
    take(this.cursor, SPACE)
    const [, words] = take(this.cursor, QUOTED) ?? this.fail()
    return (words ?? '').replace(/\\\r?\n/g, '').replace(/\\"/g, '"')
  }

  private sees(sign: string): boolean {
    take(this.cursor, SPACE)
    return this.text.startsWith(sign, this.cursor.at)
  }

  private takes(sign: string): boolean {
    const found = this.sees(sign)
    if (found) this.cursor.at += sign.length
    return found
  }

  private seesKeyword(word: string): boolean {
    take(this.cursor, SPACE)
    return peek(this.cursor, NAME)?.[0].toLowerCase() === word
  }

  private takesKeyword = (word: string) =>
    this.seesKeyword(word) && take(this.cursor, NAME) !== undefined

  private seesSubgraph = () => this.sees('{') || this.seesKeyword('subgraph')

  private fail(): never {
    const { text, cursor } = this
    take(cursor, SPACE)
    const { at, end } = cursor
    if (at >= end) throw new DotFault('a brace or bracket that is never closed', end)
    const word = [SIGN, NUMERAL, NAME, QUOTED].flatMap((one) => take(cursor, one)?.[0] ?? [])[0]
    const open = Object.entries(OPENING).find(([sign]) => text.startsWith(sign, at))?.[1]
    if (word === undefined && open) throw new DotFault(`${open} that is never closed`, at)
    const near = word ?? String.fromCodePoint(text.codePointAt(at) ?? 0)
    throw new DotFault(`syntax error near '${near.slice(0, 40)}'`, at)
  }
}

const NAMELESS: DotWords = { text: '', html: false, span: { start: 0, end: 0 } }

function assign(into: DotAttributes, from: DotAttributes): void {
  for (const [name, value] of from) into.set(name, value)
}

/** The offset behind the bracket that closes the one at `from`; comments within may hold brackets of their own. */
function endOfHtml(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at)
      if (end < 0) break
      at = end + 2
    } else if (text[at] === '<') depth++
    else if (text[at] === '>' && --depth === 0) return at + 1
  }
  return undefined
}
