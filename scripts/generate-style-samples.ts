/**
 * Writes `src/web/pages/styles/<style>.svg`: one small figure in each style, for the studio to choose from. Run it after a
 * theme has changed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app'
import { readConfig } from '../src/config'
import { STYLES } from '../src/forms/look'

const FOLDER = join(import.meta.dir, '..', 'src', 'web', 'pages', 'styles')
const TEXT = 'flowchart LR\n  A[Text] --> B{Fit}\n  A --> C[(Data)]'
const POLL_MS = 50

const folder = await mkdtemp(join(tmpdir(), 'burin-styles-'))
const app = await createApp(
  readConfig({ DATA_DIR: folder, PLUGINS_DIR: folder, LOG_LEVEL: 'silent', EXECUTORS: '1' }),
)

async function ask(path: string, body?: object): Promise<Response> {
  const post = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return app.elysia.handle(new Request(`http://localhost${path}`, post))
}

async function drawn(path: string, body: object): Promise<string> {
  const { job_id } = (await (await ask(path, body)).json()) as { job_id: string }
  for (;;) {
    const { status, error } = (await (await ask(`/api/jobs/${job_id}`)).json()) as {
      status: string
      error: string | null
    }
    if (status === 'completed') return job_id
    if (status === 'failed') throw new Error(`${path}: ${error}`)
    await Bun.sleep(POLL_MS)
  }
}

/** What only editors read is left out. */
function small(svg: string): string {
  return svg.replace(/ (?:xmlns:inkscape|inkscape:[\w-]+|data-[\w-]+)="[^"]*"/g, '')
}

try {
  const source = await drawn('/api/run', { method_text: TEXT, image_aspect_ratio: 'auto' })
  for (const style of STYLES) {
    const id = await drawn('/api/redraw', { source, operations: [], style })
    const svg = await (await ask(`/api/artifacts/${id}/final.svg`)).text()
    await Bun.write(join(FOLDER, `${style}.svg`), small(svg))
  }
} finally {
  await app.stop(0)
  await rm(folder, { recursive: true, force: true })
}
