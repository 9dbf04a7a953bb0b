/** Clients that submit to whichever server answers, and repeat what was not answered under the same idempotency key. */
import { ADMIN_KEY } from '../../support/tasks'
import { bodyOf, type Endpoint, endpointOf, pictureFile, ROUTES, type Sources } from './asks'
import { pick } from './random'

export const ADMIN = { authorization: `Bearer ${ADMIN_KEY}` }

/** `tight` has a quota, `hooked` a webhook. */
export type CallerName = 'anonymous' | 'open' | 'hooked' | 'tight'

export interface Caller {
  name: CallerName
  headers: Record<string, string>
  sources: Sources
}

export interface Submission {
  index: number
  endpoint: Endpoint
  caller: Caller
  /** Null: what gets no answer is given up, and may exist or not. */
  idempotencyKey: string | null
  body: string
}

/** `refused`: for want of units. `unknown`: nobody answered, and it is not repeated. */
export type Outcome = { id: string } | 'refused' | 'unknown'

/** What clients saw beside answers. */
export interface Seen {
  /** Connections that were refused or broke. */
  broken: number
  /** Answers that were no acceptance, by status and first words. */
  refusals: Map<string, number>
}

const ANSWER_MS = 30_000
const PATIENCE_MS = 300_000
const AGAIN_MS = 150

export class Clients {
  readonly seen: Seen = { broken: 0, refusals: new Map() }

  constructor(
    readonly urls: readonly string[],
    private readonly random: () => number,
  ) {}

  /** Asks any server until one answers; a refusal for a passing reason is asked again. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const answer = await this.once(path, init)
      if (answer && !isPassing(answer)) return answer
      if (performance.now() > end) throw new Error(`${path}: no answer for ${PATIENCE_MS} ms`)
      await Bun.sleep(AGAIN_MS)
    }
  }

  async json<T>(path: string, init: RequestInit = {}): Promise<T> {
    const answer = await this.ask(path, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  async submit({ endpoint, caller, idempotencyKey, body }: Submission): Promise<Outcome> {
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...caller.headers,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body,
    }
    const path = ROUTES[endpoint]
    const answer = idempotencyKey ? await this.ask(path, init) : await this.once(path, init)
    if (!answer || isPassing(answer)) return 'unknown'
    if (answer.status === 403) return 'refused'
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    const { task_id, job_id = task_id } = await answer.json()
    return { id: String(job_id) }
  }

  /** Undefined: nobody answered. */
  private async once(path: string, init: RequestInit): Promise<Response | undefined> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const answer = await fetch(pick(this.random, this.urls) + path, { ...init, signal })
      // What breaks after its head has not answered either.
      const bytes = await answer.bytes()
      if (answer.status >= 400) {
        const words = `${answer.status} ${new TextDecoder().decode(bytes).slice(0, 100)}`
        this.seen.refusals.set(words, (this.seen.refusals.get(words) ?? 0) + 1)
      }
      const { status, headers } = answer
      return new Response(status === 204 || status === 304 ? null : bytes, { status, headers })
    } catch {
      this.seen.broken += 1
      return undefined
    }
  }
}

const isPassing = ({ status }: Response) => status >= 500 || status === 429

/** Keys, and what the bodies of each caller refer to. */
export async function makeCallers(
  clients: Clients,
  { quota, webhook }: { quota: number; webhook: { url: string; secret: string } },
): Promise<Caller[]> {
  const fields: Record<Exclude<CallerName, 'anonymous'>, object> = {
    open: {},
    hooked: { webhook_url: webhook.url, webhook_secret: webhook.secret },
    tight: {},
  }
  const callers: Caller[] = []
  for (const [name, more] of Object.entries(fields)) {
    const { key } = await clients.json<{ key: string }>('/api/admin/keys', {
      method: 'POST',
      headers: { ...ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify({ name, ...more }),
    })
    const headers = { authorization: `Bearer ${key}` }
    const sources = await makeSources(clients, headers, true)
    if (name === 'tight') await setQuota(clients, key, quota)
    callers.push({ name: name as CallerName, headers, sources })
  }
  callers.push({ name: 'anonymous', headers: {}, sources: await makeSources(clients, {}, false) })
  return callers
}

const setQuota = (clients: Clients, key: string, units: number) =>
  clients.json(`/api/admin/keys/${key}`, {
    method: 'PATCH',
    headers: { ...ADMIN, 'content-type': 'application/json' },
    body: JSON.stringify({ quota_total: units, quota_remaining: units }),
  })

async function makeSources(
  clients: Clients,
  headers: Record<string, string>,
  hasTasks: boolean,
): Promise<Sources> {
  const form = new FormData()
  form.set('file', await pictureFile())
  const { path } = await clients.json<{ path: string }>('/api/upload', {
    method: 'POST',
    headers,
    body: form,
  })
  const sources: Sources = { tasks: [], picture: path }
  for (const index of hasTasks ? [900_001, 900_002] : []) {
    const { task_id } = await clients.json<{ task_id: string }>('/api/generate', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf('generate', index, sources)),
    })
    await ended(clients, task_id)
    sources.tasks.push(task_id)
  }
  return sources
}

/** @throws Error unless it completed */
export async function ended(clients: Clients, id: string): Promise<void> {
  for (;;) {
    const path = `/api/admin/history/${id}?image=false`
    const { status, error } = await clients.json<{ status: string; error: string }>(path, {
      headers: ADMIN,
    })
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`${id}: ${error}`)
    await Bun.sleep(50)
  }
}

/** One of a long list of submissions; who asks for what depends on the index and chance alone. */
export function submissionOf(
  index: number,
  callers: readonly Caller[],
  random: () => number,
): Submission {
  const endpoint = endpointOf(random())
  const named = (name: CallerName) => {
    const found = callers.find((one) => one.name === name)
    if (!found) throw new Error(`no caller ${name}`)
    return found
  }
  const isJob = endpoint === 'run' || endpoint === 'image-to-svg'
  const caller =
    isJob && random() < 0.5
      ? named('anonymous')
      : named(pick(random, ['open', 'open', 'hooked', 'hooked', 'tight']))
  return {
    index,
    endpoint,
    caller,
    idempotencyKey: random() < 0.9 ? `submission-${index}` : null,
    body: JSON.stringify(bodyOf(endpoint, index, caller.sources)),
  }
}
