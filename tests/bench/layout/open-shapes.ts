import type { Diagram } from '../../../src/forms/diagram'
import { graph, stages } from '../../figure/samples/diagrams'

type Nodes = Parameters<typeof graph>[0]
type Edges = Parameters<typeof graph>[1]

/** `a > b > c` as edges. */
function path(text: string): Edges {
  const ids = text.split(' > ')
  return ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', to }))
}

const chain6 = graph(
  [
    ['cells', 'Cultured neurons', 'data'],
    ['image', 'Calcium imaging', 'process', undefined, '30 frames a second'],
    ['register', 'Motion correction'],
    ['segment', 'Cell segmentation', 'model'],
    ['trace', 'Fluorescence traces', 'data'],
    ['spikes', 'Spike inference'],
  ],
  path('cells > image > register > segment > trace > spikes'),
)

const chain10 = graph(
  [
    ['site', 'Outcrop survey'],
    ['core', 'Drill core sampling'],
    ['log', 'Log lithology'],
    ['crush', 'Crush and sieve', 'process', undefined, 'below 63 um'],
    ['digest', 'Acid digestion'],
    ['icp', 'Mass spectrometry', 'process', undefined, 'ICP-MS'],
    ['drift', 'Correct instrument drift'],
    ['ratio', 'Isotope ratios', 'data'],
    ['model', 'Age-depth model', 'model'],
    ['curve', 'Temperature curve', 'document'],
  ],
  path('site > core > log > crush > digest > icp > drift > ratio > model > curve'),
)

const chain14: Diagram = graph(
  [
    'Enrol patients',
    'Obtain consent',
    'Screen eligibility',
    'Randomise',
    'Baseline visit',
    'First dose',
    'Safety review',
    'Second dose',
    'Mid-term visit',
    'Dose adjustment',
    'Final visit',
    'Lock the database',
    'Unblind',
    'Primary analysis',
  ].map((label, index) => [`v${index}`, label]),
  path(Array.from({ length: 14 }, (_, index) => `v${index}`).join(' > ')),
)

const fanOut = graph(
  [
    ['backbone', 'Shared backbone', 'model'],
    ['depth', 'Depth head'],
    ['normals', 'Surface normals head'],
    ['edges', 'Edge head'],
    ['semantic', 'Semantic segmentation head'],
    ['pose', 'Camera pose head'],
    ['flow', 'Optical flow head'],
  ],
  ['depth', 'normals', 'edges', 'semantic', 'pose', 'flow'].map((to) => ({
    from: 'backbone',
    to,
  })),
)

const fanIn = graph(
  [
    ['ehr', 'Health records', 'store'],
    ['mri', 'Brain MRI', 'data'],
    ['snp', 'Genotypes', 'data'],
    ['wear', 'Wearable signals', 'data'],
    ['quest', 'Questionnaires', 'document'],
    ['fuse', 'Attention fusion', 'model'],
    ['risk', 'Risk score', 'metric'],
  ],
  [
    ...['ehr', 'mri', 'snp', 'wear', 'quest'].map((from) => ({ from, to: 'fuse' })),
    { from: 'fuse', to: 'risk', label: 'calibrated' },
  ],
)

const decisions: Diagram = graph(
  [
    ['fever', 'Fever above 38.5?', 'decision'],
    ['cough', 'Cough?', 'decision'],
    ['rash', 'Rash?', 'decision'],
    ['pcr', 'Order PCR'],
    ['culture', 'Blood culture'],
    ['derm', 'See dermatology'],
    ['home', 'Rest at home'],
  ],
  [
    { from: 'fever', to: 'cough', label: 'yes' },
    { from: 'fever', to: 'rash', label: 'no' },
    { from: 'cough', to: 'pcr', label: 'yes' },
    { from: 'cough', to: 'culture', label: 'no' },
    { from: 'rash', to: 'derm', label: 'yes' },
    { from: 'rash', to: 'home', label: 'no' },
  ],
)

const carbonCycle = graph(
  [
    ['air', 'Atmosphere', 'store'],
    ['plants', 'Land plants'],
    ['soil', 'Soil carbon', 'store'],
    ['rivers', 'Rivers'],
    ['ocean', 'Surface ocean', 'store'],
    ['deep', 'Deep ocean', 'store'],
  ],
  [
    { from: 'air', to: 'plants', label: 'photosynthesis' },
    { from: 'plants', to: 'soil', label: 'litter' },
    { from: 'soil', to: 'rivers', label: 'leaching' },
    { from: 'rivers', to: 'ocean' },
    { from: 'ocean', to: 'deep', label: 'sinking' },
    { from: 'ocean', to: 'air', label: 'outgassing', feedback: true },
    { from: 'soil', to: 'air', label: 'respiration', feedback: true },
  ],
)

const translation = graph(
  [
    ['src', 'Source sentence', 'data'],
    ['emb', 'Token embedding', 'process', 'enc'],
    ['self', 'Self-attention', 'model', 'enc'],
    ['ff', 'Feed-forward', 'model', 'enc'],
    ['prev', 'Shifted output', 'data'],
    ['mask', 'Masked self-attention', 'model', 'dec'],
    ['cross', 'Cross-attention', 'model', 'dec'],
    ['dff', 'Feed-forward', 'model', 'dec'],
    ['soft', 'Softmax'],
    ['out', 'Target token', 'data'],
  ],
  [
    ...path('src > emb > self > ff > cross'),
    ...path('prev > mask > cross > dff > soft > out'),
    { from: 'emb', to: 'ff', label: 'residual' },
    { from: 'mask', to: 'dff', label: 'residual' },
    { from: 'out', to: 'prev', feedback: true },
  ],
  [
    ['enc', 'Encoder'],
    ['dec', 'Decoder'],
  ],
)

const laboratory = graph(
  [
    ['lims', 'Sample registry', 'store'],
    ['robot', 'Pipetting robot'],
    ['reader', 'Plate reader'],
    ['freezer', 'Biobank freezer', 'store'],
    ['scope', 'Microscope'],
    ['notebook', 'Electronic notebook', 'document'],
    ['staff', 'Technician', 'human'],
    ['report', 'Quality report', 'document'],
  ],
  [
    { from: 'staff', to: 'lims', label: 'labels' },
    { from: 'lims', to: 'robot', label: 'work list' },
    { from: 'reader', to: 'lims' },
    { from: 'scope', to: 'lims' },
    { from: 'lims', to: 'freezer' },
    { from: 'lims', to: 'notebook' },
    { from: 'lims', to: 'report' },
  ],
)

const multiOmics = graph(
  [
    ['dna', 'Whole-genome reads', 'data', 'genome'],
    ['call', 'Variant calling', 'process', 'genome'],
    ['filter', 'Rare variants', 'process', 'genome'],
    ['rna', 'RNA reads', 'data', 'expression'],
    ['quant', 'Quantification', 'process', 'expression'],
    ['outlier', 'Expression outliers', 'process', 'expression'],
    ['rank', 'Gene ranking', 'model', 'diagnosis'],
    ['panel', 'Expert panel', 'human', 'diagnosis'],
    ['result', 'Diagnosis', 'document', 'diagnosis'],
  ],
  [
    ...path('dna > call > filter > rank'),
    ...path('rna > quant > outlier > rank > panel > result'),
    { from: 'call', to: 'outlier', label: 'allele counts' },
    { from: 'panel', to: 'filter', label: 'new criteria', feedback: true },
  ],
  [
    ['genome', 'Genome'],
    ['expression', 'Transcriptome'],
    ['diagnosis', 'Diagnosis'],
  ],
)

const twoPieces = graph(
  [
    ['notes', 'Field notes', 'data'],
    ['scan', 'Scan pages'],
    ['ocr', 'Recognise text', 'model'],
    ['names', 'Species names', 'data'],
    ['link', 'Link to taxonomy'],
    ['archive', 'Open archive', 'store'],
    ['photo', 'Camera traps', 'data'],
    ['detect', 'Detect animals', 'model'],
    ['count', 'Count individuals'],
  ],
  [
    ...path('notes > scan > ocr > link > archive'),
    ...path('names > link'),
    ...path('photo > detect > count'),
  ],
)

const wordy = graph(
  [
    ['cohort', 'Prospective multicentre cohort of adults with suspected sepsis', 'data'],
    ['impute', 'Multiple imputation of missing laboratory values by chained equations'],
    ['select', 'Select differentially expressed genes'],
    ['boost', 'Gradient-boosted survival trees with monotone constraints', 'model'],
    ['cal', 'Isotonic calibration on a held-out calendar year'],
    ['bed', 'Bedside warning with an explanation of the three strongest factors', 'document'],
  ],
  path('cohort > impute > select > boost > cal > bed'),
)

const pinned: Nodes = [
  ['idea', 'Question'],
  ['data', 'Collect data'],
  ['fit', 'Fit model', 'model'],
  ['check', 'Check residuals', 'decision'],
  ['publish', 'Publish', 'document'],
]

const downwards = graph(
  pinned,
  [
    ...path('idea > data > fit > check'),
    { from: 'check', to: 'publish', label: 'fine' },
    { from: 'check', to: 'fit', label: 'structure left', feedback: true },
  ],
  [],
  'down',
)

/** More diagrams that may be looked at, one for each shape that method texts often have. */
export const SHAPES: Readonly<Record<string, Diagram>> = {
  'chain-6': chain6,
  'chain-10': chain10,
  'chain-14': chain14,
  'fan-out': fanOut,
  'fan-in': fanIn,
  decisions,
  'carbon-cycle': carbonCycle,
  translation,
  laboratory,
  'multi-omics': multiOmics,
  'two-pieces': twoPieces,
  wordy,
  downwards,
  'stages-3': stages(3),
  'stages-5': stages(5),
  'stages-8': stages(8, [], false),
}
