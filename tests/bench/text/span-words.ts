import type { Diagram } from '../../../src/forms/diagram'
import { isFunctionWord, words } from './names'
import { stem } from './stem'

export interface SpanWords {
  inside: number
  all: number
  /** The words that are not, each with its label. */
  outside: string[]
}

/**
 * How many content words of the labels stand in the source span of what they label. Another form of the same word will
 * do: one of the same stem, one whose first four letters are the same, or the past of an irregular verb. What has no
 * span and says so by a confidence below 0.5 is left out; with more confidence all its words are outside.
 */
export function spanWords(diagram: Diagram, text: string): SpanWords {
  const items = diagram.nodes.flatMap((node) => node.items ?? [])
  const labelled = [...diagram.nodes, ...items, ...diagram.groups, ...diagram.edges]
  const result: SpanWords = { inside: 0, all: 0, outside: [] }
  for (const part of labelled) {
    if (part.spans.length === 0 && part.confidence < 0.5) continue
    const source = words(part.spans.map(({ start, end }) => text.slice(start, end)).join(' '))
    const label = `${part.label ?? ''} ${'detail' in part ? (part.detail ?? '') : ''}`.trim()
    for (const word of words(label)) {
      if (isFunctionWord(word)) continue
      const inside = source.some((other) => sameWord(word, other))
      result.all += 1
      if (inside) result.inside += 1
      else result.outside.push(`${word} (${label})`)
    }
  }
  return result
}

function sameWord(a: string, b: string): boolean {
  if (a === b || stem(a) === stem(b) || IRREGULAR.get(b) === a) return true
  if (isInflection(a, b) || isInflection(b, a)) return true
  return /^\p{L}{4}/u.test(a) && a.slice(0, 4) === b.slice(0, 4)
}

/** Regular endings on words too short for their stems to tell. */
const isInflection = (word: string, base: string) =>
  base.length > 1 && ['s', 'es', 'd', 'ed', 'ing'].some((suffix) => word === base + suffix)

const IRREGULAR = new Map(
  Object.entries({
    begin: 'began begun',
    bind: 'bound',
    break: 'broke broken',
    bring: 'brought',
    buy: 'bought',
    choose: 'chose chosen',
    cut: 'cut',
    do: 'did done',
    draw: 'drew drawn',
    drive: 'drove driven',
    feed: 'fed',
    find: 'found',
    freeze: 'froze frozen',
    get: 'got',
    give: 'gave given',
    go: 'went gone',
    grind: 'ground',
    grow: 'grew grown',
    hold: 'held',
    keep: 'kept',
    lay: 'laid',
    lead: 'led',
    leave: 'left',
    make: 'made',
    meet: 'met',
    put: 'put',
    rise: 'rose risen',
    run: 'ran',
    say: 'said',
    see: 'saw seen',
    sell: 'sold',
    send: 'sent',
    shoot: 'shot',
    show: 'shown',
    spin: 'spun',
    split: 'split',
    stick: 'stuck',
    take: 'took taken',
    teach: 'taught',
    tell: 'told',
    throw: 'threw thrown',
    wind: 'wound',
    write: 'wrote written',
  }).flatMap(([base, pasts]) => pasts.split(' ').map((past) => [past, base] as const)),
)
