import type { FigureTools } from '../plugin'
import { pixels } from './canvas-size'
import { draw } from './draw'
import { measure } from './measure'
import { toPng } from './raster'
import { toSvg } from './svg'

/** The figure tools lent to plugins; `version` is the program's, written into every SVG. */
export function createFigureTools(version: string): FigureTools {
  return {
    draw,
    pixels,
    svg: (scene, options) => toSvg(scene, { version, ...options }),
    png: toPng,
    pdf: async (svg) => (await import('./pdf')).toPdf(svg),
    measure,
  }
}
