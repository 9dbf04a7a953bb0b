import { type Decisions, type Engines, STAGES, type Stage } from '../forms/engines'
import type { JobModels, StageModel } from '../providers/job-models'
import { local } from './local'
import { readStructured } from './local/read-text'
import { PROMPTS } from './model/prompts'

/** Who decides in one job, and who has decided so far. */
export interface JobEngines {
  engines: Engines
  report(): Decisions
}

/** The engines of one job: models where its choices name some, else rules. */
export function createEngines(models: JobModels): JobEngines {
  const byRules: Decisions['engine'] = {}
  const rules = (stage: Stage) => {
    byRules[stage] = { provider: 'local' }
    return local
  }
  async function decide<T>(
    stage: Stage,
    byModel: (model: StageModel) => Promise<T>,
    otherwise: (engines: Engines) => Promise<T>,
  ): Promise<T> {
    const ran = await models.run(stage, byModel)
    return ran.by === 'model' ? ran.value : otherwise(local)
  }

  return {
    report: () => ({
      ...accountOf(models, byRules),
      ...(STAGES.some(models.has) && { fallbacks: models.report().fallbacks }),
    }),
    engines: {
      async plan(text, wish, call) {
        if (!models.has('plan')) return rules('plan').plan(text, wish, call)
        const structured = await readStructured(text)
        if (structured) {
          rules('plan')
          return structured
        }
        const { planByModel } = await import('./model/planner')
        return decide(
          'plan',
          (model) => planByModel(model, text, wish, call),
          (engines) => engines.plan(text, wish, call),
        )
      },
      style: (request, call) => rules('style').style(request, call),
      chart: (data, intent, call) => rules('chart').chart(data, intent, call),
      segment: (picture, options, call) => rules('segment').segment(picture, options, call),
    },
  }
}

/** `engine` of report.json: what rules did, and what models did with which prompt. */
function accountOf(models: JobModels, byRules: Decisions['engine']): Pick<Decisions, 'engine'> {
  const byModels = Object.entries(models.report().engine).map(([stage, done]) => {
    const { provider, model, ...used } = done
    const version = Object.entries(PROMPTS).find(([name]) => name === stage)?.[1].version
    return [stage, model ? { provider, model, prompt_version: version, ...used } : done] as const
  })
  return { engine: { ...byRules, ...Object.fromEntries(byModels) } }
}
