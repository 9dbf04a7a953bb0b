import { keep, recalled } from './kept'

/** A figure that one page hands to the editor in the same tab. */
export interface Handed {
  name: string
  svg: string
  /** Whose figure it is: the way back. */
  job: string
}

/** What follows the `#` in the editor's address when a figure is handed to it. */
export const HANDED = 'handed'

const PLACE = 'figure for the editor'

/** False when the tab has no room for it. */
export const handOver = (figure: Handed) => keep(PLACE, JSON.stringify(figure), 'sessionStorage')

/** Undefined when nothing was handed over in this tab. */
export const takeOver = () => recalled<Handed>(PLACE, 'sessionStorage')
