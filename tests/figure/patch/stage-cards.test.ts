import { expect, test } from 'bun:test'
import { readText } from '../../../src/engines/local/text/read-text'
import { compose } from '../../../src/figure/compose'
import { toSvg } from '../../../src/figure/svg'
import { previewed } from '../../../src/workflows/edit-figure'

test('a card of a stage gets other words: its number and its entries stay, nothing lies on anything', async () => {
  const diagram = await readText(
    'Field notebooks are photographed under even light, and the page detector crops and rotates every page. A convolutional encoder encodes each cropped page as a feature map. A text decoder reads lines of handwriting from the feature map.',
  )
  const [first] = diagram.nodes
  if (!first) expect.unreachable()
  expect(first.items?.length).toBeGreaterThan(0)
  const { scene } = await compose(diagram, { style: 'academic', ratio: '16:9', title: '' }, 'x')
  const label = 'Field notebooks of all observers are photographed page by page'
  const edit = { operations: [{ op: 'rename', id: first.id, label } as const], keep_places: true }
  const shown = previewed({ scene, diagram }, { ...edit, style: null }, (one) =>
    toSvg(one, { version: 'x' }),
  )
  expect(shown.faults.filter(({ hard }) => hard)).toEqual([])
  const words = (svg: string, word: string) =>
    new RegExp(`<text[^>]*>(?:<tspan[^>]*>)?${word}<`).exec(svg)?.[0]
  const before = toSvg(scene, { version: 'x' })
  for (const word of ['1', first.items?.[0]?.label ?? ''])
    expect(words(shown.svg, word)).toBe(words(before, word))
})

test('a title of a card with small words is shorter or longer: they keep their gap, the number its place', async () => {
  const diagram = await readText(
    'EEG was recorded from 32 electrodes at 500 Hz. The signals were band-pass filtered between 1 and 40 Hz and eye blinks were removed with ICA. Epochs of 2 s were cut around each stimulus. The epochs were averaged per condition. A cluster-based permutation test compares the conditions. Sources were localised with a beamformer on individual MRI scans.',
  )
  const card = diagram.nodes.find(({ detail }) => detail)
  if (!card) expect.unreachable()
  const { scene } = await compose(diagram, { style: 'academic', ratio: '16:9', title: '' }, 'x')
  const long = 'Filtered between one and forty hertz with a zero phase filter of order four'
  for (const label of ['EEG', 'Filtered 1-40 Hz', 'Filtered between one and forty hertz', long]) {
    const operations = [{ op: 'rename', id: card.id, label } as const]
    const edit = { operations, keep_places: true, style: null }
    const { faults } = previewed({ scene, diagram }, edit, () => '')
    expect([label, ...faults.filter(({ hard }) => hard)]).toEqual([label])
  }
})

test('a small box in free ground becomes as wide as its longer name needs, at letters as large as its neighbours have', async () => {
  const diagram = await readText('A -> PCR -> B -> C -> D -> E -> F -> G -> H -> I')
  const { scene } = await compose(diagram, { style: 'academic', ratio: '1:1', title: '' }, 'x')
  const pcr = diagram.nodes.find(({ label }) => label === 'PCR')
  if (!pcr) expect.unreachable()
  const operations = [{ op: 'rename', id: pcr.id, label: 'qPCR with forty cycles' } as const]
  const edit = { operations, keep_places: true, style: null }
  const { parts, faults } = previewed({ scene, diagram }, edit, () => '')
  const nodes = parts.filter(({ role }) => role === 'node')
  const sizes = nodes.map(({ font_size }) => Math.round(10 * (font_size ?? 0)))
  expect(new Set(sizes).size).toBe(1)
  expect(faults.filter(({ hard }) => hard)).toEqual([])
})
