import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createEngines } from '../../../src/engines'
import type { Diagram } from '../../../src/forms/diagram'
import { loadCatalogue } from '../../../src/providers/catalogue'
import { jobProviders } from '../../../src/providers/chain'
import { type JobModels, openJobModels, type StageReport } from '../../../src/providers/job-models'
import type { JobProviders } from '../../../src/providers/messages'
import { groundingOf } from '../../../src/workflows/grounding'
import type { Row } from '../harness/rows'
import { percentile } from '../harness/stats'

/** One text may take so long, in milliseconds. */
const DEADLINE_MS = 900_000

/** Plans texts as a server with this environment would, by one of its providers and nobody else. */
export interface ModelPlanner {
  /** Undefined: it failed, and the reason is printed. `name` names the recording. */
  plan(text: string, name: string): Promise<Diagram | undefined>
  /** What it took so far. */
  rows(label: string): Row[]
}

/** @param record a folder that gets a file with the answers to each text; null: none */
export async function modelPlanner(id: string, record: string | null): Promise<ModelPlanner> {
  const { PROVIDERS_FILE = '', MODEL_URL = '', MODEL_NAME = '', MODEL_KEY = '' } = process.env
  const settings = { PROVIDERS_FILE, MODEL_URL, MODEL_NAME, MODEL_KEY }
  const catalogue = await loadCatalogue(settings, process.env)
  if (!catalogue.providers.has(id))
    throw new Error(`There is no provider ${id}; there are ${[...catalogue.providers.keys()]}.`)
  const { connections, chains } = jobProviders(catalogue, {
    plan: { role: 'main', provider: id, model: null },
  })
  // Without fallbacks: another provider's plan would be counted as this one's.
  const providers: JobProviders = { connections, chains: { plan: (chains.plan ?? []).slice(0, 1) } }
  const reports: StageReport[] = []
  const diagrams: Diagram[] = []
  return {
    async plan(text, name) {
      const answers: string[] = []
      const models = listened(open(providers), (answer) => answers.push(answer))
      const call = { signal: AbortSignal.timeout(DEADLINE_MS), deadline: Date.now() + DEADLINE_MS }
      const { engines } = createEngines(models, new Map())
      try {
        const quiet = { log: () => {}, beat: () => {} }
        const diagram = await engines.plan(text, { caption: null }, { ...call, ...quiet })
        diagrams.push(diagram)
        return diagram
      } catch (error) {
        console.log(`${name}: ${error instanceof Error ? error.message : error}`)
        return undefined
      } finally {
        const { plan } = models.report().engine
        if (plan) reports.push(plan)
        if (record !== null && answers.length > 0) await recordTo(record, name, { text, answers })
      }
    },
    rows: (label) => usageRows(label, reports, diagrams),
  }
}

function open(providers: JobProviders): JobModels {
  return openJobModels({
    providers,
    permits: { ask: async () => ({ settle: () => {} }) },
    deadline: Date.now() + DEADLINE_MS,
    signal: AbortSignal.timeout(DEADLINE_MS),
    log: (line) => console.log(`  ${line}`),
    beat: () => {},
  })
}

/** The same models, each answer told. */
function listened(models: JobModels, heard: (answer: string) => void): JobModels {
  return {
    ...models,
    run: (stage, work) =>
      models.run(stage, (model) =>
        work({
          ...model,
          ask: async (request) => {
            const answer = await model.ask(request)
            heard(answer.text)
            return answer
          },
        }),
      ),
  }
}

async function recordTo(folder: string, name: string, recording: object): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${name.replaceAll('/', '-')}.json`)
  await Bun.write(path, `${JSON.stringify(recording, null, 2)}\n`)
}

function usageRows(
  label: string,
  reports: readonly StageReport[],
  diagrams: readonly Diagram[],
): Row[] {
  const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0)
  const mean = (value: (report: StageReport) => number) =>
    sum(reports.map(value)) / Math.max(1, reports.length)
  const grounding = diagrams.map(groundingOf)
  const share = (part: 'nodes' | 'edges') =>
    sum(grounding.map((one) => one[`grounded_${part}`])) / sum(grounding.map((one) => one[part]))
  const row = (figure: string, value: number, unit = ''): Row => ({
    figure: `${label}: ${figure}`,
    value,
    unit,
  })
  return [
    row('nodes with their place in the text', share('nodes')),
    row('edges with their place in the text', share('edges')),
    row(
      'calls a text',
      mean(({ calls = 0 }) => calls),
    ),
    row(
      'input tokens a text',
      mean(({ input_tokens = 0 }) => input_tokens),
    ),
    row(
      'output tokens a text',
      mean(({ output_tokens = 0 }) => output_tokens),
    ),
    row(
      'cost a text',
      mean(({ cost_usd }) => cost_usd ?? 0),
      'USD',
    ),
    row(
      'time of a text, p50',
      percentile(
        reports.map(({ ms = 0 }) => ms),
        0.5,
      ),
      'ms',
    ),
  ]
}
