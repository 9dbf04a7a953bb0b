/** What one process may keep for the next job; a PDF leaves 250 MB, a picture that was read 570 MB. */
const KEPT_BYTES = 400_000_000
/** From here on nobody works: what jobs that follow each other would find loaded goes too. */
const LONG_MS = 30_000
const RESTING_BYTES = 160_000_000

/** A PDF leaves more than this, what every figure needs does not. */
const LADEN_BYTES = 200_000_000

/** An executor without work, as the pool sees it. */
export interface Resting {
  child: { residentBytes: () => number }
  /** How many it has had. */
  jobs: number
  /** It was told to rest, and so to load what jobs need, since its start or its last job. */
  rested: boolean
  /** Of its last job; empty: it has had none. */
  lastWorkflow: string
}

/**
 * What becomes of executors when nothing has run for `quietMs`. One is there with all loaded, so that the next job finds
 * it; whatever is fat, later the others too, goes for a process that loads what it needs when it is needed.
 */
export function atRest<Executor extends Resting>(
  executors: readonly Executor[],
  quietMs: number,
): { rests: Executor[]; goes: Executor[] } {
  const loaded = executors.filter(({ jobs, rested }) => jobs > 0 || rested)
  const most = quietMs < LONG_MS ? KEPT_BYTES : RESTING_BYTES
  const light = loaded.filter(({ jobs, child }) => jobs === 0 || child.residentBytes() <= most)
  const keeps = quietMs < LONG_MS ? light : light.slice(0, 1)
  const goes = loaded.filter((one) => !keeps.includes(one))
  return {
    goes,
    rests: (loaded.length > 0 ? keeps : executors.slice(0, 1)).filter(({ rested }) => !rested),
  }
}

/** Whether one has loaded so much for other work that the reading of a picture beside it takes more than a server should. */
export function isLaden(
  { child, lastWorkflow }: Pick<Resting, 'child' | 'lastWorkflow'>,
  { workflow }: { workflow: string },
): boolean {
  const reads = workflow === PICTURE && lastWorkflow !== PICTURE
  return reads && child.residentBytes() > LADEN_BYTES
}

/** The workflow that takes most, 400 MB. */
const PICTURE = 'image-to-svg'
