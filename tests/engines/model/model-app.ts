import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngines } from '../../../src/engines'
import type { Diagram } from '../../../src/forms/diagram'
import { loadCatalogue } from '../../../src/providers/catalogue'
import { jobProviders } from '../../../src/providers/chain'
import { openJobModels } from '../../../src/providers/job-models'
import {
  type Answer,
  type Arrived,
  answering,
  useFakeProviders,
} from '../../providers/fake-provider'
import { type TestApp, useApps } from '../../support/app'
import { tempFolder } from '../../support/folders'
import { PATIENCE_MS } from '../../support/until'

/** What a model says: text as it is, anything else as JSON; a function does what it likes with the connection. */
export type Saying = Answer | object | string

/** The key that must not turn up anywhere. */
export const CANARY = 'sk-canary-4711-do-not-tell'

/** An answer of an OpenAI-compatible server. */
export function saying(content: object | string, finish = 'stop'): Answer {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return answering(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'sample',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  })
}

/** What a job has left behind. */
export interface Drawn {
  id: string
  status: string
  error: string | null
  warnings: string[]
  diagram: Diagram
  report: Record<string, unknown>
  /** What its files say. */
  file(path: string): Promise<string>
  log: string
  svg: string
  events: string
}

export interface ModelApp {
  app: TestApp
  arrived: Arrived[]
  /** Everything that one request says, as one text. */
  asked(index: number): string
  /** Draws a method text as a job. */
  draw(text: string, body?: object): Promise<Drawn>
  /** Waits for the end of a job. */
  drawn(id: string): Promise<Drawn>
}

export interface ModelAppOptions {
  /** Changes to the provider `house`, to its model, and to the file around it. */
  provider?: object
  model?: object
  file?: object
}

/** Call once in a test file: gives apps whose provider `house` says one thing after the other, then the last again. */
export function useModelApps() {
  const startApp = useApps()
  const house = useHouse()
  return async (
    answers: readonly Saying[],
    options: ModelAppOptions = {},
    env: Record<string, string> = {},
  ): Promise<ModelApp> => {
    const { catalogue, ...said } = await house(answers, options)
    const app = await startApp(env, { catalogue })
    return {
      app,
      ...said,
      drawn: (id) => drawn(app, id),
      draw: async (text, body = {}) => {
        const id = await app.submit('/api/run', { method_text: text, ...body })
        return drawn(app, id)
      },
    }
  }
}

/** Call once in a test file: gives the engines of a job whose `stage` is for the model of `house`, without the job. */
export function useModelEngines() {
  const house = useHouse()
  return async (
    stage: 'plan' | 'chart',
    answers: readonly Saying[],
    options: ModelAppOptions = {},
  ) => {
    const { catalogue, ...said } = await house(answers, options)
    const lines: string[] = []
    const call = {
      signal: new AbortController().signal,
      deadline: Date.now() + PATIENCE_MS,
      log: (line: string) => void lines.push(line),
      beat: () => {},
    }
    const choice = { role: 'main', provider: 'house', model: 'qwen' } as const
    const models = openJobModels({
      ...call,
      providers: jobProviders(catalogue, { [stage]: choice }),
      permits: { ask: async () => ({ settle: () => {} }) },
    })
    return { ...said, ...createEngines(models, new Map()), call, lines }
  }
}

/** Call once in a test file: gives catalogues of the one provider, and what it was asked. */
function useHouse() {
  const fakeProvider = useFakeProviders()
  return async (answers: readonly Saying[], options: ModelAppOptions) => {
    const { origin, arrived } = await fakeProvider(
      ...answers.map((one) => (typeof one === 'function' ? (one as Answer) : saying(one))),
    )
    const path = join(tempFolder(), 'providers.json')
    writeFileSync(path, JSON.stringify(fileFor(origin, options)))
    const settings = { PROVIDERS_FILE: path, MODEL_URL: '', MODEL_NAME: '', MODEL_KEY: '' }
    return {
      catalogue: await loadCatalogue(settings, { HOUSE_KEY: CANARY }),
      arrived,
      asked: (index: number) => contentOf(arrived[index]?.body),
    }
  }
}

/** The provider file of `house`, at an origin. */
export function fileFor(origin: string, { provider, model, file }: ModelAppOptions = {}) {
  return {
    providers: {
      house: {
        adapter: 'openai-compatible',
        baseUrl: `${origin}/v1`,
        apiKeyEnv: 'HOUSE_KEY',
        attempts: 1,
        models: { qwen: { can: ['text', 'vision'], draws: false, ...model } },
        ...provider,
      },
    },
    roles: { main: { provider: 'house' }, vlm: { provider: 'house' } },
    ...file,
  }
}

async function drawn(app: TestApp, id: string): Promise<Drawn> {
  const { status, error, ...job } = await app.ended(id)
  const file = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).text()
  const json = async (path: string) => {
    const text = await file(path)
    return text.startsWith('{"detail"') ? {} : JSON.parse(text)
  }
  const { warnings = [] } = job as { warnings?: string[] }
  return {
    ...{ id, status, error, warnings, file },
    diagram: await json('diagram.json'),
    report: await json('report.json'),
    log: await file('run.log'),
    svg: await file('final.svg'),
    events: await (await app.ask(`/api/events/${id}`)).text(),
  }
}

function contentOf(body: Record<string, unknown> | undefined): string {
  const messages = Array.isArray(body?.messages) ? body.messages : []
  return messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
}
