import { isTooDeep } from '../../forms/json-depth'

/*
 * What the body of an answer says beside the text, for all wires at once: an error under a status of 200, a refusal.
 */

/** The JSON value in some bytes; undefined: there is none that can be read. */
export function jsonOf(bytes: Uint8Array): unknown {
  if (isTooDeep(bytes)) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Names that the Responses API gives to what other wires say by a status. */
const NAMED: Readonly<Record<string, number>> = { rate_limit_exceeded: 429, server_error: 500 }

/**
 * The status that an answer with status 200 tells of in its body: gateways and the Responses API find out too late that
 * a model behind them failed. Undefined: none.
 */
export function statusInBody(body: unknown): number | undefined {
  const error = member(body, 'error') ?? member(firstOf(member(body, 'choices')), 'error')
  const code = member(error, 'code')
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
  const message = member(firstOf(member(body, 'choices')), 'message')
  const refusal = member(message, 'refusal')
  return typeof refusal === 'string' && refusal !== '' && !member(message, 'content')
}

/** The names in a list of models, in whichever of the known forms; undefined: it is no such list. */
export function modelNames(body: unknown): string[] | undefined {
  const rows = member(body, 'data') ?? member(body, 'models')
  if (!Array.isArray(rows)) return undefined
  const names = rows.map((row) => member(row, 'id') ?? member(row, 'name'))
  return names.filter((name) => typeof name === 'string')
}

/** Milliseconds from a Retry-After: seconds, or a date. Undefined: it says nothing. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function member(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined
}
