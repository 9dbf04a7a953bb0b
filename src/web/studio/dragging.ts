import type { OwnRecord } from '../operations'

/** A figure on its way into a composite: its id. */
const FIGURE = 'application/x-burin-figure'
/** A panel on its way to another place: where it is. */
const PANEL = 'application/x-burin-panel'

/** A figure is dragged. */
export function drag(event: DragEvent, { job_id: id }: Pick<OwnRecord, 'job_id'>): void {
  event.dataTransfer?.setData(FIGURE, id)
}

export function dragPanel(event: DragEvent, at: number): void {
  event.dataTransfer?.setData(PANEL, String(at))
}

/** Whether what is dragged here may be dropped. */
export function isOurs({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.some((type) => type === FIGURE || type === PANEL) ?? false
}

export interface Dropped {
  figure?: string
  panel?: number
}

export function dropped({ dataTransfer }: DragEvent): Dropped {
  const figure = dataTransfer?.getData(FIGURE)
  const panel = dataTransfer?.getData(PANEL)
  return { ...(figure && { figure }), ...(panel && { panel: Number(panel) }) }
}
