import { afterAll, afterEach, beforeEach, setDefaultTimeout } from 'bun:test'
import { removeTempFolders } from './folders'
import { PATIENCE_MS } from './until'

/**
 * Call once in a test file, and what it gives whenever something begins to start: that says where to note it. What a
 * story starts ends with it, what stories share after the last of them; folders go then, too.
 */
export function useLifetime<Thing>(
  end: (thing: Thing) => Promise<unknown>,
): () => Pick<Thing[], 'push'> {
  setDefaultTimeout(2 * PATIENCE_MS)
  const shared: Thing[] = []
  const own: Thing[] = []
  let inStory = false
  beforeEach(() => {
    inStory = true
  })
  afterEach(async () => {
    inStory = false
    for (const thing of own.splice(0)) await end(thing)
  })
  afterAll(async () => {
    for (const thing of shared.splice(0)) await end(thing)
    removeTempFolders()
  })
  return () => (inStory ? own : shared)
}
