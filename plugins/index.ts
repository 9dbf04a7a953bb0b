import type { Declare } from '../src/plugin'
import composite from './composite'
import finish from './finish'
import generate from './generate'
import imageToSvg from './image-to-svg'
import optimize from './optimize'
import pdf from './pdf'
import plot from './plot'
import redraw from './redraw'
import run from './run'

/** The bundled plugins, by folder. */
export const BUNDLED: Readonly<Record<string, Declare>> = {
  run,
  'image-to-svg': imageToSvg,
  composite,
  generate,
  pdf,
  optimize,
  plot,
  redraw,
  finish,
}
