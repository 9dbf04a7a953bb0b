import { expect, test } from 'bun:test'
import { toPdf } from '../../src/figure/render/pdf'
import { toPng } from '../../src/figure/render/raster'

const svg = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100"><text x="100" y="50" text-anchor="middle" font-family="Inter, Arial, sans-serif" font-size="20">${text}</text></svg>`

// Mean signs, vectors and strikes that no embedded face has as glyphs of their own.
test.each(['x\u0305', 'v\u20d7', 'a\u0332b', 'n\u0325', 'o\u0334'])(
  '%s is drawn as its letter',
  async (text) => {
    const letter = text.normalize('NFC').replace(/\p{M}/gu, '')
    expect(await toPng(svg(text))).toEqual(await toPng(svg(letter)))
    expect((await toPdf(svg(text))).byteLength).toBeGreaterThan(1000)
  },
)

test('an accent that the face has stays', async () => {
  expect(await toPng(svg('e\u0301'))).toEqual(await toPng(svg('é')))
})
