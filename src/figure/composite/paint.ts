import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { allFonts, FAMILY } from '../fonts'
import type { Grid } from './grid'
import { LABEL_STYLE, type PlacedLabel } from './labels'

let registered = false

/**
 * Paints panels and labels on white, as PNG. Sources are read one after the other: only one is in memory at a time.
 * @throws Error when a source is no image
 */
export async function paintComposite(
  grid: Grid,
  labels: readonly (PlacedLabel | undefined)[],
  read: (panel: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const canvas = createCanvas(grid.width, grid.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, grid.width, grid.height)
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  for (const [index, { x, y, width, height }] of grid.panels.entries()) {
    const image = await loadImage(Buffer.from(await read(index)))
    context.drawImage(image, x, y, width, height)
  }
  paintLabels(context, labels)
  return canvas.encode('png')
}

function paintLabels(
  context: SKRSContext2D,
  labels: readonly (PlacedLabel | undefined)[],
): void {
  registerFonts()
  context.fillStyle = LABEL_STYLE.fill
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  for (const label of labels) {
    if (!label) continue
    context.font = `${LABEL_STYLE.weight} ${label.size}px ${FAMILY}`
    context.fillText(label.text, label.x, label.baseline)
  }
}

function registerFonts(): void {
  if (registered) return
  for (const bytes of allFonts()) GlobalFonts.register(Buffer.from(bytes))
  registered = true
}
