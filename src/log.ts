/** Structured lines on standard output. */
export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

export interface LoggerOptions {
  /** Secrets that are replaced wherever they stand. */
  hidden?: readonly string[]
  /** Lines for people instead of JSON; standard output has them where it is a terminal. */
  readable?: boolean
  write?: (line: string) => void
}

/** One line an event; credentials in any text are replaced by `***`, however they are percent-encoded. */
export function createLogger(
  level: 'info' | 'error' | 'silent',
  options: LoggerOptions = {},
): Logger {
  const { readable = false, write = toOutput() } = options
  const { carries, redact } = redactor(options.hidden ?? [])
  const clock = { at: 0, time: '' }
  const emit = (name: 'info' | 'error', message: string, fields: Record<string, unknown> = {}) => {
    const at = Date.now()
    if (at !== clock.at) Object.assign(clock, { at, time: new Date(at).toISOString() })
    const event = { time: clock.time, level: name, message, ...fields }
    const plain = JSON.stringify(event)
    // Where JSON escapes nothing, a line without a secret has no value with one.
    const clean = !plain.includes('\\') && !carries(plain)
    const line = clean
      ? plain
      : JSON.stringify(event, (_, value) => (typeof value === 'string' ? redact(value) : value))
    write(`${readable ? inWords(JSON.parse(line)) : line}\n`)
  }
  return {
    info: level === 'info' ? (message, fields) => emit('info', message, fields) : () => {},
    error: level === 'silent' ? () => {} : (message, fields) => emit('error', message, fields),
  }
}

/** Milliseconds for which lines wait for others, so that no answer waits for a write to disk of its own line. */
const GATHER_MS = 10

function toOutput(): (line: string) => void {
  let held: string | undefined
  const flush = () => {
    const { stdout } = process
    // A point stops at separators of lines that JSON leaves as they are.
    const readable = () => held?.replace(/[^\n]+/g, (line) => inWords(JSON.parse(line)))
    if (held) stdout.write((stdout.isTTY && readable()) || held)
    held = ''
  }
  return (line) => {
    if (held === undefined) process.once('exit', flush)
    if (!held) setTimeout(flush, GATHER_MS).unref()
    held = (held ?? '') + line
  }
}

/** A pattern for a text of which any character may be percent-encoded, more than once too. */
export function encodedOrNot(text: string): string {
  return [...text].map(encodedOrNotCharacter).join('')
}

function encodedOrNotCharacter(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'))
  const literal = character.replace(/[^\w]/u, '\\$&')
  const encoded = bytes.map((byte) => `%(?:25)*${byte}`).join('')
  return character === ' ' ? `(?: |\\+|${encoded})` : `(?:${literal}|${encoded})`
}

const API_KEY = `${encodedOrNot('burin_')}(?:[\\w-]|%(?:25)*[0-9a-f]{2}){8,}`
const CARRIERS = '(api_token=|bearer\\s+)[^&\\s"]+'

function redactor(hidden: readonly string[]) {
  const secrets = hidden.filter((secret) => secret !== '').map(encodedOrNot)
  const known = [...secrets, API_KEY].join('|')
  const any = new RegExp(`${known}|${CARRIERS}`, 'i')
  const [whole, carried] = [new RegExp(known, 'gi'), new RegExp(CARRIERS, 'gi')]
  return {
    carries: (text: string) => any.test(text),
    redact: (text: string) => text.replace(whole, '***').replace(carried, '$1***'),
  }
}

/** `10:04:06 error: job given back job=01a1... attempt=1`, in the machine's time. */
function inWords({ time, level, message, ...fields }: Record<string, unknown>): string {
  const clock = new Date(String(time)).toTimeString().slice(0, 8)
  const said = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}=${quoted(value)}`)
  return `${clock} ${level === 'error' ? 'error: ' : ''}${message}${said.join('')}`
}

/** Nothing in a value may speak to the terminal itself. */
function quoted(value: unknown): string {
  if (typeof value === 'string' && /^[\x21\x23-\x7e]+$/.test(value)) return value
  return JSON.stringify(value).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
