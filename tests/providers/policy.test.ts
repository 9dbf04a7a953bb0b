import { describe, expect, test } from 'bun:test'
import type { Denial, Link } from '../../src/providers/messages'
import { until } from '../support/until'
import { type Answer, answering, silent, useFakeProviders } from './fake-provider'
import { jobWith, outcome, PIXEL, REQUEST, testJob } from './job'
import { connectionTo, modelOn, WIRE_SAMPLES, type WireSample } from './wires'

const fakeProvider = useFakeProviders()
const DRAFT = '{"title":null}'
const wire = WIRE_SAMPLES.find(({ adapter }) => adapter === 'openai-compatible') as WireSample
const good = answering(200, wire.good(DRAFT))
const limited = (headers: Record<string, string> = {}) => answering(429, {}, headers)

async function jobOn(answers: Answer[], more: { attempts?: number; seconds?: number } = {}) {
  const fake = await fakeProvider(...answers)
  const connection = connectionTo(wire, fake.origin, { attempts: more.attempts ?? 3 })
  return { fake, job: jobWith(connection, modelOn(wire), more.seconds) }
}

describe('waiting before another attempt', () => {
  test('doubles from 1 s', async () => {
    const { job } = await jobOn([answering(500), answering(500), answering(500), good], {
      attempts: 4,
    })
    expect(await outcome(job)).toBe(DRAFT)
    expect(job.slept).toEqual([1000, 2000, 4000])
  })

  test.each([
    [0, 750],
    [1, 1250],
  ])('is drawn by a quarter: chance %d gives %d ms', async (chance, ms) => {
    const { job } = await jobOn([answering(500), good])
    job.time.clock.random = () => chance
    expect(await outcome(job)).toBe(DRAFT)
    expect(job.slept).toEqual([ms])
  })

  test('obeys Retry-After in seconds', async () => {
    const { job } = await jobOn([limited({ 'retry-after': '17' }), good])
    expect(await outcome(job)).toBe(DRAFT)
    expect(job.slept).toEqual([17_000])
    expect(job.lines).toEqual(['Provider house: rate limited (429). Attempt 2 of 3 in 17.0 s.'])
  })

  test('obeys Retry-After as a date, also of a 503', async () => {
    const date = new Date(Date.UTC(2030, 0, 1, 0, 0, 9)).toUTCString()
    const { job } = await jobOn([answering(503, {}, { 'retry-after': date }), good])
    expect(await outcome(job)).toBe(DRAFT)
    expect(job.slept).toEqual([9000])
  })

  test('does not believe a Retry-After that says nothing', async () => {
    const { job } = await jobOn([limited({ 'retry-after': 'soon' }), good])
    expect(await outcome(job)).toBe(DRAFT)
    expect(job.slept).toEqual([1000])
  })

  test('takes a quarter of the time left for a Retry-After, and gives up beyond', async () => {
    const patient = await jobOn([limited({ 'retry-after': '10' }), good], { seconds: 40 })
    expect(await outcome(patient.job)).toBe(DRAFT)
    const hurried = await jobOn([limited({ 'retry-after': '11' }), good], { seconds: 40 })
    expect(await outcome(hurried.job)).toBe(
      'ProviderFailed: Provider house: rate limited (429) after 1 attempt.',
    )
    expect(hurried.fake.arrived).toHaveLength(1)
    expect(hurried.job.slept).toEqual([])
  })

  test('is not done where the job would be over', async () => {
    const { fake, job } = await jobOn([answering(500), good], { seconds: 0.9 })
    expect(await outcome(job)).toBe(
      'ProviderFailed: Provider house: server error (500) after 1 attempt.',
    )
    expect(fake.arrived).toHaveLength(1)
  })

  test('one attempt is one attempt', async () => {
    const { job } = await jobOn([answering(500)], { attempts: 1 })
    expect(await outcome(job)).toBe(
      'ProviderFailed: Provider house: server error (500) after 1 attempt.',
    )
  })
})

test('an attempt has no more time than the job', async () => {
  const { job } = await jobOn([silent], { attempts: 1, seconds: 0.05 })
  expect(await outcome(job)).toBe(
    'ProviderFailed: Provider house: no answer within 0.05 s after 1 attempt.',
  )
})

describe('a cancelled job', () => {
  test('closes the connection, and makes no further request', async () => {
    const { fake, job } = await jobOn([silent])
    const result = outcome(job)
    const arrived = await until('a request', () => fake.arrived[0])
    job.stop.abort(new Error('cancelled'))
    expect(await result).toBe('Error: cancelled')
    await arrived.closed
    expect(job.permits.settled).toEqual([{ outcome: 'cancelled', usage: null, last: true }])
    expect(fake.arrived).toHaveLength(1)
  })

  test('makes no request that was waiting', async () => {
    const { fake, job } = await jobOn([answering(500), good])
    job.time.clock.sleep = async () => {
      job.stop.abort(new Error('cancelled'))
      job.stop.signal.throwIfAborted()
    }
    expect(await outcome(job)).toBe('Error: cancelled')
    expect(fake.arrived).toHaveLength(1)
  })
})

describe('a permit', () => {
  test('is asked for before every request, with what it may cost', async () => {
    const { job } = await jobOn([answering(500), good])
    await outcome(job, async (model) => {
      const turns = [{ user: [{ text: 'abcd' }, { png: PIXEL }] }]
      return (await model.ask({ system: 'ef', turns })).text
    })
    expect(job.permits.asked).toEqual(
      Array(2).fill({
        stage: 'plan',
        provider: 'house',
        model: 'sample',
        inputCharacters: 6,
        maxOutputTokens: 1234,
        picture: null,
      }),
    )
  })

  test.each<[Denial, string]>([
    [{ reason: 'paused' }, 'paused after repeated failures'],
    [{ reason: 'usd', limit: 0.5 }, 'the budget of this job (0.5 USD) is used up'],
    [{ reason: 'calls', limit: 40 }, 'the budget of this job (40 calls) is used up'],
  ])('denied as %j sends nothing', async (denial, says) => {
    const fake = await fakeProvider(good)
    const links: Link[] = [{ provider: 'house', model: modelOn(wire) }]
    const job = testJob([connectionTo(wire, fake.origin)], links, { judge: () => denial })
    expect(await outcome(job)).toBe(`ProviderFailed: Provider house: ${says}.`)
    expect(fake.arrived).toEqual([])
  })
})

describe('signs of life', () => {
  test('come when a call begins and every 5 s until it ends', async () => {
    const { fake, job } = await jobOn([silent])
    const result = outcome(job)
    await until('a request', () => fake.arrived[0])
    expect(job.beats).toEqual(['plan house 1/3'])
    expect(job.time.beats.map(({ ms }) => ms)).toEqual([5000])
    job.time.beats[0]?.tick()
    expect(job.beats).toEqual(['plan house 1/3', 'plan house 1/3'])
    job.stop.abort(new Error('cancelled'))
    await result
    expect(job.time.beats).toEqual([])
  })
})

describe('the chain of a stage', () => {
  const model = modelOn(wire)
  const house: Link = { provider: 'house', model }
  const spare: Link = { provider: 'spare', model: { ...model, name: 'other' } }

  async function jobOver(links: Link[], answers: { house: Answer; spare: Answer }) {
    const first = await fakeProvider(answers.house)
    const second = await fakeProvider(answers.spare)
    const connections = [
      connectionTo(wire, first.origin),
      connectionTo(wire, second.origin, { id: 'spare' }),
    ]
    return { first, second, job: testJob(connections, links) }
  }

  test('goes on with the next, and tells of it', async () => {
    const { job } = await jobOver([house, spare], { house: answering(401), spare: good })
    const ran = await job.models.run('plan', async (one) => (await one.ask(REQUEST)).text)
    expect(ran).toEqual({ by: 'model', provider: 'spare', model: 'other', value: DRAFT })
    const reason = 'Provider house: refused the credential (401).'
    expect(job.lines).toEqual([`${reason} Going on with spare.`])
    expect(job.models.report()).toEqual({
      engine: {
        plan: {
          provider: 'spare',
          model: 'other',
          calls: 2,
          attempts: 2,
          input_tokens: 11,
          output_tokens: 7,
          images: 0,
          cost_usd: 0.000081,
          ms: 0,
        },
      },
      fallbacks: [{ stage: 'plan', from: 'house', to: 'spare', reason }],
    })
  })

  test('ends in the rules where they are named', async () => {
    const { job } = await jobOver([house, { provider: 'local' }], {
      house: answering(402),
      spare: good,
    })
    expect(await outcome(job)).toBe('local')
    expect(job.lines).toEqual(['Provider house: payment required (402). Going on with rules.'])
    expect(job.models.report().fallbacks).toMatchObject([{ from: 'house', to: 'local' }])
    expect(job.models.report().engine.plan).toMatchObject({ provider: 'local', calls: 1 })
  })

  test('passes over who cannot do it, by name', async () => {
    const cannot: Link = { provider: 'painter', passedOver: 'it has no model for the role main' }
    const { job } = await jobOver([house, cannot, spare], { house: answering(404), spare: good })
    expect(await outcome(job)).toBe(DRAFT)
    expect(job.models.report().fallbacks).toEqual([
      {
        stage: 'plan',
        from: 'house',
        to: 'painter',
        reason: 'Provider house: unknown model or route (404).',
      },
      {
        stage: 'plan',
        from: 'painter',
        to: 'spare',
        reason: 'Provider painter was passed over: it has no model for the role main.',
      },
    ])
  })

  test('fails with the last failure where nobody is left', async () => {
    const cannot: Link = { provider: 'painter', passedOver: 'it has no model for the role main' }
    const { job } = await jobOver([house, spare, cannot], {
      house: answering(401),
      spare: answering(400),
    })
    expect(await outcome(job)).toBe('ProviderFailed: Provider spare: refused the request (400).')
  })

  test('goes on where answers stay useless, and says after how many repairs', async () => {
    const { first, job } = await jobOver([house, spare], { house: good, spare: good })
    const text = await outcome(job, async (one) => {
      const answer = await one.ask(REQUEST)
      if (one.provider === 'spare') return answer.text
      await one.ask(REQUEST)
      await one.ask(REQUEST)
      throw one.failed({ kind: 'unreadable', repairs: 2 })
    })
    expect(text).toBe(DRAFT)
    expect(first.arrived).toHaveLength(3)
    expect(job.models.report().fallbacks[0]?.reason).toBe(
      'Provider house: the answer could not be read after 2 repairs.',
    )
  })

  test('ends at an error that is nobody’s failure', async () => {
    const { second, job } = await jobOver([house, spare], { house: good, spare: good })
    const result = outcome(job, async () => {
      throw new Error('a defect')
    })
    expect(await result).toBe('Error: a defect')
    expect(second.arrived).toEqual([])
  })

  test('of rules alone loads and reports nothing but them', async () => {
    const job = testJob([], [{ provider: 'local' }])
    expect(job.models.has('plan')).toBe(false)
    expect(job.models.has('critic')).toBe(false)
    expect(await outcome(job)).toBe('local')
    expect(job.models.report()).toEqual({ engine: { plan: { provider: 'local' } }, fallbacks: [] })
  })
})

test('cost is null where nothing that was called has a price', async () => {
  const fake = await fakeProvider(good)
  const job = jobWith(connectionTo(wire, fake.origin), modelOn(wire, 'schema', { price: null }))
  await outcome(job)
  expect(job.models.report().engine.plan).toMatchObject({ input_tokens: 11, cost_usd: null })
})

test('tokens are estimated where the provider does not count', async () => {
  const { usage: _, ...bare } = Object(wire.good(DRAFT))
  const { job } = await jobOn([answering(200, bare)])
  await outcome(job, async (one) => {
    const answer = await one.ask({ system: 'x'.repeat(40), turns: [{ user: [{ text: 'hi' }] }] })
    return answer.text
  })
  expect(job.models.report().engine.plan).toMatchObject({
    input_tokens: 11,
    output_tokens: Math.ceil(DRAFT.length / 4),
  })
})
