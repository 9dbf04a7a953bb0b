import type { ImageFacts, ImageRefusal } from '../forms/image'
import type { Report } from '../store/append'

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
  limits: { textCharacters: number }
  /** Hosts that reference images may come from. */
  referenceHosts: readonly string[]
  maxImageBytes: number
}

/** A look into a file of a client, done where a crash costs nothing. */
export interface Probe {
  name: 'image'
  file: string
  maxPixels: number
}

/** What a probe found; undefined: the look itself failed. */
export type ProbeFacts = ImageFacts | ImageRefusal | undefined

export type ToExecutor =
  | { type: 'start'; settings: ExecutorSettings }
  | { type: 'run'; job: Job }
  /** Asks the running job to stop; the server kills the process soon after. */
  | { type: 'abort' }
  | { type: 'probe'; probe: Probe }

export type FromExecutor =
  | { type: 'ready' }
  | { type: 'reports'; reports: Report[] }
  /** The attempt's files are on disk. `error` null: completed. */
  | { type: 'done'; error: string | null; description: string }
  | { type: 'probed'; facts: ProbeFacts }
