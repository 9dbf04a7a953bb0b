import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Api } from './api'
import { createMcp } from './server'

export { asCaller } from './api'

/** Serves the client at standard input and output. Resolves when it is gone. */
export async function serveOverStdio(api: Api, version: string): Promise<void> {
  const gone = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  const handle = serveStdio(() => createMcp(api, { version }))
  await gone
  await handle.close()
}
