import { afterAll, beforeAll, expect, test } from 'bun:test'

// What the words of pages ask of a browser: where their language is named, and which was chosen.
const browser = {
  document: { documentElement: {} },
  window: { localStorage: { getItem: () => 'en' } },
}
beforeAll(() => void Object.assign(globalThis, browser))
afterAll(() => {
  for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name)
})

test('a report says that nothing overlaps where no hard fault is told', async () => {
  const { sentences } = await import('../../src/web/figure/report')
  const { words } = await import('../../src/web/parts/words')
  const sentence = 'The words "removed" of s2 lie over "Filtered 1-40 Hz" of s2 by 14 units.'
  const figures = { nodes: 6, edges: 5, labelOverlaps: 0 }
  const told = (hard: boolean, mended = false) =>
    sentences({ figures, faults: [{ hard, mended, sentence }] })
  expect(told(true)).toContain(sentence)
  expect(told(true)).not.toContain(words.report.clean)
  for (const lines of [told(false), told(true, true), sentences({ figures })]) {
    expect(lines).toContain(words.report.clean)
    expect(lines).not.toContain(sentence)
  }
})
