import { pointed } from './json-pointer'

/*
 * What the body of an answer says beside the text, for all wires at once: an error under a status of 200, a refusal.
 */

/** Names that the Responses API gives to what other wires say by a status. */
const NAMED: Readonly<Record<string, number>> = { rate_limit_exceeded: 429, server_error: 500 }

/**
 * The status that an answer with status 200 tells of in its body: gateways and the Responses API find out too late that
 * a model behind them failed. Undefined: none.
 */
export function statusInBody(body: unknown): number | undefined {
  const error = pointed(body, '/error') ?? pointed(body, '/choices/0/error')
  const code = pointed(error, '/code')
  if (typeof code === 'string' && Object.hasOwn(NAMED, code)) return NAMED[code]
  return statusInNumber(code)
}

/** A number that is meant as a status of failure. */
export function statusInNumber(code: unknown): number | undefined {
  const status = Number(code ?? Number.NaN)
  return status >= 400 && status < 600 ? status : undefined
}

/** Whether a chat answer is a refusal and nothing else. */
export function isRefusal(body: unknown): boolean {
  const message = pointed(body, '/choices/0/message')
  const refusal = pointed(message, '/refusal')
  return typeof refusal === 'string' && refusal !== '' && !pointed(message, '/content')
}

/** The names in a list of models, in whichever of the known forms; undefined: it is no such list. */
export function modelNames(body: unknown): string[] | undefined {
  const rows = pointed(body, '/data') ?? pointed(body, '/models')
  if (!Array.isArray(rows)) return undefined
  const names = rows.map((row) => pointed(row, '/id') ?? pointed(row, '/name'))
  return names.filter((name) => typeof name === 'string')
}

/** Milliseconds from a Retry-After: seconds, or a date. Undefined: it says nothing. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
