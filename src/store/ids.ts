/** 32 hexadecimal characters that sort by time: UUIDv7 without dashes. */
export function newId(): string {
  return Bun.randomUUIDv7('buffer').toString('hex')
}

/** Random bytes that nobody can guess, as text. */
export function randomText(bytes: number, encoding: 'hex' | 'base64url' = 'base64url'): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString(encoding)
}

/** What ids made from an instant (milliseconds) on begin with, or more. */
export function idAt(instant: number): string {
  return instant.toString(16).padStart(12, '0')
}

/** ISO 8601 with `+00:00`. */
export function isoTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}+00:00`
}
