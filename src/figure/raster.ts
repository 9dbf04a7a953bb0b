import { rasterize } from '../../wasm/resvg'
import { cleanSvg } from './clean'
import { allFonts } from './fonts'
import { svgSize } from './svg-size'

/** Largest raster, in pixels: 4K at any ratio is 17 million, a 20000 x 20000 canvas would take 1.5 GB. */
const MOST_PIXELS = 100_000_000

/** Draws an SVG to a PNG `width` pixels wide, keeping its proportions. Throws RangeError above 100 megapixels. */
export async function toPng(svg: string, width: number): Promise<Uint8Array> {
  const clean = cleanSvg(svg)
  const size = svgSize(clean)
  const height = Math.max(1, Math.round((width * size.height) / size.width))
  if (!Number.isInteger(width) || width < 1 || width * height > MOST_PIXELS) {
    throw new RangeError(`a raster of ${width} x ${height} pixels is outside 1 to 100 megapixels`)
  }
  return rasterize(clean, width, allFonts())
}
