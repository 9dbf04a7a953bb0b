import { Elysia } from 'elysia'
import { type Config, isLoopback } from '../config'
import { problems } from '../errors'
import { rememberedOf } from '../forms/remembered'
import type { KeyRow } from '../store/keys'
import type { SeenRow } from '../store/schema'
import type { Secrets } from '../store/secrets'
import { type Browser, browserOf } from './browser'
import type { Context } from './context'
import { isOwnPage, LOCAL_HOSTS, ownOrigins, PAGE_HEADER, sessionOf } from './session'

export type Principal =
  | { kind: 'anonymous'; browser: Browser | undefined }
  | { kind: 'key'; key: KeyRow }
  | { kind: 'admin' }

type Keyless = Exclude<Principal, { kind: 'key' }>

/** Who asks, before a key is looked up. */
type Asker = Keyless | { kind: 'token'; token: string; digest: string }

/**
 * Who asks on a job route: the first carrier present decides (`authorization`, `x-api-key`, `api_token`). Without any, a
 * browser that the admin has signed in with reads as the admin.
 * @throws Problem 401 unknown, 429 unknown after many others, 403 disabled or a guarded anonymous request
 */
export async function jobPrincipal(ctx: Context, request: Request): Promise<Principal> {
  return principalOf(ctx, await jobAsker(ctx, request))
}

/** As {@link jobPrincipal}, a key not looked up yet. */
export async function jobAsker(ctx: Context, request: Request): Promise<Asker> {
  const token = firstCarrier(request)
  if (token === undefined) {
    const reads = request.method === 'GET'
    if (reads && (await sessionOf(ctx, request)) !== undefined) return { kind: 'admin' }
    return anonymous(ctx, request)
  }
  const digest = ctx.store.secrets.digest(token)
  return isAdminKey(ctx, digest) ? { kind: 'admin' } : { kind: 'token', token, digest }
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
  return principalOf(ctx, taskAsker(ctx, request))
}

/** As {@link taskPrincipal}, a key not looked up yet. */
export function taskAsker(ctx: Context, request: Request): Asker {
  const token = bearer(request)
  if (token !== undefined) return { kind: 'token', token, digest: ctx.store.secrets.digest(token) }
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
  const digest = ctx.store.secrets.digest(given)
  if (!isAdminKey(ctx, digest)) ctx.wrongCredentials.refuse(digest)
}

/**
 * What is keyed is visible to its key and the admin, an anonymous task of a browser to that and the admin, any other
 * anonymous thing to whoever knows its id.
 */
export function maySee(
  principal: Keyless | { kind: 'key'; key: Pick<KeyRow, 'id'> },
  { keyId, service, browser }: Pick<SeenRow, 'keyId'> & Partial<SeenRow>,
): boolean {
  if (principal.kind === 'admin') return true
  if (keyId !== null) return principal.kind === 'key' && principal.key.id === keyId
  if (service !== 'task' || browser === null) return true
  return principal.kind === 'anonymous' && principal.browser?.digest === browser
}

/** A record that the caller may see; undefined: none. One read: polls are most of all requests. @throws as principals do */
export async function seenBy(ctx: Context, asker: Asker, id: string): Promise<SeenRow | undefined> {
  const isToken = asker.kind === 'token'
  const { key, record } = await ctx.store.findSeen(id, isToken ? asker.digest : null)
  const principal = isToken ? usable(ctx, asker.digest, key) : asker
  return record && maySee(principal, record) ? record : undefined
}

async function principalOf(ctx: Context, asker: Asker): Promise<Principal> {
  if (asker.kind !== 'token') return asker
  return usable(ctx, asker.digest, await ctx.store.findKey(asker.token))
}

function usable<Key extends Pick<KeyRow, 'active'>>(
  ctx: Context,
  digest: string,
  key: Key | undefined,
) {
  if (!key) return ctx.wrongCredentials.refuse(digest)
  if (!key.active) throw problems.keyDisabled()
  return { kind: 'key', key } as const
}

/** The credential that a request carries, whatever it is worth. */
export function firstCarrier(request: Request): string | undefined {
  const authorization = request.headers.get('authorization')?.trim() ?? ''
  const inQuery = () => new URL(request.url).searchParams.get('api_token')?.trim()
  return (
    authorization.replace(/^bearer(\s+|$)/i, '') ||
    request.headers.get('x-api-key')?.trim() ||
    (request.url.includes('?') && inQuery()) ||
    undefined
  )
}

function bearer(request: Request): string | undefined {
  const found = /^bearer\s+(.+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')
  return found?.[1]
}

const adminDigest = rememberedOf(({ adminKey, digest }: Secrets) => digest(adminKey))

/** Nobody can choose the digest of a guess, so the time of a comparison tells nothing of it. */
const isAdminKey = ({ store }: Context, digest: string) => digest === adminDigest(store.secrets)

/** Whether jobs need no credential here. */
export function takesAnonymous({ ALLOW_ANONYMOUS_JOBS, HOST }: Config): boolean {
  return ALLOW_ANONYMOUS_JOBS === 'auto' ? isLoopback(HOST) : ALLOW_ANONYMOUS_JOBS === 'true'
}

/** Who may ask on job routes, in the words of the document. */
export function jobSecurity(config: Config): Record<string, string[]>[] {
  return [...(takesAnonymous(config) ? [{}] : []), { apiKey: [] }]
}

/** Web pages must not use a server that trusts its own machine: neither across origins nor by a rebound name. */
function anonymous(ctx: Context, request: Request): Keyless {
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
