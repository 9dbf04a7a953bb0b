import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import {
  defaultLabel,
  type GridOptions,
  gridsOf,
  type PanelSize,
  placePanels,
  tooLarge,
} from '../../plugins/composite/grid'
import { useApps } from '../support/app'
import { clientAt } from '../support/client'
import { useServers } from '../support/server'
import { ADMIN_KEY, taskClient } from '../support/tasks'

const startApp = useApps()
const startServer = useServers()

const DEFAULTS: GridOptions = { spacing: 20, labelPosition: 'bottom', labelFontSize: 32 }

/** Sources that become 800, 400, 600 and 400 pixels wide at the smallest height, 600. */
const CYCLE: PanelSize[] = [
  { width: 800, height: 600 },
  { width: 400, height: 600 },
  { width: 1200, height: 1200 },
  { width: 600, height: 900 },
]
const sources = (count: number) =>
  Array.from({ length: count }, (_, index) => CYCLE[index % 4] as PanelSize)

/** Every number worked out by hand: a row is 600 high, its band 32 + 8, and 20 pixels lie between and around all. */
const AUTO: [panels: number, grid: string, width: number, height: number, lefts: number[]][] = [
  [2, '1x2', 1260, 680, [20, 840]],
  [3, '1x3', 1880, 680, [20, 840, 1260]],
  [4, '2x2', 1260, 1340, [20, 840, 120, 840]],
  [5, '2x3', 2280, 1340, [20, 1040, 1660, 220, 840]],
  [6, '2x3', 2280, 1340, [20, 1040, 1660, 220, 840, 1760]],
  [7, '3x3', 2280, 2000, [20, 1040, 1660, 220, 840, 1760, 120]],
  [8, '3x3', 2280, 2000, [20, 1040, 1660, 220, 840, 1760, 120, 1040]],
  [9, '3x3', 2480, 2000, [20, 1040, 1760, 220, 840, 1860, 120, 1040, 1660]],
  [10, '3x4', 2300, 2000, [20, 840, 1260, 1880, 20, 840, 1260, 1880, 20, 840]],
  [11, '3x4', 2300, 2000, [20, 840, 1260, 1880, 20, 840, 1260, 1880, 20, 840, 1260]],
  [12, '3x4', 2300, 2000, [20, 840, 1260, 1880, 20, 840, 1260, 1880, 20, 840, 1260, 1880]],
]
const ROW_TOPS = [20, 680, 1340]

describe('the automatic grid', () => {
  test.each(AUTO)('of %i panels is %s', (count, name, width, height, lefts) => {
    const grid = gridsOf('auto', count)[0]
    if (!grid) throw new Error('no grid')
    const { rows, columns } = grid
    expect(`${rows}x${columns}`).toBe(name)
    for (const labelPosition of ['bottom', 'top'] as const) {
      const placed = placePanels(sources(count), grid, { ...DEFAULTS, labelPosition })
      expect([placed.width, placed.height]).toEqual([width, height])
      const onTop = labelPosition === 'top'
      expect(placed.panels).toEqual(
        lefts.map((x, index) => ({
          x,
          y: (ROW_TOPS[Math.floor(index / columns)] ?? 0) + (onTop ? 40 : 0),
          width: [800, 400, 600, 400][index % 4] ?? 0,
          height: 600,
        })),
      )
      expect(placed.bands.map(({ y, height }) => [y, height])).toEqual(
        lefts.map((_, index) => [
          (ROW_TOPS[Math.floor(index / columns)] ?? 0) + (onTop ? 0 : 600),
          40,
        ]),
      )
      // A band is as wide as its column, so that its middle is the panel's.
      placed.bands.forEach((band, index) => {
        const panel = placed.panels[index]
        expect(band.x + band.width / 2).toBe((panel?.x ?? 0) + (panel?.width ?? 0) / 2)
      })
    }
  })

  test('has four columns from ten panels on', () => {
    expect(gridsOf('auto', 13)[0]).toEqual({ rows: 4, columns: 4 })
    expect(gridsOf('auto', 17)[0]).toEqual({ rows: 5, columns: 4 })
    expect(gridsOf('auto', 64)[0]).toEqual({ rows: 16, columns: 4 })
  })
})

interface Explicit {
  layout: string
  sizes: [width: number, height: number][]
  options?: Partial<GridOptions>
  canvas: [width: number, height: number]
  panels: [x: number, y: number, width: number, height: number][]
}

const EXPLICIT: Record<string, Explicit> = {
  'one column': {
    layout: '2x1',
    sizes: [
      [300, 200],
      [100, 200],
    ],
    // 300 + 2 x 20; 2 x (200 + 40) + 3 x 20
    canvas: [340, 540],
    panels: [
      [20, 20, 300, 200],
      [120, 280, 100, 200],
    ],
  },
  'a short last row stands on the left': {
    layout: '2x2',
    sizes: [
      [100, 100],
      [100, 100],
      [50, 100],
    ],
    options: { spacing: 0, labelFontSize: 6 },
    // 2 x 100; 2 x (100 + 14)
    canvas: [200, 228],
    panels: [
      [0, 0, 100, 100],
      [100, 0, 100, 100],
      [25, 114, 50, 100],
    ],
  },
  'rows and columns without a panel': {
    layout: '3x3',
    sizes: [
      [100, 100],
      [100, 100],
    ],
    // 100 + 100 + 0 + 4 x 20; 3 x 140 + 4 x 20
    canvas: [280, 500],
    panels: [
      [20, 20, 100, 100],
      [140, 20, 100, 100],
    ],
  },
  'panels over 1200 pixels shrink to 1200': {
    layout: '1x2',
    sizes: [
      [4096, 4096],
      [5461, 3072],
    ],
    options: { labelFontSize: 400, spacing: 500 },
    // 5461 x 1200 / 3072 = 2133.2; 1200 + 2133 + 3 x 500; 1200 + 408 + 2 x 500
    canvas: [4833, 2608],
    panels: [
      [500, 500, 1200, 1200],
      [2200, 500, 2133, 1200],
    ],
  },
  'widths are rounded; of an odd slack the larger half is on the right': {
    layout: '2x1',
    sizes: [
      [1365, 768],
      [500, 500],
    ],
    options: { labelPosition: 'top' },
    // 1365 x 500 / 768 = 888.7; 889 + 2 x 20; 2 x (500 + 40) + 3 x 20
    canvas: [929, 1140],
    panels: [
      [20, 60, 889, 500],
      // (889 - 500) / 2 = 194.5
      [214, 620, 500, 500],
    ],
  },
  'a sliver keeps one pixel': {
    layout: '1x2',
    sizes: [
      [1, 1000],
      [10, 10],
    ],
    options: { spacing: 1 },
    // 1 x 10 / 1000 = 0.01; 1 + 10 + 3; 10 + 40 + 2
    canvas: [14, 52],
    panels: [
      [1, 1, 1, 10],
      [3, 1, 10, 10],
    ],
  },
}

describe('an explicit grid', () => {
  test.each(Object.entries(EXPLICIT))('%s', (_, { layout, sizes, options, canvas, panels }) => {
    const grid = gridsOf(layout, sizes.length)[0]
    if (!grid) throw new Error('no grid')
    const given = sizes.map(([width, height]) => ({ width, height }))
    const placed = placePanels(given, grid, { ...DEFAULTS, ...options })
    expect([placed.width, placed.height]).toEqual(canvas)
    expect(placed.panels).toEqual(panels.map(([x, y, width, height]) => ({ x, y, width, height })))
  })
})

test('labels go on after (z)', () => {
  const names: [number, string][] = [
    [0, '(a)'],
    [1, '(b)'],
    [25, '(z)'],
    [26, '(aa)'],
    [27, '(ab)'],
    [51, '(az)'],
    [52, '(ba)'],
    [63, '(bl)'],
  ]
  for (const [index, name] of names) expect(defaultLabel(index)).toBe(name)
})

test('a canvas has 16,384 pixels a side and 100 megapixels at most', () => {
  expect(tooLarge({ width: 16_384, height: 6103 })).toBeUndefined()
  expect(tooLarge({ width: 10_000, height: 10_000 })).toBeUndefined()
  expect(tooLarge({ width: 10_001, height: 10_000 })).toContain('10001 x 10000')
  expect(tooLarge({ width: 16_385, height: 1 })).toContain('16384 a side')
  expect(tooLarge({ width: 1, height: 16_385 })).toBeDefined()
})

describe('what is painted', () => {
  test('stands to the pixel where the rule says; glass shows white', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY })
    const client = await taskClient(app)
    const ids: string[] = []
    for (const pane of [
      { width: 120, height: 60, fill: '#ff0000' },
      { width: 40, height: 60 },
      { width: 60, height: 60, fill: '#0000ff' },
    ])
      ids.push((await client.run('/api/glass', pane)).task_id)
    const task = await client.run('/api/composite', {
      source_task_ids: ids,
      layout: '2x2',
      spacing: 10,
      labels: ['', '', ''],
    })
    // Sources without a vector give a PNG alone.
    expect(Object.keys(task.artifacts)).toEqual(['png'])
    const { at, width, height } = await pixels(Buffer.from(task.image_base64 ?? '', 'base64'))
    // 120 + 40 + 3 x 10; 2 x (60 + 40) + 3 x 10
    expect([width, height]).toEqual([190, 230])
    const [red, blue, white] = ['255 0 0 255', '0 0 255 255', '255 255 255 255']
    const rows: [number, number, string][] = [
      [10, 10, red],
      [129, 69, red],
      [9, 10, white],
      [10, 9, white],
      [130, 69, white],
      [129, 70, white],
      // Through the glass.
      [140, 10, white],
      [160, 40, white],
      // (120 - 60) / 2 to the left of the second row.
      [40, 120, blue],
      [99, 179, blue],
      [39, 120, white],
      [100, 179, white],
      [40, 119, white],
      [99, 180, white],
      [189, 229, white],
    ]
    for (const [x, y, colour] of rows) expect([x, y, at(x, y)]).toEqual([x, y, colour])
  })

  const slow = process.env.BURIN_SLOW ? test : test.skip
  slow('64 panels of 4K stay below the memory cap (BURIN_SLOW)', async () => {
    const env = { SERVICE_ADMIN_KEY: ADMIN_KEY, EXECUTORS: '1', EXECUTOR_MEMORY_MB: '2048' }
    const server = await startServer({ env })
    const client = await taskClient(clientAt(server.url))
    const text = 'Reads are trimmed with fastp. Trimmed reads are aligned to the genome with STAR.'
    const square = { source_context: text, aspect_ratio: '1:1', image_resolution: '4K' }
    const ids: string[] = []
    for (const style_preset of ['academic', 'blueprint'])
      ids.push(
        (
          await client.run('/api/generate', {
            ...square,
            caption: style_preset,
            style_preset,
            output_formats: ['png', 'svg'],
          })
        ).task_id,
      )
    const begun = performance.now()
    const answer = await client.submit('/api/composite', {
      source_task_ids: Array.from({ length: 64 }, (_, index) => ids[index % 2]),
      layout: '8x8',
      spacing: 0,
    })
    const { task_id } = await answer.json()
    const executors = server.executors()
    const task = await client.ended(task_id)
    const seconds = (performance.now() - begun) / 1000
    expect(task.error).toBeNull()
    const png = Buffer.from(task.image_base64 ?? '', 'base64')
    // 8 x 1200; 8 x (1200 + 40)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([9600, 9920])
    const peak = Math.max(...executors.map(peakMegabytes))
    console.info(`64 panels of 4K: ${seconds.toFixed(1)} s, at most ${peak} MB resident`)
    expect(peak).toBeLessThan(2048)
  })
})

/** The largest resident size that a process has had. */
function peakMegabytes(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}

async function pixels(png: Buffer) {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data].join(' ')
  return { at, width: image.width, height: image.height }
}
