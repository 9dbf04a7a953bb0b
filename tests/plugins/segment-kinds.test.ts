import { expect, test } from 'bun:test'
import { segmentKinds } from '../../src/figure/segment-kinds'
import { LETTERING, type Scene, type SceneElement } from '../../src/forms/scene'

const icon = (id: string, x: number, label: string): SceneElement => ({
  id,
  kind: 'icon',
  role: 'icon',
  z: 1,
  box: { x, y: 10, width: 40, height: 40 },
  style: {},
  label,
})
const text: SceneElement = { ...icon('words', 200, 'Reads'), kind: 'text', role: 'text' }
const scene: Scene = {
  width: 400,
  height: 100,
  background: '#ffffff',
  theme: 'picture',
  title: '',
  description: '',
  elements: [icon('person', 10, 'icon'), icon('unread', 100, LETTERING), text],
}

const selected = (word: string) =>
  segmentKinds(scene, { words: [word], maxMasks: 9, mergeThreshold: 0 }).segments.flatMap(
    ({ elements }) => elements,
  )

test.each(['icon', 'person', 'robots', 'animal', 'unheard-of'])(
  '%s selects no lettering that stayed pixels',
  (word) => expect(selected(word)).toEqual(['person']),
)

test.each(['text', 'labels'])('%s selects words, read or not', (word) =>
  expect(selected(word)).toEqual(['unread', 'words']),
)

test.each(['__proto__', 'constructor', 'constructors'])(
  '%s is a word that names no kind',
  (word) => {
    const { unknown } = segmentKinds(scene, { words: [word], maxMasks: 9, mergeThreshold: 0 })
    expect(unknown).toEqual([word])
  },
)

test('a level arrow has a box that holds its head', () => {
  const arrow: SceneElement = {
    ...icon('arrow', 50, ''),
    kind: 'connector',
    role: 'edge',
    box: { x: 50, y: 30, width: 100, height: 0 },
    style: { strokeWidth: 2 },
  }
  const { segments } = segmentKinds(
    { ...scene, elements: [arrow] },
    { words: ['arrow'], maxMasks: 9, mergeThreshold: 0 },
  )
  expect(segments[0]?.box.height).toBeGreaterThan(4)
})
