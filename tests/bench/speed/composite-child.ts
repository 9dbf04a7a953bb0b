/** Joins four figures of 2K into one PNG, by us or by the peer; answers with the milliseconds it took. */

import { join } from 'node:path'
import { defaultLabel, gridsOf, placePanels } from '../../../plugins/composite/grid'
import { readText } from '../../../src/engines/local/text/read-text'
import { createFigureTools } from '../../../src/figure/tools'
import type { CompositePlan } from '../../../src/plugin'
import { ROOT } from '../harness/folders'
import type { CompositeOrder } from './composite'

const figure = createFigureTools('0')
const { default: sharp } = await import(process.env.PEER ?? '')
const sources = await drawSources()
const plan = planOf()

process.on('message', (order: CompositeOrder) => void join4(order).then((ms) => process.send?.(ms)))
process.on('disconnect', () => process.exit(0))

async function join4({ by, folder }: CompositeOrder): Promise<number> {
  const at = performance.now()
  const png = by === 'ours' ? await ours() : await theirs()
  const ms = performance.now() - at
  await Bun.write(join(folder, `${by}.png`), png)
  await Promise.all(
    sources.map((source, index) => Bun.write(join(folder, `panel-${index}.png`), source)),
  )
  return ms
}

const ours = () => figure.compositePng(plan, async (panel) => sources[panel] ?? new Uint8Array())

/** The same places, scaling and labels with libvips. */
async function theirs(): Promise<Uint8Array> {
  const panels = await Promise.all(
    plan.panels.map(async ({ x, y, width, height }, index) => {
      const panel = sharp(sources[index]).resize(width, height).raw()
      const { data, info } = await panel.toBuffer({ resolveWithObject: true })
      return { input: data, raw: { width, height, channels: info.channels }, left: x, top: y }
    }),
  )
  const labels = plan.labels.map(({ text, band }) => ({
    input: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${band.width}" height="${band.height}"><text x="${band.width / 2}" y="${band.height - 10}" font-family="sans-serif" font-weight="700" font-size="32" text-anchor="middle">${text}</text></svg>`,
    ),
    left: band.x,
    top: band.y,
  }))
  const { width, height } = plan
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([...panels, ...labels])
    .png()
    .toBuffer()
}

async function drawSources(): Promise<Uint8Array[]> {
  const text = await Bun.file(join(ROOT, 'docs/examples/method.md')).text()
  const diagram = await readText(text)
  const drawn: Uint8Array[] = []
  for (const style of ['academic', 'minimalist', 'colorful', 'blueprint']) {
    const scene = await figure.draw(diagram, { style, ratio: '1:1', title: 'bench' })
    drawn.push(await figure.png(figure.svg(scene), figure.pixels(scene, '2K')))
  }
  return drawn
}

function planOf(): CompositePlan {
  const sizes = sources.map(() => ({ width: 2048, height: 2048 }))
  const placed = placePanels(sizes, gridsOf('auto', 4)[0] ?? { rows: 2, columns: 2 }, {
    spacing: 20,
    labelPosition: 'bottom',
    labelFontSize: 32,
  })
  return {
    ...placed,
    labels: placed.bands.map((band, index) => ({ band, text: defaultLabel(index) })),
    labelFontSize: 32,
    title: 'bench',
    description: 'bench',
  }
}
