/** What is on its way: a figure by its id, or the panel of a place. */
interface Dragged {
  figure?: string
  panel?: number
}

const KIND = 'application/x-burin'

export function drag({ dataTransfer }: DragEvent, what: Dragged): void {
  dataTransfer?.setData(KIND, JSON.stringify(what))
}

/** Whether what is dragged here may be dropped. */
export const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes(KIND) ?? false

export const dropped = ({ dataTransfer }: DragEvent): Dragged =>
  JSON.parse(dataTransfer?.getData(KIND) || '{}')
