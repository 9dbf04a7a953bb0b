import { describe, expect, test } from 'bun:test'
import { STYLES } from '../../../src/forms/look'
import { drawDraft, edge, node } from './draft-figure'

const TEXT =
  'Queries go to the retriever. The retriever searches the store, which is built offline from 21 million passages. ' +
  'The writer, a frozen T5 model, writes an answer. At most three rounds are allowed. Training uses only the retriever and the store.'

const DRAFT = {
  title: null,
  unsure: [],
  nodes: [
    node('queries', 'Queries', [60, 200, 200, 110]),
    node('store', 'Store', [60, 620, 200, 110], { form: 'cylinder', group: 'search' }),
    node('retriever', 'Retriever', [560, 620, 220, 110], { group: 'search' }),
    node('writer', 'Writer', [1080, 200, 240, 110]),
  ],
  edges: [edge('queries', 'retriever'), edge('store', 'retriever'), edge('retriever', 'writer')],
  groups: [{ id: 'search', label: 'Retriever searches', parent: null, box: [30, 540, 790, 230] }],
}

const note = (text: unknown, more: object = {}) => ({
  ...{ text, at: 'writer', box: null, form: 'text', quote: '' },
  ...more,
})
const NOTES = [
  note('a frozen T5 model', { form: 'callout' }),
  note('built offline from 21 million passages', { at: 'store' }),
  note('training uses only the retriever and the store', { at: 'search', form: 'bracket' }),
  note('at most three rounds', { at: null, box: [1400, 200, 160, 60], form: 'bubble' }),
]

describe('notes of a plan', () => {
  test.each([...STYLES])('%s draws them beside what they are at', async (style) => {
    const { scene, svg, figures, report } = await drawDraft(
      TEXT,
      { ...DRAFT, notes: NOTES },
      { style },
    )
    expect(report.given_up).toEqual([])
    expect(figures).toMatchObject({
      nodeOverlaps: 0,
      labelHits: 0,
      textOverflow: 0,
      edgesThroughNodes: 0,
    })
    expect(svg.match(/<g class="text" id="note-\d"/g)).toHaveLength(4)
    const box = (id: string) => scene.elements.find((each) => each.id === id)?.box ?? NOWHERE
    // A word that is no form is drawn as text, at the side where its place is.
    expect(svg).toContain('id="note-4" data-label="at most three rounds" data-note="text"')
    expect(box('note-4').x).toBeGreaterThan(box('n-writer').x + box('n-writer').width)
    const [bracket, frame] = [box('note-3-bracket'), box('g-search')]
    expect([bracket.x, bracket.width]).toEqual([
      expect.closeTo(frame.x, 1),
      expect.closeTo(frame.width, 1),
    ])
    expect(bracket.y).toBeGreaterThan(frame.y + frame.height)
  })

  test('what the text does not say is left out and named', async () => {
    const notes = [
      note('beats all others by far'),
      note('a frozen T5 model of 77 layers', { quote: 'a frozen T5 model' }),
      note('at most three rounds', { at: 'nobody' }),
      note('a frozen T5 model'),
    ]
    const { svg, diagram } = await drawDraft(TEXT, { ...DRAFT, notes })
    expect(diagram.notes?.map(({ text }) => text)).toEqual(['a frozen T5 model'])
    expect(diagram.unsure).toEqual([
      'The note "beats all others by far" is left out: the text does not say it.',
      'The note "a frozen T5 model of 77 layers" is left out: the text does not say it.',
      'The note "at most three rounds" is left out: nothing in the figure is named for it.',
    ])
    expect(svg).not.toMatch(/>[^<]*77/)
  })

  test('six of ten thousand are drawn, or what has room of them', async () => {
    const notes = Array.from({ length: 10_000 }, () => note('at most three rounds'))
    const { diagram, figures, report } = await drawDraft(TEXT, { ...DRAFT, notes })
    expect(diagram.notes).toHaveLength(6)
    expect(diagram.unsure).toEqual(['Notes left out: 9994. A figure shows 6.'])
    expect(report.asked).toBeGreaterThan(0)
    expect(figures).toMatchObject({ nodeOverlaps: 0, labelHits: 0, textOverflow: 0 })
  })

  test.each([
    ['no list', 'a frozen T5 model', ['Notes that could not be read: 1.']],
    ['no notes', [null, 7, 'words', { text: 12 }, {}], ['Notes that could not be read: 5.']],
    [
      'a place that is none',
      [note('at most three rounds', { at: [Number.NaN, 3], box: ['x'] })],
      ['The note "at most three rounds" is left out: nothing in the figure is named for it.'],
    ],
    ['null', null, []],
  ])('%s costs nothing but a sentence', async (_, notes, unsure) => {
    const plain = await drawDraft(TEXT, DRAFT)
    const drawn = await drawDraft(TEXT, { ...DRAFT, notes })
    expect(drawn.svg).toBe(plain.svg)
    expect(drawn.diagram.unsure).toEqual(unsure)
  })

  test('a place far outside the page is near what is nearest', async () => {
    const notes = [note('at most three rounds', { at: null, box: [9e9, -9e9, 1, 1] })]
    const { svg, figures } = await drawDraft(TEXT, { ...DRAFT, notes })
    expect(svg).toContain('id="note-1"')
    expect(figures).toMatchObject({ nodeOverlaps: 0, labelHits: 0, textOverflow: 0 })
  })
})

const NOWHERE = { x: Number.NaN, y: 0, width: 0, height: 0 }
