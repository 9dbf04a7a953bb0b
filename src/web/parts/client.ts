import type { Operations } from '../operations'
import { adopted, credential } from './api-key'
import { type Query, root, search } from './root'

export type Name = keyof Operations
export type Answer<Op extends Name> = Operations[Op]['answer']
/** What an operation takes: `params` of its path, `query`, `body`; and whatever headers the caller adds. */
export type Asked<Op extends Name> = Omit<Operations[Op], 'answer'> & Init
/** Nothing need be given where nothing is needed. */
type Given<Op extends Name> = object extends Asked<Op> ? [asked?: Asked<Op>] : [asked: Asked<Op>]

interface Init {
  headers?: Record<string, string>
  signal?: AbortSignal
}

interface Parts extends Init {
  params?: Record<string, string>
  query?: Query
  body?: object
}

/** The server said no. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** Its sentence, or that it does not answer. */
    override readonly message: string,
    /** Of a refused body: a sentence for each field. */
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** Status of a {@link Refusal} where no server answered. */
export const UNREACHED = 0

/** Told to the window when a session has ended. */
export const SIGNED_OUT = 'signed-out'

/**
 * Asks the server by an operation of its own document.
 * @throws Refusal for every answer that is none, and where nobody answers
 * @example const keys = await call('GET /api/admin/keys')
 */
export async function call<Op extends Name>(name: Op, ...[asked]: Given<Op>): Promise<Answer<Op>> {
  const [method = '', path = ''] = name.split(' ')
  const { params = {}, query = {}, body, headers, ...init }: Parts = asked ?? {}
  const filled = path.replace(/\{(\w+)\}/g, (_, one) => encodeURIComponent(params[one] ?? ''))
  const sent = body && { body: JSON.stringify(body) }
  const typed = body && { 'content-type': 'application/json' }
  const all = { method, ...init, ...sent, headers: { ...typed, ...headers } }
  const response = await ask(filled + search(query), all)
  return (response.status === 204 ? undefined : await response.json()) as Answer<Op>
}

const ADMIN = /^\/?api\/admin\//

/**
 * Asks for what is no JSON: files, and forms with files in them. The visitor's key goes along, but to the admin's routes.
 * @param path from the root
 * @throws Refusal for every answer that is none, and where nobody answers
 */
export async function ask(
  path: string,
  init: Omit<RequestInit, 'headers'> & Init = {},
): Promise<Response> {
  await adopted()
  const headers = {
    ...(!ADMIN.test(path) && credential()),
    // A form of another site cannot send it: whom a cookie vouches for shows by it that a page of ours asks.
    ...(init.method && init.method !== 'GET' && { 'x-burin-page': 'burin' }),
    ...init.headers,
  }
  const response = await fetch(root(path), { ...init, headers }).catch((reason: unknown) => {
    throw init.signal?.aborted ? reason : new Refusal(UNREACHED, '')
  })
  if (response.status === 401 && ADMIN.test(path) && !path.includes('/session'))
    dispatchEvent(new Event(SIGNED_OUT))
  if (!response.ok) throw await refusalOf(response)
  return response
}

interface Fault {
  loc: (string | number)[]
  msg: string
}

async function refusalOf(response: Response): Promise<Refusal> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string | Fault[] }
  if (Array.isArray(detail)) {
    const fields = Object.fromEntries(
      detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg.replace(/^Value error, /, '')]),
    )
    return new Refusal(response.status, Object.values(fields).join('; '), fields)
  }
  const sentence = detail ?? `${response.status} ${response.statusText}`
  const fields = response.status === 422 ? fieldsOf(sentence) : {}
  return new Refusal(response.status, sentence, fields)
}

/** `name: must not be blank; quota: ...`, as task and admin routes write it. */
function fieldsOf(sentence: string): Record<string, string> {
  return Object.fromEntries(
    sentence.split('; ').flatMap((part) => {
      const [, field, words] = /^([\w.]+): (.+)$/.exec(part) ?? []
      return field !== undefined && words !== undefined ? [[field, words]] : []
    }),
  )
}
