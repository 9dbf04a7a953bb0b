import { type ChartIR, ChartRefused, type Table } from '../../forms/chart'
import type { Composed } from '../../forms/figure-tools'
import type { Scene } from '../../forms/scene'
import { canvas as canvasOf, ratioOf } from '../canvas-size'
import { unreadable } from '../measure'
import { paperOf, paperWidth } from '../paper'
import { toSvg } from '../svg'
import { type ChartDraft, draftOf } from './draft'
import { textPart } from './draw'
import { COLOR, SIZE } from './house'
import { type Judgement, judge } from './judge'
import { areas, slopes } from './marks/areas'
import { bars } from './marks/bars'
import { curves, histogram } from './marks/bins'
import { boxes, strips, violins } from './marks/distributions'
import { forest } from './marks/forest'
import { heatmap } from './marks/heatmap'
import { lines } from './marks/lines'
import { points } from './marks/points'
import { withOverlays } from './overlays'
import type { Plot } from './plot'
import { pie } from './polar'
import { radar } from './radar'
import { refine } from './refine'
import type { Canvas, RenderLook } from './render'
import { Z } from './walk'

export interface ChartOptions {
  /** `auto` or `W:H`. */
  ratio: string
  /** 1: as it comes; more: at most so many drawings, of which the best stays. */
  iterations: number
}

export interface Chart {
  scene: Scene
  /** What is shown, in words. */
  description: string
  figures: Judgement['figures']
  log: string[]
}

/** More marks than this do not fit into a figure that is edited. */
const MOST_MARKS = 20_000

/**
 * Draws a chart in pixels of the 1K canvas. The same chart and data give the same scene.
 * @throws ChartRefused where the data cannot be drawn so, or as more than 20,000 marks
 */
export async function drawChart(ir: ChartIR, table: Table, options: ChartOptions): Promise<Chart> {
  const draft = draftOf(table, ir)
  const { elements, canvas, judgement, says, notes } = await drawn(draft, options)
  const description = [...says, ...draft.says].join(' ')
  const scene: Scene = {
    ...canvas,
    paper: paperWidth(canvas),
    background: COLOR.background,
    theme: 'journal',
    title: ir.title ?? says[0] ?? 'Chart',
    description,
    elements,
  }
  return {
    scene,
    description,
    figures: judgement.figures,
    log: [...draft.notes, ...notes, ...judgement.log],
  }
}

/** Draws a chart and writes it as SVG, as every workflow that starts from data does. */
export async function composeChart(
  chart: ChartIR,
  table: Table,
  options: ChartOptions,
  version: string,
): Promise<Composed> {
  const { scene, figures, log } = await drawChart(chart, table, options)
  const warnings = [unreadable(scene)].filter((each) => each !== undefined)
  const report = { figures, ...paperOf(scene), drawing: log, warnings }
  return { scene, svg: toSvg(scene, { version }), log: [...log, ...warnings], warnings, report }
}

async function drawn(draft: ChartDraft, options: ChartOptions) {
  if (draft.data.length === 0) throw new ChartRefused('The data hold no values to draw.')
  const { ir } = draft
  if (ir.mark === 'arc' || ir.mark === 'radar') {
    const canvas = sized(options.ratio, ir.mark === 'radar' && draft.series.length < 2 ? 1 : 4 / 3)
    const top = ir.title ? SIZE.heading * 1.7 : 0
    const { elements, says, notes } = (ir.mark === 'arc' ? pie : radar)(checkedPolar(draft), {
      ...canvas,
      top,
    })
    const title = ir.title
      ? [
          textPart('title', undefined, Z.text, {
            text: ir.title,
            x: SIZE.margin,
            y: SIZE.margin,
            baseline: 'top',
            size: SIZE.heading,
            weight: 600,
            color: COLOR.ink,
          }),
        ]
      : []
    const judgement = judge(
      { elements: [...elements, ...title], frames: [], dropped: 0, place: 'none' },
      canvas,
    )
    return { elements: [...elements, ...title], canvas, judgement, says, notes }
  }
  if (draft.facets.length > 30)
    throw new ChartRefused(
      `${draft.facets.length} small charts cannot be read in one figure; 30 are the most.`,
    )
  const plot = withOverlays(plotOf(draft), draft)
  const marks = plot.layers.reduce(
    (all, { mark, rows }) => all + (mark === 'line' || mark === 'area' ? 1 : rows.length),
    0,
  )
  if (marks === 0) throw new ChartRefused('The data hold no values to draw.')
  if (marks > MOST_MARKS) {
    throw new ChartRefused(
      `The chart would have ${marks} marks; ${MOST_MARKS} are the most. Aggregate the data or ask for a histogram.`,
    )
  }
  const canvas: Canvas = {
    ...sized(options.ratio, naturalRatio(plot)),
    ...(ir.title ? { title: ir.title } : {}),
  }
  const look: RenderLook = { place: ir.legend?.place ?? 'auto', density: 1, turned: false }
  const best = await refine(plot, canvas, look, options.iterations)
  const { width, height } = canvas
  return {
    elements: best.rendered.elements,
    canvas: { width, height },
    judgement: best.judgement,
    says: [...plot.says, ...bentAxes(plot)],
    notes: [...plot.notes, ...best.log],
  }
}

/** A logarithm was asked for, but some values have none. */
function bentAxes({ a, v }: Plot): string[] {
  return [a, v]
    .filter(({ kind }) => kind === 'symlog')
    .map(
      ({ title }) =>
        `The axis ${title ? `"${title}"` : 'of values'} is logarithmic, but linear near zero, because some values are zero or below.`,
    )
}

function checkedPolar(draft: ChartDraft): ChartDraft {
  const values = draft.data.flatMap(({ y }) => (typeof y === 'number' ? [y] : []))
  if (values.length === 0) throw new ChartRefused('The data hold no values to draw.')
  if (draft.ir.mark === 'arc') {
    if (values.some((value) => value < 0))
      throw new ChartRefused('A pie cannot show negative values; ask for bars.')
    if (!values.some((value) => value > 0))
      throw new ChartRefused('A pie needs at least one value above zero.')
  }
  return draft
}

function plotOf(draft: ChartDraft): Plot {
  switch (draft.ir.mark) {
    case 'bar':
      return bars(draft)
    case 'lollipop':
      return bars(draft, true)
    case 'line':
      return lines(draft)
    case 'area':
      return areas(draft)
    case 'slope':
      return slopes(draft)
    case 'histogram':
      return histogram(draft)
    case 'density':
    case 'ecdf':
      return curves(draft, draft.ir.mark)
    case 'box':
      return boxes(draft)
    case 'violin':
      return violins(draft)
    case 'strip':
      return strips(draft)
    case 'heatmap':
      return heatmap(draft)
    case 'forest':
      return forest(draft)
    default:
      return points(draft)
  }
}

function sized(ratio: string, natural: number) {
  return canvasOf(ratioOf(ratio) ?? natural)
}

/** The form that fits what is drawn, where no ratio is asked for. */
function naturalRatio(plot: Plot): number {
  const many = plot.a.categories?.length ?? 0
  if (plot.facets.length > 0) return [3 / 2, 3 / 2, 16 / 9, 2.2, 4 / 3][plot.facets.length] ?? 3 / 2
  if (plot.square) return plot.ramp ? 5 / 4 : 1
  if (plot.ramp)
    return Math.min(2, Math.max(0.8, (many + 2) / ((plot.v.categories?.length ?? 1) + 1)))
  if (plot.flipped) return many > 24 ? 3 / 4 : many > 14 ? 1 : many > 9 ? 5 / 4 : 3 / 2
  if (plot.a.kind === 'time') return 16 / 10
  return many > 14 ? 16 / 9 : 4 / 3
}
