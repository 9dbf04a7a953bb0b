import type { Bench, BenchOptions, Row } from './harness/rows'
import { acceptRows } from './speed/accept'
import { compositeRows } from './speed/composite'
import { fanoutRows } from './speed/fanout'
import { growthRows } from './speed/growth'
import { memoryRows } from './speed/memory'
import { pdfTextRows } from './speed/pdf-text'
import { pollRows } from './speed/poll'
import { rasterRows } from './speed/raster'
import { runRows } from './speed/run'
import { startRows } from './speed/start'

const PARTS: Record<string, (options: BenchOptions) => Promise<Row[]>> = {
  accept: acceptRows,
  poll: pollRows,
  run: runRows,
  fanout: fanoutRows,
  raster: rasterRows,
  composite: compositeRows,
  pdf: pdfTextRows,
  start: startRows,
  memory: memoryRows,
  growth: growthRows,
}

export default {
  name: 'speed',
  summary: 'requests, jobs, event streams, start and memory',
  async run(options) {
    const odd = options.only.find((name) => !Object.hasOwn(PARTS, name))
    if (odd) throw new Error(`speed has no part ${odd}; it has ${Object.keys(PARTS).join(', ')}.`)
    const rows: Row[] = []
    for (const [name, part] of Object.entries(PARTS))
      if (options.only.length === 0 || options.only.includes(name))
        rows.push(...(await part(options)))
    return rows
  },
} satisfies Bench
