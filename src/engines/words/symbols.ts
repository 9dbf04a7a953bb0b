/** A name that has a small first letter wherever it stands: "mRNA", "δ13C", "k-mer", "α". */
export const SYMBOL = String.raw`\p{Ll}{1,3}[\p{Lu}\p{N}]|\p{Ll}-\p{L}|[α-ω](?!\p{Ll})`
const FIRST = new RegExp(`^(?:${SYMBOL})`, 'u')

/** With a capital at its beginning, unless a symbol stands there. */
export const capitalised = (text: string): string =>
  FIRST.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
