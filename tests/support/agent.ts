import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { InMemoryTransport, type McpServer } from '@modelcontextprotocol/server'
import type { TestApp } from './app'
import { FIXTURE_PLUGINS, tempFolder } from './folders'
import { useLifetime } from './lifetime'

interface Answer {
  isError?: boolean | undefined
  /** The words, the links and pictures not among them. */
  words: string
  links: string[]
  /** PNG. */
  picture?: Buffer
  told: Record<string, unknown>
}

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts')

type Mode = 'auto' | 'legacy'

/** An agent's client, as the protocol's own library makes it. */
export interface Agent {
  client: Client
  call: (name: string, args?: object, onprogress?: (words: string) => void) => Promise<Answer>
}

/** Call once in a test file: agents that speak to an app over HTTP, or to the program over its standard input and output. */
export function useAgents() {
  const lifetime = useLifetime((client: Client) => client.close())
  // A newer protocol where the server speaks it (2026-07-28), else that of 2025.
  const joined = async (transport: Parameters<Client['connect']>[0], mode: Mode = 'auto') => {
    const client = new Client({ name: 'story', version: '1' }, { versionNegotiation: { mode } })
    lifetime().push(client)
    await client.connect(transport)
    return { client, call: calling(client) } satisfies Agent
  }
  return {
    /** Within this process. */
    linked: async (server: McpServer) => {
      const [mine, other] = InMemoryTransport.createLinkedPair()
      await server.connect(other)
      return joined(mine)
    },
    overHttp: (app: TestApp, headers: Record<string, string> = {}, mode?: Mode) =>
      joined(
        new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
          requestInit: { headers },
          fetch: async (url, init) => app.app.elysia.handle(new Request(url, init)),
        }),
        mode,
      ),
    overStdio: (env: Record<string, string>, program?: string) =>
      joined(
        new StdioClientTransport({
          command: program ?? process.execPath,
          args: [...(program ? [] : [MAIN]), 'mcp'],
          cwd: tempFolder(),
          env: { PLUGINS_DIR: FIXTURE_PLUGINS, EXECUTORS: '1', ...env },
        }),
      ),
  }
}

const calling =
  (client: Client): Agent['call'] =>
  async (name, args = {}, onprogress) => {
    const heard = onprogress && {
      onprogress: ({ message }: { message?: string | undefined }) => onprogress(message ?? ''),
    }
    const answer = await client.callTool({ name, arguments: { ...args } }, heard)
    const { content, isError, structuredContent } = answer
    const picture = content.flatMap((part) => (part.type === 'image' ? [part.data] : []))[0]
    return {
      isError,
      words: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      links: content.flatMap((part) => (part.type === 'resource_link' ? [part.uri] : [])),
      ...(picture !== undefined && { picture: Buffer.from(picture, 'base64') }),
      told: (structuredContent ?? {}) as Record<string, unknown>,
    }
  }
