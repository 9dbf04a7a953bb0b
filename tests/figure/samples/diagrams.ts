import type { Diagram, NodeKind } from '../../../src/forms/diagram'

const SURE = { spans: [], confidence: 1 }

type NodeRow = [id: string, label: string, kind?: NodeKind, group?: string, detail?: string]
interface EdgeRow {
  from: string
  to: string
  label?: string
  feedback?: boolean
  confidence?: number
}
type GroupRow = [id: string, label: string, parent?: string]

export const RATIOS = [
  'auto',
  '1:1',
  '5:4',
  '2:3',
  '3:2',
  '3:4',
  '4:5',
  '4:3',
  '9:16',
  '16:9',
  '21:9',
] as const

export function graph(
  nodes: NodeRow[],
  edges: EdgeRow[],
  groups: GroupRow[] = [],
  direction?: Diagram['direction'],
): Diagram {
  return {
    shape: 'graph',
    source: 'arrows',
    language: 'en',
    warnings: [],
    ...(direction ? { direction } : {}),
    nodes: nodes.map(([id, label, kind = 'process', group, detail]) => ({
      id,
      label,
      kind,
      ...(group ? { group } : {}),
      ...(detail ? { detail } : {}),
      ...SURE,
    })),
    edges: edges.map(({ from, to, label, feedback, confidence = 1 }, index) => ({
      id: `e${index + 1}`,
      from,
      to,
      ...(label ? { label } : {}),
      kind: feedback ? 'feedback' : 'flow',
      heads: 'end',
      spans: [],
      confidence,
    })),
    groups: groups.map(([id, label, parent]) => ({
      id,
      label,
      ...(parent ? { parent } : {}),
      ...SURE,
    })),
  }
}

const STEPS: [title: string, ...items: string[]][] = [
  ['Collect raw reads', 'FASTQ files', '32 samples'],
  ['Trim adapters and filter low quality', 'Trimmomatic', 'Phred < 20'],
  ['Align to reference genome', 'STAR', 'GRCh38', 'BAM files', 'splice junctions'],
  ['Quantify expression', 'featureCounts', 'gene counts'],
  ['Normalise counts', 'DESeq2', 'size factors'],
  ['Test differential expression', 'Wald test', 'log2 fold change', 'p-value'],
  ['Correct for multiple testing', 'Benjamini-Hochberg'],
  ['Cluster cells', 'PCA', 'Leiden', 'UMAP embedding'],
  ['Annotate cell types', 'marker genes', 'reference atlas'],
  ['Infer trajectories', 'pseudotime'],
  ['Build the gene network', 'WGCNA', 'modules'],
  ['Report findings', 'volcano plot', 'supplementary tables'],
]

/** `count` numbered stages; `sizes` says how many consecutive ones each heading encloses. */
export function stages(count: number, sizes: number[] = [], withItems = true): Diagram {
  const headings = ['Sample preparation', 'Preprocessing', 'Statistical analysis']
  const member = sizes.flatMap((size, group) => new Array<number>(size).fill(group))
  return {
    shape: 'stages',
    source: 'prose',
    language: 'en',
    warnings: [],
    nodes: STEPS.slice(0, count).map(([title, ...items], index) => ({
      id: `s${index + 1}`,
      label: title,
      kind: 'stage',
      step: index + 1,
      ...(member[index] === undefined ? {} : { group: `g${member[index] + 1}` }),
      ...(withItems ? { items: items.map((label) => ({ label, ...SURE })) } : {}),
      ...SURE,
    })),
    edges: STEPS.slice(1, count).map((_, index) => ({
      id: `o${index + 1}`,
      from: `s${index + 1}`,
      to: `s${index + 2}`,
      kind: 'order',
      heads: 'end',
      ...SURE,
    })),
    groups: sizes.map((_, index) => ({
      id: `g${index + 1}`,
      label: headings[index] ?? 'More',
      ...SURE,
    })),
  }
}

export const retrieval = graph(
  [
    ['q', 'User query', 'data'],
    ['w', 'Wikipedia passages', 'data', undefined, '21M passages'],
    ['de', 'Dual-encoder retriever', 'process', 'g1', 'BERT'],
    ['emb', 'Dense query embedding', 'data', 'g1'],
    ['ix', 'FAISS index', 'store', 'g1'],
    ['ce', 'Cross-encoder re-ranker', 'model', 'g2', 'scores each candidate'],
    ['rp', 'Re-ranked passages', 'data', 'g2', 'ten best'],
    ['t5', 'T5 generator', 'model', 'g3'],
    ['fv', 'Faithfulness verifier', 'process', 'g3', 'rejects unsupported claims'],
    ['fa', 'Final answer', 'data'],
  ],
  [
    { from: 'q', to: 'de' },
    { from: 'de', to: 'emb' },
    { from: 'emb', to: 'ix', label: 'search' },
    { from: 'w', to: 'ix', label: 'index' },
    { from: 'ix', to: 'ce', label: 'top-100' },
    { from: 'ce', to: 'rp' },
    { from: 'rp', to: 't5' },
    { from: 'q', to: 't5', confidence: 0.4 },
    { from: 't5', to: 'fv', label: 'draft' },
    { from: 'fv', to: 'fa' },
  ],
  [
    ['g1', 'Retrieval'],
    ['g2', 'Re-ranking'],
    ['g3', 'Grounded generation'],
  ],
)

export const training = graph(
  [
    ['d', 'Training data', 'data'],
    ['s', 'Sample mini-batch'],
    ['f', 'Forward pass'],
    ['l', 'Compute loss', 'metric'],
    ['b', 'Backpropagate gradients'],
    ['o', 'Update weights'],
    ['e', 'Converged?', 'decision'],
    ['m', 'Final model', 'model'],
  ],
  [
    { from: 'd', to: 's' },
    { from: 's', to: 'f' },
    { from: 'f', to: 'l' },
    { from: 'l', to: 'b' },
    { from: 'b', to: 'o' },
    { from: 'o', to: 'e' },
    { from: 'e', to: 'm', label: 'yes' },
    { from: 'e', to: 's', label: 'no', feedback: true },
  ],
)

export const fusion = graph(
  [
    ['x', 'Multimodal input', 'data'],
    ['i', 'Image encoder', 'model'],
    ['t', 'Text encoder', 'model'],
    ['a', 'Audio encoder', 'model'],
    ['f', 'Cross-modal fusion'],
    ['c', 'Classifier head'],
    ['l', 'Joint loss', 'metric'],
  ],
  [
    { from: 'x', to: 'i' },
    { from: 'x', to: 't' },
    { from: 'x', to: 'a' },
    { from: 'i', to: 'f' },
    { from: 't', to: 'f' },
    { from: 'a', to: 'f' },
    { from: 'f', to: 'c' },
    { from: 'c', to: 'l' },
  ],
)

export const nested = graph(
  [
    ['a', 'Sensor', 'data', 'g1'],
    ['b', 'Filter', 'process', 'g2'],
    ['c', 'Features', 'process', 'g2'],
    ['d', 'Detector', 'model', 'g3'],
    ['e', 'Alarm', 'process', 'g3'],
    ['f', 'Operator', 'human'],
    ['h', 'Log', 'store'],
  ],
  [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'd' },
    { from: 'd', to: 'e', label: 'score > 0.9' },
    { from: 'e', to: 'f', label: 'notify' },
    { from: 'e', to: 'h' },
    { from: 'f', to: 'd', label: 'threshold', feedback: true },
  ],
  [
    ['g1', 'Edge device'],
    ['g2', 'Preprocessing', 'g1'],
    ['g3', 'Cloud service'],
  ],
)

/** A node alone, a self loop, parallel edges and an edge back. */
export const odd = graph(
  [
    ['a', 'Alone'],
    ['b', 'Self loop'],
    ['c', 'Left'],
    ['d', 'Right'],
  ],
  [
    { from: 'b', to: 'b' },
    { from: 'c', to: 'd' },
    { from: 'c', to: 'd' },
    { from: 'd', to: 'c' },
  ],
)
