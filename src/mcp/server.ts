import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Api, sentenceOf } from './api'
import { RESOURCES, readResource } from './resources'
import { callTool, TOOLS } from './tools'

export { asCaller } from './api'

/** How long a tool waits: below the minute after which most clients give a call up. */
const MOST_MS = 45_000

const INSTRUCTIONS =
  'Editable vector figures for papers. To draw one yourself read the resource burin://agents, then check_drawing, mend, check_drawing with finish, look.'

/** A server of tools and resources over one caller's way to the HTTP interface. */
export function createMcp(api: Api, version: string, mostMs = MOST_MS): McpServer {
  const mcp = new McpServer(
    { name: 'burin', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  const { server } = mcp
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal, notify, _meta } }) => {
    const progressToken = _meta?.progressToken
    const tell = async (progress: number, message: string) => {
      if (progressToken === undefined) return
      const params = { progressToken, progress, total: 100, message }
      await notify({ method: 'notifications/progress', params })
    }
    return callTool(api, params, { signal, mostMs, tell })
  })
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }))
  server.setRequestHandler('resources/read', ({ params }) =>
    readResource(api, params.uri).catch((error) => {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentenceOf(error))
    }),
  )
  return mcp
}

/** Serves HTTP requests, each for itself: nothing is kept between two of them. */
export function mcpOverHttp(apiOf: (request: Request) => Api, version: string) {
  return createMcpHandler(
    ({ requestInfo }) => createMcp(apiOf(requestInfo ?? new Request('http://localhost')), version),
    // A stream that stays open would hold a connection for news that never come.
    { maxSubscriptions: 0 },
  )
}

/** Serves the client at standard input and output. Resolves when it is gone. */
export async function mcpOverStdio(api: Api, version: string): Promise<void> {
  const gone = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  const handle = serveStdio(() => createMcp(api, version))
  await gone
  await handle.close()
}
