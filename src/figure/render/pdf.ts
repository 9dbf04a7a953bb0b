import { loadTypst, typesetSvg } from '../../../wasm/typst'
import { fontsFor, withoutLostMarks } from '../fonts'
import { cleanSvg } from '../svg/clean'
import { svgPoints } from '../svg/size'

/** Begins to load what writes pages. */
export const loadPdf = loadTypst

/** One PDF page of the SVG's size on paper (1 px = 0.75 pt where it has none), its text selectable. The same SVG gives the same bytes. */
export async function toPdf(svg: string): Promise<Uint8Array> {
  const clean = withoutLostMarks(cleanSvg(svg))
  const { width, height } = svgPoints(clean)
  return typesetSvg(clean, width, height, fontsFor(clean))
}
