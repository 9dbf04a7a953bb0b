import type { GenerateRequest } from '../operations'
import { number, usd } from '../parts/format'
import { told, words } from '../parts/words'

export type Style = keyof typeof words.styles

/** What pages read of a chart in Vega-Lite. */
export interface Spec {
  mark?: string | { type: string }
  encoding?: Record<string, { field?: string; type?: string; bin?: unknown }>
  facet?: { field?: string }
  spec?: Spec
  layer?: Spec[]
  transform?: { fold?: string[]; as?: string | string[]; calculate?: string; filter?: string }[]
  resolve?: object
}

/** What pages read of report.json; each part is there where it has something to say. */
export interface Report {
  figures?: Readonly<Record<string, number | null>>
  faults?: { kind: keyof typeof words.editor.faultKinds; hard: boolean; mended: boolean }[]
  paper?: { width_mm: number; height_mm: number }
  /** In Vega-Lite; what it shows in a sentence. */
  chart?: Spec & { description?: string }
  /** Parts of the intent of a chart, in UTF-16. */
  unused?: { start: number; end: number; words: string }[]
  reasons?: { choice: string; reason: string }[]
  data?: {
    rows?: number
    notes?: string[]
    fields?: { name: string; role: string; title?: string; like?: string }[]
  }
  source?: string
  inferred_edges?: number
  rounds?: unknown[]
  engine?: Readonly<Record<string, { provider?: string; model?: string; cost_usd?: number | null }>>
  ignored?: string[]
  /** What the text leaves open, as its model says. */
  unsure?: string[]
  drawing?: {
    style?: Style
    ratio?: NonNullable<GenerateRequest['aspect_ratio']>
    edited?: boolean
  }
  /** The text that it was drawn from. */
  material?: string
  /** Of a composite: the figures in it, its grid as it was wished, and how it was called. */
  panels?: { task: string; label: string }[]
  layout?: string
  caption?: string
}

/** The report as sentences: what is in the figure, how well it can be read, who decided. */
export function ReportWords({ report }: { report: Report }) {
  const lines = sentences(report)
  if (lines.length === 0) return null
  return (
    <details>
      <summary>{words.figure.report}</summary>
      <ul class="report">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

/** Points: below, print is hard to read (the least size that journals take). */
const READABLE_PT = 6
/** Of text to its ground: WCAG 2.2, level AA. */
const ENOUGH_CONTRAST = 4.5

export function sentences({ figures = {}, paper, data, source, engine = {}, ...rest }: Report) {
  const said = words.report
  const { nodes, edges, marks, smallestTextPt: text, worstContrast: contrast } = figures
  const seen = rest.faults?.filter(
    ({ kind, hard, mended }) => !mended && (hard || kind === 'crossing'),
  )
  const faults = [...Map.groupBy(seen ?? [], ({ kind }) => kind)]
  const cost = Object.values(engine).reduce((sum, { cost_usd: own }) => sum + (own ?? 0), 0)
  const named = Object.values(engine).map(({ provider, model }) => model ?? provider)
  const deciders = [...new Set(named)].filter((one) => one && one !== 'local')
  return [
    nodes != null && edges != null && told(said.content, number(nodes), number(edges)),
    source && told(said.readAs, source),
    data?.rows != null && told(said.rows, number(data.rows)),
    marks != null && told(said.marks, number(marks)),
    ...(rest.reasons ?? []).map(({ choice, reason }) => `${choice}: ${reason}`),
    ...(data?.notes ?? []),
    paper &&
      told(said.paper, number(Math.round(paper.width_mm)), number(Math.round(paper.height_mm))),
    text != null && told(text < READABLE_PT ? said.smallText : said.text, tenths(text)),
    contrast != null &&
      told(contrast < ENOUGH_CONTRAST ? said.littleContrast : said.contrast, tenths(contrast)),
    ...faults.map(([kind, all]) => `${words.editor.faultKinds[kind]} (${number(all.length)})`),
    seen?.length === 0 && said.clean,
    rest.inferred_edges ? told(said.inferred, number(rest.inferred_edges)) : false,
    cost > 0 && told(said.cost, usd(cost)),
    deciders.length > 0 ? told(said.by, deciders.join(', ')) : said.byRules,
  ].filter((line) => typeof line === 'string' && line !== '')
}

const tenths = (value: number) => number(Math.round(value * 10) / 10)
