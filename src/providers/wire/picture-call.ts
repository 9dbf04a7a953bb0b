/*
 * Calls about pictures, in our own form: one that is to be painted, and one whose parts are to be found.
 */

export interface PaintRequest {
  prompt: string
  /** Pictures to start from, PNG each. */
  images: readonly Uint8Array[]
}

/** A picture as it came, of whatever format: whether it can be read is for its reader to find out. */
export interface PaintAnswer {
  picture: Uint8Array
}

export interface MaskRequest {
  /** PNG. */
  png: Uint8Array
  /** Of the PNG, in pixels. */
  width: number
  height: number
  /** What to look for, a word or two each. */
  kinds: readonly string[]
  /** At most so many of each kind. */
  most: number
}

/** The largest picture of an answer, in bytes. */
export const MAX_PICTURE_BYTES = 50_000_000

/** The largest answer that holds one: base64 is longer by a third, and there are words around it. */
export const MAX_ANSWER_BYTES = Math.ceil((MAX_PICTURE_BYTES * 4) / 3) + 1_000_000

/** How sure a provider is of what it found, from 0 to 1; who does not say is. */
export const sureness = (said: unknown): number =>
  typeof said === 'number' && said >= 0 && said <= 1 ? said : 1

/** The bytes of base64, or of a data URL in base64; undefined: it is none. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const [, data = text] = /^data:[^,]{0,200};base64,([\s\S]*)$/.exec(text) ?? []
  const bytes = Buffer.from(data, 'base64')
  // Buffer stops at what is no base64, or leaves it out.
  const length = Math.floor((data.replace(/[\s=]+/g, '').length * 3) / 4)
  return bytes.byteLength > 0 && bytes.byteLength === length ? bytes : undefined
}

export function dataUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}
