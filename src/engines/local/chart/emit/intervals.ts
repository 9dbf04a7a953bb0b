import { type Json, sides } from './base'
import type { ChartDraft } from './draft'

const INK = '#30363d'

/** Error bars with caps, over bars and points. */
export function errorLayers(draft: ChartDraft, there: boolean, grouped: boolean): Json[] {
  if (!there) return []
  const { v, v2 } = sides(draft)
  const ink = { color: { value: INK } }
  const cap = (field: string): Json => ({
    name: 'cap',
    mark: {
      type: 'tick',
      color: INK,
      thickness: 1,
      size: grouped ? 7 : 9,
      orient: draft.ir.horizontal ? 'vertical' : 'horizontal',
    },
    encoding: { [v]: { field, type: 'quantitative' }, ...ink },
  })
  return [
    {
      name: 'error',
      mark: { type: 'rule', color: INK, strokeWidth: 1 },
      encoding: { [v]: { field: 'lower', type: 'quantitative' }, [v2]: { field: 'upper' }, ...ink },
    },
    cap('lower'),
    { ...cap('upper'), name: 'cap2' },
  ]
}
