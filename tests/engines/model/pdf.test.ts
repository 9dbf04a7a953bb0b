import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURE_PDFS } from '../../read/odd-pdfs'
import { ADMIN_KEY, taskClient } from '../../support/tasks'
import { useModelApps } from './model-app'

const startModel = useModelApps()
const DRAFT = { nodes: [{ id: 'a', label: 'Moorings', quote: 'mooring series' }] }

async function asked(pdf: Uint8Array): Promise<string> {
  const model = await startModel([DRAFT], {}, { SERVICE_ADMIN_KEY: ADMIN_KEY })
  const client = await taskClient(model.app)
  const body = { pdf_base64: Buffer.from(pdf).toString('base64'), caption: 'The plume' }
  const task = await client.run('/api/generate-from-pdf', { ...body, iterations: 1 })
  expect(task).toMatchObject({ status: 'completed', error: null })
  return model.asked(0)
}

test('of a PDF all sections are material, and its captions are context', async () => {
  const request = await asked(readFileSync(join(FIXTURE_PDFS, 'two-columns.pdf')))
  const [material = '', context = ''] = request
    .slice(request.indexOf('<<< MATERIAL'))
    .split('<<< CONTEXT')
  expect(material).toContain('Raw turbidity counts are calibrated')
  expect(material).toMatch(/Regulators ask[\s\S]*Kriging|Kriging[\s\S]*Regulators ask/)
  expect(context).toContain('- Figure 1: The workflow from raw counts to the probability map.')
  expect(request).toContain('CAPTION\nThe plume')
})
