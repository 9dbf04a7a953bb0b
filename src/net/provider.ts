import { literalAddress, type Scheme } from './address'
import { FetchFailed, FetchRefused, FetchTooLarge } from './failures'
import { type Fetched, type FetchOptions, guardedFetch, type Seams } from './fetch'
import { matchHost } from './hosts'

/** What one call to a provider may be. */
export interface ProviderCall {
  /** The address that the operator configured; its scheme, host and port are the only ones that are called. */
  base: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
  /** Largest answer in bytes, as it arrives and after decoding. */
  maxBytes: number
  /** From the name lookup to the last byte, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal
  live?: FetchOptions['live']
}

/**
 * How a call went: an answer with whatever status, its body read only where the status is 2xx, or how far it came:
 * `connection` (none), `time` (no whole answer within the limit), `midway` (it broke off), `size` (it grew too large),
 * `answer` (its encoding is not one that can be read).
 */
export type ProviderAnswer =
  | { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> }
  | { failed: 'connection' | 'time' | 'midway' | 'size' | 'answer' }

/**
 * Calls an address below `base`, which may be a private one, because the operator named it (link-local stays refused:
 * a cloud's metadata service answers there). No redirect is followed, no proxy used; an abort closes the connection.
 *
 * @throws FetchRefused for an address that is not below `base`, or the signal's reason
 */
export async function callProvider(
  url: string,
  { base, ...call }: ProviderCall,
  seams?: Seams,
): Promise<ProviderAnswer> {
  if (URL.parse(url)?.origin !== new URL(base).origin)
    throw new FetchRefused('must be the configured host and port')
  const { scheme, host } = partsOf(base)
  const reach = { schemes: [scheme], onlyHosts: [host], allowPrivateHosts: [host] }
  return answered(guardedFetch(url, { ...call, ...reach, ...ONE_ANSWER }, seams), call.signal)
}

/**
 * Where a file that a provider names in its answer may be fetched from, as options of the guarded fetch: the
 * provider's own address, or one of its `mediaHosts` by https, public unless it is the provider's own host. Undefined:
 * nowhere. Such a call is a GET without key and headers.
 */
export function mediaAccess(
  url: string,
  provider: { base: string; mediaHosts: readonly string[] },
): Pick<FetchOptions, 'schemes' | 'onlyHosts' | 'allowPrivateHosts'> | undefined {
  const wanted = URL.parse(url)
  if (!wanted) return undefined
  const { scheme, host } = partsOf(provider.base)
  const own = { onlyHosts: [host], allowPrivateHosts: [host] }
  if (wanted.origin === new URL(provider.base).origin) return { schemes: [scheme], ...own }
  if (!matchHost(wanted.hostname, provider.mediaHosts)) return undefined
  if (matchHost(wanted.hostname, [host])) return { schemes: ['https', scheme], ...own }
  return { schemes: ['https'], onlyHosts: provider.mediaHosts }
}

/**
 * A file that a provider names in its answer, by a GET without key and headers; undefined: it may not be fetched there.
 *
 * @throws the signal's reason
 */
export async function fetchMedia(
  url: string,
  provider: { base: string; mediaHosts: readonly string[] },
  limits: { maxBytes: number; timeoutMs: number; signal?: AbortSignal },
  seams?: Seams,
): Promise<ProviderAnswer | undefined> {
  const access = mediaAccess(url, provider)
  if (!access) return undefined
  const headers = { accept: 'image/*', 'user-agent': 'burin' }
  const options: FetchOptions = { ...limits, ...access, headers, ...ONE_ANSWER }
  return answered(guardedFetch(url, options, seams), limits.signal)
}

/** A redirect is an answer as any other, and what is no 2xx has no body. */
const ONE_ANSWER = { maxRedirects: 0, onlyGoodBodies: true } as const

async function answered(fetched: Promise<Fetched>, signal?: AbortSignal): Promise<ProviderAnswer> {
  try {
    return await fetched
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof FetchTooLarge) return { failed: 'size' }
    if (error instanceof FetchFailed) return { failed: error.at }
    // Its name leads to no address that may be called, or to none at all.
    if (error instanceof FetchRefused) return { failed: 'connection' }
    throw error
  }
}

function partsOf(base: string): { scheme: Scheme; host: string } {
  const { protocol, hostname } = new URL(base)
  return {
    scheme: protocol === 'https:' ? 'https' : 'http',
    host: literalAddress(hostname) ?? hostname,
  }
}
