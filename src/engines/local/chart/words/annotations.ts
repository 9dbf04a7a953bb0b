import type { Wish } from './wish'

const NOTING =
  /\b(?:annotat\w*|notes?|remarks?|comments?|callouts?|flag(?:ged)?|writ\w*|words?|text|label(?:led|ed|ing)?|mark(?:ed|ing|s)?|put|add|arrow|say(?:s|ing)?|read(?:s|ing)?|point(?:ing)? (?:out|to)|tag(?:ged)?|caption(?:ed)?|with)\b[^"]*$/i

const PLACED =
  /^[\s,]*(?:(?:written|placed|put|drawn|right|just|directly|printed|shown|standing|pointing|and an arrow) )*(?:at|above|over|next to|near|beside|by|on|under|below|in|for|to|where|of|around|when|atop|against)\b/i

/** Words in quotes that are to stand at a place of the data, with the words around them that tell where, likeliest first. */
export function notesOf(text: string, taken: readonly string[]): Wish['annotations'] {
  const quotes = [...text.matchAll(/"([^"]{1,80})"/g)]
  return quotes
    .flatMap((quote, i) => {
      const words = (quote[1] ?? '').trim()
      const from = (quotes[i - 1]?.index ?? 0) + (quotes[i - 1]?.[0].length ?? 0)
      const end = quote.index + quote[0].length
      const before =
        text
          .slice(Math.max(from, quote.index - 100), quote.index)
          .split(/[;?!]\s|\.\s/)
          .at(-1) ?? ''
      const after = (
        text.slice(end, quotes[i + 1]?.index).split(/[;?!]\s|\.(?:\s|$)/)[0] ?? ''
      ).slice(0, 80)
      if (taken.includes(words) || !NOTING.test(before)) return []
      return [{ text: words, around: PLACED.test(after) ? [after, before] : [before, after] }]
    })
    .slice(0, 8)
}
