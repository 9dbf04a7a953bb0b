import type { Raster } from '../raster'
import * as lines from './lines'
import * as page from './page'
import { opaque } from './pixels/pixels'
import type { Reading, Stage } from './reading'
import * as surfaces from './surfaces'
import { letters } from './words'

/** How a picture is read, in order. `bench image --without=NAME` says what a stage is worth. */
export const STAGES = {
  evened: page.evened,
  flatColours: page.flatColours,
  photographs: page.photographs,
  ramps: surfaces.ramps,
  regions: surfaces.regions,
  forms: surfaces.forms,
  gradients: surfaces.gradients,
  letters,
  plotGrids: surfaces.plotGrids,
  labels: surfaces.labels,
  inkLeft: lines.inkLeft,
  denseTextures: lines.denseTextures,
  freeforms: lines.freeforms,
  pieces: lines.pieces,
  strokes: lines.strokes,
  endMarks: lines.endMarks,
  covers: lines.covers,
  sharedRoutes: lines.sharedRoutes,
  connectors: lines.connectors,
  gridRules: lines.gridRules,
  icons: lines.icons,
} satisfies Record<string, Stage>

type StageName = keyof typeof STAGES

/** The stages at which a job says that it has come further. */
const TOLD: Partial<Record<StageName, string>> = { evened: 'surfaces', inkLeft: 'lines' }

/** Runs the stages over a picture, but for those left out. */
export async function readStages(
  raster: Raster,
  { without = [], onStage }: { without?: readonly string[]; onStage?: (name: string) => void },
): Promise<Reading> {
  let reading = unread(raster)
  for (const name of Object.keys(STAGES) as StageName[]) {
    if (TOLD[name]) onStage?.(TOLD[name])
    if (!without.includes(name)) reading = { ...reading, ...(await STAGES[name](reading)) }
  }
  return reading
}

/** A picture of which nothing is known yet. */
function unread(raster: Raster): Reading {
  const original = opaque(raster)
  const regions = { labels: new Int32Array(original.rgb.length).fill(-1), list: [] }
  return {
    original,
    source: original,
    grain: 0,
    flat: original,
    clean: true,
    noise: 0,
    tolerance: 1,
    contrast: 20,
    gradients: [],
    background: 0xffffff,
    pictures: [],
    regions,
    page: undefined,
    shapes: [],
    loose: [],
    lettering: { lines: [], mask: new Uint8Array(original.rgb.length) },
    labels: [],
    textHeight: 16,
    ground: original,
    ink: new Uint8Array(original.rgb.length),
    traced: [],
    parted: { regions, rows: [], lines: [], doubtful: [], icons: [] },
    marks: new Set(),
    left: [],
    lines: [],
    interrupting: [],
    connectors: [],
    icons: [],
  }
}
