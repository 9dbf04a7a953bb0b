import { rasterize } from '../../wasm/resvg'
import { allFonts } from './fonts'

/** Largest raster, in pixels: 4K at any ratio is 17 million, a 20000 x 20000 canvas would take 1.5 GB. */
const MOST_PIXELS = 100_000_000

/** Draws an SVG to a PNG `width` pixels wide, keeping its proportions. Throws RangeError above 100 megapixels. */
export async function toPng(svg: string, width: number): Promise<Uint8Array> {
  const size = svgSize(svg)
  const height = Math.max(1, Math.round((width * size.height) / size.width))
  if (!Number.isInteger(width) || width < 1 || width * height > MOST_PIXELS) {
    throw new RangeError(`a raster of ${width} x ${height} pixels is outside 1 to 100 megapixels`)
  }
  return rasterize(svg, width, allFonts())
}

/** Width and height in pixels that the root declares, or its viewBox. Throws where it declares neither. */
export function svgSize(svg: string): { width: number; height: number } {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0] ?? ''
  const view = /\sviewBox="\s*[-\d.eE]+[\s,]+[-\d.eE]+[\s,]+([\d.eE]+)[\s,]+([\d.eE]+)/.exec(root)
  const width = Number(/\swidth="([\d.]+)(?:px)?"/.exec(root)?.[1] ?? view?.[1])
  const height = Number(/\sheight="([\d.]+)(?:px)?"/.exec(root)?.[1] ?? view?.[2])
  if (!(width > 0 && height > 0)) throw new Error('the SVG declares no size')
  return { width, height }
}
