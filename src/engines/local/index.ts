import { segment } from '../../figure/segment'
import { segmentKinds } from '../../figure/segment-kinds'
import type { Engines } from '../../forms/engines'
import { readChart } from './chart'
import { readText } from './read-text'
import { styleByRules } from './stylist/stylist'

/** Rules, grammars and geometry: no key, no model, no network. */
export const local: Engines = {
  plan: (text) => readText(text),
  style: (request) => styleByRules(request),
  chart: readChart,
  segment: async ({ scene, origin }, options) =>
    origin === 'drawn'
      ? { segments: segment(scene, options), unknown: [] }
      : segmentKinds(scene, options),
}
