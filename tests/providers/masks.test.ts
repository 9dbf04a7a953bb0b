import { describe, expect, test } from 'bun:test'
import type { FoundMask as Mask } from '../../src/forms/figure-tools'
import type { Connection } from '../../src/providers/messages'
import { type Answer, answering, routed, silent, useFakeProviders } from './fake-provider'
import { outcome, PIXEL, type TestJob, testJob } from './job'
import { painterOn } from './picture-wires'
import { connectionTo, KEY } from './wires'

const fakeProvider = useFakeProviders()
const ASKED = { png: PIXEL, width: 200, height: 100, kinds: ['icon', 'person'], most: 40 }

type Wire = 'fal' | 'roboflow'
const NAMES = { fal: 'fal-ai/sam-3/image', roboflow: 'sam3/sam3_final' }

const jobOn = (adapter: Wire, origin: string, more: Partial<Connection> = {}): TestJob => {
  const connection = connectionTo({ adapter, base: '' }, origin, more)
  const model = painterOn({ wireName: NAMES[adapter] }, { can: ['segment'], picture: undefined })
  return testJob([connection], [{ provider: 'house', model }], { stage: 'segment' })
}

/** What was found as JSON, or the sentence of its failure. */
const found = (job: TestJob, asked = ASKED) =>
  outcome(job, async (model) => JSON.stringify(await model.findMasks(asked)), 'segment')

const masksOf = (said: string): Mask[] => JSON.parse(said)
const failed = (says: string) => `ProviderFailed: Provider house: ${says}.`

/** fal's queue, which has its answer at once. */
const queue = (result: unknown): Answer => {
  const place = '/fal-ai/sam-3/requests/r-1'
  return routed({
    'POST /fal-ai/sam-3/image': answering(200, { request_id: 'r-1' }),
    [`GET ${place}/status`]: answering(200, { status: 'COMPLETED' }),
    [`GET ${place}`]: answering(200, result),
    [`PUT ${place}/cancel`]: answering(200),
  })
}

/** A row of fal: centre and size as shares. */
const row = (box: unknown, score = 0.9) => ({ index: 0, score, box })

const concepts = (...predictions: object[]) => ({
  prompt_results: [
    { prompt_index: 0, echo: { type: 'text', text: 'icon' }, predictions },
    { prompt_index: 1, echo: { type: 'text', text: 'person' }, predictions: [] },
  ],
  time: 0.1,
})

const SQUARE = [
  [20, 10],
  [60, 10],
  [60, 50],
]

describe('fal', () => {
  test('is asked for one kind in a call, by its queue', async () => {
    const metadata = [row([0.5, 0.5, 0.2, 0.4]), row([0.1, 0.1, 0.1, 0.1], 0.4)]
    const fake = await fakeProvider(queue({ metadata }))
    const job = jobOn('fal', fake.origin)
    const masks = masksOf(await found(job))
    expect(masks.map(({ kind, score }) => `${kind} ${score}`)).toEqual([
      'icon 0.9',
      'icon 0.4',
      'person 0.9',
      'person 0.4',
    ])
    expect(masks[0]?.from).toEqual([0.4, 0.3])
    expect(masks[0]?.to).toEqual([0.6, 0.7])
    const submits = fake.arrived.filter(({ method }) => method === 'POST')
    expect(submits.map(({ body }) => body.prompt).sort()).toEqual(['icon', 'person'])
    expect(submits[0]?.body).toEqual({
      image_url: `data:image/png;base64,${Buffer.from(PIXEL).toString('base64')}`,
      prompt: 'icon',
      apply_mask: false,
      return_multiple_masks: true,
      max_masks: 32,
      include_boxes: true,
      include_scores: true,
    })
    for (const { headers } of fake.arrived) expect(headers.authorization).toBe(`Key ${KEY}`)
    expect(job.permits.asked).toHaveLength(2)
    expect(job.models.report().engine.segment).toMatchObject({ calls: 2, attempts: 2 })
  })

  test('may name its boxes beside their scores', async () => {
    const fake = await fakeProvider(queue({ boxes: [[0.5, 0.5, 1, 1]], scores: [0.25] }))
    const [first] = masksOf(await found(jobOn('fal', fake.origin)))
    expect(first).toMatchObject({ score: 0.25, from: [0, 0], to: [1, 1] })
  })

  test('gives nothing, and ten thousand', async () => {
    const none = await fakeProvider(queue({ metadata: [] }))
    expect(await found(jobOn('fal', none.origin))).toBe('[]')
    const many = Array.from({ length: 10_000 }, () => row([0.5, 0.5, 0.1, 0.1]))
    const fake = await fakeProvider(queue({ metadata: many }))
    const asked = { ...ASKED, kinds: ['icon'] }
    expect(masksOf(await found(jobOn('fal', fake.origin), asked))).toHaveLength(10_000)
  })

  test.each([
    ['letters', ['a', 'b', 'c', 'd']],
    ['too few numbers', [0.1]],
    ['nothing', null],
    ['what is no number', [null, null, null, null]],
  ])('leaves out a box of %s', async (_, box) => {
    const fake = await fakeProvider(queue({ metadata: [row(box)] }))
    expect(await found(jobOn('fal', fake.origin))).toBe('[]')
  })

  test.each([
    ['without boxes', { image: {} }],
    ['with a page', '<html>'],
  ])('cannot be read %s', async (_, body) => {
    const fake = await fakeProvider(queue(body))
    expect(await found(jobOn('fal', fake.origin))).toBe(failed('the answer could not be read'))
  })

  test('that never ends has its request cancelled', async () => {
    const place = '/fal-ai/sam-3/requests/r-1'
    const fake = await fakeProvider(
      routed({
        'POST /fal-ai/sam-3/image': answering(200, { request_id: 'r-1' }),
        [`GET ${place}/status`]: answering(200, { status: 'IN_PROGRESS' }),
        [`PUT ${place}/cancel`]: answering(200),
      }),
    )
    const job = jobOn('fal', fake.origin, { attempts: 1 })
    expect(await found(job, { ...ASKED, kinds: ['icon'] })).toBe(
      failed('no answer within 10 s after 1 attempt'),
    )
    expect(fake.arrived.at(-1)).toMatchObject({ method: 'PUT', path: `${place}/cancel` })
  })

  test('is called at no address that its answer names', async () => {
    const fake = await fakeProvider(
      answering(200, { request_id: '../../evil', status_url: 'http://10.0.0.1/' }),
    )
    expect(await found(jobOn('fal', fake.origin, { attempts: 1 }))).toBe(
      failed('the answer could not be read'),
    )
    expect(fake.arrived.every(({ method }) => method === 'POST')).toBe(true)
  })
})

describe('roboflow', () => {
  test('is asked for all kinds at once, and finds one thing in several polygons', async () => {
    const other = [
      [80, 20],
      [100, 20],
      [100, 90],
    ]
    const fake = await fakeProvider(
      answering(200, concepts({ format: 'polygon', confidence: 0.8, masks: [SQUARE, other] })),
    )
    const job = jobOn('roboflow', fake.origin)
    const masks = masksOf(await found(job))
    expect(masks).toMatchObject([{ kind: 'icon', score: 0.8, from: [0.1, 0.1], to: [0.5, 0.9] }])
    expect(masks[0]?.outlines).toHaveLength(2)
    expect(masks[0]?.outlines[0]?.[1]).toEqual([0.3, 0.1])
    expect(fake.arrived).toHaveLength(1)
    expect(fake.arrived[0]).toMatchObject({
      method: 'POST',
      path: `/sam3/concept_segment?api_key=${encodeURIComponent(KEY)}`,
      body: {
        model_id: 'sam3/sam3_final',
        image: { type: 'base64' },
        prompts: [
          { type: 'text', text: 'icon' },
          { type: 'text', text: 'person' },
        ],
        format: 'polygon',
      },
    })
  })

  test('of its own house is asked without a key', async () => {
    const fake = await fakeProvider(answering(200, concepts()))
    expect(await found(jobOn('roboflow', fake.origin, { key: null }))).toBe('[]')
    expect(fake.arrived[0]?.path).toBe('/sam3/concept_segment')
  })

  test('takes sixteen kinds in a call', async () => {
    const fake = await fakeProvider(answering(200, concepts()))
    const kinds = Array.from({ length: 20 }, (_, index) => `kind ${index}`)
    await found(jobOn('roboflow', fake.origin), { ...ASKED, kinds })
    const counts = fake.arrived.map(({ body }) => (body.prompts as unknown[]).length)
    expect(counts.sort()).toEqual([16, 4])
  })

  test('keeps the surest of ten thousand', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      confidence: index / 10_000,
      masks: [SQUARE],
    }))
    const fake = await fakeProvider(answering(200, concepts(...many)))
    const masks = masksOf(await found(jobOn('roboflow', fake.origin)))
    expect(masks).toHaveLength(40)
    expect(masks[0]?.score).toBe(0.9999)
  })

  test.each([
    [
      'a line',
      [
        [0, 0],
        [1, 1],
      ],
    ],
    ['words', 'polygon'],
    [
      'what is no number',
      [
        [null, 1],
        [2, 3],
        [4, 5],
      ],
    ],
  ])('leaves out a mask that is %s', async (_, mask) => {
    const fake = await fakeProvider(answering(200, concepts({ confidence: 1, masks: [mask] })))
    expect(await found(jobOn('roboflow', fake.origin))).toBe('[]')
  })

  test('keeps its key to itself, although it stands in its address', async () => {
    const fake = await fakeProvider((socket, arrived) =>
      answering(500, { detail: arrived.path })(socket, arrived),
    )
    const job = jobOn('roboflow', fake.origin)
    expect(await found(job)).toBe(failed('server error (500) after 3 attempts'))
    expect(JSON.stringify([job.lines, job.models.report()])).not.toContain('canary')
  })
})

describe.each(['fal', 'roboflow'] as const)('%s', (adapter) => {
  test.each([
    [401, 'refused the credential (401)', 1],
    [422, 'refused the request (422)', 1],
    [429, 'rate limited (429) after 3 attempts', 3],
    [503, 'server error (503) after 3 attempts', 3],
  ])('fails honestly at status %d', async (status, says, requests) => {
    const fake = await fakeProvider(answering(status))
    const asked = { ...ASKED, kinds: ['icon'] }
    expect(await found(jobOn(adapter, fake.origin), asked)).toBe(failed(says))
    expect(fake.arrived).toHaveLength(requests)
  })

  test('one kind that fails ends the others, and nothing goes on', async () => {
    const fake = await fakeProvider((socket, arrived) => {
      const answer = arrived.body.prompt === 'person' ? answering(401) : silent
      ;(adapter === 'fal' ? answer : answering(401))(socket, arrived)
    })
    expect(await found(jobOn(adapter, fake.origin))).toBe(failed('refused the credential (401)'))
    await Promise.all(fake.arrived.map(({ closed }) => closed))
  })
})
