import type { Span } from '../../../forms/diagram'
import { Pairs } from './builder'
import { DotFault, type DotId, type DotToken, dotTokens } from './dot-lexer'

/** A name or a value; `html` stood between angle brackets. */
export type DotWords = Pick<DotId, 'text' | 'html' | 'span'>
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

type Target = 'graph' | 'node' | 'edge'
type Defaults = Record<Target, DotAttributes>

/** Where a statement stands: its subgraph (undefined at the top) and the defaults that hold there by now. */
interface Scope {
  subgraph: DotSubgraph | undefined
  defaults: Defaults
}
interface InnerScope extends Scope {
  subgraph: DotSubgraph
}
/** What either side of an edge may be. */
type End = readonly DotNode[]

const KEYWORD = /^(?:strict|graph|digraph|subgraph|node|edge)$/i

/**
 * Reads the first DOT graph of a text by the language's grammar. Defaults hold for what is first named after them, in the braces they
 * stand in; a subgraph takes over what is set around it, `label` included.
 * @throws DotFault with what is wrong and the offset of the word
 */
export function parseDot(text: string): DotGraph {
  return new Parser(dotTokens(text), text.length).graph()
}

class Parser {
  private at = 0
  private strict = false
  private readonly nodes = new Map<string, DotNode>()
  private readonly subgraphs: DotSubgraph[] = []
  private readonly scopes = new Map<DotSubgraph | undefined, Map<string, InnerScope>>()
  private readonly edges: DotEdge[] = []
  private readonly pairs = new Pairs()
  /** Filled in a strict graph alone, which has one edge at most from a node to another. */
  private readonly only = new Map<DotNode, Map<DotNode, DotEdge>>()
  private directed = true
  private readonly lost = new Set<string>()

  constructor(
    private readonly tokens: readonly DotToken[],
    private readonly length: number,
  ) {}

  graph(): DotGraph {
    this.strict = this.keyword('strict')
    this.directed = this.keyword('digraph')
    if (!this.directed && !this.keyword('graph')) this.fail()
    const name = this.peek('{') ? '' : this.id().text
    const top: Scope = {
      subgraph: undefined,
      defaults: { graph: new Map(), node: new Map(), edge: new Map() },
    }
    this.sign('{')
    this.statements(top)
    return {
      name,
      directed: this.directed,
      attributes: top.defaults.graph,
      subgraphs: this.subgraphs,
      nodes: [...this.nodes.values()],
      edges: this.edges,
      pairs: this.pairs,
      lost: this.lost,
      rest: this.tokens[this.at]?.at,
    }
  }

  /** Up to and including the closing brace. */
  private statements(scope: Scope): void {
    while (!this.take('}')) {
      if (this.take(';')) continue
      this.statement(scope)
    }
  }

  private statement(scope: Scope): void {
    for (const target of ['graph', 'node', 'edge'] as const) {
      if (!this.keyword(target)) continue
      if (!this.peek('[')) this.fail()
      this.setDefaults(scope, target, this.attributes())
      return
    }
    if (this.peek('=', 1)) {
      const { text: name } = this.id()
      this.sign('=')
      this.setDefaults(scope, 'graph', this.pair(name, this.id()))
      return
    }
    const plain = !this.peek('{') && !this.peekKeyword('subgraph')
    const ends: End[] = [this.end(scope)]
    while (this.take(this.directed ? '->' : '--')) ends.push(this.end(scope))
    const given = this.peek('[') ? this.attributes() : new Map()
    const [only] = ends
    if (ends.length > 1) this.connect(scope, ends, given)
    else if (plain && only?.[0]) assign(only[0].attributes, given)
  }

  private setDefaults(scope: Scope, target: Target, given: DotAttributes): void {
    assign(scope.defaults[target], given)
    if (target === 'graph' && scope.subgraph) assign(scope.subgraph.attributes, given)
  }

  private end(scope: Scope): End {
    if (this.peek('{') || this.peekKeyword('subgraph')) return this.subgraph(scope)
    const node = this.node(this.id(), scope)
    // A port, with or without a point of the compass.
    for (let ports = 0; ports < 2 && this.take(':'); ports++) this.id()
    return [node]
  }

  private subgraph(outer: Scope): End {
    const named = this.keyword('subgraph') && !this.peek('{')
    const inner = this.open(named ? this.id() : NAMELESS, outer)
    if (this.take('{')) this.statements(inner)
    else if (!named) this.fail()
    return [...inner.subgraph.nodes]
  }

  /** A name opened twice in the same braces is one subgraph, which keeps its defaults. */
  private open({ text: name, span }: DotWords, { subgraph: parent, defaults }: Scope): InnerScope {
    const siblings = this.scopes.get(parent) ?? new Map<string, InnerScope>()
    this.scopes.set(parent, siblings)
    const known = siblings.get(name)
    if (known && name !== '') return known
    const opened = {
      subgraph: {
        name,
        span,
        parent,
        attributes: new Map(defaults.graph),
        nodes: new Set<DotNode>(),
      },
      defaults: {
        graph: new Map(defaults.graph),
        node: new Map(defaults.node),
        edge: new Map(defaults.edge),
      },
    }
    siblings.set(name, opened)
    this.subgraphs.push(opened.subgraph)
    return opened
  }

  private node({ text: name, span }: DotWords, scope: Scope): DotNode {
    let node = this.nodes.get(name)
    if (!node) {
      node = { name, span, attributes: new Map(scope.defaults.node) }
      this.nodes.set(name, node)
    }
    for (let at = scope.subgraph; at && !at.nodes.has(node); at = at.parent) at.nodes.add(node)
    return node
  }

  private connect(scope: Scope, ends: readonly End[], given: DotAttributes): void {
    for (const [index, heads] of ends.slice(1).entries())
      this.pairs.each(ends[index] ?? [], heads, (tail, head) => {
        this.edge(tail, head, scope, given)
      })
  }

  private edge(tail: DotNode, head: DotNode, scope: Scope, given: DotAttributes): void {
    const known =
      this.only.get(tail)?.get(head) ?? (this.directed ? undefined : this.only.get(head)?.get(tail))
    if (known) {
      assign(known.attributes, given)
      return
    }
    const attributes = new Map(scope.defaults.edge)
    assign(attributes, given)
    const edge = { tail, head, attributes }
    this.edges.push(edge)
    if (!this.strict) return
    const heads = this.only.get(tail) ?? new Map<DotNode, DotEdge>()
    this.only.set(tail, heads.set(head, edge))
  }

  /** `[a=1, b] [c=2]`; a name alone stands for `true`. */
  private attributes(): DotAttributes {
    const given: DotAttributes = new Map()
    while (this.take('['))
      while (!this.take(']')) {
        const name = this.id()
        const value = this.take('=') ? this.id() : { ...name, text: 'true' }
        assign(given, this.pair(name.text, value))
        if (!this.take(',')) this.take(';')
      }
    return given
  }

  private pair(name: string, value: DotWords): DotAttributes {
    const known = ATTRIBUTES.find((each) => each === name)
    if (!known) this.lost.add(name)
    return new Map(known ? [[known, value]] : [])
  }

  /** An id; quoted ones may be joined by `+`. */
  private id(): DotWords {
    const token = this.tokens[this.at]
    if (token?.kind !== 'id' || (token.bare && KEYWORD.test(token.text))) return this.fail()
    this.at++
    const { html, span } = token
    let { text } = token
    while (!token.bare && !token.html && this.take('+')) {
      const next = this.tokens[this.at]
      if (next?.kind !== 'id' || next.bare || next.html) return this.fail()
      text += next.text
      this.at++
    }
    return { text, html, span }
  }

  private peek(sign: string, ahead = 0): boolean {
    const token = this.tokens[this.at + ahead]
    return token?.kind === 'sign' && token.text === sign
  }

  private take(sign: string): boolean {
    const found = this.peek(sign)
    if (found) this.at++
    return found
  }

  private sign(sign: string): void {
    if (!this.take(sign)) this.fail()
  }

  private peekKeyword(word: string): boolean {
    const token = this.tokens[this.at]
    return token?.kind === 'id' && token.bare && token.text.toLowerCase() === word
  }

  private keyword(word: string): boolean {
    const found = this.peekKeyword(word)
    if (found) this.at++
    return found
  }

  private fail(): never {
    const token = this.tokens[this.at]
    if (!token) throw new DotFault('a brace or bracket that is never closed', this.length)
    if (token.kind === 'fault') throw new DotFault(token.text, token.at)
    throw new DotFault(`syntax error near '${token.text.slice(0, 40)}'`, token.at)
  }
}

const NAMELESS: DotWords = { text: '', html: false, span: { start: 0, end: 0 } }

function assign(into: DotAttributes, from: DotAttributes): void {
  for (const [name, value] of from) into.set(name, value)
}
