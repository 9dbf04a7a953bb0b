import type {
  Diagram,
  DiagramEdge,
  DiagramGroup,
  DiagramNode,
  NodeKind,
  Span,
} from '../../../forms/diagram'
import { withinLimits } from '../../../forms/figure-limits'
import { createIds } from '../../words/ids'
import type { Dress } from './dress'

/** `A & B --> C & D` multiplies: pairs that a reader keeps; no figure holds nearly so many. */
const MOST_PAIRS = 20_000

/** The pairs of a text, as many as are kept; the rest is only counted. */
export class Pairs {
  private kept = 0
  beyond = 0

  each<T>(lefts: readonly T[], rights: readonly T[], visit: (left: T, right: T) => void): void {
    const most = this.kept + lefts.length * rights.length
    for (const left of lefts)
      for (const right of rights) {
        if (this.kept === MOST_PAIRS) {
          this.beyond += most - MOST_PAIRS
          return
        }
        this.kept++
        visit(left, right)
      }
  }
}

/** Collects what a structured input says; every form of input fills it the same way. */
export class Builder {
  readonly nodes = new Map<string, DiagramNode>()
  readonly groups = new Map<string, DiagramGroup>()
  readonly edges: DiagramEdge[] = []
  readonly warnings: string[] = []

  constructor(readonly pairs = new Pairs()) {}
  private readonly ids = createIds()

  /** The node `key`, made when it is new: its first mention gives its label and span, the first group its group. */
  node(key: string, label: string, kind: NodeKind, span: Span, group?: string): DiagramNode {
    const known = this.nodes.get(key)
    if (known) {
      if (known.group === undefined && group !== undefined) known.group = group
      return known
    }
    const node: DiagramNode = {
      id: this.ids.fresh(key, 'n', this.nodes.size + 1),
      label,
      kind,
      ...(group === undefined ? {} : { group }),
      spans: [span],
      confidence: 1,
    }
    this.nodes.set(key, node)
    return node
  }

  group(key: string, label: string, span: Span, parent?: string): DiagramGroup {
    const known = this.groups.get(key)
    if (known) return known
    const group: DiagramGroup = {
      id: this.ids.fresh(key, 'g', this.groups.size + 1),
      label,
      ...(parent === undefined ? {} : { parent }),
      spans: [span],
      confidence: 1,
    }
    this.groups.set(key, group)
    return group
  }

  edge(
    from: string,
    to: string,
    spans: Span[],
    more: {
      label?: string | undefined
      heads?: DiagramEdge['heads']
      tip?: DiagramEdge['tip']
      dashed?: boolean
      fromGroup?: string | undefined
      toGroup?: string | undefined
      kind?: DiagramEdge['kind']
      dress?: Dress['edge']
    } = {},
  ): void {
    const heads = more.heads ?? 'end'
    this.edges.push({
      id: `e${this.edges.length + 1}`,
      from,
      to,
      ...(more.fromGroup && { fromGroup: more.fromGroup }),
      ...(more.toGroup && { toGroup: more.toGroup }),
      ...(more.label ? { label: more.label } : {}),
      kind: more.kind ?? 'flow',
      heads,
      ...(more.tip && heads !== 'none' && { tip: more.tip }),
      ...(more.dashed ? { dashed: true } : {}),
      ...more.dress,
      spans,
      confidence: 1,
    })
  }

  /** Leaves out groups that hold no node, nor a group with one. */
  dropEmptyGroups(): void {
    const held = new Set([...this.nodes.values()].map(({ group }) => group))
    for (const [key, { id, parent }] of [...this.groups].reverse())
      if (held.has(id)) held.add(parent)
      else this.groups.delete(key)
  }

  /** Within the limits of a figure. */
  diagram(source: Diagram['source'], language: string, direction?: Diagram['direction']): Diagram {
    const diagram: Diagram = {
      shape: 'graph',
      ...(direction === undefined ? {} : { direction }),
      ...coded([...this.nodes.values()], [...this.groups.values()]),
      edges: this.edges,
      source,
      language,
      warnings: this.warnings,
    }
    return withinLimits(diagram, this.pairs.beyond)
  }
}

/**
 * Colours of the author are a code where there are several, groups have some, or most nodes have one or a grey: what has
 * none of them is neutral, so that no hue of a style reads as one.
 */
function coded(nodes: DiagramNode[], groups: DiagramGroup[]) {
  const colours = new Set([...nodes, ...groups].flatMap(({ accent }) => accent ?? []))
  const framed = groups.some(isDressed)
  if (!framed && colours.size < 2 && 2 * nodes.filter(isDressed).length <= nodes.length)
    return { nodes, groups }
  return { nodes: nodes.map(orNeutral), groups: framed ? groups.map(orNeutral) : groups }
}

const isDressed = ({ accent, hue }: Pick<DiagramNode, 'accent' | 'hue'>) =>
  accent !== undefined || hue !== undefined

const orNeutral = <Part extends Pick<DiagramNode, 'accent' | 'hue'>>(part: Part): Part =>
  isDressed(part) ? part : { ...part, hue: 0 }

/** What names of each kind end with. */
const KINDS: readonly (readonly [NodeKind, RegExp])[] = [
  ['decision', /\?\s*$/],
  [
    'store',
    /\b(database|db|index|store|storage|cache|memory|repository|warehouse|registry|lake|bucket|queue)$/i,
  ],
  [
    'human',
    /\b(users?|experts?|annotators?|clinicians?|patients?|participants?|reviewers?|customers?|operators?)$/i,
  ],
  [
    'model',
    /\b(encoder|decoder|model|transformer|network|classifier|retriever|generator|re-?ranker|llm|cnn|rnn|lstm|bert|gpt(?:-\d)?|u-?net|agent)$/i,
  ],
  ['document', /\b(documents?|reports?|papers?|articles?|pdfs?|files?)$/i],
  ['metric', /\b(scores?|loss|accuracy|metrics?|auc|f1)$/i],
  [
    'data',
    /\b(data|datasets?|embeddings?|vectors?|tokens?|images?|reads|inputs?|outputs?|answers?|query|queries|questions?|matrix|features|samples|text|prompt|corpus)$/i,
  ],
]

/** What a node of this name most likely is, for inputs that draw no shapes. */
export const kindOf = (label: string): NodeKind =>
  KINDS.find(([, name]) => name.test(label))?.[0] ?? 'process'
