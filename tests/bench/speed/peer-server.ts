/** A bare Elysia route that answers a constant text of the size and with the headers given, and `/healthz`: what polls are compared with. */
import { Elysia } from 'elysia'

const body = JSON.stringify({
  text: ''.padEnd(Math.max(0, Number(process.env.BYTES ?? 0) - 11), 'x'),
})
const headers: Record<string, string> = JSON.parse(process.env.HEADERS ?? '{}')

new Elysia()
  .get('/healthz', () => ({ status: 'ok' }))
  .get('/api/jobs/:id', () => new Response(body, { headers }))
  .listen({ port: Number(process.env.PORT), hostname: '127.0.0.1' })
