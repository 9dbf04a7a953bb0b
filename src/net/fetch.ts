/**
 * The one way out of this program to an address that a client named. Nothing else in src/, plugins/ or wasm/ opens an
 * outgoing connection to one; the linter holds that.
 */
import {
  checkUrl,
  hostOfAddress,
  isPrivateOrPublicAddress,
  isPublicAddress,
  literalAddress,
  refusal,
  type Scheme,
} from './address'
import { dropBody, readBody } from './body'
import { FetchFailed, FetchRefused, networkFailure, neverConnected } from './failures'
import { matchHost } from './hosts'

export interface FetchOptions {
  schemes: readonly Scheme[]
  /** How many redirects of a GET are followed, each checked as the first address was. 0: a 3xx is the answer. */
  maxRedirects: number
  /** Largest body in bytes, as it arrives and after decoding. */
  maxBytes: number
  /** From the name lookup to the last byte, in milliseconds. */
  timeoutMs: number
  /** Reads the body to make the sender content, and drops it; a fault in it does not count. */
  discardBody?: boolean
  /** Ends the connection of an answer that is no 2xx at its status, without its body. */
  onlyGoodBodies?: boolean
  /** Asked once the head of a good, unencoded answer has come: gives who takes the parts of its body as they arrive. */
  live?: (headers: Headers) => ((part: Uint8Array) => void) | undefined
  signal?: AbortSignal
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** After a redirect to another origin only `accept` and `user-agent` of these are sent on. */
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer> | string
  /** Hosts that may be private, as {@link matchHost} reads them. */
  allowPrivateHosts?: readonly string[]
  /** When given, the address and every redirect must stay on these hosts. */
  onlyHosts?: readonly string[]
}

export interface Fetched {
  status: number
  headers: Headers
  /** Decoded; empty where it was not wanted. */
  bytes: Uint8Array<ArrayBuffer>
  finalUrl: string
}

/**
 * What a test replaces to play a name server and a certificate authority on its own machine. Functions and trust only:
 * no setting, environment variable or request can reach them.
 */
export interface Seams {
  /** All addresses of a name, as literals. */
  resolve?: (name: string) => Promise<readonly string[]>
  isAllowedAddress?: (address: string, host: string) => boolean
  /** PEM of the one authority to trust. */
  ca?: string
}

/**
 * Calls a public address. The name is resolved once, all its addresses must be allowed, and the connection goes to
 * one of exactly these while the certificate is still verified for the name: a name server that changes its answer
 * between check and connection gains nothing. Proxy variables of the environment are ignored, because a proxy would
 * resolve the name anew.
 *
 * @throws {FetchRefused} the address or a redirect is not allowed, or a limit is exceeded
 * @throws {FetchFailed} it could not be reached, did not answer in time or has no valid certificate
 * @throws the signal's reason, when the caller gave up
 */
export async function guardedFetch(
  raw: string,
  options: FetchOptions,
  seams: Seams = {},
): Promise<Fetched> {
  // One span of time over every step: name lookup, each redirect, the body.
  const time = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, time]) : time
  const call = { options, seams, signal }
  try {
    const { response, url } = await follow(raw, call)
    const bytes = await takeBody(response, options)
    return { status: response.status, headers: response.headers, bytes, finalUrl: url.href }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!time.aborted) throw networkFailure(error)
    throw new FetchFailed(`did not answer within ${options.timeoutMs / 1000} s`, { at: 'time' })
  }
}

interface Call {
  options: FetchOptions
  seams: Seams
  /** Aborted when the time is up or the caller gives up. */
  signal: AbortSignal
}

async function follow(raw: string, call: Call): Promise<{ response: Response; url: URL }> {
  const first = admit(raw, call.options)
  let url = first
  for (let followed = 0; ; followed++) {
    const addresses = await checkedAddresses(url, call)
    const headers = headersFor(url, first, call.options)
    const response = await callFirstReachable({ url, addresses, headers }, call)
    const target = redirectTarget(response, call.options)
    if (target === undefined) return { response, url }
    dropBody(response)
    if (followed === call.options.maxRedirects) throw new FetchRefused('redirects too often')
    url = nextHop(url, target, call.options)
  }
}

function admit(raw: string, options: FetchOptions): URL {
  const checked = checkUrl(raw, options)
  if (!checked.ok) throw new FetchRefused(checked.reason)
  if (options.onlyHosts && !matchHost(checked.url.hostname, options.onlyHosts))
    throw new FetchRefused(refusal(options.schemes))
  return checked.url
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function redirectTarget(response: Response, options: FetchOptions): string | undefined {
  if (options.maxRedirects === 0 || (options.method ?? 'GET') !== 'GET') return undefined
  if (!REDIRECTS.has(response.status)) return undefined
  return response.headers.get('location') ?? undefined
}

function nextHop(from: URL, location: string, options: FetchOptions): URL {
  if (!URL.canParse(location, from)) throw new FetchRefused(refusal(options.schemes))
  const next = admit(new URL(location, from).href, options)
  if (from.protocol === 'https:' && next.protocol !== 'https:')
    throw new FetchRefused(refusal(['https']))
  return next
}

/** Every address that the call may go to, IPv4 first: without IPv6, a dropped packet would use up the deadline. */
async function checkedAddresses(url: URL, call: Call): Promise<readonly string[]> {
  const { options, seams } = call
  const literal = literalAddress(url.hostname)
  const addresses = literal === undefined ? await resolved(url, call) : [literal]
  const named = matchHost(url.hostname, options.allowPrivateHosts ?? [])
  const allowed = named ? isPrivateOrPublicAddress : (seams.isAllowedAddress ?? isPublicAddress)
  if (addresses.length === 0 || !addresses.every((address) => allowed(address, url.hostname)))
    throw new FetchRefused(refusal(options.schemes))
  return addresses.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
}

async function resolved(url: URL, { options, seams, signal }: Call): Promise<readonly string[]> {
  try {
    return await orAbort((seams.resolve ?? resolveName)(url.hostname), signal)
  } catch (error) {
    if (signal.aborted || !isUnknownName(error)) throw error
    // Told apart from a private address, an unknown name would let a client map the operator's network.
    throw new FetchRefused(refusal(options.schemes), { cause: error })
  }
}

/** Settles as `work` does, or rejects as soon as the signal is aborted. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', abort),
  )
}

async function resolveName(name: string): Promise<readonly string[]> {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

function isUnknownName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(NOTFOUND|NODATA)$/.test(`${error.code}`)
}

function headersFor(url: URL, first: URL, options: FetchOptions): Headers {
  const all = new Headers(options.headers)
  const headers = url.origin === first.origin ? all : new Headers()
  for (const name of ['accept', 'user-agent']) {
    const value = all.get(name)
    if (value !== null) headers.set(name, value)
  }
  headers.set('host', url.host)
  headers.set('accept-encoding', 'identity')
  return headers
}

interface Hop {
  url: URL
  addresses: readonly string[]
  headers: Headers
}

async function callFirstReachable(hop: Hop, call: Call): Promise<Response> {
  let last: unknown
  for (const address of hop.addresses) {
    try {
      return await callPinned(hop, address, call)
    } catch (error) {
      if (!neverConnected(error)) throw error
      last = error
    }
  }
  throw last
}

function callPinned({ url, headers }: Hop, address: string, { options, seams, signal }: Call) {
  const port = url.port === '' ? '' : `:${url.port}`
  const pinned = `${url.protocol}//${hostOfAddress(address)}${port}${url.pathname}${url.search}`
  const isName = literalAddress(url.hostname) === undefined
  return fetch(pinned, {
    method: options.method ?? 'GET',
    headers,
    body: options.body,
    signal,
    redirect: 'manual',
    proxy: false,
    decompress: false,
    // No connection outlives the check that it was opened under.
    keepalive: false,
    // The deadline alone decides; Bun's own would end a quiet connection after five minutes.
    timeout: false,
    tls: {
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
      rejectUnauthorized: true,
      // RFC 6066: a server name is sent without its trailing dot.
      ...(isName && { serverName: url.hostname.replace(/\.$/, '') }),
      ...(seams.ca !== undefined && { ca: seams.ca }),
    },
  })
}

async function takeBody(
  response: Response,
  options: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (options.onlyGoodBodies && !response.ok) {
    dropBody(response)
    return new Uint8Array()
  }
  const isPlain = /^(identity)?$/i.test(response.headers.get('content-encoding') ?? '')
  const taken = response.ok && isPlain ? options.live?.(response.headers) : undefined
  if (!options.discardBody) return readBody(response, options.maxBytes, taken)
  await readBody(response, options.maxBytes).catch(() => undefined)
  return new Uint8Array()
}
