import { join } from 'node:path'
import { Helper, pssMegabytes } from '../harness/processes'
import { aim, type Row } from '../harness/rows'
import { median, percentile } from '../harness/stats'
import { startHost } from './host-client'

const SUBSCRIBERS = 5000
const EVENTS = 10
/** So that code is compiled and buffers are there before memory is compared. */
const WARM_UP = 500

/** What the client with the many sockets is asked. */
export type FanoutOrder =
  | { do: 'open'; url: string; path: string; headers: Record<string, string>; count: number }
  /** Waits until every socket has seen the text; gives when each did, by the wall clock in milliseconds. */
  | { do: 'await'; text: string }
  | { do: 'close' }

export type FanoutAnswer = number[]

/** One event to many open streams: from its commit to the last byte at each client. */
export async function fanoutRows(): Promise<Row[]> {
  const host = await startHost()
  const client = new Helper<FanoutOrder, FanoutAnswer>(join(import.meta.dir, 'fanout-client.ts'))
  const id = await host.submit()
  await host.order({ do: 'claim' })
  const headers = { 'x-api-key': host.token }
  const open = async (count: number) => {
    await client.ask({ do: 'open', url: host.url, path: `/api/events/${id}`, headers, count })
  }
  const emit = async (line: string) => {
    const seen = client.ask({ do: 'await', text: line })
    const { at } = await host.order({ do: 'emit', id, line })
    return (await seen).map((arrival) => arrival - Number(at))
  }
  await open(WARM_UP)
  await emit('warm-up')
  await client.ask({ do: 'close' })
  await settled(host)
  const before = pssMegabytes(host.pid)
  await open(SUBSCRIBERS)
  const delays: number[] = []
  const lasts: number[] = []
  for (let event = 0; event < EVENTS; event++) {
    const found = await emit(`mark-${event}-`)
    delays.push(...found)
    lasts.push(Math.max(...found))
  }
  await settled(host)
  const perSubscriber = ((pssMegabytes(host.pid) - before) * 1000) / SUBSCRIBERS
  await client.end()
  await host.end()
  return [
    aim(
      { figure: 'event to 5,000 streams, p99', value: percentile(delays, 0.99), unit: 'ms' },
      { most: 100 },
    ),
    { figure: 'event to 5,000 streams, last one, median', value: median(lasts), unit: 'ms' },
    aim({ figure: 'memory of one stream', value: perSubscriber, unit: 'kB' }, { most: 8 }),
  ]
}

const SETTLE_MS = 500

async function settled(host: Awaited<ReturnType<typeof startHost>>): Promise<void> {
  await Bun.sleep(SETTLE_MS)
  await host.order({ do: 'collect' })
  await Bun.sleep(SETTLE_MS)
  await host.order({ do: 'collect' })
}
