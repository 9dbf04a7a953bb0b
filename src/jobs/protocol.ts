import type { OwnPictures } from '../forms/picture'
import type { Finding, Question, Refusal } from '../intake/question'
import type { Kit, RecordView } from '../plugin'
import type { FromLedger, JobProviders, ToLedger } from '../providers/messages'
import type { Report } from '../store/append'

/** The job as an executor gets it. */
export interface Job {
  id: string
  attempt: number
  workflow: string
  /** The checked body, as JSON. */
  input: string
  /** The attempt's own folder: where artifacts are written. */
  folder: string
  /** Files the host allows this job to read, by the name its input uses. */
  files: Record<string, string>
  /** Wishes of the request that have no effect, a sentence each. */
  ignored: readonly string[]
  /** Figures to choose from that the request prefers. */
  candidates: number
  /** Paths of the files that somebody wants; absent: all. */
  wanted?: readonly string[]
  /** The models that this job may call, with their keys. */
  providers: JobProviders
  /** When the server ends it, in milliseconds since 1970. */
  deadline: number
}

/** Settings that the process which runs plugins needs; never a secret. */
export interface ExecutorSettings {
  version: string
  pluginsDir: string
  limits: Kit['limits']
  /** The identifiers that requests may send. */
  providers: Kit['sets']['providers']
  /** Bytes of a JSON body without its files. */
  maxJsonBytes: number
  /** Hosts that reference images may come from. */
  referenceHosts: readonly string[]
  /** Private hosts that webhooks may go to. */
  webhookHosts: readonly string[]
  maxImageBytes: number
  maxImagePixels: number
  ownPictures: OwnPictures
}

export type ToExecutor =
  | { type: 'start'; settings: ExecutorSettings }
  | { type: 'run'; job: Job }
  /** Asks the running job to stop; the server kills the process soon after. */
  | { type: 'abort' }
  | { type: 'examine'; question: Question }
  /** Answers the `ask` of this number. */
  | { type: 'told'; number: number; answer: RecordView | Uint8Array | undefined }
  /** Answers a `ledger` message. */
  | { type: 'ledger'; message: FromLedger }
  /** Nothing waits: time to load what jobs need, and to clear up. */
  | { type: 'rest' }

export type FromExecutor =
  | { type: 'ready' }
  | { type: 'reports'; reports: Report[] }
  /** The attempt's files are on disk, unless there was no room for one. `error` null: completed. */
  | {
      type: 'done'
      error: string | null
      description: string
      warnings: readonly string[]
      noRoom: boolean
    }
  /** The running job asks to call a model, or says how a call ended. */
  | { type: 'ledger'; message: ToLedger }
  | { type: 'examined'; finding: Finding }
  | { type: 'refused'; refusal: Refusal }
  /** The examination itself failed: a defect of ours or of a plugin. */
  | { type: 'broke'; reason: string }
  /** A plugin's `accept` asks for a record of the caller, or for a file of one that it has looked at. */
  | { type: 'ask'; number: number; for: 'record' | 'read'; name: string }
