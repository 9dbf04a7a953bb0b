/** The part of a file that a request asks for: byte offsets, `end` exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * What a `Range` header asks of a file of `size` bytes. Undefined: the whole file, as for several ranges at once or a
 * header that is none (RFC 9110, section 14.2); `'beyond'`: no byte of it exists.
 *
 * @example
 * rangeOf('bytes=-500', 2000) // { start: 1500, end: 2000 }
 */
export function rangeOf(header: string | null, size: number): ByteRange | 'beyond' | undefined {
  const found = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  const [first, last] = [found?.[1] ?? '', found?.[2] ?? '']
  if (first === '' && last === '') return undefined
  if (first === '') return last === '0' || size === 0 ? 'beyond' : fromEnd(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'beyond'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

function fromEnd(count: number, size: number): ByteRange {
  return { start: Math.max(0, size - count), end: size }
}
