/** Structured lines on standard output. */
export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

const SECRETS = [/(api_token=)[^&\s"]+/gi, /(burin_)[A-Za-z0-9_-]{8,}/g, /(bearer\s+)[^\s"]+/gi]

/** One JSON object a line; credentials in any text are replaced by `***`. */
export function createLogger(
  level: 'info' | 'error' | 'silent',
  write: (line: string) => void = (line) => process.stdout.write(line),
): Logger {
  const emit = (name: 'info' | 'error', message: string, fields: Record<string, unknown> = {}) => {
    const line = JSON.stringify({
      time: new Date().toISOString(),
      level: name,
      message,
      ...fields,
    })
    write(`${redact(line)}\n`)
  }
  return {
    info: level === 'info' ? (message, fields) => emit('info', message, fields) : () => {},
    error: level === 'silent' ? () => {} : (message, fields) => emit('error', message, fields),
  }
}

export function redact(text: string): string {
  return SECRETS.reduce((line, pattern) => line.replace(pattern, '$1***'), text)
}
