import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { FAMILY, fontBytes } from '../src/figure/fonts'

export interface Picture {
  png: Uint8Array
  /** In pixels. */
  width: number
  height: number
  caption: string
}

/** Width by height, near that of a screen, so that a sheet shown whole is as large as it can be. */
const SHEET_RATIO = 4 / 3
/** Pixels. */
const GAP = 16
const CAPTION = 22

/** One PNG of many pictures, in rows from left to right, each with its caption above it. */
export async function contactSheet(pictures: readonly Picture[]): Promise<Uint8Array> {
  const sheetWidth = widthFor(pictures)
  const rows = inRows(pictures, sheetWidth)
  const heights = rows.map((row) => CAPTION + Math.max(...row.map(({ height }) => height)) + GAP)
  const canvas = createCanvas(sheetWidth, GAP + heights.reduce((sum, height) => sum + height, 0))
  const context = canvas.getContext('2d')
  context.fillStyle = '#dfe3e8'
  context.fillRect(0, 0, canvas.width, canvas.height)
  GlobalFonts.register(Buffer.from(fontBytes(500)), FAMILY)
  context.font = `15px ${FAMILY}`
  context.fillStyle = '#1b2430'
  let y = GAP
  for (const [index, row] of rows.entries()) {
    let x = GAP
    for (const { png, width, height, caption } of row) {
      context.fillText(fitted(caption, width, context), x, y + CAPTION - 7)
      context.drawImage(await loadImage(png), x, y + CAPTION, width, height)
      x += width + GAP
    }
    y += heights[index] ?? 0
  }
  return canvas.encode('png')
}

function fitted(caption: string, width: number, context: SKRSContext2D): string {
  let text = caption
  while (text !== '' && context.measureText(text).width > width) text = `${text.slice(0, -2)}…`
  return text
}

function widthFor(pictures: readonly Picture[]): number {
  const cells = pictures.map(({ width, height }) => (width + GAP) * (height + CAPTION + GAP))
  const area = cells.reduce((sum, cell) => sum + cell, 0)
  const widest = Math.max(...pictures.map(({ width }) => width))
  return Math.max(Math.ceil(Math.sqrt(area * SHEET_RATIO)), widest + 2 * GAP)
}

function inRows(pictures: readonly Picture[], sheetWidth: number): Picture[][] {
  const rows: Picture[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const picture of pictures) {
    const row = rows.at(-1)
    if (row && x + picture.width + GAP <= sheetWidth) row.push(picture)
    else {
      rows.push([picture])
      x = GAP
    }
    x += picture.width + GAP
  }
  return rows
}
