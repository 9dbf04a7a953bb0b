import { randomText } from '../store/ids'
import type { Context } from './context'
import { cookieHeader, cookieOf } from './session'

const COOKIE = 'burin_browser'
/** As long as browsers keep any cookie. */
const KEEP_SECONDS = 400 * 86_400

/** A browser that submits without a key, so that it finds its own work again: a random number that says nothing else. */
export interface Browser {
  /** What the record keeps. */
  digest: string
  /** Hands the number to the browser, or renews it there. */
  cookie: string
}

/** Undefined for a client that is no browser: browsers name an origin with whatever they post. */
export function browserOf(ctx: Context, request: Request): Browser | undefined {
  const known = tokenOf(request)
  if (known === undefined && !request.headers.has('origin')) return undefined
  const token = known ?? randomText(16, 'hex')
  return {
    digest: ctx.store.secrets.digest(`browser ${token}`),
    cookie: cookieHeader(ctx.config, request, {
      name: COOKIE,
      value: token,
      seconds: KEEP_SECONDS,
    }),
  }
}

/** Only what we could have made: a word that somebody planted there and can guess opens nobody's work. */
function tokenOf(request: Request): string | undefined {
  const value = cookieOf(request, COOKIE)
  return value !== undefined && /^[0-9a-f]{32}$/.test(value) ? value : undefined
}
