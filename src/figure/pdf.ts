import { typesetSvg } from '../../wasm/typst'
import { cleanSvg } from './clean'
import { fontsFor, withoutLostMarks } from './fonts'
import { svgSize } from './svg-size'

/** CSS pixels to PostScript points. */
const POINTS = 0.75

/** One PDF page of the SVG's size (1 px = 0.75 pt), its text selectable. The same SVG gives the same bytes. */
export async function toPdf(svg: string): Promise<Uint8Array> {
  const clean = withoutLostMarks(cleanSvg(svg))
  const { width, height } = svgSize(clean)
  return typesetSvg(clean, width * POINTS, height * POINTS, fontsFor(clean))
}
