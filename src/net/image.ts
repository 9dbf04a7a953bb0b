import { FetchFailed } from './failures'
import { type FetchOptions, guardedFetch, type Seams } from './fetch'

export interface ImageFetchSettings {
  /** Default 20,000,000. */
  maxBytes?: number
  /** Milliseconds, default 20,000. */
  timeoutMs?: number
  /** When given, address and redirects must stay on these hosts. */
  onlyHosts?: readonly string[]
  userAgent: string
  signal?: AbortSignal
}

/**
 * The bytes behind a public https URL, over at most three redirects. What they are is for the reader to find out:
 * the declared type is not looked at.
 *
 * @throws FetchRefused, FetchFailed (also for a status that is not 200), or the signal's reason
 */
export async function fetchImage(
  url: string,
  settings: ImageFetchSettings,
  seams?: Seams,
): Promise<Uint8Array<ArrayBuffer>> {
  const options: FetchOptions = {
    schemes: ['https'],
    maxRedirects: 3,
    maxBytes: settings.maxBytes ?? 20_000_000,
    timeoutMs: settings.timeoutMs ?? 20_000,
    onlyHosts: settings.onlyHosts,
    signal: settings.signal,
    headers: { accept: 'image/*', 'user-agent': settings.userAgent },
  }
  const { status, bytes } = await guardedFetch(url, options, seams)
  if (status !== 200) throw new FetchFailed(`answered with status ${status}`, { at: 'answer' })
  return bytes
}
