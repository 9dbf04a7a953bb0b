import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { isLoopback } from '../config'
import type { MetricFamily } from '../providers/ledger'
import { adminOnly } from './auth'
import type { Context } from './context'
import { ADMIN, operation } from './operation'

/** Requests answered since the start, by method and status class. */
export class RequestCounter {
  /** By method, the number of a class at its first digit. */
  private readonly counts = new Map<string, number[]>()

  count(method: string, status: number): void {
    const counts = this.counts.get(method) ?? Array(6).fill(0)
    counts[Math.floor(status / 100)] += 1
    this.counts.set(method, counts)
  }

  rows(): [string, number][] {
    const rows = [...this.counts].flatMap(([method, counts]) =>
      counts.map((held, digit): [string, number] => [
        `method="${method}",status="${digit}xx"`,
        held,
      ]),
    )
    return rows.filter(([, held]) => held > 0).sort(([a], [b]) => a.localeCompare(b))
  }
}

export function metricRoutes(ctx: Context, requests: RequestCounter) {
  const detail = { tags: ['Server'], security: [] }
  const app = isLoopback(ctx.config.HOST) ? new Elysia({ detail }) : adminOnly(ctx)
  return app.get(
    '/metrics',
    () => getMetrics(ctx, requests),
    operation('getMetrics', 'Counts and sizes in Prometheus text form', {
      answer: Type.String({ description: 'The metrics.', contentTypes: ['text/plain'] }),
      refused: [...ADMIN],
    }),
  )
}

const labelled = (label: string, counts: object) =>
  Object.entries(counts).map(([name, held]): [string, number] => [`${label}="${name}"`, held])

const gauge = (name: string, help: string, rows: number | [string, number][]): MetricFamily => [
  ...([`burin_${name}`, 'gauge', help] as const),
  typeof rows === 'number' ? [['', rows]] : rows,
]

/** No ids, no names. */
async function getMetrics(
  { config, ledger, store }: Context,
  requests: RequestCounter,
): Promise<Response> {
  const since = await store.waitingSince()
  const waited = since === null ? 0 : Math.max(0, Date.now() - since) / 1000
  const open = labelled('status', await store.countOpen())
  const deliveries = labelled('state', await store.countDeliveries())
  const families: MetricFamily[] = [
    ...ledger.metrics(),
    gauge('info', 'The program.', [[`version="${config.version}"`, 1]]),
    ['burin_requests_total', 'counter', 'Requests answered since the start.', requests.rows()],
    gauge('records', 'Records that have not ended.', open),
    gauge('queue_age_seconds', 'Of the record that waits longest.', waited),
    gauge('webhooks', 'Webhooks that are not delivered yet.', deliveries),
    gauge('event_streams', 'Open event streams.', store.hints.readers),
    gauge('resident_memory_bytes', 'Of the server alone.', process.memoryUsage.rss()),
    gauge('uptime_seconds', 'Since the start.', Math.floor(process.uptime())),
  ]
  const text = families.map(([name, type, help, rows]) => {
    const values = rows.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}\n`)
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.join('')}`
  })
  return new Response(text.join(''), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  })
}
