import { readChart } from '../../../src/engines/local/chart'
import { composeChart } from '../../../src/figure/chart'
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
  const { chart, table } = await readChart(data, intent)
  const { scene, svg, log, report } = await composeChart(
    chart,
    table,
    { ratio, iterations },
    '0.0.0',
  )
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
