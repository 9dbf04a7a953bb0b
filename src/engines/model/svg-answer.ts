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

/** A drawing with a patch in it, as text: groups in the place of those that say the same, new ones at its end. */
export function mergedSource(source: string, patch: string): string {
  let merged = source
  for (const part of childrenOf(patch)) {
    const dropped = /^<drop\b[^>]*\bref\s*=\s*["']([^"']*)["']/.exec(part)?.[1]
    const open = /^<g\b(?:"[^"]*"|[^>"])*>/.exec(part)?.[0] ?? ''
    const [, kind = '', says = ''] = TELLS.exec(open) ?? []
    const names = dropped === undefined ? [kind] : KINDS
    const old = spanOf(merged, names, dropped ?? says)
    const next = dropped === undefined ? part : ''
    if (old) merged = merged.slice(0, old.start) + next + merged.slice(old.end)
    else if (next !== '') merged = merged.replace(/<\/svg>\s*$/, () => `${next}\n</svg>`)
  }
  return merged
}

const KINDS = ['node', 'edge', 'panel', 'scheme', 'note', 'picture', 'key']
const TELLS = /\bdata-(node|edge|panel|scheme|note|picture|key)\s*=\s*"([^"]*)"/

/** What stands directly in an element, each as it is written. */
function* childrenOf(text: string): Generator<string> {
  let [depth, start] = [0, 0]
  for (const { 0: whole, 1: closing, 4: empty, index } of text.matchAll(TAG)) {
    if (closing) depth -= 1
    if (depth === 1 && !closing) start = index
    if (depth === 1 && (closing || empty)) yield text.slice(start, index + whole.length)
    if (!closing && !empty) depth += 1
  }
}

/** Where the group of one of these kinds begins and ends that says so; there is one key. */
function spanOf(text: string, kinds: readonly string[], says: string) {
  for (const open of text.matchAll(/<g\b(?:"[^"]*"|[^>"])*>/g)) {
    const [, kind = '', said] = TELLS.exec(open[0]) ?? []
    if (!kinds.includes(kind) || (said !== says && kind !== 'key')) continue
    const [own] = childrenOf(`<x>${text.slice(open.index)}`)
    return own === undefined ? undefined : { start: open.index, end: open.index + own.length }
  }
  return undefined
}
