/**
 * A typed client in one function: copy it beside `operations.ts`, which holds what every operation of the interface takes
 * and answers, written from the OpenAPI document (of a server's own drop-ins too: `bun run generate:operations`).
 */
import type { Operations } from '../../src/web/operations'

type Asked<Name extends keyof Operations> = Omit<Operations[Name], 'answer'>

/** Asks the server at `base`, with a key where one is given. Throws with the server's sentence. */
export function client(base: string, key?: string) {
  return async <Name extends keyof Operations>(
    name: Name,
    asked: Asked<Name>,
  ): Promise<Operations[Name]['answer']> => {
    const [method = '', path = ''] = name.split(' ')
    const { params = {}, query = {}, body } = asked as Record<string, Record<string, string>>
    const filled = path.replace(/\{(\w+)\}/g, (_, one) => encodeURIComponent(params[one] ?? ''))
    const search = new URLSearchParams(query)
    const answer = await fetch(`${base}${filled}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { authorization: `Bearer ${key}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = answer.status === 204 ? undefined : await answer.json()
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(json?.detail)}`)
    return json
  }
}

if (import.meta.main) {
  const call = client(process.env.BURIN_URL ?? 'http://localhost:3000')
  const { job_id } = await call('POST /api/run', { body: { method_text: 'Reads -> Trimming' } })
  let job = await call('GET /api/jobs/{job_id}', { params: { job_id } })
  while (job.status === 'pending' || job.status === 'running') {
    await Bun.sleep(200)
    job = await call('GET /api/jobs/{job_id}', { params: { job_id } })
  }
  console.log(job.status, ...job.artifacts.map(({ path }) => path))
}
