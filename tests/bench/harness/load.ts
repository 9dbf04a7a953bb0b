import { join } from 'node:path'
import { Helper } from './processes'

export interface Load {
  url: string
  /** Sent in turn. */
  requests: LoadRequest[]
  connections: number
  seconds: number
}

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadResult {
  /** Answers in all. */
  count: number
  perSecond: number
  p50: number
  p99: number
  /** Answers by status. */
  statuses: Record<number, number>
}

/** A client in a process of its own that keeps `connections` open and sends without pause on each. */
export class LoadClient {
  private readonly helper = new Helper<Load, LoadResult>(join(import.meta.dir, 'load-client.ts'))

  /** @throws Error unless every answer has the status `expected` */
  async run(load: Load, expected: number): Promise<LoadResult> {
    const result = await this.helper.ask(load)
    const odd = Object.keys(result.statuses).filter((status) => Number(status) !== expected)
    if (odd.length > 0)
      throw new Error(`${load.requests[0]?.path}: answers ${JSON.stringify(result.statuses)}`)
    return result
  }

  end(): Promise<void> {
    return this.helper.end()
  }
}
