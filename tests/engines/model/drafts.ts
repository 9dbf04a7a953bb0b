/** A short method, and what a model may plan of it. */
export const METHOD =
  'Reads are trimmed with fastp and then aligned to the reference genome with STAR. ' +
  'The aligned reads are counted per gene.'

export const trim = {
  id: 'trim',
  label: 'Trim reads',
  detail: 'fastp',
  kind: 'process',
  group: null,
  quote: 'Reads are trimmed with fastp',
}
export const align = {
  id: 'align',
  label: 'Align',
  detail: 'STAR',
  kind: 'process',
  group: null,
  quote: 'aligned to the reference genome with STAR',
}
export const count = {
  id: 'count',
  label: 'Count per gene',
  detail: null,
  kind: 'process',
  group: null,
  quote: 'reads are counted per gene',
}
export const edge = (from: string, to: string, quote: string) => ({
  ...{ from, to, label: null, kind: 'flow', heads: 'end', dashed: false },
  quote,
})
export const first = edge(
  'trim',
  'align',
  'trimmed with fastp and then aligned to the reference genome',
)
export const second = edge('align', 'count', 'The aligned reads are counted per gene.')
export const DRAFT = {
  title: null,
  nodes: [trim, align, count],
  edges: [first, second],
  groups: [],
  unsure: ['Whether multi-mapped reads are counted.'],
}
