/** What a page may send beside what every page may. */
const REQUEST_HEADERS =
  'authorization, content-type, idempotency-key, if-none-match, if-range, last-event-id, prefer, range, x-api-key, x-request-id'
/** What a page may read beside what every page may. */
const ANSWER_HEADERS =
  'accept-ranges, allow, content-range, etag, preference-applied, retry-after, www-authenticate, x-request-id'
const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600'
const PREFIX = 'access-control-'

/**
 * Pages of the listed origins may use `/api/*` (Fetch standard, CORS protocol). A credential goes into a header, never
 * into a cookie: answers do not allow the browser's own.
 */
export class Cors {
  constructor(private readonly origins: readonly string[]) {}

  /** The answer to a preflight of a listed origin. */
  preflight(request: Request): Response | undefined {
    const asked = request.method === 'OPTIONS' && request.headers.has(`${PREFIX}request-method`)
    if (!asked || this.originOf(request) === undefined) return undefined
    const headers = {
      [`${PREFIX}allow-methods`]: METHODS,
      [`${PREFIX}allow-headers`]: REQUEST_HEADERS,
      [`${PREFIX}max-age`]: MAX_AGE,
    }
    return new Response(null, { status: 204, headers })
  }

  /** Lets the page that asked read the answer. */
  open(request: Request, answer: Response): void {
    if (this.origins.length === 0) return
    answer.headers.append('vary', 'origin')
    const origin = this.originOf(request)
    if (origin === undefined) return
    answer.headers.set(`${PREFIX}allow-origin`, origin)
    answer.headers.set(`${PREFIX}expose-headers`, ANSWER_HEADERS)
  }

  private originOf(request: Request): string | undefined {
    const origin = request.headers.get('origin')
    if (origin === null || !this.origins.includes(origin)) return undefined
    return URL.parse(request.url)?.pathname.startsWith('/api/') ? origin : undefined
  }
}
