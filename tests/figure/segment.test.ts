import { expect, test } from 'bun:test'
import { segment } from '../../src/figure/segment'
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
  segment(scene, { words: [word], maxMasks: 9, mergeThreshold: 0 }).segments.flatMap(
    ({ elements }) => elements,
  )

test('icons are no lettering that stayed pixels', () =>
  expect([selected('icon'), selected('Symbols')]).toEqual([['person'], ['person']]))

test.each(['rocket', 'cat', 'unheard-of'])('%s: nothing answers to it, and it is named', (word) => {
  const ask = (words: string[]) => segment(scene, { words, maxMasks: 9, mergeThreshold: 0 })
  expect(ask([word])).toEqual({ segments: [], unknown: [word] })
  expect(ask(['icon', word]).unknown).toEqual([])
})

test('a word of its label selects an icon', () => {
  const robot = { ...icon('r', 300, 'small robot'), parent: 'n' }
  const drawn = { ...scene, elements: [...scene.elements, robot] }
  for (const word of ['robot', 'Robots']) {
    const { segments } = segment(drawn, { words: [word], maxMasks: 9, mergeThreshold: 0 })
    expect(segments).toMatchObject([{ elements: ['r'], label: 'small robot', prompt: word }])
  }
})

const piece = (id: string, x: number, more: Partial<SceneElement> = {}): SceneElement => {
  const { label: _, ...bare } = icon(id, x, '')
  return { ...bare, kind: 'shape', role: 'node', ...more }
}
const icons = (...elements: SceneElement[]) =>
  segment({ ...scene, elements }, { words: ['icon'], maxMasks: 9, mergeThreshold: 0 }).segments.map(
    (one) => one.elements,
  )

test('compact pieces that no word names and no arrow joins are icons: two discs are two', () => {
  const patch = piece('disc-2', 80, { kind: 'residual', role: 'residual' })
  expect(icons(piece('disc-1', 10), patch)).toEqual([['disc-1'], ['disc-2']])
})

test('pieces that touch are one icon', () =>
  expect(
    icons(icon('head', 10, 'icon'), piece('aerial', 50), piece('whisker', 90), piece('other', 200)),
  ).toEqual([['head', 'aerial', 'whisker'], ['other']]))

test('boxes with words, ends of arrows, lines and specks are no icons', () => {
  const edge = piece('edge', 0, {
    kind: 'connector',
    role: 'edge',
    from: { element: 'sum', side: 'right', at: 0.5 },
  })
  const thin = { x: 300, y: 80, width: 60, height: 1 }
  expect(
    icons(
      piece('encoder', 10, { label: 'Encoder' }),
      piece('sum', 80),
      edge,
      piece('rule', 300, { role: 'mark', box: thin }),
      { ...icon('caption', 190, 'Input'), kind: 'text', role: 'text' },
      piece('frame', 185),
    ),
  ).toEqual([])
})

test('a photograph is an icon and a picture, whatever stands on it', () => {
  const photo = piece('photo', 10, { kind: 'picture', role: 'picture' })
  const elements = [photo, { ...text, box: photo.box }]
  for (const word of ['icon', 'photo']) {
    const { segments } = segment(
      { ...scene, elements },
      { words: [word], maxMasks: 9, mergeThreshold: 0 },
    )
    expect(segments.map((one) => one.elements)).toEqual([['photo']])
  }
})

test.each(['text', 'labels'])('%s selects words, read or not', (word) =>
  expect(selected(word)).toEqual(['unread', 'words']),
)

test.each(['__proto__', 'constructor', 'constructors'])(
  '%s is a word that names no kind',
  (word) => {
    const { unknown } = segment(scene, { words: [word], maxMasks: 9, mergeThreshold: 0 })
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
  const { segments } = segment(
    { ...scene, elements: [arrow] },
    { words: ['arrow'], maxMasks: 9, mergeThreshold: 0 },
  )
  expect(segments[0]?.box.height).toBeGreaterThan(4)
})
