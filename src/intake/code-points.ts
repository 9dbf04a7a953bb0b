/** The characters of a text as Python and the contract count them. Counted without a copy: it may be megabytes long. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
