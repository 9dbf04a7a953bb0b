import type { AnyFacts, Examine, Probe } from '../forms/probe'
import type { Kit } from '../plugin'
import type { Report } from '../store/append'

export type { AnyFacts, Examine, Probe }

/** The job as an executor gets it. */
export interface Job {
  id: string
  attempt: number
  workflow: string
  input: unknown
  /** The attempt's own folder: where artifacts are written. */
  folder: string
  /** Files the host allows this job to read, by the name its input uses. */
  files: Record<string, string>
}

/** Settings that the process which runs plugins needs; never a secret. */
export interface ExecutorSettings {
  version: string
  pluginsDir: string
  limits: Kit['limits']
  /** Hosts that reference images may come from. */
  referenceHosts: readonly string[]
  maxImageBytes: number
  maxImagePixels: number
}

export type ToExecutor =
  | { type: 'start'; settings: ExecutorSettings }
  | { type: 'run'; job: Job }
  /** Asks the running job to stop; the server kills the process soon after. */
  | { type: 'abort' }
  | { type: 'probe'; probe: Probe }
  /** Nothing waits: time to load what jobs need, and to clear up. */
  | { type: 'rest' }

export type FromExecutor =
  | { type: 'ready' }
  | { type: 'reports'; reports: Report[] }
  /** The attempt's files are on disk, unless there was no room for one. `error` null: completed. */
  | { type: 'done'; error: string | null; description: string; noRoom: boolean }
  | { type: 'probed'; facts: AnyFacts | undefined }
