import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { opaque, type Pixels } from '../../../src/read/image/pixels/pixels'
import { ssim } from '../../../src/read/image/pixels/ssim'

/**
 * LibreOffice counts pages in hundredths of a millimetre and draws them up to one pixel to the lower right; a shift of
 * the whole picture is no difference that a reader sees.
 */
const SHIFTS = [0, -0.25, -0.5, -0.75, -1]

/** SSIM of a viewer's PNG against ours, laid over it as well as a shift of at most a pixel can. */
export async function likeness(ours: Pixels, png: Uint8Array): Promise<number> {
  const image = await loadImage(Buffer.from(png))
  const straight = SHIFTS.map((by) => ({ by, value: ssim(ours, shifted(image, ours, by, by)) }))
  const best = straight.reduce((a, b) => (b.value > a.value ? b : a))
  const around = SHIFTS.filter((by) => Math.abs(by - best.by) <= 0.5)
  return Math.max(
    best.value,
    ...around.flatMap((x) => [
      ssim(ours, shifted(image, ours, x, best.by)),
      ssim(ours, shifted(image, ours, best.by, x)),
    ]),
  )
}

function shifted(image: Image, { width, height }: Pixels, x: number, y: number): Pixels {
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, x, y)
  return opaque({ width, height, data: context.getImageData(0, 0, width, height).data })
}
