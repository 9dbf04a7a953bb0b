import { useEffect, useState } from 'preact/hooks'
import type { PdfPages } from '../operations'
import { useApiKey } from '../parts/api-key'
import { ask, Refusal } from '../parts/client'
import { sentenceOf } from '../parts/use-sending'

/** A paper's pages as pictures, as far as they are drawn. */
export interface Pages extends PdfPages {
  busy: boolean
  /** Why there are none. */
  fault: string | undefined
  /** Draws the next ones. */
  more: () => void
}

const NONE = { pages: 0, pictures: [], busy: false, fault: undefined }

/** Has the server draw the pages of a chosen file, the first ones at once. */
export function usePages(pdf: File | undefined): Pages {
  const key = useApiKey()
  const [state, set] = useState<Omit<Pages, 'more'>>(NONE)
  const [from, setFrom] = useState(1)
  useEffect(() => {
    set(NONE)
    setFrom(1)
  }, [pdf, key])
  useEffect(() => {
    if (!pdf) return
    const over = new AbortController()
    set((before) => ({ ...before, busy: true }))
    picturesOf(pdf, from, over.signal).then(
      ({ pages, pictures }) =>
        set(({ pictures: before }) => ({
          ...NONE,
          pages,
          pictures: [...before.filter(({ page }) => page < from), ...pictures],
        })),
      (reason: unknown) => {
        if (over.signal.aborted) return
        if (!(reason instanceof Refusal)) throw reason
        // The key is asked for below.
        const fault = reason.status === 401 ? undefined : sentenceOf(reason)
        set((before) => ({ ...before, busy: false, fault }))
      },
    )
    return () => over.abort()
  }, [pdf, key, from])
  return { ...state, more: () => setFrom((state.pictures.at(-1)?.page ?? 0) + 1) }
}

async function picturesOf(pdf: File, from: number, signal: AbortSignal): Promise<PdfPages> {
  const headers = { 'content-type': 'application/pdf' }
  const answer = await ask(`api/pdf-pages?from=${from}`, {
    method: 'POST',
    body: pdf,
    headers,
    signal,
  })
  return answer.json()
}
