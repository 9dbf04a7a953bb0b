/** What rules claim of 230 texts by seven authors whose graphs are known; what they do not claim cannot be wrong. */
import { expect, test } from 'bun:test'
import { readText } from '../../src/engines/local/text/read-text'
import type { Span } from '../../src/forms/diagram'
import { cases } from '../bench/text/halves'
import { isFunctionWord } from '../bench/text/names'

const texts = await cases('open')
const read = await Promise.all(
  texts.map(async (one) => ({ one, diagram: await readText(one.text) })),
)

test('prose claims no relation but the order of the lists in it', () => {
  const claimed = read.flatMap(({ diagram }) => diagram.edges)
  expect(claimed.filter(({ kind }) => kind !== 'order')).toEqual([])
  const ordered = read.filter(({ diagram }) => diagram.edges.length > 0)
  expect(ordered.length).toBeGreaterThan(0)
  for (const { one } of ordered)
    expect(one.text).toMatch(
      /→|:|\b(?:then|next|finally|lastly|second(?:ly)?|third(?:ly)?|afterwards|subsequently)\b/i,
    )
})

test('the stages stand in the order of the text', () => {
  for (const { one, diagram } of read) {
    const starts = diagram.nodes.map(({ spans }) => spans[0]?.start ?? -1)
    expect([one.id, starts]).toEqual([one.id, starts.toSorted((a, b) => a - b)])
  }
})

/** Words that open a sentence and that no stage shows. */
const OPENERS =
  /^(?:we|it|they|first|firstly|second|third|then|next|finally|also|thus|therefore|subsequently|now|here|however|so|only|turn|addition|parallel|step|stage|phase|but|lastly|last|this|these|those|hence|i|further|furthermore|meanwhile|moreover|again|instead|conversely|afterwards|later|initially|likewise|consequently|end)$/

test('of every text nearly all words are shown', () => {
  let [shown, all] = [0, 0]
  for (const { one, diagram } of read) {
    const spans: Span[] = [
      ...diagram.nodes.flatMap(({ spans, items = [] }) => [
        ...spans,
        ...items.flatMap((item) => item.spans),
      ]),
      ...diagram.groups.flatMap(({ spans }) => spans),
    ]
    const title = diagram.title?.toLowerCase() ?? ''
    const said = [...(diagram.warnings ?? []), ...(diagram.ignored ?? [])].join(' ')
    for (const { 0: word, index } of one.text.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (isFunctionWord(word.toLowerCase()) || OPENERS.test(word.toLowerCase())) continue
      all++
      const isShown = spans.some(({ start, end }) => start <= index && index < end)
      if (isShown || title.includes(word.toLowerCase()) || said.includes(word)) shown++
    }
  }
  expect(shown / all).toBeGreaterThan(0.99)
})
