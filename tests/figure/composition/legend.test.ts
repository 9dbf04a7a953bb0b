import { describe, expect, test } from 'bun:test'
import { STYLES } from '../../../src/forms/look'
import { drawDraft, edge, node } from './draft-figure'

const TEXT =
  'Frames go to the encoder and the control signal to the decoder. Both are concatenated along the channels, then decoded.'
const NODES = [
  node('frames', 'Frames', [60, 200, 200, 110]),
  node('signal', 'Control signal', [60, 600, 200, 110]),
  node('join', '', [700, 420, 60, 60], { form: 'operator', sign: 'concat' }),
  node('decoder', 'decoder', [1200, 400, 220, 110]),
]
const EDGES = [
  edge('frames', 'join'),
  edge('signal', 'join', { role: 'control' }),
  edge('join', 'decoder'),
]
const draw = (legend: unknown, style = 'academic') =>
  drawDraft(
    TEXT,
    { title: null, unsure: [], nodes: NODES, edges: EDGES, groups: [], legend },
    { style },
  )

const item = (role: unknown, sign: unknown, label: unknown) => ({ role, sign, label })

describe("a plan's words for the key", () => {
  test.each([...STYLES])('%s shows them beside their lines and signs', async (style) => {
    const items = [item('control', null, 'control signal'), item(null, 'concat', 'concatenated')]
    const { scene, figures } = await draw({ items, at: 'right' }, style)
    const label = (id: string) => scene.elements.find((each) => each.id === id)
    expect(label('key-control-label')?.label).toBe('control signal')
    expect(label('key-sign-8214-label')?.label).toBe('concatenated')
    expect(label('key-sign-8214-sign')?.label).toBe('‖')
    const { x = 0, width = 0 } = label('key')?.box ?? {}
    expect(x + width).toBeGreaterThan(0.9 * scene.width)
    expect(figures).toMatchObject({ textOverflow: 0, labelHits: 0 })
  })

  test('that the text does not say are left out and named', async () => {
    const items = [item('control', null, 'quantum steering'), item('nothing', null, 'frames')]
    const { svg, diagram } = await draw({ items, at: null })
    expect(svg).not.toContain('quantum')
    expect(diagram.unsure).toEqual([
      'The key\'s words "quantum steering" are left out: the text does not say them.',
    ])
  })

  test('its side is followed', async () => {
    const top = async (at: string) => {
      const items = [item('control', null, 'control signal')]
      const { scene } = await draw({ items, at })
      return (scene.elements.find(({ id }) => id === 'key')?.box.y ?? -1) / scene.height
    }
    expect(await top('top')).toBeLessThan(0.1)
    expect(await top('bottom')).toBeGreaterThan(0.9)
  })

  test.each([
    ['words', 'control'],
    ['numbers', { items: [1, null, Number.NaN], at: 3 }],
    ['no list', { items: 'all', at: 'middle' }],
    ['no words', { items: [item('control', null, ' '), item(null, null, 'frames')], at: null }],
    ['signs that are not there', { items: [item(null, 'times', 'frames')], at: null }],
    ['long words', { items: [item('control', null, 'control '.repeat(999))], at: null }],
  ])('%s that are none change nothing', async (_, legend) => {
    expect((await draw(legend)).svg).toBe((await draw(null)).svg)
  })
})
