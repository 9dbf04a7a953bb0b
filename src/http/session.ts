import { type Config, isLoopback } from '../config'
import type { Context } from './context'

const COOKIE = 'burin_session'
const SESSION_MS = 12 * 3_600_000

/** What a form of another site cannot send, and CORS lets no other page send. */
export const PAGE_HEADER = 'x-burin-page'

/** Opens a session for 12 hours; gives its end and the header that hands it to the browser. */
export async function signIn({ store, config }: Context, request: Request) {
  const { token, expiresAt } = await store.openSession(SESSION_MS)
  const cookie = { name: COOKIE, value: token, seconds: SESSION_MS / 1000 }
  return { expiresAt, cookie: cookieHeader(config, request, cookie) }
}

/** Ends the session that the request came with; gives the header that takes it from the browser. */
export async function signOut({ store, config }: Context, request: Request): Promise<string> {
  const token = cookieOf(request, COOKIE)
  if (token !== undefined) await store.closeSession(token)
  return cookieHeader(config, request, { name: COOKIE, value: '', seconds: 0 })
}

/** When the session ends that a page of ours asks with; undefined: an admin is not signed in, or not asking. */
export async function sessionOf(
  { store, config }: Context,
  request: Request,
): Promise<number | undefined> {
  const token = cookieOf(request, COOKIE)
  if (token === undefined || !isOwnPage(config, request)) return undefined
  return store.sessionEnd(token)
}

/**
 * Whether a request that a cookie vouches for was meant by its sender. Browsers say of every request to a trustworthy
 * origin where it comes from (Fetch Metadata), and name the origin of every other that changes something; what changes
 * something must also carry {@link PAGE_HEADER}, for which a foreign page would need leave (CORS). `SameSite=Strict` alone
 * takes other ports of a host for the same site.
 */
export function isOwnPage(config: Config, request: Request): boolean {
  const reads = request.method === 'GET'
  if (!reads && !request.headers.has(PAGE_HEADER)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || (reads && site === 'none')
  const origin = request.headers.get('origin')
  return origin === null || ownOrigins(config, new URL(request.url)).includes(origin)
}

export const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** On loopback the Host header proves nothing: a rebound name would be its page's own origin. */
export function ownOrigins(config: Config, url: URL): string[] {
  const believed = LOCAL_HOSTS.has(url.hostname) || !isLoopback(config.HOST)
  return [
    ...(believed ? [url.origin] : []),
    ...(config.PUBLIC_BASE_URL ? [new URL(config.PUBLIC_BASE_URL).origin] : []),
  ]
}

export function cookieOf(request: Request, name: string): string | undefined {
  const cookies = request.headers.get('cookie')
  return (cookies !== null && new Bun.CookieMap(cookies).get(name)) || undefined
}

/** For pages of this server alone, below the prefix of its proxy; scripts do not see it. */
export function cookieHeader(
  config: Config,
  request: Request,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string {
  const base = new URL(config.PUBLIC_BASE_URL ?? new URL(request.url).origin)
  return new Bun.Cookie(name, value, {
    httpOnly: true,
    sameSite: 'strict',
    path: base.pathname,
    maxAge: seconds,
    secure: base.protocol === 'https:',
  }).serialize()
}
