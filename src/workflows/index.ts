import type { Workflows } from '../forms/workflows'
import type { Desk } from './desk'

export type { Desk } from './desk'

/** The workflows of one running job, each loaded when it begins. */
export function createWorkflows(desk: Desk): Workflows {
  return {
    drawText: async (...asked) => (await import('./draw-text')).drawText(desk, ...asked),
    drawChart: async (...asked) => (await import('./draw-chart')).drawChart(desk, ...asked),
    finishDrawing: async (...asked) =>
      (await import('./finish-drawing')).finishDrawing(desk, ...asked),
    vectorise: async (...asked) => (await import('./vectorise')).vectorisePicture(desk, ...asked),
    editFigure: async (...asked) => (await import('./edit-figure')).editFigure(desk, ...asked),
  }
}
