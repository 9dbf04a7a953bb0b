import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { CompositePlan } from '../../plugin'
import { toPng } from '../raster'
import { element } from '../xml'
import { labelText, type PlacedLabel, placeLabels } from './labels'

/**
 * Paints panels and labels on white, as PNG. Sources are read one after the other: only one is in memory at a time.
 * @throws Error when a source is no image
 */
export async function compositePng(
  plan: CompositePlan,
  read: (panel: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const canvas = createCanvas(plan.width, plan.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, plan.width, plan.height)
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  for (const [index, { x, y, width, height }] of plan.panels.entries()) {
    const image = await loadImage(Buffer.from(await read(index)))
    context.drawImage(image, x, y, width, height)
  }
  for (const label of placeLabels(plan)) await paintLabel(context, label)
  return canvas.encode('png')
}

/** A label is drawn by the renderer of the SVG, so that both have the same letters in any script. */
async function paintLabel(context: SKRSContext2D, label: PlacedLabel): Promise<void> {
  const { x, y, width, height } = label.band
  if (width < 1 || height < 1) return
  const svg = element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `${x} ${y} ${width} ${height}` },
    labelText(label),
  )
  const image = await loadImage(Buffer.from(await toPng(svg)))
  context.drawImage(image, x, y)
}
