import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { type Config, isLoopback } from '../config'
import { problems } from '../errors'
import { rememberedOf } from '../forms/remembered'
import type { KeyRow } from '../store/keys'
import type { RecordRow } from '../store/schema'
import type { Secrets } from '../store/secrets'
import { type Browser, browserOf } from './browser'
import type { Context } from './context'
import { isOwnPage, LOCAL_HOSTS, ownOrigins, PAGE_HEADER, sessionOf } from './session'

export type Principal =
  | { kind: 'anonymous'; browser: Browser | undefined }
  | { kind: 'key'; key: KeyRow }
  | { kind: 'admin' }

/**
 * Who asks on a job route: the first carrier present decides (`authorization`, `x-api-key`, `api_token`). Without any, a
 * browser that the admin has signed in with reads as the admin.
 * @throws Problem 401 unknown, 429 unknown after many others, 403 disabled or a guarded anonymous request
 */
export async function jobPrincipal(ctx: Context, request: Request): Promise<Principal> {
  const token = firstCarrier(request)
  if (token === undefined) {
    const reads = request.method === 'GET'
    if (reads && (await sessionOf(ctx, request)) !== undefined) return { kind: 'admin' }
    return anonymous(ctx, request)
  }
  if (isAdminKey(ctx, token)) return { kind: 'admin' }
  return keyPrincipal(ctx, token)
}

/** As {@link jobPrincipal}, for submissions: the admin key does not submit. */
export async function submitter(ctx: Context, request: Request): Promise<Principal> {
  const principal = await jobPrincipal(ctx, request)
  if (principal.kind === 'admin') throw problems.credentialUnknown()
  return principal
}

/**
 * Who asks on a task route: an API key as Bearer; where jobs need no key, a page of this server too, for its browser, and
 * a program that says by the same header that no page of another site sent it, for nobody in particular.
 * @throws Problem 401, 429 or 403
 */
export async function taskPrincipal(ctx: Context, request: Request): Promise<Principal> {
  const token = bearer(request)
  if (token !== undefined) return keyPrincipal(ctx, token)
  const { config } = ctx
  const own = takesAnonymous(config) && isOwnPage(config, request)
  if (own && (request.headers.has(PAGE_HEADER) || browserOf(ctx, request) !== undefined))
    return anonymous(ctx, request)
  throw problems.credentialMissing('Authorization: Bearer <API key>')
}

/**
 * For routes that the holder of the admin key is let into alone, by the key or by the session of a page: 401 or 429 comes
 * before all else.
 */
export function adminOnly(ctx: Context) {
  const detail = { tags: ['Administration'], security: [{ adminKey: [] }] }
  return new Elysia({ detail }).onBeforeHandle(async ({ request }) => {
    const token = bearer(request)
    if (token !== undefined) return requireAdminKey(ctx, token)
    if ((await sessionOf(ctx, request)) === undefined)
      throw problems.credentialMissing('Authorization: Bearer <admin key>')
  })
}

/** @throws Problem 401, or 429 after many others */
export function requireAdminKey(ctx: Context, given: string): void {
  if (!isAdminKey(ctx, given)) ctx.wrongCredentials.refuse(ctx.store.secrets.digest(given))
}

/**
 * What is keyed is visible to its key and the admin, an anonymous task of a browser to that and the admin, any other
 * anonymous thing to whoever knows its id.
 */
export function maySee(
  principal: Principal,
  { keyId, service, browser }: Pick<RecordRow, 'keyId'> & Partial<RecordRow>,
): boolean {
  if (principal.kind === 'admin') return true
  if (keyId !== null) return principal.kind === 'key' && principal.key.id === keyId
  if (service !== 'task' || browser === null) return true
  return principal.kind === 'anonymous' && principal.browser?.digest === browser
}

async function keyPrincipal(ctx: Context, token: string): Promise<Principal> {
  const key = await ctx.store.findKey(token)
  if (!key) return ctx.wrongCredentials.refuse(ctx.store.secrets.digest(token))
  if (!key.active) throw problems.keyDisabled()
  return { kind: 'key', key }
}

/** The credential that a request carries, whatever it is worth. */
export function firstCarrier(request: Request): string | undefined {
  const authorization = request.headers.get('authorization')?.trim() ?? ''
  return (
    authorization.replace(/^bearer(\s+|$)/i, '') ||
    request.headers.get('x-api-key')?.trim() ||
    new URL(request.url).searchParams.get('api_token')?.trim() ||
    undefined
  )
}

function bearer(request: Request): string | undefined {
  const found = /^bearer\s+(.+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')
  return found?.[1]
}

const adminDigest = rememberedOf(({ adminKey, digest }: Secrets) => Buffer.from(digest(adminKey)))

function isAdminKey({ store }: Context, token: string): boolean {
  return timingSafeEqual(Buffer.from(store.secrets.digest(token)), adminDigest(store.secrets))
}

/** Whether jobs need no credential here. */
export function takesAnonymous({ ALLOW_ANONYMOUS_JOBS, HOST }: Config): boolean {
  return ALLOW_ANONYMOUS_JOBS === 'auto' ? isLoopback(HOST) : ALLOW_ANONYMOUS_JOBS === 'true'
}

/** Who may ask on job routes, in the words of the document. */
export function jobSecurity(config: Config): Record<string, string[]>[] {
  return [...(takesAnonymous(config) ? [{}] : []), { apiKey: [] }]
}

/** Web pages must not use a server that trusts its own machine: neither across origins nor by a rebound name. */
function anonymous(ctx: Context, request: Request): Principal {
  const { config } = ctx
  if (!takesAnonymous(config)) throw problems.credentialMissing()
  const url = new URL(request.url)
  const origin = request.headers.get('origin')
  if (request.method !== 'GET' && origin !== null && !ownOrigins(config, url).includes(origin))
    throw problems.foreignOrigin()
  const guarded = isLoopback(config.HOST) && config.PUBLIC_BASE_URL === undefined
  if (guarded && !LOCAL_HOSTS.has(url.hostname)) throw problems.foreignHost()
  return { kind: 'anonymous', browser: browserOf(ctx, request) }
}

/** The key whose thing it is; null: nobody's. */
export const keyIdOf = (principal: Principal) =>
  principal.kind === 'key' ? principal.key.id : null

/** @throws Problem 403 for a key without quota */
export function refuseExhausted(principal: Principal): void {
  if (principal.kind !== 'key') return
  const { quotaRemaining } = principal.key
  if (quotaRemaining !== null && quotaRemaining <= 0) throw problems.quotaExhausted()
}
