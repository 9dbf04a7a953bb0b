import type { Engines } from '../plugin'
import { readChart } from './local/chart'
import { readText } from './local/read-text'
import { styleByRules } from './local/stylist/stylist'

/** The engines a worker hands to plugins; today the rules of `local` alone. */
export function createEngines(): Engines {
  return { diagram: readText, stylist: styleByRules, chart: readChart }
}
