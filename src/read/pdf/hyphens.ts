/** Words that a text uses, to tell a hyphen of the word from one of the line. */
export interface Vocabulary {
  words: ReadonlySet<string>
  /** Words with a hyphen inside, whole and in their parts (`state-of`, `of-the`). */
  compounds: ReadonlySet<string>
}

/** Learns from words inside lines alone: at their ends stand the hyphens in question. */
export function learnWords(lines: readonly string[]): Vocabulary {
  const words = new Set<string>()
  const compounds = new Set<string>()
  for (const line of lines) {
    for (const [word] of line.toLowerCase().matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
      const parts = word.split('-')
      if (parts.length === 1) words.add(word)
      parts.forEach((part, index) => {
        const next = parts[index + 1]
        if (next !== undefined) compounds.add(`${part}-${next}`)
      })
    }
  }
  return { words, compounds }
}

/** First parts that keep their hyphen even where no other line shows the whole word. */
const KEEP =
  /^(?:self|well|cross|high|low|long|short|full|half|fine|large|small|real|end|ground|state|non|multi|semi|quasi|size|time|data|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|first|second|third|\p{L}|\p{N}+)$/u

/**
 * Puts two lines together: a word broken at the end of the first is made whole, a hyphen of its own stays.
 *
 * @example
 * joinLines('two hun-', 'dred metres', vocabulary) // 'two hundred metres'
 */
export function joinLines(first: string, second: string, vocabulary: Vocabulary): string {
  const head = first.trimEnd()
  const tail = second.trimStart()
  const soft = head.endsWith('\u00ad')
  const broken = /([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)[-‐\u00ad]$/u.exec(head)
  const next = /^[\p{L}\p{N}]+/u.exec(tail)?.[0]
  if (!broken?.[1] || next === undefined) {
    // Scripts without spaces between words.
    const solid = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(head)
    return head + (solid ? '' : ' ') + tail
  }
  const bare = head.slice(0, -1)
  return !soft && keepsHyphen(broken[1], next, vocabulary) ? `${bare}-${tail}` : bare + tail
}

function keepsHyphen(before: string, next: string, { words, compounds }: Vocabulary): boolean {
  const last = before.toLowerCase().split('-').at(-1) ?? ''
  const follows = next.toLowerCase()
  if (compounds.has(`${last}-${follows}`)) return true
  if (words.has(last + follows)) return false
  // A name, a number or a third part: "Runge-Kutta", "of-the-art".
  if (/^[\p{Lu}\p{N}]/u.test(next) || before.includes('-')) return true
  return KEEP.test(last) && (words.has(follows) || follows.length > 4)
}
