import { LoadClient } from '../harness/load'
import { against, aim, type Row } from '../harness/rows'
import { interleave, median } from '../harness/stats'
import { runBody, startHost } from './host-client'

const ROUNDS = 3
const SECONDS = 2

/** Accepted submissions over HTTP, durable, against the same transaction alone in a loop. */
export async function acceptRows(): Promise<Row[]> {
  const host = await startHost()
  const client = new LoadClient()
  const like = await host.submit()
  const request = {
    method: 'POST',
    path: '/api/run',
    headers: { 'x-api-key': host.token },
    body: await runBody(),
  } as const
  const over = (connections: number, seconds: number) =>
    client.run({ url: host.url, requests: [request], connections, seconds }, 200)
  await over(8, 1)
  const found = await interleave(ROUNDS, {
    alone: () => host.order({ do: 'loop', like, seconds: SECONDS }),
    many: () => over(16, SECONDS),
    one: () => over(1, SECONDS / 2),
  })
  await client.end()
  await host.end()
  const loop = median(found.alone.map(({ perSecond }) => Number(perSecond)))
  const loopP99 = median(found.alone.map(({ p99 }) => Number(p99)))
  const rate = median(found.many.map(({ perSecond }) => perSecond))
  const rateRow = { figure: 'accepted, 16 connections', value: rate, unit: '/s' }
  return [
    {
      ...aim(against(rateRow, { name: 'transaction in a loop', value: loop }), {
        least: 1000,
        leastRatio: 0.5,
      }),
      guard: { of: 'ratio', better: 'higher', tolerance: 0.4 },
    },
    aim(
      { figure: 'accepted, p99', value: median(found.many.map(({ p99 }) => p99)), unit: 'ms' },
      { most: 50 },
    ),
    { figure: 'accepted, p50', value: median(found.many.map(({ p50 }) => p50)), unit: 'ms' },
    against(
      {
        figure: 'accepted, one connection',
        value: median(found.one.map(({ perSecond }) => perSecond)),
        unit: '/s',
      },
      { name: 'transaction in a loop', value: loop },
    ),
    { figure: 'transaction in a loop, p99', value: loopP99, unit: 'ms' },
  ]
}
