import { type Bench, type Parts, runParts } from './harness/rows'
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

const PARTS: Parts = {
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
  run: runParts('speed', PARTS),
} satisfies Bench
