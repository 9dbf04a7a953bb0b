/** Draws the example figure to a PNG, by us or by the peer; answers with the milliseconds it took. */

import { join } from 'node:path'
import { readText } from '../../../src/engines/local/text/read-text'
import { createFigureTools } from '../../../src/figure/tools'
import { ROOT } from '../harness/folders'
import type { RasterOrder } from './raster'

const figure = createFigureTools('0')
const text = await Bun.file(join(ROOT, 'docs/examples/method.md')).text()
const diagram = await readText(text)
const svg = figure.svg(
  await figure.draw(diagram, { style: 'academic', ratio: '16:9', title: 'bench' }),
)
const { Resvg } = await import(process.env.PEER ?? '')
const fonts = join(ROOT, 'node_modules', '@expo-google-fonts', 'inter')
const fontFiles = ['400Regular', '500Medium', '600SemiBold', '700Bold'].map((face) =>
  join(fonts, face, `Inter_${face}.ttf`),
)

process.on('message', (order: RasterOrder) => void draw(order).then((ms) => process.send?.(ms)))
process.on('disconnect', () => process.exit(0))

async function draw({ by, width }: RasterOrder): Promise<number> {
  const at = performance.now()
  if (by === 'ours') await figure.png(svg, width)
  else
    new Resvg(svg, {
      fitTo: { mode: 'width', value: width },
      font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' },
    })
      .render()
      .asPng()
  return performance.now() - at
}
