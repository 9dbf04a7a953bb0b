import { join } from 'node:path'
import { childrenOf } from '../../support/processes'
import { ROOT } from '../harness/folders'
import { pssMegabytes } from '../harness/processes'
import { aim, type BenchOptions, type Row } from '../harness/rows'
import { runBody } from './host-client'
import { ADMIN_KEY, createKey, ended, post, type Server, startServer, taskEnded } from './server'

const SAMPLE_MS = 40
const REST_MS = 60_000
const FILES = ['png', 'svg', 'pdf']

/**
 * The server with all its processes, while a job of each kind runs and a minute after the last. `full`: before each and
 * a minute after it too.
 */
export async function memoryRows({ full }: Pick<BenchOptions, 'full'>): Promise<Row[]> {
  const server = await startServer({ EXECUTORS: '2', SERVICE_ADMIN_KEY: ADMIN_KEY })
  const now = (figure: string) => ({ figure, value: treeMegabytes(server.pid), unit: 'MB' })
  const rested = async (figure: string) => {
    await Bun.sleep(REST_MS)
    return aim(now(figure), { most: 250 })
  }
  const rows: Row[] = [await rested('memory of a fresh server, at rest')]
  const jobs = jobsOf(server, await createKey(server.url, ADMIN_KEY))
  for (const [workflow, job] of Object.entries(jobs)) {
    if (full) rows.push(now(`${workflow}, before`))
    rows.push(
      aim({ ...now(`${workflow}, peak`), value: await peak(server.pid, job) }, { most: 600 }),
    )
    if (full) rows.push(await rested(`${workflow}, at rest`))
  }
  rows.push(await rested('memory after all, at rest'))
  await server.kill()
  return rows
}

/** A job of each kind, with all its files. */
export function jobsOf({ url }: Server, token: string): Record<string, () => Promise<void>> {
  const example = (name: string) => Bun.file(join(ROOT, 'docs/examples', name)).text()
  const fixture = (name: string) => Bun.file(join(ROOT, 'tests/fixtures', name))
  const job = async (path: string, body: object) => {
    const { job_id } = await post(`${url}/api/${path}`, token, body)
    await ended(url, job_id, token)
    return job_id
  }
  const headers = { 'x-api-key': token }
  const tasks: string[] = []
  const task = async (path: string, body: object) => {
    const { task_id } = await post(`${url}/api/${path}`, token, {
      ...body,
      ...(path !== 'optimize-prompt' && path !== 'composite' && { output_formats: FILES }),
    })
    await taskEnded(url, token, task_id)
    tasks.push(task_id)
  }
  const caption = 'How observations are recorded'
  let figure = ''
  return {
    run: async () => {
      figure = await job('run', JSON.parse(await runBody()))
    },
    'run, formulas': async () => {
      const method_text = `The encoder $f_\\theta(x)$ maps images to vectors. The classifier minimises $\\sum_i \\ell(y_i, \\hat{y}_i)$.`
      await job('run', { method_text })
    },
    'run, Chinese': async () => {
      await job('run', { method_text: await example('chinese.md') })
    },
    generate: async () => task('generate', { source_context: await example('method.md'), caption }),
    'generate-from-pdf': async () => {
      const pdf_base64 = (await fixture('pdf/two-columns.pdf').bytes()).toBase64()
      await task('generate-from-pdf', { pdf_base64, caption })
    },
    plot: () =>
      task('plot', {
        data_json: '{"ResNet-50": 76.1, "ViT-B": 79.8}',
        intent: 'Bar chart of accuracy by model',
      }),
    'optimize-prompt': () =>
      task('optimize-prompt', { description: 'A two-stage retrieval pipeline.' }),
    composite: () => task('composite', { source_task_ids: tasks.slice(0, 3) }),
    redraw: async () => {
      await job('redraw', {
        source: figure,
        operations: [{ op: 'set_direction', direction: 'down' }],
      })
    },
    finish: async () => {
      await job('finish', { svg: await example('drawn.svg') })
    },
    'export as slide': async () => {
      await (await fetch(`${url}/api/jobs/${figure}/export/pptx`, { headers })).bytes()
    },
    'image-to-svg': async () => {
      const form = new FormData()
      form.append('file', fixture('pictures/office-drawing.png'))
      const { path } = await (
        await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form })
      ).json()
      await job('image-to-svg', { image_path: path })
    },
  }
}

/** The most that was seen while a job ran. */
async function peak(pid: number, job: () => Promise<void>): Promise<number> {
  let most = treeMegabytes(pid)
  const watch = setInterval(() => {
    most = Math.max(most, treeMegabytes(pid))
  }, SAMPLE_MS)
  await job().finally(() => clearInterval(watch))
  return most
}

const treeMegabytes = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + (pssMegabytes(one) || 0), 0)
