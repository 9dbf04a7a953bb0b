import type { Diagram, DiagramEdge, NodeKind } from '../../../src/forms/diagram'

const SURE = { spans: [], confidence: 1 }

const SHORT =
  'Filter,Encoder,Loss,Parser,Cache,Router,Sampler,Index,Decoder,Merge,Score,Sort'.split(',')
const LONG = [
  'Cross-validated hyperparameter search',
  'Enzymatic dissociation of tissue',
  'Normalise and scale expression counts',
  'Multi-head self-attention block',
  'Remove duplicate records by fuzzy match',
  'Fine-tuned sentence embedding model',
  'Quality control of raw measurements',
  'Estimate parameters by maximum likelihood',
]
const PLAIN = [
  'Raw samples',
  'Feature extraction',
  'Image encoder',
  'Policy network',
  'Replay buffer',
  'Gene counts',
  'Query planner',
  'Event stream',
  'Reward model',
  'Data loader',
  'Lineage tracing',
  'Batch scheduler',
]
const WORDS = ['yes', 'no', 'top-k', 'gradients', 'batches', 'model weights', 'draft', 'scores']
const KINDS: readonly NodeKind[] = [
  'process',
  'process',
  'process',
  'data',
  'model',
  'store',
  'decision',
  'document',
  'metric',
  'human',
]

/** Families that a random diagram comes from. */
export const FAMILIES = [
  'chain',
  'tree',
  'hub',
  'cycle',
  'branches',
  'nested',
  'feedback',
  'layered',
  'grouped',
  'long chain',
  'stages',
  'headed stages',
] as const

export type Family = (typeof FAMILIES)[number]

/** A diagram of a family; equal seeds give equal diagrams. */
export function randomDiagram(family: Family, seed: number): Diagram {
  const draw = new Draw(seed)
  if (family === 'stages' || family === 'headed stages') return stagesOf(draw, family)
  const build = new Build(draw)
  BUILD[family](build, draw)
  return build.diagram()
}

const BUILD: Record<Exclude<Family, 'stages' | 'headed stages'>, (b: Build, d: Draw) => void> = {
  chain: (b, d) => b.chain(d.between(3, 9)),
  'long chain': (b, d) => b.chain(d.between(10, 18)),
  tree: (b, d) => {
    const count = d.between(6, 16)
    for (let i = 0; i < count; i++) b.node()
    for (let i = 1; i < count; i++) b.edge(Math.max(0, Math.floor((i - 1) / d.between(2, 3))), i)
  },
  hub: (b, d) => {
    const count = d.between(4, 9)
    b.node()
    for (let i = 1; i <= count; i++) {
      b.node()
      if (d.chance(0.45)) b.edge(i, 0)
      else b.edge(0, i)
    }
  },
  cycle: (b, d) => {
    const count = d.between(4, 8)
    b.chain(count)
    b.edge(count - 1, 0, true)
  },
  branches: (b, d) => {
    const source = b.node()
    const ends: number[] = []
    for (let branch = d.between(2, 4); branch > 0; branch--) {
      let at = source
      for (let i = d.between(1, 3); i > 0; i--) {
        const next = b.node()
        b.edge(at, next)
        at = next
      }
      ends.push(at)
    }
    const join = b.node()
    for (const end of ends) b.edge(end, join)
    b.edge(join, b.node())
  },
  nested: (b, d) => {
    const outer = b.group()
    const inner = b.group(outer)
    const other = b.group()
    const where = [undefined, outer, inner, inner, other, other, undefined]
    const nodes = where.flatMap((group) => (d.chance(0.85) ? [b.node(group)] : []))
    nodes.slice(1).forEach((node, index) => {
      b.edge(nodes[index] ?? 0, node)
    })
    if (d.chance(0.6)) b.edge(nodes.at(-1) ?? 0, nodes[1] ?? 0, true)
    if (d.chance(0.6)) b.edge(nodes[0] ?? 0, nodes.at(-2) ?? 0)
  },
  feedback: (b, d) => {
    const count = d.between(5, 11)
    b.chain(count)
    for (let i = d.between(1, 3); i > 0; i--) {
      const to = d.between(0, count - 3)
      b.edge(d.between(to + 2, count - 1), to, true)
    }
  },
  layered: (b, d) => {
    const layers: number[][] = []
    for (let left = d.between(8, 20); left > 0; ) {
      const width = Math.min(left, d.between(1, 4))
      layers.push(Array.from({ length: width }, () => b.node()))
      left -= width
    }
    for (const [index, layer] of layers.entries()) {
      const before = layers[index - 1]
      if (!before) continue
      for (const node of layer) b.edge(d.pick(before), node)
      for (const node of before) if (!b.leaves(node)) b.edge(node, d.pick(layer))
    }
  },
  grouped: (b, d) => {
    let before: number | undefined
    for (let groups = d.between(2, 4); groups > 0; groups--) {
      const group = b.group()
      for (let i = d.between(2, 4); i > 0; i--) {
        const next = b.node(group)
        if (before !== undefined) b.edge(before, next)
        before = next
      }
    }
    const count = (before ?? 0) + 1
    for (let i = d.between(0, 2); i > 0; i--) {
      const from = d.between(0, count - 3)
      b.edge(from, d.between(from + 2, count - 1))
    }
  },
}

class Draw {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1
    for (let i = 0; i < 8; i++) this.#next()
  }

  /** 0 to 1, by xorshift32. */
  #next(): number {
    let x = this.#state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.#state = x >>> 0
    return this.#state / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.#next() < share
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.between(0, list.length - 1)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
}

class Build {
  readonly #nodes: Diagram['nodes'] = []
  readonly #edges: DiagramEdge[] = []
  readonly #groups: Diagram['groups'] = []
  readonly #names: readonly string[]

  constructor(readonly draw: Draw) {
    const lists = [[...SHORT, ...PLAIN], PLAIN, [...PLAIN, ...LONG], [...LONG, ...SHORT]]
    this.#names = draw.pick(lists)
  }

  node(group?: string): number {
    const { draw } = this
    const index = this.#nodes.length
    this.#nodes.push({
      id: `n${index + 1}`,
      label: draw.pick(this.#names),
      kind: draw.pick(KINDS),
      ...(draw.chance(0.15) ? { detail: draw.pick(PLAIN).toLowerCase() } : {}),
      ...(group ? { group } : {}),
      ...SURE,
    })
    return index
  }

  chain(count: number): void {
    for (let i = 0; i < count; i++) {
      this.node()
      if (i > 0) this.edge(i - 1, i)
    }
  }

  edge(from: number, to: number, feedback = false): void {
    const [a, b] = [`n${from + 1}`, `n${to + 1}`]
    if (from === to || this.#edges.some((each) => each.from === a && each.to === b)) return
    this.#edges.push({
      id: `e${this.#edges.length + 1}`,
      from: a,
      to: b,
      ...(this.draw.chance(0.22) ? { label: this.draw.pick(WORDS) } : {}),
      kind: feedback ? 'feedback' : 'flow',
      heads: 'end',
      ...SURE,
    })
  }

  group(parent?: string): string {
    const id = `g${this.#groups.length + 1}`
    const label = this.draw.pick(PLAIN)
    this.#groups.push({ id, label, ...(parent ? { parent } : {}), ...SURE })
    return id
  }

  leaves(node: number): boolean {
    return this.#edges.some((each) => each.from === `n${node + 1}`)
  }

  diagram(): Diagram {
    const used = (id: string): boolean =>
      this.#nodes.some((node) => node.group === id) ||
      this.#groups.some((group) => group.parent === id && used(group.id))
    return {
      shape: 'graph',
      source: 'arrows',
      language: 'en',
      warnings: [],
      nodes: this.#nodes,
      edges: this.#edges,
      groups: this.#groups.filter((group) => used(group.id)),
    }
  }
}

function stagesOf(draw: Draw, family: 'stages' | 'headed stages'): Diagram {
  const count = draw.between(4, 12)
  const headed = family === 'headed stages'
  const cut = headed ? draw.between(1, count - 2) : 0
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `s${index + 1}`,
    label: draw.pick([...PLAIN, ...LONG]),
    kind: 'stage' as const,
    step: index + 1,
    ...(headed ? { group: index < cut ? 'g1' : 'g2' } : {}),
    items: Array.from({ length: draw.between(0, 4) }, () => ({
      label: draw.pick([...SHORT, ...PLAIN]),
      ...SURE,
    })),
    ...SURE,
  }))
  const order = nodes.slice(1).map((node, index) => ({
    id: `o${index + 1}`,
    from: `s${index + 1}`,
    to: node.id,
    kind: 'order' as const,
    heads: 'end' as const,
    ...SURE,
  }))
  const extra =
    count > 5 && draw.chance(0.5)
      ? [
          {
            ...order[0],
            id: 'x1',
            from: 's2',
            to: `s${count - 1}`,
            kind: 'flow' as const,
            heads: 'end' as const,
            ...SURE,
          },
        ]
      : []
  return {
    shape: 'stages',
    source: 'prose',
    language: 'en',
    warnings: [],
    nodes,
    edges: [...order, ...extra],
    groups: headed
      ? [
          { id: 'g1', label: 'Preparation', ...SURE },
          { id: 'g2', label: 'Analysis', ...SURE },
        ]
      : [],
  }
}

/**
 * One diagram of every family. The seeds of the sealed half come from a hash, so that nobody has chosen them or seen
 * what they draw; `practice` gives others of the same kind that may be looked at.
 */
export function randomHalf(name: 'sealed' | 'practice', copies = 1): Record<string, Diagram> {
  const found: Record<string, Diagram> = {}
  for (let copy = 1; copy <= copies; copy++) {
    for (const family of FAMILIES) {
      const key = `${family} ${copy}`
      const hash = new Bun.CryptoHasher('sha256').update(`burin layout ${name} ${key}`).digest()
      found[key] = randomDiagram(family, hash.readUInt32LE(0))
    }
  }
  return found
}
