import { expect, test } from 'bun:test'
import { type Lettering, readLettering } from '../../../src/read/lettering'
import { FIGURE, rasterOf, WORDS } from './figure'

const raster = await rasterOf(FIGURE)
const read = readLettering(raster)
const line = (text: string) => {
  const found = read.lines.find((each) => each.text === text)
  if (!found)
    throw new Error(`${text} is not among ${read.lines.map((each) => each.text).join(' | ')}`)
  return found
}

test('reads every line of a figure and takes neither arrow, circle nor cross for one', () => {
  expect(read.lines.map((each) => each.text).sort()).toEqual([...WORDS].sort())
})

test('says where a line stands, how large and in what colour', () => {
  const { box, baseline, fontSize, colour, angle, confidence } = line('ResNet-50 encoder')
  expect(angle).toBe(0)
  expect(Math.abs(baseline - 130)).toBeLessThanOrEqual(1)
  expect(Math.abs(fontSize - 18)).toBeLessThan(1.5)
  expect(box.x + box.width / 2).toBeCloseTo(160, -1)
  expect(Number.parseInt(colour.slice(1, 3), 16)).toBeGreaterThan(240)
  expect(confidence).toBeGreaterThan(0.6)
})

test('tells bold from regular and upright from level', () => {
  expect(line('Illumina workflow 2').fontWeight).toBe(700)
  expect(line('p < 0.05').fontWeight).toBe(400)
  const title = line('Accuracy (%)')
  expect(title.angle).toBe(270)
  expect(Math.abs(title.baseline - 32)).toBeLessThanOrEqual(2)
  expect(title.box.height).toBeGreaterThan(4 * title.box.width)
})

test('marks the pixels of letters and leaves lines and boxes unmarked', () => {
  const at = (x: number, y: number) => read.mask[y * raster.width + x]
  const { box } = line('p < 0.05')
  let marked = 0
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) marked += at(x, y) ?? 0
  }
  expect(marked).toBeGreaterThan(0.15 * box.width * box.height)
  expect(at(330, 135)).toBe(0)
  expect(at(412, 140)).toBe(0)
  expect(at(120, 234)).toBe(0)
})

test('reads nothing where the picture says that there are no letters', async () => {
  const exclude = new Uint8Array(raster.width * raster.height)
  exclude.fill(1, 0, 60 * raster.width)
  const without = readLettering(raster, { exclude })
  expect(without.lines.map((each) => each.text).sort()).toEqual(WORDS.slice(1).sort())
})

test('a picture without text has no lines', async () => {
  const bare = FIGURE.replace(/<text.*?<\/text>/g, '')
  const { lines, mask } = readLettering(await rasterOf(bare))
  expect(lines).toEqual([])
  expect(mask.some((value) => value !== 0)).toBe(false)
})

test('a line of a thousand letters is left alone, what stands below it is read', async () => {
  const long = 'letters '.repeat(150)
  const { lines } = readLettering(
    await rasterOf(
      `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="60"><rect width="7000" height="60" fill="#fff"/><g font-family="Arimo" font-size="12"><text x="6" y="20">${long}</text><text x="6" y="50">Short title</text></g></svg>`,
    ),
  )
  expect(lines.map(({ text }) => text)).toEqual(['Short title'])
})

test('gives the same answer again, and in a worker', async () => {
  expect(readLettering(raster)).toEqual(read)
  const worker = new Worker(new URL('./read-in-worker.ts', import.meta.url))
  try {
    const other = await new Promise<Lettering>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Lettering>) => resolve(data)
      worker.onerror = reject
      worker.postMessage(raster)
    })
    expect(other).toEqual(read)
  } finally {
    worker.terminate()
  }
}, 120_000)

test('reads text of 8 pixels at half size', async () => {
  const { lines } = readLettering(
    await rasterOf(FIGURE.replace('width="640" height="320"', 'width="320" height="160"')),
  )
  const texts = lines.map((each) => each.text)
  expect(texts).toContain('ResNet-50 encoder')
  expect(texts).toContain('p < 0.05')
})

test.each([
  ['upwards', -90, 270],
  ['downwards', 90, 90],
] as const)('a short title reads %s as a long one does', async (_, turn, angle) => {
  const upright = (x: number, size: number, text: string) =>
    `<text x="${x}" y="160" transform="rotate(${turn} ${x} 160)" text-anchor="middle" font-family="Inter" font-size="${size}">${text}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="320" viewBox="0 0 200 320"><rect width="200" height="320" fill="#ffffff"/>${upright(40, 20, 'Validation accuracy')}${upright(150, 18, 'F1 (%)')}</svg>`
  const { lines } = readLettering(await rasterOf(svg))
  const found = lines.map((each) => [each.text, each.angle])
  expect(found).toEqual([
    ['Validation accuracy', angle],
    ['F1 (%)', angle],
  ])
})
