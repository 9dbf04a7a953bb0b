import type { Candidates, Look } from '../forms/drawing'
import {
  type ChartRevision,
  type Decisions,
  type EngineDeclaration,
  type Engines,
  STAGES,
  type Stage,
} from '../forms/engines'
import { readVegaLite } from '../forms/vega-lite'
import type { Fallback, JobModels, StageModel } from '../providers/job-models'
import { ProviderFailed } from '../providers/wire/failure'
import { decisionOf } from './drop-in'
import { local } from './local'
import { readStructured } from './local/text/read-text'
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
  const prompts: Partial<Record<Stage, () => Prompt>> = { ...PROMPTS }
  const { decided, fallbacks, other, decide } = deciderOf(models, dropIns)
  /** Whether anybody decides a stage for which there are no rules. */
  const isThere = (stage: Stage) => models.has(stage) || models.dropIn(stage) !== undefined

  const engines: Engines = {
    async plan(text, wish, call) {
      const structured = models.has('plan') && (await readStructured(text))
      if (structured) {
        decided.plan = { provider: 'local' }
        return structured
      }
      return decide(
        'plan',
        async (model) => (await import('./model/planner')).planByModel(model, text, wish, call),
        (plan) => plan(text, wish, call),
      )
    },
    async style(request, call) {
      // A grammar's words must stay as they are: rules keep them so.
      const structured =
        models.has('style') && (await readStructured(request.description).catch(() => BROKEN))
      if (structured) return (await other('style'))(request, call)
      return decide(
        'style',
        async (model) => (await import('./model/stylist')).styleByModel(model, request, call),
        (style) => style(request, call),
      )
    },
    async chart(data, intent, call) {
      // A specification is drawn as it is: nobody has to read it.
      if (readVegaLite(intent)) return (await other('chart'))(data, intent, call)
      return decide(
        'chart',
        async (model) =>
          (await import('./model/charter')).chartByModel(model, data, intent, models, call),
        (chart) => chart(data, intent, call),
      )
    },
    segment: (picture, options, call) =>
      decide(
        'segment',
        async (model) =>
          (await import('./model/segmenter')).segmentByModel(model, picture, options, call),
        (segment) => segment(picture, options, call),
      ),
  }
  if (isThere('draw'))
    engines.draw = async (brief, call, grown) => {
      if (await readStructured(brief.text)) return null
      return decide(
        'draw',
        async (model) => (await import('./model/drawer')).drawByModel(model, brief, call, grown),
        async (draw) => (await draw?.(brief, call, grown)) ?? null,
      )
    }
  if (isThere('paint'))
    engines.paint = (brief, call) =>
      decide(
        'paint',
        async (model) => (await import('./model/painter')).paintByModel(model, brief),
        async (paint) => (await paint?.(brief, call)) ?? null,
      )
  if (isThere('look'))
    engines.look = (figure, call) => {
      const { source, frame } = figure
      if (figure.original) prompts.look = PROMPTS.lookAtPicture
      const asItIs: Look = { source, frame, changed: [] }
      const looked = decide(
        'look',
        async (model) => (await import('./model/looker')).lookByModel(model, figure, call),
        async (look) => (await look?.(figure, call)) ?? asItIs,
      )
      return orEnded(looked, asItIs)
    }
  if (models.has('look')) engines.choose = (candidates) => choose(models, candidates)
  if (isThere('redraw'))
    engines.redraw = (figure, call, grown) =>
      decide(
        'redraw',
        async (model) =>
          (await import('./model/redrawer')).redrawByModel(model, figure, call, grown),
        async (redraw) => (await redraw?.(figure, call, grown)) ?? null,
      )
  if (models.has('critic'))
    engines.reviseChart = async (drawn, call) => {
      const { reviseByModel } = await import('./model/chart-critic')
      prompts.critic = PROMPTS.chartCritic
      const nothing: ChartRevision = { unmet: [...drawn.unmet] }
      const ran = models.run('critic', (model) => reviseByModel(model, drawn, models, call))
      return orEnded(
        ran.then((one) => (one.by === 'model' ? one.value : nothing)),
        nothing,
      )
    }
  return {
    report: () => ({
      ...accountOf(models, decided, prompts),
      ...((fallbacks.length > 0 || STAGES.some(models.has)) && {
        fallbacks: [...fallbacks, ...models.report().fallbacks],
      }),
    }),
    engines,
  }
}

/** Who decides a stage, and who has decided so far. */
function deciderOf(models: JobModels, dropIns: ReadonlyMap<string, EngineDeclaration>) {
  const decided: Decisions['engine'] = {}
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
  /** A model's decision where one is chosen and answers, else that of a drop-in or of rules. */
  async function decide<S extends keyof Engines & Stage, T>(
    stage: S,
    byModel: (model: StageModel) => Promise<T>,
    otherwise: (decision: Engines[S]) => Promise<T>,
  ): Promise<T> {
    if (!models.has(stage)) return otherwise(await other(stage))
    const ran = await models.run(stage, byModel)
    return ran.by === 'model' ? ran.value : otherwise(local[stage])
  }
  return { decided, fallbacks, other, decide }
}

/** What a model says in a round of improvement; a provider that fails ends the rounds, and changes nothing. */
async function orEnded<T extends { ended?: string }>(said: Promise<T>, nothing: T): Promise<T> {
  try {
    return await said
  } catch (error) {
    if (error instanceof ProviderFailed) return { ...nothing, ended: error.message }
    throw error
  }
}

/** What a model takes that sees them all; nothing where it fails. */
async function choose(models: JobModels, candidates: Candidates) {
  const { chooseByModel } = await import('./model/chooser')
  try {
    const ran = await models.run('look', (model) => chooseByModel(model, candidates))
    return ran.by === 'model' ? ran.value : undefined
  } catch (error) {
    if (error instanceof ProviderFailed) return undefined
    throw error
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
