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

/** No ids, no names. */
async function getMetrics(ctx: Context, requests: RequestCounter): Promise<Response> {
  const { pending, running } = await ctx.store.countOpen()
  const deliveries = Object.entries(await ctx.store.countDeliveries())
  const since = await ctx.store.waitingSince()
  const waited = since === null ? 0 : Math.max(0, Date.now() - since) / 1000
  const families: MetricFamily[] = [
    ...ctx.ledger.metrics(),
    ['burin_info', 'gauge', 'The program.', [[`version="${ctx.config.version}"`, 1]]],
    ['burin_requests_total', 'counter', 'Requests answered since the start.', requests.rows()],
    [
      'burin_records',
      'gauge',
      'Records that have not ended.',
      [
        ['status="pending"', pending],
        ['status="running"', running],
      ],
    ],
    ['burin_queue_age_seconds', 'gauge', 'Of the record that waits longest.', [['', waited]]],
    [
      'burin_webhooks',
      'gauge',
      'Webhooks that are not delivered yet.',
      deliveries.map(([state, held]): [string, number] => [`state="${state}"`, held]),
    ],
    ['burin_event_streams', 'gauge', 'Open event streams.', [['', ctx.store.hints.readers]]],
    [
      'burin_resident_memory_bytes',
      'gauge',
      'Of the server alone.',
      [['', process.memoryUsage.rss()]],
    ],
    ['burin_uptime_seconds', 'gauge', 'Since the start.', [['', Math.floor(process.uptime())]]],
  ]
  const text = families.map(([name, type, help, rows]) => {
    const values = rows.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}\n`)
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.join('')}`
  })
  return new Response(text.join(''), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  })
}
