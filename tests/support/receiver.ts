import { afterAll } from 'bun:test'

interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  /** `http://127.0.0.1:<port>` */
  url: string
  received: Received[]
}

/** Call once in a test file: gives a loopback receiver of webhooks that answers as `answer` says. */
export function useReceivers() {
  const open: { stop: (force: boolean) => Promise<void> }[] = []
  afterAll(async () => {
    await Promise.all(open.map((server) => server.stop(true)))
  })
  return (answer: (count: number) => Response | Promise<Response>): Receiver => {
    const received: Received[] = []
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        const { pathname } = new URL(request.url)
        const headers = Object.fromEntries(request.headers)
        received.push({ path: pathname, headers, body: await request.text() })
        return answer(received.length)
      },
    })
    open.push(server)
    return { url: `http://127.0.0.1:${server.port}`, received }
  }
}
