import { useRef } from 'preact/hooks'
import { credential } from '../parts/api-key'
import { ask, call } from '../parts/client'
import { isStructured, isWholeData } from './data-text'
import type { Draft } from './draft'
import type { Sent } from './submit'

/** After the last key, until a preview is drawn: longer than between two keys of a slow typist. */
export const LIVE_MS = 500

/** Whether rules read it at once, so that a preview says something. */
export function isPreviewable({ tab, text, data, intent }: Draft): boolean {
  if (tab === 'text') return isStructured(text)
  return tab === 'data' && intent.trim() !== '' && isWholeData(data)
}

interface Previews {
  /** These records are the last preview. */
  keep: (records: readonly Sent[]) => void
  /** The records of the last preview, which is none any more. */
  take: () => readonly Sent[]
  /**
   * Ends and removes what nobody wants any more: all but `base`, which is left where it is a preview itself, and but a
   * style of a figure that is kept.
   */
  keepBase: (records: readonly Sent[], base: string | undefined) => readonly Sent[]
  /** `sent` comes of `id`, and goes with it. */
  follow: (id: string, sent: Sent) => void
}

/** Previews are jobs as all others; each is gone when the next one is drawn, unless it was asked for. */
export function usePreviews(): Previews {
  const last = useRef<readonly Sent[]>([])
  const keep = (records: readonly Sent[]) => {
    last.current = records
  }
  return {
    keep,
    take: () => {
      const records = last.current
      keep([])
      return records
    },
    keepBase: (records, base) => {
      const isPreview = (id: string) => records.some((one) => one.id === id)
      const unwanted = records.filter(
        ({ id, of }) => id !== base && (base !== undefined || of === undefined || isPreview(of)),
      )
      void Promise.allSettled(unwanted.map(remove))
      return records.filter(({ id }) => id === base)
    },
    follow: (id, sent) => {
      if (last.current.some((one) => one.id === id)) keep([...last.current, sent])
    },
  }
}

/** Ends and removes a record. @throws Refusal */
export async function remove({ id, service }: Sent): Promise<void> {
  gone.add(id)
  const headers = credential()
  if (service === 'task')
    await call('POST /api/tasks/{task_id}/cancel', { params: { task_id: id }, headers })
  else await call('POST /api/jobs/{job_id}/cancel', { params: { job_id: id }, headers })
  await forget(id)
}

/** What this page has removed, or is about to. */
const gone = new Set<string>()

export function isGone(id: string): boolean {
  return gone.has(id)
}

/** Removes a record that has ended, with its files. @throws Refusal */
export async function forget(id: string): Promise<void> {
  gone.add(id)
  // A page that is left meanwhile still sends it.
  await ask(`api/history/${id}`, { method: 'DELETE', headers: credential(), keepalive: true })
}
