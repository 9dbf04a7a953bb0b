import { join } from 'node:path'
import { type Load, LoadClient, type LoadRequest } from '../harness/load'
import { type Listening, listen } from '../harness/processes'
import { against, aim, type Row } from '../harness/rows'
import { interleave, median } from '../harness/stats'
import { startHost } from './host-client'
import { ended, startServer } from './server'

const ROUNDS = 3
const SECONDS = 1.5
const CONNECTIONS = 64

interface Target {
  figure: string
  url: string
  request: LoadRequest
  status: number
}

/** Status polls and artifacts a second, against a bare Elysia route with a constant answer of equal size and headers. */
export async function pollRows(): Promise<Row[]> {
  const host = await startHost()
  const server = await startServer({ EXECUTORS: '1' })
  const pending = await host.submit()
  const done = await server.submit()
  await ended(server.url, done)
  const image = await etagOf(`${server.url}/api/artifacts/${done}/figure.png`)
  const get = (path: string, headers: Record<string, string> = {}) =>
    ({ method: 'GET', path, headers }) as const
  const targets: Target[] = [
    {
      figure: 'poll, pending, with API key',
      url: host.url,
      request: get(`/api/jobs/${pending}`, { 'x-api-key': host.token }),
      status: 200,
    },
    { figure: 'poll, completed', url: server.url, request: get(`/api/jobs/${done}`), status: 200 },
    {
      figure: 'image, not modified',
      url: server.url,
      request: get(`/api/artifacts/${done}/figure.png`, { 'if-none-match': image.etag }),
      status: 304,
    },
    {
      figure: `image, ${Math.round(image.bytes / 1000)} kB`,
      url: server.url,
      request: get(`/api/artifacts/${done}/figure.png`),
      status: 200,
    },
  ]
  const client = new LoadClient()
  const rows: Row[] = []
  for (const target of targets) rows.push(await compare(client, target))
  await Promise.all([client.end(), host.end(), server.kill()])
  return rows
}

async function compare(client: LoadClient, target: Target): Promise<Row> {
  const ours = { url: target.url, requests: [target.request], connections: CONNECTIONS }
  const peer = await startPeer(target)
  const path = target.request.path
  const theirs = {
    ...ours,
    url: peer.url,
    requests: [{ method: 'GET' as const, path: '/api/jobs/x' }],
  }
  const run = (load: Omit<Load, 'seconds'>, status: number, seconds = SECONDS) =>
    client.run({ ...load, seconds }, status)
  await run(ours, target.status, 0.5)
  await run(theirs, 200, 0.5)
  const found = await interleave(ROUNDS, {
    ours: () => run(ours, target.status),
    theirs: () => run(theirs, 200),
  })
  await peer.kill()
  const row = {
    figure: target.figure,
    value: median(found.ours.map(({ perSecond }) => perSecond)),
    unit: '/s',
  }
  const value = median(found.theirs.map(({ perSecond }) => perSecond))
  const full = against(row, { name: 'bare Elysia', value })
  if (!path.startsWith('/api/jobs/')) return full
  return {
    ...aim(full, { leastRatio: 0.6 }),
    guard: { of: 'ratio', better: 'higher', tolerance: 0.3 },
  }
}

async function startPeer({ url, request }: Target): Promise<Listening> {
  const answer = await fetch(url + request.path, { headers: request.headers ?? {} })
  const bytes = (await answer.arrayBuffer()).byteLength
  const { date, 'content-length': _, ...headers } = Object.fromEntries(answer.headers)
  return listen([process.execPath, join(import.meta.dir, 'peer-server.ts')], {
    env: { BYTES: String(bytes), HEADERS: JSON.stringify(headers), NODE_ENV: 'production' },
  })
}

async function etagOf(url: string): Promise<{ etag: string; bytes: number }> {
  const answer = await fetch(url)
  const bytes = (await answer.arrayBuffer()).byteLength
  return { etag: answer.headers.get('etag') ?? '', bytes }
}
