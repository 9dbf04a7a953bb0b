import { readChart } from '../../../src/engines/local/chart'
import { createFigureTools } from '../../../src/figure/tools'
import type { Table } from '../../../src/forms/chart'
import type { Scene } from '../../../src/forms/scene'
import { logOf } from '../../support/remarks'
import { parseSvg, type SvgNode } from './read-svg'
import { type Summary, summaryOf } from './summary'

export interface Drawn {
  chart: Summary
  table: Table
  scene: Scene
  svg: string
  root: SvgNode
  description: string
  figures: Record<string, number>
  log: string[]
  /** What the chart says that it does not do. */
  unmet: string[]
}

/** Data and an intent to a chart, as the plugin does it. */
export async function drawPlot(
  data: unknown,
  intent: string,
  { ratio = 'auto' }: { ratio?: string } = {},
): Promise<Drawn> {
  const choice = await readChart(data, intent)
  const { chart: spec, table, unmet } = choice
  const { scene, svg, remarks, report } = await createFigureTools('0.0.0').chart(spec, table, {
    ratio,
  })
  return {
    chart: summaryOf(choice),
    table,
    scene,
    svg,
    root: parseSvg(svg),
    description: scene.description,
    figures: report.figures as Record<string, number>,
    log: [...table.notes, ...logOf({ remarks })],
    unmet,
  }
}
