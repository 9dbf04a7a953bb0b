import { chartLanguage } from './chart-language'
import chart from './prompts/chart.md' with { type: 'text' }
import chartCritic from './prompts/chart-critic.md' with { type: 'text' }
import critic from './prompts/critic.md' with { type: 'text' }
import paint from './prompts/paint.md' with { type: 'text' }
import plan from './prompts/plan.md' with { type: 'text' }
import redraw from './prompts/redraw.md' with { type: 'text' }
import segment from './prompts/segment.md' with { type: 'text' }
import style from './prompts/style.md' with { type: 'text' }

/** What a stage is told before it is asked, and its version for report.json. */
export interface Prompt {
  /** `plan 1`: compared, never parsed. */
  version: string
  text: string
}

export const PROMPTS = {
  plan: () => promptOf(plan),
  critic: () => promptOf(critic),
  style: () => promptOf(style),
  paint: () => promptOf(paint),
  chart: () => promptOf(chart.replace('{{language}}', chartLanguage)),
  chartCritic: () => promptOf(chartCritic.replace('{{language}}', chartLanguage)),
  segment: () => promptOf(segment),
  redraw: () => promptOf(redraw),
} as const

/** A prompt's file begins with the line `version: <words>`. */
function promptOf(file: string): Prompt {
  const end = file.indexOf('\n')
  return { version: file.slice('version: '.length, end).trim(), text: file.slice(end).trim() }
}
