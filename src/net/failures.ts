/**
 * What was asked is not done: the address is not allowed, or the answer breaks a limit. The message is one short
 * sentence without its subject, fit for a client: "must be a public https address".
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}

/** An answer grew beyond the limit of its caller. */
export class FetchTooLarge extends FetchRefused {}

/** How far a call came: no connection, no answer in time, a connection that ended early, an answer that is no use. */
export type FailedAt = 'connection' | 'time' | 'midway' | 'answer'

/** The network did not do its part; another try may succeed. The message is fit for a client, `cause` for the log. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly at: FailedAt

  constructor(message: string, options: { at: FailedAt; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.at = options.at
  }
}

const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/
/** What Bun's fetch says when the other side hangs up, or speaks no HTTP. */
const BROKEN_OFF = /^(ECONNRESET|EPIPE|ConnectionClosed|Malformed_HTTP_Response)$/
const NOT_CONNECTED = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/

/** Whether no connection came about, so that nothing was sent and another address may be tried. */
export function neverConnected(error: unknown): boolean {
  return NOT_CONNECTED.test(codeOf(error))
}

/** Turns what `fetch` and streams throw into one of the two errors of this folder. */
export function networkFailure(error: unknown): FetchRefused | FetchFailed {
  if (error instanceof FetchRefused || error instanceof FetchFailed) return error
  if (CERTIFICATE.test(codeOf(error)))
    return new FetchFailed('has no valid certificate', { at: 'connection', cause: error })
  const at = BROKEN_OFF.test(codeOf(error)) ? 'midway' : 'connection'
  return new FetchFailed('could not be reached', { at, cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
