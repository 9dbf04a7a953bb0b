import {
  type ChartRevision,
  type Decisions,
  type EngineDeclaration,
  type Engines,
  STAGES,
  type Stage,
} from '../forms/engines'
import { readVegaLite } from '../forms/vega-lite'
import type { Fallback, JobModels, Ran, StageModel } from '../providers/job-models'
import { ProviderFailed } from '../providers/wire/failure'
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
  const { decided, fallbacks, other, decide } = deciderOf(models, dropIns, byModels(models))
  /** Whether anybody decides a stage for which there are no rules. */
  const isThere = (stage: Stage) => models.has(stage) || models.dropIn(stage) !== undefined

  const engines: Engines = {
    async plan(text, wish, call) {
      const structured = models.has('plan') && (await readStructured(text))
      if (structured) {
        decided.plan = { provider: 'local' }
        return structured
      }
      return decide('plan', text, wish, call)
    },
    async style(request, call) {
      // A grammar's words must stay as they are: rules keep them so.
      const structured =
        models.has('style') && (await readStructured(request.description).catch(() => BROKEN))
      return structured ? (await other('style'))(request, call) : decide('style', request, call)
    },
    // A specification is drawn as it is: nobody has to read it.
    chart: async (data, intent, call) =>
      readVegaLite(intent)
        ? (await other('chart'))(data, intent, call)
        : decide('chart', data, intent, call),
    segment: (picture, options, call) => decide('segment', picture, options, call),
  }
  if (isThere('draw'))
    engines.draw = async (brief, call, grown) =>
      (await readStructured(brief.text)) ? null : decide('draw', brief, call, grown)
  if (isThere('paint')) engines.paint = (brief, call) => decide('paint', brief, call)
  if (isThere('redraw'))
    engines.redraw = (figure, call, grown) => decide('redraw', figure, call, grown)
  if (isThere('look'))
    engines.look = (figure, call) => {
      const { source, frame } = figure
      if (figure.original) prompts.look = PROMPTS.lookAtPicture
      const asItIs = { source, frame, changed: [] }
      const looked = decide('look', figure, call).then((one) => one ?? asItIs)
      return orElse(looked, (ended) => ({ ...asItIs, ended }))
    }
  if (models.has('look'))
    engines.choose = async (candidates) => {
      const { chooseByModel } = await import('./model/chooser')
      const ran = models.run('look', (model) => chooseByModel(model, candidates))
      return orElse(ran.then(answerOf), () => undefined)
    }
  if (models.has('critic'))
    engines.reviseChart = async (drawn, call) => {
      const { reviseByModel } = await import('./model/charter')
      prompts.critic = PROMPTS.chartCritic
      const unmet = [...drawn.unmet]
      const ran = models.run('critic', (model) => reviseByModel(model, drawn, models, call))
      const revised = ran.then((one): ChartRevision => answerOf(one) ?? { unmet })
      return orElse(revised, (ended) => ({ unmet, ended }))
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

type Decided = keyof Engines & Stage
type Asked<S extends Decided> = Parameters<NonNullable<Engines[S]>>
type Answer<S extends Decided> = Awaited<ReturnType<NonNullable<Engines[S]>>>

/** How a model decides each stage; loaded when it does. */
const byModels = (
  models: JobModels,
): { [S in Decided]: (model: StageModel, ...asked: Asked<S>) => Promise<Answer<S>> } => ({
  plan: async (...asked) => (await import('./model/planner')).planByModel(...asked),
  style: async (...asked) => (await import('./model/stylist')).styleByModel(...asked),
  chart: async (model, data, intent, call) =>
    (await import('./model/charter')).chartByModel(model, data, intent, models, call),
  segment: async (...asked) => (await import('./model/segmenter')).segmentByModel(...asked),
  draw: async (...asked) => (await import('./model/drawer')).drawByModel(...asked),
  paint: async (model, brief) => (await import('./model/painter')).paintByModel(model, brief),
  redraw: async (...asked) => (await import('./model/redrawer')).redrawByModel(...asked),
  look: async (...asked) => (await import('./model/looker')).lookByModel(...asked),
})

/** Who decides a stage, and who has decided so far. */
function deciderOf(
  models: JobModels,
  dropIns: ReadonlyMap<string, EngineDeclaration>,
  byModel: ReturnType<typeof byModels>,
) {
  const decided: Decisions['engine'] = {}
  const fallbacks: Fallback[] = []
  /** Who decides what no model does. */
  async function other<S extends Decided>(stage: S): Promise<Engines[S]> {
    const id = models.dropIn(stage)
    const decision = id && (await decisionOf(dropIns.get(id), id, stage))
    decided[stage] = { provider: decision ? id : 'local' }
    if (id && !decision)
      fallbacks.push({ stage, from: id, to: 'local', reason: `The engine ${id} does not do it.` })
    return decision || local[stage]
  }
  /** A model's decision where one is chosen and answers, else that of a drop-in or of rules; null: nobody's. */
  async function decide<S extends Decided>(stage: S, ...asked: Asked<S>): Promise<Answer<S>> {
    let decision: Engines[S]
    if (models.has(stage)) {
      const ran = await models.run(stage, (model) => byModel[stage](model, ...asked))
      if (ran.by === 'model') return ran.value
      decision = local[stage]
    } else decision = await other(stage)
    const rules = decision as ((...asked: Asked<S>) => Promise<Answer<S>>) | undefined
    return (await rules?.(...asked)) ?? (null as Answer<S>)
  }
  return { decided, fallbacks, other, decide }
}

/**
 * How a drop-in decides a stage; undefined: it leaves this one to others.
 * @throws a sentence where it is gone, or does not do what it declares
 */
async function decisionOf<S extends Decided>(
  found: EngineDeclaration | undefined,
  id: string,
  stage: S,
): Promise<Engines[S] | undefined> {
  if (!found) throw new Error(`The engine ${id} is not installed here any more.`)
  if (!found.stages.includes(stage)) return undefined
  const decide: Engines[S] | undefined = (await found.load()).engines?.[stage]
  if (decide) return decide
  throw new Error(`The engine ${id} declares ${stage} and does not do it.`)
}

/** What a model says, where one has run. */
const answerOf = <T>(ran: Ran<T>) => (ran.by === 'model' ? ran.value : undefined)

/** What a model says beside what there is already: a provider that fails changes nothing. */
function orElse<T>(said: Promise<T>, failed: (reason: string) => T): Promise<T> {
  return said.catch((error) => {
    if (error instanceof ProviderFailed) return failed(error.message)
    throw error
  })
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
