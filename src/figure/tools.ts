import type { FigureTools } from '../forms/figure-tools'
import { pixels } from './canvas/size'
import { checkedLabels } from './check/labels'
import { measure } from './check/measure'
import { compose } from './compose'
import { compositeSvg, panelTexts } from './composite/svg'
import { draw } from './draw'
import { toPng } from './render/raster'
import { segmentationSvg, segmentSvg } from './segment'
import { withPictures } from './segment/masks'
import { toSvg } from './svg'
import { cleanSvg } from './svg/clean'
import { svgSize } from './svg/size'

/** The figure tools lent to plugins; `version` is the program's, written into every SVG. */
export function createFigureTools(version: string): FigureTools {
  return {
    draw,
    compose: (diagram, options) => compose(diagram, options, version),
    chart: async (chart, table, options) =>
      (await import('./chart')).composeChart(chart, table, options, version),
    pixels,
    svgSize: (svg) => svgSize(cleanSvg(svg)),
    segmentationSvg,
    segmentSvg: (scene, one) => segmentSvg(scene, one, version),
    crop: async (png, places) => (await import('./pixels/crop')).cropPng(png, places),
    cutOut: async (png, cuts) => (await import('./pixels/cut-out')).cutOuts(png, cuts),
    withPictures,
    compositePng: async (plan, read) =>
      (await import('./composite/paint')).compositePng(plan, read),
    compositeSvg: (plan, sources) => compositeSvg(plan, sources, version),
    panelTexts,
    svg: (scene, options) => toSvg(scene, { version, ...options }),
    png: toPng,
    pdf: async (svg) => (await import('./render/pdf')).toPdf(svg),
    checkLabels: checkedLabels,
    measure,
  }
}
