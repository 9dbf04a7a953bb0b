import { useState } from 'preact/hooks'
import { ADOPTED, keep, recall } from './kept'
import { root } from './root'
import { useEvent } from './use-event'

/** A key as the server makes it. */
const WHOLE = /^burin_[\w-]{43}$/

const PLACE = 'api key'

/** Where a page leaves it for the next one of its tab; a reload does not take it. */
const LEFT = 'api key for the next page'

/** In memory, and where its visitor wants it in the tab: what an address holds can be read by others. */
let key = recall(PLACE, 'sessionStorage') ?? left()
addEventListener('pagehide', () => keep(LEFT, key || null, 'sessionStorage'))
let adopting: Promise<unknown> = Promise.resolve()

const CHANGED = 'api-key'

/** @param isWanted over a reload of this tab */
export function setApiKey(next: string, isWanted: boolean): void {
  const before = key
  key = next.trim()
  keep(PLACE, isWanted && key !== '' ? key : null, 'sessionStorage')
  if (key === before) return
  const headers = { ...credential(), 'x-burin-page': 'burin' }
  if (isWhole(key))
    adopting = fetch(root('api/history/adopt'), { method: 'POST', headers })
      .then(() => keep(ADOPTED, new Date().toISOString()))
      .catch(() => undefined)
  dispatchEvent(new Event(CHANGED))
}

export const isWhole = (given: string) => WHOLE.test(given.trim())

/** Whether it is there again after a reload. */
export const isKept = () => recall(PLACE, 'sessionStorage') !== null

/** What this browser drew without a key is the key's from then on; nothing is asked for before. */
export const adopted = () => adopting

/** The API key that the visitor gave in this tab; empty: none. */
export function useApiKey(): string {
  const [known, set] = useState(key)
  useEvent(CHANGED, () => set(key))
  return known
}

/** The header that carries it, where there is one. */
export function credential(): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` }
}

function left(): string {
  const given = recall(LEFT, 'sessionStorage') ?? ''
  keep(LEFT, null, 'sessionStorage')
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival?.type === 'reload' ? '' : given
}
