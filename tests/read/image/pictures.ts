import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { toPng } from '../../../src/figure/render/raster'
import { decodePicture, type Raster } from '../../../src/read/raster'

const SVG = 'xmlns="http://www.w3.org/2000/svg"'

/** Two boxes with names, an ellipse, an elbow and a dashed arrow, on white. */
export const FLOW = `<svg ${SVG} width="640" height="360" viewBox="0 0 640 360">
<rect width="640" height="360" fill="#ffffff"/>
<rect x="40" y="40" width="180" height="80" rx="10" fill="#e8f0fa" stroke="#4c78a8" stroke-width="2"/>
<rect x="400" y="40" width="180" height="80" fill="#fdf1e3" stroke="#c9822f" stroke-width="2"/>
<ellipse cx="490" cy="270" rx="90" ry="45" fill="#e9f4ec" stroke="#4e9a64" stroke-width="2"/>
<path d="M220 80H388" fill="none" stroke="#333333" stroke-width="2"/><path d="M400 80L388 75V85Z" fill="#333333"/>
<path d="M490 120V213" fill="none" stroke="#333333" stroke-width="2" stroke-dasharray="8 6"/><path d="M490 225L485 213H495Z" fill="#333333"/>
<path d="M130 120V270H388" fill="none" stroke="#333333" stroke-width="2"/><path d="M400 270L388 265V275Z" fill="#333333"/>
<text x="130" y="87" text-anchor="middle" font-family="Inter" font-size="20" fill="#1f2937">Reads</text>
<text x="490" y="87" text-anchor="middle" font-family="Inter" font-size="20" fill="#1f2937">Alignment</text>
<text x="490" y="277" text-anchor="middle" font-family="Inter" font-size="20" fill="#1f2937">Counts</text>
</svg>`

export async function rasterOf(svg: string): Promise<Raster> {
  return decodePicture(await toPng(svg), { maxPixels: 50_000_000 })
}

/** A picture painted by hand, as PNG. */
export async function painted(
  width: number,
  height: number,
  paint: (context: SKRSContext2D) => void,
): Promise<Uint8Array> {
  const canvas = createCanvas(width, height)
  paint(canvas.getContext('2d'))
  return canvas.encode('png')
}

/** Noise that is the same on every run. */
export async function noise(width: number, height: number): Promise<Uint8Array> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  let state = 12345
  for (let i = 0; i < image.data.length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    image.data[i] = i % 4 === 3 ? 255 : state >>> 24
  }
  context.putImageData(image, 0, 0)
  return canvas.encode('png')
}
