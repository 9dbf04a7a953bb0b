const TAG = /<(\/?)([a-zA-Z][\w:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>/g

/** The first whole `<svg>` of an answer, words and fences around it left out. */
export function svgIn(answer: string): string | undefined {
  const start = answer.search(/<svg[\s>]/)
  const end = answer.indexOf('</svg>', Math.max(start, 0))
  return start < 0 || end < 0 ? undefined : answer.slice(start, end + '</svg>'.length)
}

/** The first `<patch>` of an answer, or the whole `<svg>` that stands in its stead. */
export function patchIn(answer: string): { patch: string } | { svg: string } | undefined {
  const found = /<patch\b(?:"[^"]*"|[^>"])*?(?:\/>|>[\s\S]*?<\/patch>)/.exec(answer)
  if (found) return { patch: found[0] }
  const svg = svgIn(answer)
  return svg === undefined ? undefined : { svg }
}

/** An `<svg>` that is still being written, up to its last whole child; undefined: it has none yet. */
export function wholeGroups(answer: string): string | undefined {
  const start = answer.search(/<svg[\s>]/)
  if (start < 0) return undefined
  let depth = 0
  let end: number | undefined
  for (const tag of answer.slice(start).matchAll(TAG)) {
    const [whole, closing, , , empty] = tag
    if (closing) depth -= 1
    else if (!empty) depth += 1
    if (depth === 0) break
    if (depth === 1 && (closing || empty)) end = start + tag.index + whole.length
  }
  return end === undefined ? undefined : answer.slice(start, end)
}
