/** Draws the charts of a JSON file to PNG and SVG; prints milliseconds as JSON. As the executor does it, warm after the first. */
import { pixels } from '../../../src/figure/canvas/size'
import { toPng } from '../../../src/figure/render/raster'
import { drawPlot } from '../../figure/chart/draw'

interface Chart {
  kind: string
  intent: string
  data: unknown
}

const [file = '', rounds = '1'] = process.argv.slice(2)
const charts: Chart[] = await Bun.file(file).json()
const found: Record<string, number[]> = Object.fromEntries(charts.map(({ kind }) => [kind, []]))
const drawing: Record<string, number[]> = Object.fromEntries(charts.map(({ kind }) => [kind, []]))
for (let round = 0; round < Number(rounds); round++) {
  for (const { kind, data, intent } of charts) {
    const started = performance.now()
    const { svg, scene } = await drawPlot(data, intent, { ratio: '4:3' })
    drawing[kind]?.push(performance.now() - started)
    await toPng(svg, pixels(scene, '2K'))
    found[kind]?.push(performance.now() - started)
  }
}
console.log(JSON.stringify({ charts: found, drawing }))
