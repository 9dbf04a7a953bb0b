/** An executor as the operator sees it. */
export interface ExecutorState {
  pid: number
  /** `starting` until it takes work. */
  state: 'starting' | 'idle' | 'busy'
  /** Since its start. */
  jobs: number
  /** Resident. */
  memoryBytes: number
  /** What it works on. */
  recordId: string | null
}
