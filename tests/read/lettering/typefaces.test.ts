import { describe, expect, test } from 'bun:test'
import { toSvg } from '../../../src/figure/svg'
import { readScene } from '../../../src/read/image/read-picture'
import { readLettering } from '../../../src/read/lettering'
import { rasterOf } from './figure'

interface Written {
  text: string
  family: string
  size: number
  x: number
  y: number
  more?: string
}

const LABELS = ['Frozen image encoder', 'Sum of gradients', 'Sample 1024']

function page(lines: readonly Written[], ground = '#ffffff', ink = '#202020'): string {
  const texts = lines.map(
    ({ text, family, size, x, y, more = '' }) =>
      `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" fill="${ink}" ${more}>${text}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="300" viewBox="0 0 520 300"><rect width="520" height="300" fill="${ground}"/>${texts.join('')}</svg>`
}

const column = (family: string, size: number, more = ''): Written[] =>
  LABELS.map((text, k) => ({ text, family, size, x: 30.4, y: 60 + 50 * k, more }))

const read = async (svg: string) => readLettering(await rasterOf(svg)).lines

describe('the face of text in a picture', () => {
  test.each([
    ['Inter', 'sans'],
    ['Arimo', 'sans'],
    ['Carlito', 'sans'],
    ['DejaVu Sans', 'sans'],
    ['Tinos', 'serif'],
    ['Cousine', 'mono'],
    ['JetBrains Mono', 'mono'],
  ] as const)('%s is told from the others, with its size and its place', async (name, kind) => {
    const lines = await read(page(column(name, 17)))
    expect(lines.map(({ text }) => text)).toEqual(LABELS)
    for (const { set, family, fontSize, baseline, fontWeight } of lines) {
      expect(set.family).toBe(name)
      expect(family).toBe(kind)
      expect(Math.abs(fontSize / 17 - 1)).toBeLessThan(0.01)
      expect(Math.abs(set.start - 30.4)).toBeLessThan(0.3)
      expect(Math.abs(((baseline - 60 + 25) % 50) - 25)).toBeLessThan(0.5)
      expect(set.stretched).toBe(false)
      expect(fontWeight).toBe(400)
    }
  })

  test.each(['Arimo', 'Tinos', 'Cousine'])('%s bold and bold italic are told', async (name) => {
    const bold = await read(page(column(name, 18, 'font-weight="700"')))
    expect(bold.map(({ set }) => `${set.family} ${set.weight}`)).toEqual(
      LABELS.map(() => `${name} 700`),
    )
    const slanted = await read(page(column(name, 18, 'font-weight="700" font-style="italic"')))
    expect(slanted.every(({ italic, set }) => italic && set.weight === 700)).toBe(true)
  })

  test('a short line takes the face and the size of the others', async () => {
    const short = { text: 'Hi', family: 'Tinos', size: 17, x: 400, y: 60 }
    const line = (await read(page([...column('Tinos', 17), short]))).find(
      ({ text }) => text === 'Hi',
    )
    expect(line?.set.family).toBe('Tinos')
    expect(Math.abs((line?.fontSize ?? 0) - 17)).toBeLessThan(0.4)
  })

  test('a long line departs from the others where it was set in another face', async () => {
    const title = { text: 'Survival after treatment', family: 'Tinos', size: 30, x: 30, y: 280 }
    const lines = await read(page([...column('Arimo', 17), title]))
    const families = lines.map(({ set }) => set.family)
    expect(families).toEqual([...LABELS.map(() => 'Arimo'), 'Tinos'])
  })

  test('light letters on a dark ground are no bolder', async () => {
    const lines = await read(page(column('DejaVu Sans', 13), '#1e1e2e', '#e6e6f0'))
    expect(lines.map(({ fontWeight }) => fontWeight)).toEqual(LABELS.map(() => 400))
  })
})

describe('text of a scene', () => {
  const scene = async (svg: string) => (await readScene(await rasterOf(svg))).scene

  test('names the embedded face, a common one as wide, and a generic', async () => {
    const svg = toSvg(await scene(page(column('Tinos', 17))), { version: '0' })
    expect(svg).toContain('font-family="Tinos, Times New Roman, serif"')
    expect(svg).not.toContain('textLength')
    expect(svg).not.toContain('Inter')
  })

  test('a face that is not embedded keeps its width: its twin is stretched', async () => {
    const narrow = page(
      column('Arimo', 20, 'transform="scale(0.8 1)"').map((line) => ({ ...line, x: 60 })),
    )
    const read = await scene(narrow)
    const lines = read.elements.flatMap(({ geometry }) =>
      geometry?.form === 'lines' ? geometry.lines : [],
    )
    expect(lines.length).toBe(LABELS.length)
    expect(lines.every(({ stretched }) => stretched === true)).toBe(true)
    expect(toSvg(read, { version: '0' })).toMatch(
      /textLength="[\d.]+" lengthAdjust="spacingAndGlyphs"/,
    )
  })

  test('is drawn where and as wide as it was', async () => {
    const svg = page(column('Tinos', 17))
    const again = toSvg(await scene(svg), { version: '0' })
    const [one, other] = await Promise.all([rasterOf(svg), rasterOf(again)])
    let apart = 0
    for (let i = 0; i < one.data.length; i += 4)
      if (Math.abs((one.data[i] ?? 0) - (other.data[i] ?? 0)) > 100) apart++
    expect(apart).toBeLessThan(20)
  })

  test('the same picture gives the same scene', async () => {
    const svg = page(column('Carlito', 15))
    expect(await scene(svg)).toEqual(await scene(svg))
  })
})
