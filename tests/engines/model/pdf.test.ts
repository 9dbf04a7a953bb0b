import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURE_PDFS, pagePdf } from '../../read/odd-pdfs'
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

test("of a PDF the method section is material, and the paper's captions are context", async () => {
  const request = await asked(readFileSync(join(FIXTURE_PDFS, 'two-columns.pdf')))
  const [material = '', context = ''] = request
    .slice(request.indexOf('<<< MATERIAL'))
    .split('<<< CONTEXT')
  expect(material).toContain('Raw turbidity counts are calibrated')
  expect(material).not.toMatch(/Regulators ask|Kriging/)
  expect(context).toContain('- Figure 1: The workflow from raw counts to the probability map.')
  expect(request).toContain('CAPTION\nThe plume')
})

test('so is what it says of its figures elsewhere', async () => {
  const request = await asked(
    await pagePdf([
      '# 1 Introduction',
      'Plumes drift for days and nobody knows where they go in the end.',
      'Our workflow in Fig. 2 has a calibration and a particle filter.',
      '# 2 Methods',
      'Raw counts of each mooring series are calibrated with water samples.',
      'The filter weighs each observation by its noise and gives a map.',
      '# 3 Results',
      'The map is right to two hundred metres, as all stations show.',
    ]),
  )
  const [, context = ''] = request.split('<<< CONTEXT')
  expect(context).toContain('- Our workflow in Fig 2 has a calibration and a particle filter.')
  expect(context).not.toContain('Plumes drift')
})
