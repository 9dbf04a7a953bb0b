import { describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { translatorFor } from '../../src/providers/adapters/translators'
import { type Answer, answering, useFakeProviders } from './fake-provider'
import { jobWith, outcome, REQUEST } from './job'
import { connectionTo, KEY, modelOn, WIRE_SAMPLES } from './wires'

const fakeProvider = useFakeProviders()
const WIRE = { adapter: 'openai-compatible', base: '/v1', wireName: 'sample' } as const

const delta = (content: string, finish: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'sample',
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})
const event = (value: object | string) =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
const USED = {
  ...delta('', 'stop'),
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
}

/** A stream of events; what follows is sent once the job has told of what came before. */
function streaming(first: object[], then: (socket: Socket) => void): Answer {
  return (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n')
    socket.write(first.map(event).join(''), () => then(socket))
  }
}

/** Asks for an answer that is told of while it comes. */
async function followed(answer: Answer, told: (text: string) => void = () => {}) {
  const { origin, arrived } = await fakeProvider(answer)
  const job = jobWith(connectionTo(WIRE, origin, { attempts: 1 }), modelOn(WIRE, 'prompt'))
  const { schema: _, ...request } = REQUEST
  const seen: string[] = []
  const said = await outcome(job, async (model) => {
    const live = (text: string) => {
      seen.push(text)
      told(text)
    }
    return (await model.ask({ ...request, live })).text
  })
  return { said, seen, arrived, report: job.models.report() }
}

test('an answer is told of while it comes, and counted as any other', async () => {
  const going: { socket?: Socket } = {}
  const answer = streaming([delta('<svg>')], (socket) => {
    going.socket = socket
  })
  // The rest is only sent when the beginning has been seen.
  const { said, seen, arrived, report } = await followed(answer, () =>
    going.socket?.end(event(delta('</svg>')) + event(USED) + event('[DONE]')),
  )
  expect(said).toBe('<svg></svg>')
  expect(seen).toEqual(['<svg>'])
  expect(arrived[0]?.body).toMatchObject({ stream: true })
  expect(report.engine.plan).toMatchObject({ calls: 1, input_tokens: 7, output_tokens: 3 })
})

test('a key that is echoed is told to nobody', async () => {
  const answer = streaming([delta(`key ${KEY} end`)], (socket) => socket.end(event(USED)))
  const { said, seen } = await followed(answer)
  expect(`${said}${seen}`).not.toContain(KEY)
  expect(seen).toHaveLength(1)
})

test('a server that does not stream is read as a whole', async () => {
  const whole = answering(200, {
    ...{ id: 'c', object: 'chat.completion', created: 1, model: 'sample' },
    choices: [
      { index: 0, message: { role: 'assistant', content: '<svg/>' }, finish_reason: 'length' },
    ],
    usage: USED.usage,
  })
  const { said, seen, arrived } = await followed(whole)
  expect([said, seen, arrived.length]).toEqual(['<svg/>', [], 1])
})

describe('a stream that fails', () => {
  const failures: [string, Answer, string][] = [
    [
      'breaks off',
      streaming([delta('<svg>')], (socket) => socket.destroy()),
      'the answer was cut off after 1 attempt',
    ],
    [
      'says that the server is overloaded',
      streaming([delta('<svg>')], (socket) =>
        socket.end(event({ error: { code: 503, message: 'overloaded' } })),
      ),
      'server error (503) after 1 attempt',
    ],
    ['is refused', answering(401), 'refused the credential (401)'],
  ]
  test.each(failures)(
    '%s: its sentence is the one of every answer',
    async (_, answer, sentence) => {
      const { said } = await followed(answer)
      expect(said).toContain(`Provider house: ${sentence}`)
    },
  )
})

test.each(WIRE_SAMPLES.map(({ adapter }) => adapter))('%s can be followed', async (adapter) => {
  const named = { key: 'k', wireName: 'm', structured: 'prompt' } as const
  const parts = { baseUrl: 'http://127.0.0.1:9/v1', ...named, send: fetch }
  const { model } = await translatorFor(adapter, parts)
  expect(typeof model.doStream).toBe('function')
})
