import { useEffect, useState } from 'preact/hooks'
import type { OwnRecord } from '../operations'
import { useApiKey } from '../parts/api-key'
import { textOf } from '../parts/artifact'
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

/** Files that say how a figure came to be, and are read along with it: what they change in what is known. */
const READ: Readonly<Record<string, (text: string, now: JobState) => Partial<JobState>>> = {
  'final.svg': (svg) => ({ svg, stale: false }),
  'draft.svg': (svg, { files }) => (files.includes('final.svg') ? {} : { svg, stale: true }),
  'report.json': (text) => ({ report: JSON.parse(text) }),
}

/** Follows a job or task, from its first event on, whenever it ran. */
export function useJob(id: string, ended?: (error: string | null) => void): JobState {
  const key = useApiKey()
  const [state, set] = useState<JobState>(blank(id))
  useEffect(() => {
    set(({ svg, report }) => ({
      ...blank(id),
      ...(svg !== undefined && { svg, stale: true }),
      ...(report && { report }),
    }))
    let over = false
    const change = (next: (now: JobState) => Partial<JobState>) =>
      over || set((now) => ({ ...now, ...next(now) }))
    const late = <T>(work: Promise<T>, use: (value: T, now: JobState) => Partial<JobState>) =>
      void work.then(
        (value) => change((now) => use(value, now)),
        (reason: unknown) => {
          if (!(reason instanceof Refusal)) throw reason
        },
      )
    const readRecord = () =>
      late(call('GET /api/history/{job_id}', { params: { job_id: id } }), (record) => ({ record }))
    const stop = follow(id, {
      progress: (progress) => change(() => ({ progress, trouble: false })),
      line: (line) => change(({ log }) => ({ log: [...log, line], trouble: false })),
      file: (path) => {
        change(({ files }) => ({ files: [...files.filter((one) => one !== path), path] }))
        const use = READ[path]
        if (use) late(textOf(id, path), use)
      },
      end: (error) => {
        readRecord()
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
    readRecord()
    return () => {
      over = true
      stop()
    }
  }, [id, key])
  // A render between two jobs must not show the events of one under the name of the other.
  return state.id === id ? state : blank(id)
}

const blank = (id: string): JobState => ({
  ...{ id, files: [], log: [], stale: false, trouble: false, closed: false },
})
