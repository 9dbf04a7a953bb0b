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
export function handOver(figure: Handed): boolean {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(figure))
    return true
  } catch {
    return false
  }
}

/** Undefined when nothing was handed over in this tab. */
export function takeOver(): Handed | undefined {
  const kept = sessionStorage.getItem(PLACE)
  return kept === null ? undefined : (JSON.parse(kept) as Handed)
}
