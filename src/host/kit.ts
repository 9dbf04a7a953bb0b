import { Type } from '@sinclair/typebox'
import { RATIOS, SIZES, STYLES } from '../forms/look'
import { readVegaLite } from '../forms/vega-lite'
import type { Kit, ProviderSets } from '../plugin'
import { type Catalogue, providerView } from '../providers/catalogue'
import { DRAWINGS, EDITING } from './editing'
import { createFields } from './fields'

/** What every plugin is lent, frozen: a drop-in that changes it changes nothing. */
export function createKit(limits: Kit['limits'], providers: ProviderSets): Kit {
  const sets = { ratios: RATIOS, sizes: SIZES, styles: STYLES, providers }
  const fields = createFields(sets)
  return {
    t: Type,
    ...frozen({ limits, sets, fields, readVegaLite, drawings: DRAWINGS, editing: EDITING }),
  }
}

/** The identifiers that requests may send, of what the operator configured. */
export function providerSets(catalogue: Catalogue): ProviderSets {
  const { models: _, ...sets } = providerView(catalogue)
  return sets
}

/** A copy that is frozen all through; functions and symbols stay what they are. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const copy: object = Array.isArray(value) ? [] : {}
  for (const name of Reflect.ownKeys(value))
    Reflect.set(copy, name, frozen(Reflect.get(value, name)))
  return Object.freeze(copy) as Value
}
