import { IMAGE_TYPES } from './image'

/** A file that a job may write: its path below the job, its kind in artifact events, what it is served as. */
export interface Output {
  readonly path: string
  readonly kind: string
}

/** The one table of the files of jobs and tasks. Names and kinds are part of the interface: they never change. */
export const OUTPUTS = {
  diagram: { path: 'diagram.json', kind: 'diagram' },
  figure: { path: 'figure.png', kind: 'figure' },
  samed: { path: 'samed.png', kind: 'samed' },
  boxlib: { path: 'boxlib.json', kind: 'boxlib' },
  template: { path: 'template.svg', kind: 'template_svg' },
  optimizedTemplate: { path: 'optimized_template.svg', kind: 'optimized_template_svg' },
  draft: { path: 'draft.svg', kind: 'draft_svg' },
  svg: { path: 'final.svg', kind: 'final_svg' },
  preview: { path: 'final_preview.png', kind: 'final_preview' },
  scene: { path: 'scene.json', kind: 'scene' },
  report: { path: 'report.json', kind: 'report' },
  pdf: { path: 'final.pdf', kind: 'pdf' },
  log: { path: 'run.log', kind: 'log' },
  data: { path: 'data.csv', kind: 'data' },
  chart: { path: 'chart.vl.json', kind: 'chart' },
} as const satisfies Record<string, Output>

/** The formats that a task exports on request, each with its file; PNG always exists. */
export const EXPORTS = {
  png: OUTPUTS.figure,
  svg: OUTPUTS.svg,
  pdf: OUTPUTS.pdf,
} as const satisfies Record<string, Output>

export type ExportFormat = keyof typeof EXPORTS

export const EXPORT_FORMATS = Object.keys(EXPORTS) as ExportFormat[]

export const isExport = (format: string): format is ExportFormat => Object.hasOwn(EXPORTS, format)

/**
 * What any figure is made into when asked for, by the name of the format: how its file ends and what it is served as. The
 * makers stand in `src/figure/exports`.
 */
export const DOCUMENTS = {
  pptx: {
    ending: 'pptx',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  drawio: { ending: 'drawio', mediaType: 'application/vnd.jgraph.mxfile' },
  'drawio.svg': { ending: 'drawio.svg', mediaType: 'image/svg+xml' },
  excalidraw: { ending: 'excalidraw', mediaType: 'application/vnd.excalidraw+json' },
  tikz: { ending: 'tex', mediaType: 'application/x-tex' },
  mermaid: { ending: 'mmd', mediaType: 'text/vnd.mermaid; charset=utf-8' },
  html: { ending: 'html', mediaType: 'text/html; charset=utf-8' },
} as const satisfies Record<string, { ending: string; mediaType: string }>

export type DocumentFormat = keyof typeof DOCUMENTS

export const DOCUMENT_FORMATS = Object.keys(DOCUMENTS) as DocumentFormat[]

export const isDocument = (format: string): format is DocumentFormat =>
  Object.hasOwn(DOCUMENTS, format)

/** The two files of a cut-out icon: as it stands in the figure, and alone on a transparent ground. */
export function iconOutputs(id: string): { raw: Output; alone: Output } {
  return {
    raw: { path: `icons/icon_${id}.png`, kind: 'icon_raw' },
    alone: { path: `icons/icon_${id}_nobg.png`, kind: 'icon_nobg' },
  }
}

/** Media types by the ending of a file's name. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ...IMAGE_TYPES,
  jpg: IMAGE_TYPES.jpeg,
  svg: 'image/svg+xml',
  json: 'application/json',
  pdf: 'application/pdf',
  log: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** What a file is served as. */
export function mediaTypeOf(path: string): string {
  const ending = path.split('.').at(-1) ?? ''
  return (Object.hasOwn(MEDIA_TYPES, ending) && MEDIA_TYPES[ending]) || 'application/octet-stream'
}

const KINDS = new Map<string, string>(Object.values(OUTPUTS).map(({ path, kind }) => [path, kind]))

/** The kind of an artifact that its writer gave none: by its path, else by what its ending tells. */
export function kindOf(path: string): string {
  const known = KINDS.get(path)
  if (known !== undefined) return known
  if (/^icons\/.*_nobg\.png$/.test(path)) return 'icon_nobg'
  if (/^icons\/.*\.png$/.test(path)) return 'icon_raw'
  if (path.endsWith('.pdf')) return OUTPUTS.pdf.kind
  return path.endsWith('.log') ? OUTPUTS.log.kind : 'artifact'
}
