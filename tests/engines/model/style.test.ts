import { expect, test } from 'bun:test'
import { ADMIN_KEY, taskClient } from '../../support/tasks'
import { CANARY, type ModelAppOptions, type Saying, useModelApps } from './model-app'

const startModel = useModelApps()
const PROMPT =
  'A two-stage retrieval pipeline: a dual encoder (BERT-base, 768 dimensions) finds 100 passages, a re-ranker orders them.'
const BETTER = `${PROMPT} The dual encoder embeds the query. The re-ranker scores each of the 100 passages.

Drawing instructions:
- Read from left to right.`

async function styled(answers: Saying[], body: object = {}, options: ModelAppOptions = {}) {
  const model = await startModel(answers, options, { SERVICE_ADMIN_KEY: ADMIN_KEY })
  const client = await taskClient(model.app)
  const task = await client.run('/api/optimize-prompt', { description: PROMPT, ...body })
  const log = await (await client.get(`/api/artifacts/${task.task_id}/run.log`)).text()
  return { ...model, ...task, log, client }
}

test("a model's prompt is what the task gives, and it is drawn by generate", async () => {
  const { description, status, log, asked, client, arrived } = await styled([
    { prompt: BETTER },
    {
      nodes: [{ id: 'a', label: 'Dual encoder', quote: 'a dual encoder' }],
    },
  ])
  expect(status).toBe('completed')
  expect(description).toBe(BETTER)
  expect(log).toContain('rewritten by house, model qwen')
  expect(log).not.toContain(CANARY)
  expect(asked(0)).toContain('[1.1] A two-stage retrieval pipeline')
  expect(asked(0)).toContain('GUIDELINES\n- Draw a methodology diagram')
  const drawn = await client.run('/api/generate', {
    source_context: description,
    caption: 'Retrieval',
    vlm_provider: 'house',
    iterations: 1,
  })
  expect(drawn.status).toBe('completed')
  expect(arrived).toHaveLength(2)
  expect(asked(1)).toContain('WISHES\n1. Read from left to right.')
})

test('guidelines, source and caption go along', async () => {
  const { asked } = await styled([{ prompt: BETTER }], {
    guidelines: 'Use sans-serif letters.\nAt most five boxes.',
    source_context: 'The index holds passages.',
    caption: 'Retrieval in two stages',
  })
  expect(asked(0)).toContain('- Use sans-serif letters.\n- At most five boxes.')
  expect(asked(0)).toContain('[1.1] The index holds passages.')
  expect(asked(0)).toContain('CAPTION\nRetrieval in two stages')
})

test('what it loses or makes up goes back', async () => {
  const lost = BETTER.replaceAll('BERT-base, 768 dimensions', 'a GPT-4 model with 12 layers')
  const { description, asked, log } = await styled([{ prompt: lost }, { prompt: BETTER }])
  expect(asked(1)).toMatch(/has lost "768", "BERT-base"/)
  expect(asked(1)).toMatch(/has "4", "12", "GPT-4", which nobody has said/)
  expect(description).toBe(BETTER)
  expect(log).toContain('repair 1 of 2')
})

test('and where it stays so, rules complete the prompt and say so', async () => {
  const { description, log, arrived, warnings } = await styled([{ prompt: 'A pipeline.' }])
  expect(arrived).toHaveLength(3)
  expect(description).toStartWith(PROMPT)
  expect(description).toContain('Drawing instructions:')
  expect(log).toContain('completed by rules')
  expect(warnings).toEqual([
    expect.stringMatching(/was not used, rules completed the prompt: .*has lost "768", "100"/),
  ])
})

test.each([
  ['We pool scans of 3 hospitals.', 'Scans of three hospitals are pooled.'],
  ['We pool scans of three hospitals.', 'Scans of 3 hospitals are pooled.'],
  [
    'make a pic with teh encoder n decoder',
    'A clean diagram of an encoder on the left and a decoder on the right, for a paper.',
  ],
  [
    'transformer block w/ self attention',
    'Draw a Transformer block with self-attention: input tokens at the bottom, attention above them.',
  ],
])('%s may become: %s', async (description, prompt) => {
  const answered = await styled([{ prompt }], { description })
  expect([answered.description, answered.arrived.length]).toEqual([prompt, 1])
  expect(answered.warnings).toEqual([])
})

test('no number in words is made up or lost', async () => {
  const lost = await styled([{ prompt: 'The network has sensors.' }], {
    description: 'The network has two sensors.',
  })
  expect(lost.warnings?.join()).toContain('has lost "two", which must stay')
  const { asked } = await styled([{ prompt: BETTER.replace('100', '7') }, { prompt: BETTER }])
  expect(asked(1)).toContain('has "7", which nobody has said')
})

test('guidelines as long as a request may hold them are all told', async () => {
  const guidelines = Array.from({ length: 600 }, (_, at) => `Rule ${at}: letters are sans.`).join(
    '\n',
  )
  const { asked } = await styled([{ prompt: BETTER }], { guidelines })
  expect(asked(0)).toContain('- Rule 599: letters are sans.')
})

test('an answer that cannot be read fails the task, or goes on to the fallback', async () => {
  const failed = await styled(['no'])
  expect(failed).toMatchObject({
    status: 'failed',
    error: 'Provider house: the answer could not be read after 2 repairs.',
  })
  const ruled = await styled(['no'], {}, { provider: { fallback: ['local'] } })
  expect(ruled.status).toBe('completed')
  expect(ruled.description).toStartWith(PROMPT)
  expect(ruled.log).toContain('Going on with rules')
})

test('a prompt in arrows is completed by rules: its words must stay', async () => {
  const { description, arrived } = await styled([{ prompt: BETTER }], {
    description: 'Encoder -> Index\nIndex -> Re-ranker: top-100',
  })
  expect(arrived).toHaveLength(0)
  expect(description).toStartWith('Encoder -> Index\nIndex -> Re-ranker: top-100')
})
