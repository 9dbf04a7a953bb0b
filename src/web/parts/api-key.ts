import { useEffect, useState } from 'preact/hooks'

/** In memory alone: what a tab keeps or an address holds can be read by others. */
let key = ''

const CHANGED = 'api-key'

export function setApiKey(next: string): void {
  key = next.trim()
  dispatchEvent(new Event(CHANGED))
}

/** The API key that the visitor gave in this tab; empty: none. */
export function useApiKey(): string {
  const [known, set] = useState(key)
  useEffect(() => {
    const changed = () => set(key)
    addEventListener(CHANGED, changed)
    return () => removeEventListener(CHANGED, changed)
  }, [])
  return known
}

/** The header that carries it, where there is one. */
export function credential(): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` }
}
