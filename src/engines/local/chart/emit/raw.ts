import { type Json, type Names, type Row, rowOf, sides } from './base'
import type { ChartDraft } from './draft'

/** Points of one place; more are thinned evenly. */
const MOST_RAW = 1500

/** The single values behind statistics, as rows of their own and a layer that draws them. */
export function rawPoints(
  draft: ChartDraft,
  names: Names,
  named: boolean,
): { rows: Row[]; layers: Json[] } {
  if (draft.raw.length === 0) return { rows: [], layers: [] }
  const { v } = sides(draft)
  const step = Math.ceil(draft.raw.length / (MOST_RAW * 4))
  const rows = draft.raw
    .filter((_, i) => i % step === 0)
    .map((each, i): Row => {
      const { [names.y]: value, lower: _, upper: __, ...row } = rowOf(draft, names, each, named)
      return { ...row, raw: value ?? null, place: corput(i + 1) }
    })
  const layer: Json = {
    name: 'raw',
    mark: { type: 'point', size: 17, fill: '#ffffff', stroke: '#30363d', strokeWidth: 0.7 },
    encoding: { [v]: { field: 'raw', type: 'quantitative' } },
  }
  return { rows, layers: [layer] }
}

/** The index's binary digits mirrored at the point: fills an interval evenly and is the same each time. */
export function corput(index: number): number {
  let [value, share] = [0, 0.5]
  for (let rest = index; rest > 0; rest >>= 1) {
    value += share * (rest & 1)
    share /= 2
  }
  return value
}
