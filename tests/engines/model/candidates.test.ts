import { describe, expect, test } from 'bun:test'
import { answering } from '../../providers/fake-provider'
import { ADMIN_KEY, taskClient } from '../../support/tasks'
import { count, DRAFT, edge, METHOD, second } from './drafts'
import { type Saying, useModelApps } from './model-app'

const startModel = useModelApps()

const unsaid = { ...count, id: 'odd', label: 'Publish', quote: '' }
/** Worse than DRAFT: it claims something that the text does not say. */
const CLAIMING = {
  ...DRAFT,
  nodes: [...DRAFT.nodes, unsaid],
  edges: [...DRAFT.edges, edge('count', 'odd', '')],
}

async function preferring(answers: Saying[], prefer: string, body: object = {}) {
  const model = await startModel(answers)
  const { app } = model
  const response = await app.post('/api/run', { method_text: METHOD, ...body }, { prefer })
  const { job_id: id } = await response.json()
  const job = await app.ended(id)
  const file = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).text()
  const paths = job.artifacts.map(({ path }) => path)
  return { ...model, ...job, response, file, candidates: paths.filter((one) => /^cand/.test(one)) }
}

test('three plans are drawn, the best first', async () => {
  const { response, candidates, file, asked, arrived, status } = await preferring(
    [CLAIMING, DRAFT, { ...CLAIMING, edges: [second] }],
    'respond-async, candidates=3; wait=10',
  )
  expect(response.headers.get('preference-applied')).toBe('candidates=3')
  expect(status).toBe('completed')
  expect(arrived).toHaveLength(3)
  expect(asked(0)).not.toContain('VARIANT 1')
  expect(asked(1)).toContain('\nVARIANT 2')
  expect(asked(2)).toContain('\nVARIANT 3')
  expect(candidates.sort()).toEqual(
    [1, 2, 3].flatMap((at) => [`candidates/${at}/diagram.json`, `candidates/${at}/final.svg`]),
  )
  expect(await file('candidates/1/final.svg')).toBe(await file('final.svg'))
  const labels = JSON.parse(await file('candidates/1/diagram.json')).nodes.map(
    ({ label }: { label: string }) => label,
  )
  expect(labels).toEqual(['Trim reads', 'Align', 'Count per gene'])
  expect(await file('candidates/2/final.svg')).toContain('Publish')
})

test('one that fails is left out and told', async () => {
  const { status, candidates, file } = await preferring([DRAFT, answering(500, {})], 'candidates=4')
  expect(status).toBe('completed')
  expect(candidates).toEqual([])
  expect(await file('run.log')).toContain('candidate 2: Provider house: server error (500)')
})

describe('a preference that cannot be met is none', () => {
  test.each(['candidates=5', 'candidates=0', 'candidates', 'nocandidates=3'])('%s', async (one) => {
    const { response, arrived, candidates } = await preferring([DRAFT], one)
    expect(response.headers.has('preference-applied')).toBe(false)
    expect(arrived).toHaveLength(1)
    expect(candidates).toEqual([])
  })

  test('where rules plan', async () => {
    const { response, arrived } = await preferring([DRAFT], 'candidates=3', { provider: 'local' })
    expect(response.headers.has('preference-applied')).toBe(false)
    expect(arrived).toHaveLength(0)
  })
})

test('tasks take it, and a repeat is answered as the first time', async () => {
  const { app } = await startModel([DRAFT], {}, { SERVICE_ADMIN_KEY: ADMIN_KEY })
  const client = await taskClient(app)
  const body = { source_context: METHOD, caption: 'Counting', iterations: 1 }
  const submit = () =>
    client.submit('/api/generate', body, { prefer: 'candidates=2', 'idempotency-key': 'once' })
  const [one, two] = [await submit(), await submit()]
  expect(one.status).toBe(202)
  expect(one.headers.get('preference-applied')).toBe('candidates=2')
  expect(two.headers.get('preference-applied')).toBe('candidates=2')
  expect(await two.json()).toEqual(await one.json())
})
