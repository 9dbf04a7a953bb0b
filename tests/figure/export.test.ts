import { describe, expect, test } from 'bun:test'
import { pixels } from '../../src/figure/canvas/size'
import { cropSvg } from '../../src/figure/svg/crop'
import { createFigureTools } from '../../src/figure/tools'
import { retrieval, stages } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const draw = async (diagram = retrieval, ratio = '16:9') =>
  tools.svg(await tools.draw(diagram, { style: 'academic', ratio, title: 'A figure' }))

const SMALL = { width: 400, height: 225 }

function pngSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  expect(view.getUint32(0)).toBe(0x89504e47)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

test('size classes scale the canvas', () => {
  const scene = { width: 1365, height: 768 }
  expect(pixels(scene, '1K')).toEqual({ width: 1365, height: 768 })
  expect(pixels(scene, '2K')).toEqual({ width: 2731, height: 1536 })
  expect(pixels(scene, '4K')).toEqual({ width: 5461, height: 3072 })
  expect(() => pixels(scene, '8K')).toThrow('8K')
})

test('a PNG has the size asked for, the figure’s own when none is', async () => {
  const svg = await draw(stages(5), '9:16')
  const double = { width: 1536, height: 2730 }
  expect(pngSize(await tools.png(svg))).toEqual({ width: 768, height: 1365 })
  expect(pngSize(await tools.png(svg, double))).toEqual(double)
})

test('the same SVG gives the same PNG and PDF', async () => {
  const svg = await draw()
  expect(await tools.png(svg, SMALL)).toEqual(await tools.png(svg, SMALL))
  expect(await tools.pdf(svg)).toEqual(await tools.pdf(svg))
})

test('text is drawn: without it the picture differs', async () => {
  const svg = await draw()
  const bare = svg.replace(/<text[\s\S]*?<\/text>/g, '')
  expect(await tools.png(svg, SMALL)).not.toEqual(await tools.png(bare, SMALL))
})

test('a raster above 100 megapixels is refused before it is drawn', async () => {
  const svg = await draw()
  await expect(tools.png(svg, { width: 40_000, height: 22_500 })).rejects.toThrow(RangeError)
  await expect(tools.png(svg, { width: 0, height: 1 })).rejects.toThrow(RangeError)
  const tall = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000000"/>'
  await expect(tools.png(tall)).rejects.toThrow('megapixels')
})

test('what is no SVG is refused with a sentence', async () => {
  await expect(tools.png('<html/>')).rejects.toThrow('not an SVG')
  await expect(tools.pdf('nonsense')).rejects.toThrow('well-formed')
})

describe('PDF', () => {
  test('has one page of the figure’s size and the words of the figure', async () => {
    const pdf = await tools.pdf(await draw())
    expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
    const text = new TextDecoder('latin1').decode(pdf)
    expect(text).toContain('/MediaBox [0 0 504.56693 283.88977]')
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(text).not.toContain('CreationDate')
  })

  const pdftotext = Bun.which('pdftotext')
  test.skipIf(!pdftotext)('text is selectable', async () => {
    const pdf = await tools.pdf(await draw())
    const reader = Bun.spawn([pdftotext ?? '', '-', '-'], { stdin: pdf, stderr: 'ignore' })
    const text = (await new Response(reader.stdout).text()).replace(/\s+/g, ' ')
    for (const word of ['Wikipedia', 'FAISS index', 'Grounded generation', 'top-100']) {
      expect(text).toContain(word)
    }
  })
})

test('a part of a figure whose arrow-heads lie outside it can be drawn', async () => {
  const svg = await draw()
  expect(svg).toContain('marker-end')
  for (const x of [0, 500, 1200]) {
    const part = cropSvg(svg, { x, y: 0, width: 60, height: 40 })
    expect(pngSize(await tools.png(part))).toEqual({ width: 60, height: 40 })
  }
})
