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

test('a report says that nothing overlaps where no hard fault is told, else what is wrong and how often', async () => {
  const { sentences } = await import('../../src/web/figure/report')
  const { words } = await import('../../src/web/parts/words')
  const sentence = `${words.editor.faultKinds.words_over} (2)`
  const told = (hard: boolean, mended = false) => {
    const fault = { kind: 'words_over', hard, mended } as const
    return sentences({ figures: { nodes: 6, edges: 5 }, faults: [fault, fault] })
  }
  expect(told(true)).toContain(sentence)
  expect(told(true)).not.toContain(words.report.clean)
  for (const lines of [told(false), told(true, true), sentences({ faults: [] })]) {
    expect(lines).toContain(words.report.clean)
    expect(lines).not.toContain(sentence)
  }
  expect(sentences({ figures: { nodes: 6 } })).not.toContain(words.report.clean)
})
