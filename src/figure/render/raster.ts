import { rasterizePixels } from '../../../wasm/resvg'
import { fontsFor, withoutLostMarks } from '../fonts'
import { encodePng } from '../pixels/png'
import { cleanSvg } from '../svg/clean'
import { resizeSvg } from '../svg/crop'
import { svgSize } from '../svg/size'

/** Largest raster, in pixels: 4K at any ratio is 17 million, a 20000 x 20000 canvas would take 1.5 GB. */
const MOST_PIXELS = 100_000_000

/**
 * Draws an SVG to a PNG of exactly `size` pixels, of a width that keeps its proportions, or of its own size.
 * @throws RangeError outside 1 to 100 megapixels
 */
export async function toPng(
  svg: string,
  size?: number | { width: number; height: number },
): Promise<Uint8Array> {
  const clean = withoutLostMarks(cleanSvg(svg))
  const { width, height } = typeof size === 'object' ? size : inProportion(clean, size)
  const whole = Number.isInteger(width) && Number.isInteger(height)
  if (!whole || width < 1 || height < 1 || width * height > MOST_PIXELS) {
    throw new RangeError(`a raster of ${width} x ${height} pixels is outside 1 to 100 megapixels`)
  }
  return encodePng(await rasterizePixels(resizeSvg(clean, width, height), width, fontsFor(clean)))
}

function inProportion(svg: string, wanted: number | undefined) {
  const own = svgSize(svg)
  const width = wanted ?? Math.max(1, Math.round(own.width))
  return { width, height: Math.max(1, Math.round((width * own.height) / own.width)) }
}
