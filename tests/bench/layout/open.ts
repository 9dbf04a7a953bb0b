import type { Diagram } from '../../../src/forms/diagram'
import { fusion, graph, nested, retrieval, stages, training } from '../../figure/samples/diagrams'
import { SHAPES } from './open-shapes'

type Row = [id: string, label: string]

function chain(rows: Row[]): Diagram {
  return graph(
    rows.map(([id, label]) => [id, label]),
    rows.slice(1).map(([id], index) => ({ from: rows[index]?.[0] ?? '', to: id })),
  )
}

const sequencing = chain([
  ['tissue', 'Fresh tissue samples from 32 donors'],
  ['dissociate', 'Enzymatic dissociation'],
  ['sort', 'Fluorescence-activated cell sorting'],
  ['lib', 'Library preparation'],
  ['seq', 'Sequencing'],
  ['align', 'Alignment to GRCh38'],
  ['count', 'Gene counts'],
  ['cluster', 'Graph-based clustering'],
  ['report', 'Annotated atlas'],
])

const triage = graph(
  [
    ['scan', 'Chest scan', 'data'],
    ['check', 'Quality sufficient?', 'decision'],
    ['repeat', 'Repeat the scan'],
    ['segment', 'Segment the lungs', 'process', 'reading'],
    ['detect', 'Detect nodules', 'process', 'reading'],
    ['score', 'Score malignancy', 'process', 'reading'],
    ['cases', 'Reference cases', 'store'],
    ['report', 'Draft report', 'document'],
    ['radiologist', 'Radiologist signs', 'human'],
  ],
  [
    { from: 'scan', to: 'check' },
    { from: 'check', to: 'repeat', label: 'no' },
    { from: 'repeat', to: 'scan', feedback: true },
    { from: 'segment', to: 'detect' },
    { from: 'detect', to: 'score' },
    { from: 'check', to: 'segment', label: 'yes' },
    { from: 'cases', to: 'score', confidence: 0.4 },
    { from: 'score', to: 'report' },
    { from: 'report', to: 'radiologist' },
  ],
  [['reading', 'Automatic reading']],
)

const taxonomy = graph(
  [
    ['root', 'Learning methods'],
    ['sup', 'Supervised'],
    ['uns', 'Unsupervised'],
    ['rl', 'Reinforcement'],
    ['cls', 'Classification'],
    ['reg', 'Regression'],
    ['clu', 'Clustering'],
    ['dim', 'Dimension reduction'],
    ['gen', 'Generative models'],
    ['val', 'Value based'],
    ['pol', 'Policy gradient'],
  ],
  [
    ['root', 'sup'],
    ['root', 'uns'],
    ['root', 'rl'],
    ['sup', 'cls'],
    ['sup', 'reg'],
    ['uns', 'clu'],
    ['uns', 'dim'],
    ['uns', 'gen'],
    ['rl', 'val'],
    ['rl', 'pol'],
  ].map(([from = '', to = '']) => ({ from, to })),
)

const broker = graph(
  [
    ['hub', 'Message broker', 'store'],
    ['web', 'Web front end'],
    ['app', 'Mobile app'],
    ['pay', 'Payment service'],
    ['inv', 'Inventory service'],
    ['mail', 'Mail sender'],
    ['log', 'Audit log', 'store'],
  ],
  [
    { from: 'web', to: 'hub', label: 'orders' },
    { from: 'app', to: 'hub', label: 'orders' },
    { from: 'hub', to: 'pay' },
    { from: 'hub', to: 'inv', label: 'reserve' },
    { from: 'hub', to: 'mail' },
    { from: 'hub', to: 'log' },
  ],
)

const cycle = graph(
  [
    ['plan', 'Plan experiment'],
    ['make', 'Synthesise compound'],
    ['test', 'Test activity'],
    ['learn', 'Update surrogate model', 'model'],
    ['pick', 'Select candidates'],
  ],
  [
    { from: 'plan', to: 'make' },
    { from: 'make', to: 'test' },
    { from: 'test', to: 'learn', label: 'measurements' },
    { from: 'learn', to: 'pick' },
    { from: 'pick', to: 'plan', feedback: true },
  ],
)

const unet = graph(
  [
    ['in', 'Input image', 'data'],
    ['e1', 'Encoder block 1', 'model', 'enc'],
    ['e2', 'Encoder block 2', 'model', 'enc'],
    ['e3', 'Encoder block 3', 'model', 'enc'],
    ['b', 'Bottleneck', 'model'],
    ['d3', 'Decoder block 3', 'model', 'dec'],
    ['d2', 'Decoder block 2', 'model', 'dec'],
    ['d1', 'Decoder block 1', 'model', 'dec'],
    ['out', 'Segmentation mask', 'data'],
  ],
  [
    { from: 'in', to: 'e1' },
    { from: 'e1', to: 'e2' },
    { from: 'e2', to: 'e3' },
    { from: 'e3', to: 'b' },
    { from: 'b', to: 'd3' },
    { from: 'd3', to: 'd2' },
    { from: 'd2', to: 'd1' },
    { from: 'd1', to: 'out' },
    { from: 'e1', to: 'd1', label: 'skip' },
    { from: 'e2', to: 'd2', label: 'skip' },
    { from: 'e3', to: 'd3', label: 'skip' },
  ],
  [
    ['enc', 'Contracting path'],
    ['dec', 'Expanding path'],
  ],
)

const platform = graph(
  [
    ['sensors', 'Field sensors', 'data'],
    ['gateway', 'Edge gateway', 'process', undefined, 'MQTT over TLS'],
    ['queue', 'Ingest queue', 'store', 'stream'],
    ['clean', 'Clean and align', 'process', 'stream'],
    ['window', 'Window features', 'process', 'stream'],
    ['lake', 'Object store', 'store', 'batch'],
    ['train', 'Nightly training', 'process', 'batch'],
    ['registry', 'Model registry', 'store', 'batch'],
    ['serve', 'Scoring service', 'model', undefined, 'p99 below 40 ms'],
    ['alert', 'Anomaly?', 'decision'],
    ['ops', 'On-call engineer', 'human'],
    ['dash', 'Dashboard', 'document'],
  ],
  [
    { from: 'sensors', to: 'gateway' },
    { from: 'gateway', to: 'queue' },
    { from: 'queue', to: 'clean' },
    { from: 'clean', to: 'window' },
    { from: 'clean', to: 'lake', label: 'archive' },
    { from: 'lake', to: 'train' },
    { from: 'train', to: 'registry' },
    { from: 'registry', to: 'serve', label: 'deploy' },
    { from: 'window', to: 'serve' },
    { from: 'serve', to: 'alert' },
    { from: 'alert', to: 'ops', label: 'yes' },
    { from: 'alert', to: 'dash', label: 'no' },
    { from: 'ops', to: 'train', label: 'labels', feedback: true },
  ],
  [
    ['stream', 'Streaming path'],
    ['batch', 'Batch path'],
  ],
)

const distillation = graph(
  [
    ['corpus', 'Unlabelled corpus', 'data'],
    ['aug', 'Augment twice'],
    ['student', 'Student network', 'model', 'online'],
    ['head', 'Projection head', 'process', 'online'],
    ['teacher', 'Teacher network', 'model', 'target'],
    ['centre', 'Centre and sharpen', 'process', 'target'],
    ['loss', 'Cross-entropy loss', 'metric'],
    ['opt', 'AdamW step'],
  ],
  [
    { from: 'corpus', to: 'aug' },
    { from: 'aug', to: 'student', label: 'view 1' },
    { from: 'aug', to: 'teacher', label: 'view 2' },
    { from: 'student', to: 'head' },
    { from: 'teacher', to: 'centre' },
    { from: 'head', to: 'loss' },
    { from: 'centre', to: 'loss', label: 'stop gradient' },
    { from: 'loss', to: 'opt' },
    { from: 'opt', to: 'student', feedback: true },
    { from: 'student', to: 'teacher', label: 'moving average' },
  ],
  [
    ['online', 'Student branch'],
    ['target', 'Teacher branch'],
  ],
)

const services = graph(
  [
    ['cli', 'Client'],
    ['gw', 'API gateway'],
    ['auth', 'Auth'],
    ['user', 'User service'],
    ['cart', 'Cart service'],
    ['order', 'Order service'],
    ['cat', 'Catalogue'],
    ['pay', 'Payment'],
    ['ship', 'Shipping'],
    ['notify', 'Notification'],
    ['udb', 'User database', 'store'],
    ['cdb', 'Cart cache', 'store'],
    ['odb', 'Order database', 'store'],
    ['pdb', 'Product database', 'store'],
    ['bank', 'Bank interface'],
    ['ware', 'Warehouse system'],
    ['mq', 'Event bus', 'store'],
    ['bi', 'Analytics'],
  ],
  [
    ['cli', 'gw'],
    ['gw', 'auth'],
    ['gw', 'user'],
    ['gw', 'cart'],
    ['gw', 'order'],
    ['gw', 'cat'],
    ['user', 'udb'],
    ['auth', 'udb'],
    ['cart', 'cdb'],
    ['order', 'odb'],
    ['cat', 'pdb'],
    ['order', 'pay'],
    ['pay', 'bank'],
    ['order', 'mq'],
    ['mq', 'ship'],
    ['mq', 'notify'],
    ['mq', 'bi'],
    ['ship', 'ware'],
  ].map(([from = '', to = '']) => ({ from, to })),
)

const pair = graph(
  [
    ['a', 'Prompt', 'data'],
    ['b', 'Language model', 'model'],
    ['c', 'Answer', 'data'],
  ],
  [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c', label: 'sampling' },
  ],
)

/** The same stages with relations beyond their order. */
function linked(diagram: Diagram): Diagram {
  const more = [
    ['s2', 's5', 'quality'],
    ['s3', 's8', undefined],
  ] as const
  const edges = more.map(([from, to, label]) => ({
    id: `${from}-${to}`,
    from,
    to,
    ...(label ? { label } : {}),
    kind: 'flow' as const,
    heads: 'end' as const,
    spans: [],
    confidence: 1,
  }))
  return { ...diagram, edges: [...diagram.edges, ...edges] }
}

/** Diagrams that may be looked at while the layout is worked on. */
export const OPEN: Readonly<Record<string, Diagram>> = {
  retrieval,
  training,
  fusion,
  nested,
  sequencing,
  triage,
  taxonomy,
  broker,
  cycle,
  unet,
  platform,
  distillation,
  services,
  pair,
  'stages-12': stages(12),
  'stages-9': stages(9, [4, 3, 2]),
  'stages-linked': linked(stages(8)),
  ...SHAPES,
}
