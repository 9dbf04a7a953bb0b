import { expect, test } from 'bun:test'
import { createFigureTools } from '../../src/figure/tools'
import { sentencesOf } from '../../src/forms/remarks'
import type { Scene } from '../../src/forms/scene'
import { graph, RATIOS, retrieval } from './samples/diagrams'

const tools = createFigureTools('1.2.3')

const WIDTHS: Partial<Record<(typeof RATIOS)[number], number>> = {
  ...{ '21:9': 178, '16:9': 178, '3:2': 178, '4:3': 178, '5:4': 178 },
  ...{ '1:1': 120, '4:5': 120, '3:4': 85, '2:3': 85, '9:16': 85 },
}

const rootOf = (svg: string) => /<svg[^>]*>/.exec(svg)?.[0] ?? ''
const millimetres = (svg: string, name: string) =>
  Number(new RegExp(` ${name}="([\\d.]+)mm"`).exec(rootOf(svg))?.[1])

test('two columns, one and a half or one: the SVG, the PDF page and the report agree', async () => {
  for (const ratio of RATIOS) {
    const { svg, scene, report, remarks } = await tools.compose(retrieval, {
      ...{ style: 'academic', ratio, title: 'A figure' },
    })
    const [width, height] = [millimetres(svg, 'width'), millimetres(svg, 'height')]
    expect(width).toBe(WIDTHS[ratio] ?? width)
    expect(height / width).toBeCloseTo(scene.height / scene.width, 4)
    expect(rootOf(svg)).toContain(`viewBox="0 0 ${scene.width} ${scene.height}"`)
    expect(report.paper).toEqual({ width_mm: width, height_mm: height })
    const figures = report.figures as Record<string, number>
    const smallest = Math.min(
      ...[...svg.matchAll(/ font-size="([\d.]+)"/g)].map(([, px]) => Number(px)),
    )
    // Scripts are smaller than the text that they belong to; there are none here.
    const points = ((smallest / scene.width) * width * 72) / 25.4
    expect(figures.smallestTextPt).toBeCloseTo(points, 1)
    expect(points).toBeGreaterThanOrEqual(6)
    expect(sentencesOf('doubt', remarks)).toEqual([])
  }
})

test('the page of a PDF is the paper of its figure', async () => {
  const scene = await tools.draw(retrieval, { style: 'academic', ratio: '3:4', title: 'A figure' })
  const pdf = new TextDecoder('latin1').decode(await tools.pdf(tools.svg(scene)))
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  expect(Number(width)).toBeCloseTo((85 * 72) / 25.4, 2)
  expect(Number(height) / Number(width)).toBeCloseTo(scene.height / scene.width, 3)
})

test('what cannot be printed at 6 pt says so', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `n${index}`)
  const many = graph(
    ids.map((id, index) => [id, `Stage number ${index} of a long procedure`]),
    ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', to })),
  )
  const options = { style: 'academic', ratio: '9:16', title: 'A figure' }
  const { remarks, report, scene } = await tools.compose(many, options)
  const { smallestTextPt = 0 } = report.figures as Record<string, number>
  expect(smallestTextPt).toBeLessThan(5.9)
  const [sentence = ''] = sentencesOf('doubt', remarks)
  expect(sentence).toStartWith(`The smallest text is ${smallestTextPt.toFixed(1)} pt`)
  expect(sentence).toContain('printed 85 mm wide')
  expect(report.warnings).toContain(sentence)
  expect(scene.description).toContain(sentence)
})

test('a picture that was read keeps its pixels', async () => {
  const { paper: _, ...scene }: Scene = await tools.draw(retrieval, {
    ...{ style: 'academic', ratio: '16:9', title: 'A figure' },
  })
  const svg = tools.svg(scene)
  expect(rootOf(svg)).toContain('width="1365" height="768"')
  const pdf = new TextDecoder('latin1').decode(await tools.pdf(svg))
  expect(pdf).toContain('/MediaBox [0 0 1023.75 576]')
})
