import { expect, test } from 'bun:test'
import { useApps } from '../../support/app'
import { DRAFT, METHOD } from './drafts'
import { useModelApps } from './model-app'

const startApp = useApps()
const startModel = useModelApps()
const FILES = ['diagram.json', 'final.svg', 'report.json', 'template.svg', 'boxlib.json']

test('where rules decide, a provider file changes no byte', async () => {
  const alone = await startApp()
  const { app: beside, arrived } = await startModel([DRAFT])
  const body = { method_text: METHOD, optimize_iterations: 2 }
  const filesOf = async (app: typeof alone, more: object) => {
    const id = await app.submit('/api/run', { ...body, ...more })
    expect(await app.ended(id)).toMatchObject({ status: 'completed' })
    const text = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).text()
    return Promise.all(FILES.map(text))
  }
  const files = await filesOf(alone, {})
  expect(await filesOf(beside, { provider: 'local' })).toEqual(files)
  expect(arrived).toHaveLength(0)
  expect(Object.keys(JSON.parse(files[2] ?? '')).sort()).toEqual([
    'counts',
    'drawing',
    'engine',
    'faults',
    'figures',
    'ignored',
    'inferred_edges',
    'material',
    'paper',
    'rounds',
    'shape',
    'source',
    'warnings',
  ])
})
