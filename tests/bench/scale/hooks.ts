/** A receiver of webhooks that now and then fails, and what it got. */
import { createHmac } from 'node:crypto'

export interface Hooks {
  url: string
  secret: string
  /** By task: what came, and how often it was taken (2xx). */
  received: Map<string, { bodies: Set<string>; taken: number; refused: number; forged: number }>
  end: () => Promise<void>
}

const SECRET = 'the secret of a receiver that judges'

/** `fails`: the share of first calls that get a 500. */
export function startHooks(random: () => number, fails = 0.1): Hooks {
  const received: Hooks['received'] = new Map()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const body = await request.text()
      const id = request.headers.get('webhook-id') ?? ''
      const one = received.get(id) ?? { bodies: new Set(), taken: 0, refused: 0, forged: 0 }
      received.set(id, one)
      one.bodies.add(body)
      const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
      if (request.headers.get('x-service-signature') !== signature) one.forged += 1
      if (one.taken === 0 && one.refused === 0 && random() < fails) {
        one.refused += 1
        return new Response(null, { status: 500 })
      }
      one.taken += 1
      return new Response(null, { status: 204 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hooks`,
    secret: SECRET,
    received,
    end: () => server.stop(true),
  }
}
