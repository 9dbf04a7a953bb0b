import { describe, expect, test } from 'bun:test'
import { STYLES } from '../../../src/forms/look'
import { drawDraft, edge, node } from './draft-figure'

const TEXT =
  'Tokens enter the encoder, a block of attention and feed forward layers that is repeated six times. The decoder writes an answer.'
const NODES = [
  node('tokens', 'Tokens', [60, 380, 180, 110]),
  node('attention', 'attention', [450, 300, 220, 110], { group: 'encoder' }),
  node('forward', 'feed forward', [450, 500, 220, 110], { group: 'encoder' }),
  node('decoder', 'decoder\nwrites', [1000, 380, 220, 110]),
]
const EDGES = [
  edge('tokens', 'attention'),
  edge('attention', 'forward'),
  edge('forward', 'decoder'),
]

const draw = (group: object, nodes: readonly object[] = NODES, style = 'academic') =>
  drawDraft(
    TEXT,
    {
      ...{ title: null, unsure: [], nodes, edges: EDGES },
      groups: [{ id: 'encoder', label: 'encoder', parent: null, box: null, ...group }],
    },
    { style },
  )

const SOUND = {
  ...{ nodeOverlaps: 0, edgesThroughNodes: 0, labelHits: 0, textOverflow: 0, edgesOnOneLine: 0 },
}
const NOWHERE = { x: Number.NaN, y: Number.NaN, width: 0, height: 0 }

async function boxes(drawing: ReturnType<typeof draw>) {
  const { scene, figures, report } = await drawing
  expect(figures).toMatchObject(SOUND)
  expect(report.asked).toBeGreaterThan(0)
  return (id: string) => scene.elements.find((each) => each.id === id)?.box ?? NOWHERE
}

describe('a group', () => {
  test.each([...STYLES])('%s draws it as a bracket, its heading beyond it', async (style) => {
    const box = await boxes(draw({ style: 'bracket' }, NODES, style))
    const [line, heading, member] = ['g-encoder-bracket', 'g-encoder-label', 'n-attention'].map(box)
    expect(heading?.y).toBeLessThan(line?.y ?? 0)
    expect(line?.y).toBeLessThan(member?.y ?? 0)
    expect(line?.width).toBeGreaterThanOrEqual(member?.width ?? Number.NaN)
  })

  test.each(['panel', 'bracket'])(
    'as a %s has its heading on the side that is wished',
    async (style) => {
      const at = async (title_at: string) => {
        const box = await boxes(draw({ style, title_at }))
        const [heading, frame] = [box('g-encoder-label'), box('g-encoder')]
        return {
          x: (heading.x + heading.width / 2 - frame.x) / frame.width,
          y: (heading.y + heading.height / 2 - frame.y) / frame.height,
        }
      }
      expect((await at('top')).y).toBeLessThan(0.25)
      expect((await at('top')).x).toBeCloseTo(0.5, 1)
      expect((await at('bottom')).y).toBeGreaterThan(0.75)
      expect((await at('left')).x).toBeLessThan(0.25)
      expect((await at('right')).x).toBeGreaterThan(0.75)
    },
  )

  test.each([
    ['words that are none', { style: 'frame', title_at: 'middle', repeat: 'often' }],
    ['other types', { style: 3, title_at: ['top'], repeat: 6 }],
    ['once', { repeat: 'x1' }],
  ])('%s change nothing', async (_, group) => {
    expect((await draw(group)).svg).toBe((await draw({})).svg)
  })
})

describe('what is repeated', () => {
  test.each([...STYLES])('%s draws it as a stack with its number', async (style) => {
    const nodes = NODES.map((one) => (one.id === 'decoder' ? { ...one, repeat: '...' } : one))
    const { svg, scene, figures } = await draw({ repeat: 'x6' }, nodes, style)
    expect(figures).toMatchObject(SOUND)
    expect(svg).toContain('encoder ×6')
    expect(svg).toContain('…')
    const order = scene.elements.filter(({ id }) => /^(n-decoder|g-encoder)(-copy-\d)?$/.test(id))
    expect(order).toHaveLength(6)
    expect(svg.indexOf('data-copy="n-decoder"')).toBeLessThan(svg.indexOf('id="n-decoder"'))
  })

  test('its number is one that the text says', async () => {
    const nodes = NODES.map((one) => (one.id === 'forward' ? { ...one, repeat: '× 512' } : one))
    const { svg, diagram } = await draw({}, nodes)
    expect(svg).not.toContain('×512')
    expect(diagram.nodes.map(({ repeat }) => repeat)).toEqual([
      undefined,
      undefined,
      '…',
      undefined,
    ])
  })
})

test('the line breaks of a label stay', async () => {
  const { scene } = await draw({})
  const words = scene.elements.find(({ id }) => id === 'n-decoder-label')?.geometry
  expect(words?.form === 'lines' && words.lines.map(({ text }) => text)).toEqual([
    'decoder',
    'writes',
  ])
})
