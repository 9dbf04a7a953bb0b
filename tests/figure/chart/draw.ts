import { readChart } from '../../../src/engines/local/chart'
import { createFigureTools } from '../../../src/figure/tools'
import type { ChartIR, Table } from '../../../src/forms/chart'
import type { Scene } from '../../../src/forms/scene'
import { parseSvg, type SvgNode } from './read-svg'

export interface Drawn {
  chart: ChartIR
  table: Table
  scene: Scene
  svg: string
  root: SvgNode
  description: string
  figures: Record<string, number>
  log: string[]
}

/** Data and an intent to a chart, as the plugin does it. */
export async function drawPlot(
  data: unknown,
  intent: string,
  { ratio = 'auto', iterations = 3 }: { ratio?: string; iterations?: number } = {},
): Promise<Drawn> {
  const read = await readChart(data, intent)
  const { table } = read
  const chart = read.chart as ChartIR
  const { scene, svg, log, report } = await createFigureTools('0.0.0').chart(chart, table, {
    ratio,
    iterations,
  })
  return {
    chart,
    table,
    scene,
    svg,
    root: parseSvg(svg),
    description: scene.description,
    figures: report.figures as Record<string, number>,
    log,
  }
}
