import type { Workflows } from '../forms/workflows'
import type { Desk } from './desk'
import { drawChart } from './draw-chart'
import { drawText } from './draw-text'
import { editFigure } from './edit-figure'
import { finishDrawing } from './finish-drawing'
import { vectorisePicture } from './vectorise'

export type { Desk } from './desk'

/** The workflows of one running job. */
export function createWorkflows(desk: Desk): Workflows {
  return {
    drawText: (text, wish) => drawText(desk, text, wish),
    drawChart: (data, intent, wish) => drawChart(desk, data, intent, wish),
    finishDrawing: (svg, wish) => finishDrawing(desk, svg, wish),
    vectorise: (picture, wish) => vectorisePicture(desk, picture, wish),
    editFigure: (figure, wish) => editFigure(desk, figure, wish),
  }
}
