import { guardedFetch, type Seams } from './fetch'

export interface WebhookPostSettings {
  /** Hosts that may be private, as `matchHost` reads them. */
  allowPrivateHosts?: readonly string[]
  /** Milliseconds, default 15,000. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** What is read of a receiver's answer before the connection is closed, in bytes. */
const ANSWER_LIMIT = 65_536

/**
 * Posts a body to an http or https receiver and gives the status of its answer. A redirect is not followed: its 3xx
 * is that status. What the receiver says beside the status is dropped.
 *
 * @throws FetchRefused, FetchFailed, or the signal's reason
 */
export async function postWebhook(
  url: string,
  body: Uint8Array<ArrayBuffer> | string,
  headers: Readonly<Record<string, string>>,
  settings: WebhookPostSettings,
  seams?: Seams,
): Promise<{ status: number }> {
  const { status } = await guardedFetch(
    url,
    {
      schemes: ['https', 'http'],
      maxRedirects: 0,
      maxBytes: ANSWER_LIMIT,
      timeoutMs: settings.timeoutMs ?? 15_000,
      discardBody: true,
      allowPrivateHosts: settings.allowPrivateHosts,
      signal: settings.signal,
      method: 'POST',
      headers,
      body,
    },
    seams,
  )
  return { status }
}
