import type { Source } from '../../figure/quotes/source'

const COUNT = /^\s*(?:[x×]\s*)?(\d{1,4}|\p{L})\s*[x×]?\s*$/u
const MANY = /^\s*(?:\.{2,}|…|[x×]\s*\.{2,})\s*$/
const WORDS = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** How many something stands for: `x3` as `×3` where the text says the number, else `…`; nothing for what is no count. */
export function repeatOf({ repeat }: { repeat?: unknown }, source: Source): { repeat?: string } {
  if (typeof repeat !== 'string') return {}
  const [, count] = COUNT.exec(repeat) ?? []
  if (count === undefined) return MANY.test(repeat) ? { repeat: '…' } : {}
  if (count === '0' || count === '1') return {}
  const word = WORDS[Number(count)]
  const isSaid = source.says(count, 1) || (word !== undefined && source.says(word, 1))
  return { repeat: isSaid ? `×${count}` : '…' }
}
