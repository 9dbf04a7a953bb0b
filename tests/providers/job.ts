import type { ModelRequest } from '../../src/providers/call'
import { type JobModels, openJobModels, type StageModel } from '../../src/providers/job-models'
import type {
  CalledModel,
  Connection,
  Denial,
  Link,
  PermitRequest,
  Settlement,
  Stage,
} from '../../src/providers/messages'
import type { Permits } from '../../src/providers/permits'
import type { Clock } from '../../src/providers/wire/clock'

/** A clock that stands still but for sleeping, which takes no time. */
function stillClock(start = Date.UTC(2030, 0, 1)) {
  const slept: number[] = []
  let time = start
  const beats: { ms: number; tick: () => void }[] = []
  const clock: Clock = {
    now: () => time,
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      slept.push(ms)
      time += ms
    },
    every: (ms, tick) => {
      const beat = { ms, tick }
      beats.push(beat)
      return () => {
        beats.splice(beats.indexOf(beat), 1)
      }
    },
  }
  return {
    clock,
    slept,
    beats,
    pass: (ms: number) => {
      time += ms
    },
  }
}

/** Permits everything that `judge` does not deny, and remembers what was asked and how it ended. */
function recordingPermits(judge: (request: PermitRequest) => Denial | undefined = () => undefined) {
  const asked: PermitRequest[] = []
  const settled: Settlement[] = []
  const permits: Permits = {
    ask: async (request) => {
      asked.push(request)
      return judge(request) ?? { settle: (settlement) => settled.push(settlement) }
    },
  }
  return { permits, asked, settled }
}

export interface TestJob {
  models: JobModels
  lines: string[]
  beats: string[]
  slept: number[]
  permits: ReturnType<typeof recordingPermits>
  time: ReturnType<typeof stillClock>
  stop: AbortController
}

/** A job of 300 s whose one stage, `plan` where nothing else is said, is done by this chain. */
export function testJob(
  connections: Connection[],
  chain: Link[],
  options: {
    judge?: (request: PermitRequest) => Denial | undefined
    seconds?: number
    stage?: Stage
  } = {},
): TestJob {
  const time = stillClock()
  const permits = recordingPermits(options.judge)
  const lines: string[] = []
  const beats: string[] = []
  const stop = new AbortController()
  const models = openJobModels({
    providers: { connections, chains: { [options.stage ?? 'plan']: chain } },
    permits: permits.permits,
    deadline: time.clock.now() + (options.seconds ?? 300) * 1000,
    signal: stop.signal,
    log: (line) => lines.push(line),
    beat: (stage, { provider, attempt, attempts }) =>
      beats.push(`${stage} ${provider} ${attempt}/${attempts}`),
    clock: time.clock,
  })
  return { models, lines, beats, slept: time.slept, permits, time, stop }
}

/** A job with one provider and one model. */
export function jobWith(connection: Connection, model: CalledModel, seconds?: number): TestJob {
  return testJob([connection], [{ provider: connection.id, model }], { seconds })
}

export const DRAFT_SCHEMA = {
  name: 'draft',
  schema: {
    type: 'object',
    properties: { title: { type: ['string', 'null'] } },
    required: ['title'],
    additionalProperties: false,
  },
}

/** A PNG of one pixel. */
export const PIXEL = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
)

export const REQUEST: ModelRequest = {
  system: 'You draw figures.',
  turns: [{ user: [{ text: 'Reads are trimmed.' }] }],
  schema: DRAFT_SCHEMA,
}

/** What a stage of one call gives: the text of its answer, or the sentence of its failure. */
export async function outcome(
  { models }: TestJob,
  work: (model: StageModel) => Promise<string> = async (model) => (await model.ask(REQUEST)).text,
  stage: Stage = 'plan',
): Promise<string> {
  try {
    const ran = await models.run(stage, work)
    return ran.by === 'local' ? 'local' : ran.value
  } catch (error) {
    return String(error)
  }
}
