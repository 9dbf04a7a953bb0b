import { useEffect, useState } from 'preact/hooks'
import { credential, useApiKey } from '../parts/api-key'
import { artifactPath, fileOf } from '../parts/artifact'
import { Refusal, UNREACHED } from '../parts/client'
import { follow } from '../parts/job'
import { keep, recall } from '../parts/kept'
import { root } from '../parts/root'
import type { Style } from './draft'
import { forget, isGone, remove } from './live'
import { restyle } from './submit'

/** A finished figure that can be drawn in any style. */
export interface Base {
  id: string
  /** The one that it has. */
  style: Style
}

/** Asks whether a finished figure has styles: those that were read from pictures, charts and composites have none. */
export function useBase(id: string | undefined): Base | undefined {
  const key = useApiKey()
  const [base, set] = useState<Base>()
  useEffect(() => {
    if (id === undefined) return
    let over = false
    textOf(id, 'report.json').then(
      (text) => {
        const { drawing } = JSON.parse(text) as { drawing?: { style?: Style } }
        if (!over) set(drawing?.style && { id, style: drawing.style })
      },
      // It may be gone by now.
      unlessRefused,
    )
    return () => {
      over = true
    }
  }, [id, key])
  return base?.id === id ? base : undefined
}

/** By style, as addresses of pictures. */
export type Samples = Partial<Record<Style, string>>

/** Nobody waits for samples: they are begun when the figure has stood for so long. */
const REST_MS = 1200

/**
 * A figure in all styles, each drawn by a job that is removed again; quietly, one after the other, no further when
 * another figure is shown.
 * @param wanted whether those are drawn that the figure does not have; each costs a unit of a key
 */
export function useSamples(base: Base | undefined, styles: readonly Style[], wanted: boolean) {
  const [state, set] = useState<{ of?: string; samples: Samples }>({ samples: {} })
  const id = base?.id
  useEffect(() => {
    if (!base) return
    const over = new AbortController()
    const found = (style: Style, svg: string) =>
      set(({ of, samples }) => {
        const own = of === base.id ? samples : {}
        return { of: base.id, samples: { ...own, [style]: pictureOf(svg) } }
      })
    const others = wanted ? styles.filter((style) => style !== base.style) : []
    const timer = setTimeout(() => {
      drawSamples(base, others, found, over.signal).catch(unlessRefused)
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [id, wanted])
  return state.of === id ? state.samples : {}
}

async function drawSamples(
  { id, style: own }: Base,
  others: readonly Style[],
  found: (style: Style, svg: string) => void,
  signal: AbortSignal,
): Promise<void> {
  found(own, await textOf(id, FIGURE))
  for (const style of others) {
    const svg = await inTurn(async () => {
      await clearSample()
      return signal.aborted || isGone(id) ? undefined : drawSample({ source: id, style })
    })
    if (svg === undefined || signal.aborted) return
    found(style, svg)
  }
}

const FIGURE = 'final.svg'
/** The sample under way: a page that was left meanwhile leaves it to the next one. */
const PLACE = 'studio sample'

interface Sample {
  source: string
  style: Style
}

async function drawSample({ source, style }: Sample): Promise<string | undefined> {
  const once = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  keep(PLACE, JSON.stringify({ source, style, once, paid: isPaid() }))
  const { id } = await restyle(source, style, once).catch((reason: unknown) => {
    // Where no answer came, nobody knows whether there is such a job.
    if (!(reason instanceof Refusal) || reason.status !== UNREACHED) keep(PLACE, null)
    throw reason
  })
  const svg = await drawn(id)
  keep(PLACE, null)
  await forget(id).catch(unlessRefused)
  return svg
}

/** Removes the job of a sample that nobody waits for any more: sent again, it says which one it is. */
async function clearSample(): Promise<void> {
  const left = JSON.parse(recall(PLACE) ?? 'null') as
    | (Sample & { once: string; paid: boolean })
    | null
  // What a key has paid for is that key's alone.
  if (left === null || left.paid !== isPaid()) return
  keep(PLACE, null)
  await restyle(left.source, left.style, left.once).then(remove).catch(unlessRefused)
}

const isPaid = () => 'authorization' in credential()

/** Asks what this browser has drawn while no sample is among it. */
export function betweenSamples<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return inTurn(async () => {
    await clearSample()
    return ask()
  })
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other, in all tabs of this browser where it can tell them. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager }
  const next = last.then(() => (locks ? locks.request(PLACE, work) : work()))
  last = next.catch(() => undefined)
  return next as Promise<Result>
}

/** Its SVG, when the job has ended; undefined: there is none. */
function drawn(job: string): Promise<string | undefined> {
  const silent = () => undefined
  return new Promise((resolve) => {
    let svg: Promise<string | undefined> = Promise.resolve(undefined)
    follow(root(`api/events/${job}`), credential(), {
      progress: silent,
      line: silent,
      file: (path) => {
        if (path === FIGURE) svg = textOf(job, FIGURE).catch(silent)
      },
      end: () => resolve(svg),
      trouble: silent,
      closed: () => resolve(undefined),
    })
  })
}

async function textOf(id: string, path: string): Promise<string> {
  return (await fileOf(artifactPath(id, path))).text()
}

function pictureOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function unlessRefused(reason: unknown): void {
  if (!(reason instanceof Refusal)) throw reason
}
