import { createCanvas, loadImage, type SKRSContext2D } from '../../../wasm/skia'
import type { CompositePlan, Place } from '../../forms/figure-tools'
import { toPng } from '../render/raster'
import { element } from '../svg/xml'
import { labelText, type PlacedLabel, placeLabels } from './labels'
import { PngRows } from './png-rows'

/** 32 MB decoded. */
const LARGE_PIXELS = 8_000_000

/**
 * Paints panels and labels on white, as PNG. Row after row of panels, and source after source: neither the canvas nor
 * two sources are in memory together.
 * @throws Error when a source is no image
 */
export async function compositePng(
  plan: CompositePlan,
  read: (panel: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const png = new PngRows(plan.width, plan.height)
  const labels = placeLabels(plan)
  for (const { top, bottom } of stripsOf(plan)) {
    const context = createCanvas(plan.width, bottom - top).getContext('2d')
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, plan.width, bottom - top)
    context.translate(0, -top)
    context.imageSmoothingEnabled = true
    context.imageSmoothingQuality = 'high'
    const inside = ({ y }: Place) => y >= top && y < bottom
    for (const [index, panel] of plan.panels.entries())
      if (inside(panel)) await paintPanel(context, panel, await read(index))
    for (const label of labels) if (inside(label.band)) await paintLabel(context, label)
    await png.add(context.getImageData(0, 0, plan.width, bottom - top).data)
    collect()
  }
  return png.end()
}

/** Where the canvas is cut: above each row of panels with its labels. */
function stripsOf({ panels, labels, height }: CompositePlan): { top: number; bottom: number }[] {
  const tops = panels.map(({ y }, index) => Math.min(y, labels[index]?.band.y ?? y))
  const cuts = [...new Set(tops)].sort((a, b) => a - b).slice(1)
  return [0, ...cuts].map((top, index) => ({ top, bottom: cuts[index] ?? height }))
}

async function paintPanel(
  context: SKRSContext2D,
  { x, y, width, height }: Place,
  bytes: Uint8Array,
): Promise<void> {
  const image = await loadImage(Buffer.from(bytes))
  context.drawImage(image, x, y, width, height)
  if (image.width * image.height > LARGE_PIXELS) collect()
}

/** Decoded pictures lie outside the heap: the collector does not see them pile up. */
function collect(): void {
  Bun.gc(true)
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
