import type { Static } from '@sinclair/typebox'
import { type Fault, inWords } from '../errors'
import type { OwnRecord } from '../forms/answers'

/** What the tools stand on: the HTTP interface of a server, asked as whoever calls them. */
export interface Api {
  /** Where links lead, without a slash at the end. */
  readonly origin: string
  /** Asks for a path of the server. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** A file of the caller's own machine; absent where the caller is elsewhere. */
  readonly file?: (path: string) => Blob
}

export type FigureRecord = Static<typeof OwnRecord>

/** What a tool answers in place of a result: a sentence that says what to change. */
export class Refusal extends Error {}

/** What a caller is told of an error, in 4,000 characters: a body may have a hundred faults. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Refusal ? error.message.slice(0, 4000) : 'The server did not answer; try later.'

/** Asks as a key's holder, without a key as a program that no web page made ask. */
export function asCaller(key: string | undefined, ask: Api['ask']): Api['ask'] {
  const [name, value] = key ? ['authorization', `Bearer ${key}`] : ['x-burin-page', 'agent']
  return (path, init) => {
    const headers = new Headers(init?.headers)
    headers.set(name, value)
    return ask(path, { ...init, headers })
  }
}

/** The answer of a path; with `body` it is posted, as JSON but for a form. @throws Refusal in the server's words */
export async function answerOf(api: Api, path: string, body?: object): Promise<Response> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const init = body && { method: 'POST', ...(body instanceof FormData ? { body } : json) }
  const answer = await api.ask(path, init)
  if (answer.ok) return answer
  const { detail } = await answer.json().catch(() => ({ detail: undefined }))
  const faults = Array.isArray(detail) ? (detail as Fault[]).map(inWords).join('; ') : undefined
  throw new Refusal(faults ?? String(detail ?? `The server answered ${answer.status}.`))
}

/** The record of a job or a task. @throws Refusal where there is none */
export async function recordOf(api: Api, id: unknown): Promise<FigureRecord> {
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id))
    throw new Refusal('id: must be the 32 hexadecimal characters that a tool answered')
  return (await answerOf(api, `/api/history/${id}`)).json()
}
