import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Api } from './api'
import { RESOURCES, readResource } from './resources'
import { callTool, TOOLS } from './tools'

/** Below the minute after which most clients give a call up. */
const MOST_MS = 45_000

export { asCaller } from './api'

const INSTRUCTIONS =
  'Editable vector figures for papers. To draw one yourself read the resource burin://agents, then check_drawing, mend, check_drawing with finish, look.'

interface Options {
  version: string
  /** How long a tool waits for a figure. */
  mostMs?: number
}

/** A server of tools and resources over one caller's way to the HTTP interface. */
export function createMcp(api: Api, { version, mostMs = MOST_MS }: Options): McpServer {
  const mcp = new McpServer(
    { name: 'burin', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  const { server } = mcp
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal, notify, _meta } }) => {
    const token = _meta?.progressToken
    const progress = async (percent: number, message: string) => {
      if (token === undefined) return
      const params = { progressToken: token, progress: percent, total: 100, message }
      await notify({ method: 'notifications/progress', params })
    }
    return callTool(api, params, { signal, mostMs, progress })
  })
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(api, params.uri))
  return mcp
}

/** Serves HTTP requests, each for itself: nothing is kept between two of them. */
export function mcpOverHttp(apiOf: (request: Request) => Api, options: Options) {
  return createMcpHandler(
    ({ requestInfo }) => createMcp(apiOf(requestInfo ?? new Request('http://localhost')), options),
    // A stream that stays open would hold a connection for news that never come.
    { maxSubscriptions: 0 },
  )
}
