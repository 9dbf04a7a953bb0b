import { describe, expect, test } from 'bun:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { MOST_SIDE } from '../../src/forms/image'
import { readPicture } from '../../src/read/image'
import { type TestApp, useApps } from '../support/app'
import * as files from '../support/picture-files'

const startApp = useApps()
/** Milliseconds: the first job waits for an executor to start. */
const PATIENCE = 30_000
const { PICTURE } = files

async function upload({ ask }: TestApp, bytes: Uint8Array) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'figure'))
  const answer = await ask('/api/upload', { method: 'POST', body: form })
  return { status: answer.status, ...(await answer.json()) }
}

/** The size of figure.png, and in which corner it is red. */
async function figureOf(app: TestApp, bytes: Uint8Array) {
  const { path } = await upload(app, bytes)
  const record = await app.ended(await app.submit('/api/image-to-svg', { image_path: path }))
  expect(record).toMatchObject({ status: 'completed', error: null })
  const png = await (await app.ask(`/api/artifacts/${record.job_id}/figure.png`)).bytes()
  const image = await loadImage(Buffer.from(png))
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0)
  const corners = {
    'top left': [3, 3],
    'top right': [width - 4, 3],
    'bottom left': [3, height - 4],
  }
  const red = Object.entries(corners).filter(([, [x = 0, y = 0]]) => {
    const [r = 0, g = 0] = context.getImageData(x, y, 1, 1).data
    return r > 180 && g < 60
  })
  return { path, size: [width, height], red: red.map(([corner]) => corner) }
}

describe('a picture file that is taken can be read', async () => {
  const app = startApp()
  const stored = [PICTURE.width, PICTURE.height]
  const aside = [PICTURE.height, PICTURE.width]
  const rows: [name: string, ending: string, file: () => Uint8Array | Promise<Uint8Array>][] = [
    ['PNG', 'png', () => files.png(1)],
    ['JPEG', 'jpg', () => files.jpeg(1)],
    ['WebP', 'webp', () => files.turnedWebp(1)],
    ['GIF', 'gif', () => files.gif(1)],
    ['BMP', 'bmp', files.bmp],
    ['TIFF', 'tiff', () => files.tiff(1, 1)],
    ['packed TIFF', 'tiff', () => files.tiff(1, 8)],
    ['AVIF', 'avif', files.avif],
  ]
  test.each(rows)(
    '%s',
    async (_, ending, file) => {
      const { path, size, red } = await figureOf(await app, await file())
      expect(path).toEndWith(`.${ending}`)
      expect({ size, red }).toEqual({ size: stored, red: ['top left'] })
    },
    PATIENCE,
  )

  test.each([
    ['PNG', files.png],
    ['JPEG', files.jpeg],
    ['WebP', files.turnedWebp],
    ['TIFF', (orientation: number) => files.tiff(orientation, 1)],
  ])(
    '%s, turned as its EXIF says',
    async (_, file) => {
      const right = await figureOf(await app, await file(6))
      expect({ size: right.size, red: right.red }).toEqual({ size: aside, red: ['top right'] })
      const mirrored = await figureOf(await app, await file(4))
      expect({ size: mirrored.size, red: mirrored.red }).toEqual({
        size: stored,
        red: ['bottom left'],
      })
    },
    PATIENCE,
  )

  test(
    'AVIF, turned as it says itself',
    async () => {
      const { size, red } = await figureOf(await app, files.TURNED_AVIF)
      expect({ size, red }).toEqual({ size: [24, 40], red: ['top right'] })
    },
    PATIENCE,
  )

  test.each([
    ['GIF of 3,000 frames', () => files.gif(3000)],
    ['WebP that moves', files.movingWebp],
    ['JPEG of 400 scans', () => files.scans(400, 60)],
  ])(
    'the first frame: %s',
    async (_, file) => {
      expect((await figureOf(await app, await file())).red).toEqual(['top left'])
    },
    PATIENCE,
  )
})

describe('one rule of size for whoever takes or reads', async () => {
  const app = startApp()
  const rows: [
    name: string,
    file: () => Uint8Array | Promise<Uint8Array>,
    taken: RegExp,
    read: RegExp,
  ][] = [
    [
      'a row of 100,000 pixels',
      () => files.stripPng(100_000, 1),
      new RegExp(`more than the ${MOST_SIDE} pixels`),
      new RegExp(`more than ${MOST_SIDE} pixels`),
    ],
    [
      'a column of 100,000 pixels',
      () => files.stripPng(1, 100_000),
      new RegExp(`more than the ${MOST_SIDE} pixels`),
      new RegExp(`more than ${MOST_SIDE} pixels`),
    ],
    [
      'a GIF with a screen of 65,535 pixels squared',
      () => files.gif(1, { width: 65_535, height: 65_535 }),
      /more than the 50 megapixels/,
      /too many pixels/,
    ],
    [
      'a TIFF that says it is as large',
      () => files.tiff(1, 1, { width: 65_535, height: 65_535 }),
      /more than the 50 megapixels/,
      /too many pixels/,
    ],
    [
      'a JPEG of 3,000 scans',
      () => files.scans(3000, 500),
      /more time or memory to decode/,
      /too many passes/,
    ],
  ]
  test.each(rows)(
    '%s',
    async (_, file, taken, read) => {
      const bytes = await file()
      const { status, detail } = await upload(await app, bytes)
      expect(status).toBe(413)
      expect(detail).toMatch(taken)
      await expect(readPicture(bytes, { maxPixels: 50_000_000 })).rejects.toThrow(read)
    },
    PATIENCE,
  )

  test('what is no picture of these formats', async () => {
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(400),
    ])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')
    const cut = [files.gif(1), files.tiff(1, 8), await files.avif(), await files.movingWebp()].map(
      (file) => file.subarray(0, Math.floor(file.length / 2)),
    )
    for (const bytes of [heic, svg, ...cut])
      expect(await upload(await app, bytes)).toMatchObject({
        status: 400,
        detail: 'File must be an image: PNG, JPEG, WebP, GIF, BMP, TIFF or AVIF',
      })
  })
})
