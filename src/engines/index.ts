import type { Look } from '../forms/drawing'
import {
  type ChartRevision,
  type Decisions,
  type EngineDeclaration,
  type Engines,
  type Redrawing,
  STAGES,
  type Stage,
} from '../forms/engines'
import { readVegaLite } from '../forms/vega-lite'
import type { Fallback, JobModels, StageModel } from '../providers/job-models'
import { ProviderFailed } from '../providers/wire/failure'
import { decisionOf } from './drop-in'
import { local } from './local'
import { readStructured } from './local/read-text'
import { PROMPTS, type Prompt } from './model/prompts'

/** Who decides in one job, and who has decided so far. */
export interface JobEngines {
  engines: Engines
  report(): Decisions
}

/** The engines of one job: models and drop-ins where its choices name some, else rules. */
export function createEngines(
  models: JobModels,
  dropIns: ReadonlyMap<string, EngineDeclaration>,
): JobEngines {
  const decided: Decisions['engine'] = {}
  const prompts: Partial<Record<Stage, () => Prompt>> = { ...PROMPTS }
  const fallbacks: Fallback[] = []
  /** Who decides what no model does. */
  async function other<S extends keyof Engines & Stage>(stage: S): Promise<Engines[S]> {
    const id = models.dropIn(stage)
    const decision = id && (await decisionOf(dropIns, id, stage))
    decided[stage] = { provider: decision ? id : 'local' }
    if (id && !decision)
      fallbacks.push({ stage, from: id, to: 'local', reason: `The engine ${id} does not do it.` })
    return decision || local[stage]
  }
  async function decide<T>(
    stage: Stage,
    byModel: (model: StageModel) => Promise<T>,
    otherwise: (engines: Engines) => Promise<T>,
  ): Promise<T> {
    const ran = await models.run(stage, byModel)
    return ran.by === 'model' ? ran.value : otherwise(local)
  }

  /** A critic's word; rules have none, and a provider that fails ends the rounds. */
  async function criticised<T extends { ended?: string }>(
    byModel: (model: StageModel) => Promise<T>,
    nothing: T,
  ): Promise<T> {
    try {
      return await decide('critic', byModel, async () => nothing)
    } catch (error) {
      if (error instanceof ProviderFailed) return { ...nothing, ended: error.message }
      throw error
    }
  }

  return {
    report: () => ({
      ...accountOf(models, decided, prompts),
      ...((fallbacks.length > 0 || STAGES.some(models.has)) && {
        fallbacks: [...fallbacks, ...models.report().fallbacks],
      }),
    }),
    engines: {
      async plan(text, wish, call) {
        if (!models.has('plan')) return (await other('plan'))(text, wish, call)
        const structured = await readStructured(text)
        if (structured) {
          decided.plan = { provider: 'local' }
          return structured
        }
        const { planByModel } = await import('./model/planner')
        return decide(
          'plan',
          (model) => planByModel(model, text, wish, call),
          (engines) => engines.plan(text, wish, call),
        )
      },
      ...((models.has('draw') || models.dropIn('draw')) && {
        async draw(brief, call, grown) {
          if (await readStructured(brief.text)) return null
          if (!models.has('draw')) return (await other('draw'))?.(brief, call, grown) ?? null
          const { drawByModel } = await import('./model/drawer')
          return decide(
            'draw',
            (model) => drawByModel(model, brief, call, grown),
            async () => null,
          )
        },
      }),
      ...((models.has('look') || models.dropIn('look')) && {
        async look(figure, call) {
          const asItIs: Look = { source: figure.source, frame: figure.frame, changed: [] }
          if (!models.has('look')) return (await other('look'))?.(figure, call) ?? asItIs
          const { lookByModel } = await import('./model/looker')
          try {
            return await decide(
              'look',
              (model) => lookByModel(model, figure, call),
              async () => asItIs,
            )
          } catch (error) {
            if (error instanceof ProviderFailed) return { ...asItIs, ended: error.message }
            throw error
          }
        },
      }),
      async style(request, call) {
        if (!models.has('style')) return (await other('style'))(request, call)
        // A grammar's words must stay as they are: rules keep them so.
        const structured = await readStructured(request.description).catch(() => BROKEN)
        if (structured) return (await other('style'))(request, call)
        const { styleByModel } = await import('./model/stylist')
        return decide(
          'style',
          (model) => styleByModel(model, request, call),
          (engines) => engines.style(request, call),
        )
      },
      async chart(data, intent, call) {
        // A specification is drawn as it is: nobody has to read it.
        if (!models.has('chart') || readVegaLite(intent))
          return (await other('chart'))(data, intent, call)
        const { chartByModel } = await import('./model/charter')
        return decide(
          'chart',
          (model) => chartByModel(model, data, intent, models, call),
          (engines) => engines.chart(data, intent, call),
        )
      },
      ...((models.has('paint') || models.dropIn('paint')) && {
        async paint(brief, call) {
          if (!models.has('paint')) return (await other('paint'))?.(brief, call) ?? null
          const { paintByModel } = await import('./model/painter')
          return decide(
            'paint',
            (model) => paintByModel(model, brief),
            async () => null,
          )
        },
      }),
      async segment(picture, options, call) {
        if (!models.has('segment')) return (await other('segment'))(picture, options, call)
        const { segmentByModel } = await import('./model/segmenter')
        return decide(
          'segment',
          (model) => segmentByModel(model, picture, options, call),
          (engines) => engines.segment(picture, options, call),
        )
      },
      ...((models.has('redraw') || models.dropIn('redraw')) && {
        async redraw(figure, call) {
          const none: Redrawing = { operations: [] }
          if (!models.has('redraw')) return (await other('redraw'))?.(figure, call) ?? none
          const { redrawByModel } = await import('./model/redrawer')
          try {
            return await decide(
              'redraw',
              (model) => redrawByModel(model, figure, call),
              // Rules have their own rounds, in the reader.
              async () => none,
            )
          } catch (error) {
            if (error instanceof ProviderFailed) return { ...none, ended: error.message }
            throw error
          }
        },
      }),
      ...(models.has('critic') && {
        async reviseChart(drawn, call) {
          const { reviseByModel } = await import('./model/chart-critic')
          prompts.critic = PROMPTS.chartCritic
          return criticised<ChartRevision>((model) => reviseByModel(model, drawn, models, call), {
            unmet: [...drawn.unmet],
          })
        },
      }),
    },
  }
}

/** A block of mermaid or DOT that cannot be read is no prose either. */
const BROKEN = true

/** `engine` of report.json: what rules did, and what models did with which prompt. */
function accountOf(
  models: JobModels,
  decided: Decisions['engine'],
  prompts: Readonly<Partial<Record<string, () => Prompt>>>,
): Pick<Decisions, 'engine'> {
  const byModels = Object.entries(models.report().engine).map(([stage, done]) => {
    const { provider, model, ...used } = done
    const version = prompts[stage]?.().version
    return [stage, model ? { provider, model, prompt_version: version, ...used } : done] as const
  })
  return { engine: { ...decided, ...Object.fromEntries(byModels) } }
}
