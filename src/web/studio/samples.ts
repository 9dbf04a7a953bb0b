import { useEffect, useState } from 'preact/hooks'
import { credential, useApiKey } from '../parts/api-key'
import { artifactPath, fileOf } from '../parts/artifact'
import { Refusal } from '../parts/client'
import { follow } from '../parts/job'
import { keep, recall } from '../parts/kept'
import { root } from '../parts/root'
import type { Style } from './draft'
import { forget } from './live'
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
      inTurn(() => drawSamples(base, others, found, over.signal)).catch(unlessRefused)
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
  await clearSample()
  found(own, await textOf(id, FIGURE))
  for (const style of others) {
    if (signal.aborted) return
    const { id: job } = await restyle(id, style)
    keep(PLACE, job)
    const svg = await drawn(job)
    await clearSample()
    if (svg === undefined) return
    if (!signal.aborted) found(style, svg)
  }
}

/** One after the other in all tabs of this browser, where it can tell them. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  await (locks ? locks.request(PLACE, work) : work())
}

const FIGURE = 'final.svg'
/** The sample under way: a tab that was closed meanwhile leaves it to the next one. */
const PLACE = 'studio sample'

export function isSample(id: string): boolean {
  return recall(PLACE) === id
}

async function clearSample(): Promise<void> {
  const job = recall(PLACE)
  if (job === null) return
  keep(PLACE, null)
  await forget(job).catch(unlessRefused)
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
