import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import type { SceneElement } from '../../forms/scene'
import { centreOf, hullOf } from '../geometry'
import { movedElement } from '../geometry/moved'
import { leavesOf } from './spec/leaves'
import { fixed } from './spec/numbers'
import { lookedUp, rowsAfter } from './spec/prepare'
import type { Walked } from './walked'

export const MOST_PANELS = 60

/** Counts the panels that columns of the data ask for, before any of them is laid out. */
export async function checkPanels(spec: ChartSpec, table: Table): Promise<void> {
  for (const { facets, all } of leavesOf(spec)) {
    let panels = 1
    const rows = facets.length > 0 ? await rowsAfter(all, table) : []
    for (const field of facets) panels *= new Set(rows.map((row) => row[lookedUp(field)])).size
    if (panels > MOST_PANELS) throw tooMany(panels)
  }
}

/** The names of axes that all panels of a row or a column share stand once, in the middle beside them. */
export function withSharedTitles(walked: Walked): Walked {
  const { elements, frames } = walked
  const changed = new Map<SceneElement, SceneElement | undefined>()
  for (const channel of ['x', 'y'] as const) {
    const titles = elements.filter(({ id }) => TITLE[channel].test(id))
    const along = channel === 'x' ? 'y' : 'x'
    const places = Map.groupBy(titles, ({ label, box }) => `${label} ${Math.round(box[along])}`)
    for (const [first, ...others] of places.values()) {
      if (!first || others.length === 0) continue
      const [from, to] = [hullOf(frames), first.box].map(centreOf)
      const by = (from?.[channel] ?? 0) - (to?.[channel] ?? 0)
      changed.set(first, channel === 'x' ? movedElement(first, by, 0) : movedElement(first, 0, by))
      for (const other of others) changed.set(other, undefined)
    }
  }
  const kept = elements.flatMap((each) => (changed.has(each) ? [changed.get(each) ?? []] : [each]))
  return { ...walked, elements: kept.flat() }
}

const TITLE = { x: /^axis-x-\d+-title-/, y: /^axis-y-\d+-title-/ } as const

export const tooMany = (panels: number) =>
  new ChartRefused(
    `${fixed(panels, 0)} small charts cannot be read in one figure; ${MOST_PANELS} are the most.`,
  )
