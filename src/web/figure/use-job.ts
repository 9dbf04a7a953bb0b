import { useEffect, useState } from 'preact/hooks'
import type { OwnRecord } from '../operations'
import { useApiKey } from '../parts/api-key'
import { artifactPath, fileOf } from '../parts/artifact'
import { call, Refusal } from '../parts/client'
import { follow, type Progress } from '../parts/job'
import type { Report } from './report'

/** A job or task as far as it is known. */
export interface JobState {
  id: string
  progress?: Progress
  files: string[]
  log: string[]
  /** The figure; while `stale` that of the job before, as its report, or what of it has been drawn so far. */
  svg?: string
  stale: boolean
  record?: OwnRecord
  report?: Report
  /** Undefined while it runs, null after success. */
  error?: string | null
  /** The connection broke and is being made again. */
  trouble: boolean
  /** Nobody may see it who comes with this key. */
  closed: boolean
}

/** Files that say how a figure came to be, and are read along with it. */
const FIGURE = 'final.svg'
const DRAFT = 'draft.svg'
const REPORT = 'report.json'

/** Follows a job or task, from its first event on, whenever it ran. */
export function useJob(id: string, ended?: (error: string | null) => void): JobState {
  const key = useApiKey()
  const [state, set] = useState<JobState>(blank(id))
  useEffect(() => {
    const change = (next: (now: JobState) => Partial<JobState>) =>
      set((now) => (now.id === id ? { ...now, ...next(now) } : now))
    set(({ svg, report }) => ({
      ...blank(id),
      ...(svg !== undefined && { svg, stale: true }),
      ...(report && { report }),
    }))
    const over = new AbortController()
    const late = <T>(work: Promise<T>, use: (value: T, now: JobState) => Partial<JobState>) =>
      work.then(
        (value) => !over.signal.aborted && change((now) => use(value, now)),
        (reason: unknown) => {
          if (!(reason instanceof Refusal)) throw reason
        },
      )
    const stop = follow(id, {
      progress: (progress) => change(() => ({ progress, trouble: false })),
      line: (line) => change(({ log }) => ({ log: [...log, line], trouble: false })),
      file: (path) => {
        change(({ files }) => ({ files: [...files.filter((one) => one !== path), path] }))
        if (path === FIGURE) void late(textOf(id, path), (svg) => ({ svg, stale: false }))
        if (path === DRAFT)
          void late(textOf(id, path), (svg, { files }) =>
            files.includes(FIGURE) ? {} : { svg, stale: true },
          )
        if (path === REPORT)
          void late(textOf(id, path), (text) => ({ report: JSON.parse(text) as Report }))
      },
      end: (error) => {
        void late(recordOf(id), (record) => ({ record }))
        change(({ stale, svg }) => ({
          error,
          trouble: false,
          ...(error !== null && stale && svg !== undefined && { svg: '' }),
        }))
        ended?.(error)
      },
      trouble: () => change(() => ({ trouble: true })),
      closed: () => change(() => ({ closed: true })),
    })
    void late(recordOf(id), (record) => ({ record }))
    return () => {
      over.abort()
      stop()
    }
  }, [id, key])
  // A render between two jobs must not show the events of one under the name of the other.
  return state.id === id ? state : blank(id)
}

function blank(id: string): JobState {
  return { id, files: [], log: [], stale: false, trouble: false, closed: false }
}

async function textOf(id: string, path: string): Promise<string> {
  return (await fileOf(artifactPath(id, path))).text()
}

function recordOf(id: string): Promise<OwnRecord> {
  return call('GET /api/history/{job_id}', { params: { job_id: id } })
}
