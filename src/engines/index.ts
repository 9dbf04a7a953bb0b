import type { EngineReport, Engines, Stage } from '../forms/engines'
import type { JobModels } from '../providers/job-models'
import { local } from './local'

/** Who decides in one job, and who has decided so far. */
export interface JobEngines {
  engines: Engines
  report(): EngineReport
}

/** The engines of one job. */
export function createEngines(_models: JobModels): JobEngines {
  const report: EngineReport = {}
  const byRules = (stage: Stage) => {
    report[stage] = { provider: 'local' }
    return local
  }
  return {
    report: () => report,
    engines: {
      plan: (text, wish, call) => byRules('plan').plan(text, wish, call),
      style: (request, call) => byRules('style').style(request, call),
      chart: (data, intent, call) => byRules('chart').chart(data, intent, call),
      segment: (picture, options, call) => byRules('segment').segment(picture, options, call),
    },
  }
}
