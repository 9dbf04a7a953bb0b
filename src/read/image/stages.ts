import * as ink from './read-ink'
import * as surfaces from './read-surfaces'
import type { Reading, Stage } from './reading'

/** How a picture is read, in order. `bench image --without=NAME` says what a stage is worth. */
export const STAGES = {
  evened: surfaces.evened,
  flatColours: surfaces.flatColours,
  photographs: surfaces.photographs,
  ramps: surfaces.ramps,
  regions: surfaces.regions,
  forms: surfaces.forms,
  betweenForms: surfaces.betweenForms,
  gradients: surfaces.gradients,
  shadows: surfaces.shadows,
  letters: surfaces.letters,
  plotGrids: surfaces.plotGrids,
  tables: surfaces.tables,
  labels: surfaces.labels,
  inkLeft: ink.inkLeft,
  denseTextures: ink.denseTextures,
  freeforms: ink.freeforms,
  pieces: ink.pieces,
  strokes: ink.strokes,
  labelStubs: ink.labelStubs,
  detachedHeads: ink.detachedHeads,
  endMarks: ink.endMarks,
  covers: ink.covers,
  sharedRoutes: ink.sharedRoutes,
  connectors: ink.connectors,
  gridRules: ink.gridRules,
  icons: ink.icons,
} satisfies Record<string, Stage>

export type StageName = keyof typeof STAGES

/** The stages at which a job says that it has come further. */
const TOLD: Partial<Record<StageName, string>> = { evened: 'surfaces', inkLeft: 'lines' }

/** Runs the stages over what is known at first, but for those left out. */
export async function readBy(
  first: Reading,
  { without = [], onStage }: { without?: readonly string[]; onStage?: (name: string) => void },
): Promise<Reading> {
  let reading = first
  for (const name of Object.keys(STAGES) as StageName[]) {
    if (TOLD[name]) onStage?.(TOLD[name])
    if (!without.includes(name)) reading = { ...reading, ...(await STAGES[name](reading)) }
  }
  return reading
}
