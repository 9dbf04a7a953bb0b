import { segment } from '../../figure/segment'
import type { Engines } from '../../forms/engines'
import { captionChain } from './caption-chain'
import { styleByRules } from './stylist/stylist'
import { readText } from './text/read-text'

/** Rules, grammars and geometry: no key, no model, no network. */
export const local: Engines = {
  plan: async (text, { context = [] }, call) => {
    const chain = captionChain(context)
    if (!chain) return readText(text)
    call.log("drawn from a caption of the paper's own, which names the steps in order")
    return chain
  },
  style: (request) => styleByRules(request),
  chart: async (data, intent) => (await import('./chart')).readChart(data, intent),
  segment: async ({ scene }, options) => segment(scene, options),
}
