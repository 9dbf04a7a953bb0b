/** Writes `src/web/pages/examples/<name>.svg`: the figures that the studio offers to begin with. Run it after a theme has changed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app'
import { readConfig } from '../src/config'
import { EXAMPLES } from '../src/web/studio/example-drafts'

const FOLDER = join(import.meta.dir, '..', 'src', 'web', 'pages', 'examples')
const POLL_MS = 50
const page = { 'content-type': 'application/json', 'x-burin-page': 'burin' }

const folder = await mkdtemp(join(tmpdir(), 'burin-examples-'))
const app = await createApp(
  readConfig({ DATA_DIR: folder, PLUGINS_DIR: folder, LOG_LEVEL: 'silent', EXECUTORS: '1' }),
)

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await app.elysia.handle(new Request(`http://localhost${path}`, init))
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer
}

/** What only editors read is left out. */
function small(svg: string): string {
  return svg.replace(/ (?:xmlns:inkscape|inkscape:[\w-]+|data-[\w-]+)="[^"]*"/g, '')
}

try {
  for (const [name, { text, caption, data, intent }] of Object.entries(EXAMPLES)) {
    const [path, body] = text
      ? ['/api/generate', { source_context: text, caption, output_formats: ['svg'] }]
      : ['/api/plot', { data_json: JSON.stringify(data), intent, output_formats: ['svg'] }]
    const origin = { ...page, origin: 'http://localhost' }
    const sent = await ask(path, { method: 'POST', headers: origin, body: JSON.stringify(body) })
    const cookie = sent.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const { task_id: id } = (await sent.json()) as { task_id: string }
    for (let status = ''; status !== 'completed'; await Bun.sleep(POLL_MS)) {
      const task = (await (await ask(`/api/tasks/${id}`, { headers: { cookie } })).json()) as {
        status: string
        error: string | null
      }
      if (task.error !== null) throw new Error(`${name}: ${task.error}`)
      status = task.status
    }
    const svg = await (await ask(`/api/artifacts/${id}/final.svg`, { headers: { cookie } })).text()
    await Bun.write(join(FOLDER, `${name}.svg`), small(svg))
  }
} finally {
  await app.stop(0)
  await rm(folder, { recursive: true, force: true })
}
