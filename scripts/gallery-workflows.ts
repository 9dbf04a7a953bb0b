/** The workflows that do not start from an example text, each through a real server, as a client would use it. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Picture } from './contact-sheet'
import { escapeHtml } from './html'
import { follow, type ServerProcess, startServer, submit } from './server-process'

export const WORKFLOWS = ['plots', 'composite', 'pdf', 'optimize', 'pictures', 'edits'] as const
export type Workflow = (typeof WORKFLOWS)[number]

/** A figure on the page; `files` are paths below the gallery's folder, shown side by side. */
interface Shown {
  caption: string
  files: string[]
  text?: string
}

export interface Gallery {
  /** HTML sections for the page. */
  sections: string[]
  /** Contact sheets by workflow. */
  sheets: Map<Workflow, Picture[]>
  faults: string[]
}

const SHEET_HEIGHT = 330

/** Draws `wanted` into `output`, a folder that exists. */
export async function drawWorkflows(
  root: string,
  output: string,
  wanted: readonly Workflow[],
): Promise<Gallery> {
  const gallery: Gallery = { sections: [], sheets: new Map(), faults: [] }
  if (wanted.length === 0) return gallery
  const data = await mkdtemp(join(tmpdir(), 'burin-gallery-'))
  const adminKey = crypto.randomUUID() + crypto.randomUUID()
  const server = await startServer([process.execPath, join(root, 'src', 'main.ts')], {
    cwd: data,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: join(data, 'data'),
      SERVICE_ADMIN_KEY: adminKey,
    },
  })
  try {
    const client = await Client.open(server, adminKey, output, gallery.faults)
    for (const workflow of wanted) {
      const shown = await DRAW[workflow](client, root)
      gallery.sections.push(section(workflow, shown))
      gallery.sheets.set(workflow, await pictures(output, shown))
    }
  } finally {
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
  return gallery
}

const DRAW: Record<Workflow, (client: Client, root: string) => Promise<Shown[]>> = {
  plots: async (client, root) => {
    const shown: Shown[] = []
    for (const { name, data, intent } of await plotCases(root)) {
      const body = { data_json: JSON.stringify(data), intent, output_formats: ['png', 'svg'] }
      shown.push(await client.task('plot', name, body, intent))
    }
    return shown
  },
  composite: async (client, root) => {
    const ids: string[] = []
    for (const { name, data, intent } of (await plotCases(root)).slice(0, 4))
      ids.push(await client.submit('plot', { data_json: JSON.stringify(data), intent }, name))
    return [await client.task('composite', 'four-plots', { source_task_ids: ids, layout: '2x2' })]
  },
  pdf: async (client, root) => {
    const folder = join(root, 'tests', 'fixtures', 'pdf')
    const shown: Shown[] = []
    for (const file of (await readdir(folder)).filter((one) => one.endsWith('.pdf')).sort()) {
      const bytes = await Bun.file(join(folder, file)).bytes()
      const body = { pdf_base64: bytes.toBase64(), caption: file, output_formats: ['png', 'svg'] }
      shown.push(await client.task('generate-from-pdf', file.replace(/\.pdf$/, ''), body))
    }
    return shown
  },
  optimize: async (client) => {
    const prompt = 'A diagram of a retrieval system with an encoder, an index and a generator'
    const id = await client.submit(
      'optimize-prompt',
      { description: prompt, caption: 'Retrieval' },
      'optimize',
    )
    const { description } = await client.record(id)
    return [{ caption: prompt, files: [], text: description }]
  },
  pictures: async (client, root) => {
    const folder = join(root, 'tests', 'fixtures', 'pictures')
    const shown: Shown[] = []
    for (const file of (await readdir(folder)).filter((one) => /\.(png|jpg)$/.test(one)).sort())
      shown.push(await client.picture(join(folder, file), file.replace(/\.\w+$/, '')))
    return shown
  },
  edits: async (client, root) => {
    const shown: Shown[] = []
    for (const name of EDITED) {
      const method_text = await Bun.file(join(root, 'docs', 'examples', `${name}.md`)).text()
      shown.push(await client.edits(method_text, name))
    }
    return shown
  },
}

/** Examples that are edited. */
const EDITED = ['arrows', 'flowchart', 'retrieval', 'method']

interface Part {
  id: string
  label: string
}

/** One edit of each sort that asks for room. */
function editsOf({ nodes }: { nodes: Part[] }): Record<string, object[]> {
  const [first, second, third] = [nodes[0]?.id, nodes[1]?.id, nodes[2]?.id]
  const more = { op: 'add_node', id: 'more', label: 'One more', kind: 'data', group: null }
  const arrow = { op: 'add_edge', id: 'e-more', from: second, to: 'more', label: 'new' }
  return {
    'a longer label': [{ op: 'rename', id: first, label: 'A label that\nhas become longer' }],
    'one more': [more, { ...arrow, kind: 'flow', heads: 'end', dashed: false }],
    'placed by hand': [{ op: 'place', id: third, x: 420, y: 560 }],
  }
}

interface PlotCase {
  name: string
  data: unknown
  intent: string
}

async function plotCases(root: string): Promise<PlotCase[]> {
  const folder = join(root, 'tests', 'fixtures', 'plot-corpus', 'open')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  return Promise.all(files.map((file) => Bun.file(join(folder, file)).json() as Promise<PlotCase>))
}

class Client {
  private constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly output: string,
    private readonly faults: string[],
  ) {}

  static async open({ url }: ServerProcess, adminKey: string, output: string, faults: string[]) {
    const answer = await fetch(`${url}/api/admin/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'gallery' }),
    })
    const { key } = (await answer.json()) as { key: string }
    return new Client(url, key, output, faults)
  }

  /** Submits a task and waits for its end; gives its id. */
  async submit(endpoint: string, body: object, name: string): Promise<string> {
    const answer = await fetch(`${this.url}/api/${endpoint}`, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { task_id: id, detail } = (await answer.json()) as { task_id?: string; detail?: unknown }
    if (id === undefined) {
      this.faults.push(`${endpoint} ${name}: ${JSON.stringify(detail)}`)
      return ''
    }
    const events = await follow(this.url, id, { headers: this.headers })
    const end = events.at(-1)?.data
    if (end?.status !== 'completed') this.faults.push(`${endpoint} ${name}: ${end?.error}`)
    return id
  }

  async record(id: string): Promise<{ description: string }> {
    const answer = await fetch(`${this.url}/api/tasks/${id}`, { headers: this.headers })
    return (await answer.json()) as { description: string }
  }

  async task(endpoint: string, name: string, body: object, caption = name): Promise<Shown> {
    const id = await this.submit(endpoint, body, name)
    const file = `${endpoint}/${name}.png`
    await this.keep(id, 'figure.png', file)
    return { caption, files: [file] }
  }

  /** A picture and what is read from it, side by side. */
  async picture(path: string, name: string): Promise<Shown> {
    const form = new FormData()
    form.set('file', Bun.file(path))
    const upload = await fetch(`${this.url}/api/upload`, { method: 'POST', body: form })
    const { path: image_path } = (await upload.json()) as { path: string }
    const id = await submit(this.url, '/api/image-to-svg', { image_path })
    const end = (await follow(this.url, id)).at(-1)?.data
    if (end?.status !== 'completed') this.faults.push(`picture ${name}: ${end?.error}`)
    const files = ['figure.png', 'final_preview.png', 'samed.png']
    for (const file of [...files, 'final.svg', 'report.json'])
      await this.keep(id, file, `pictures/${name}/${file}`)
    return { caption: name, files: files.map((file) => `pictures/${name}/${file}`) }
  }

  /** A figure of a text, and what each edit makes of it, side by side. */
  async edits(method_text: string, name: string): Promise<Shown> {
    const drawn = async (route: string, body: object, file: string) => {
      const id = await submit(this.url, route, body)
      const end = (await follow(this.url, id)).at(-1)?.data
      if (end?.status !== 'completed') this.faults.push(`${file}: ${end?.error}`)
      await this.keep(id, 'figure.png', file)
      return id
    }
    const files = [`edits/${name}.png`]
    const source = await drawn('/api/run', { method_text }, files[0] ?? '')
    const answer = await fetch(`${this.url}/api/artifacts/${source}/diagram.json`)
    const edits = editsOf((await answer.json()) as { nodes: Part[] })
    for (const [edit, operations] of Object.entries(edits)) {
      const file = `edits/${name}-${edit.replaceAll(' ', '-')}.png`
      await drawn('/api/redraw', { source, operations }, file)
      files.push(file)
    }
    return { caption: `${name}: ${Object.keys(edits).join(', ')}`, files }
  }

  private async keep(id: string, path: string, file: string): Promise<void> {
    const answer = await fetch(`${this.url}/api/artifacts/${id}/${path}`, { headers: this.headers })
    if (answer.ok) await Bun.write(join(this.output, file), answer)
    else this.faults.push(`${file}: ${answer.status}`)
  }

  private get headers() {
    return { authorization: `Bearer ${this.key}` }
  }
}

function section(workflow: Workflow, shown: readonly Shown[]): string {
  const figures = shown.map(({ caption, files, text }) => {
    const images = files.map(
      (file) => `<a href="${file}"><img src="${file}" alt="" loading="lazy"></a>`,
    )
    const words = text === undefined ? '' : `<pre>${escapeHtml(text)}</pre>`
    return `<figure>${images.join(' ')}${words}<figcaption>${escapeHtml(caption)}</figcaption></figure>`
  })
  return `<section><h2>${workflow}</h2>\n<div class="row">${figures.join('\n')}</div></section>`
}

async function pictures(output: string, shown: readonly Shown[]): Promise<Picture[]> {
  const found: Picture[] = []
  for (const { caption, files } of shown)
    for (const [index, file] of files.entries()) {
      const kept = Bun.file(join(output, file))
      // What failed has no file and is told as a fault.
      if (!(await kept.exists())) continue
      const png = await kept.bytes()
      const view = new DataView(png.buffer, png.byteOffset)
      const [width, height] = [view.getUint32(16), view.getUint32(20)]
      found.push({
        png,
        width: Math.round((SHEET_HEIGHT * width) / height),
        height: SHEET_HEIGHT,
        caption: index === 0 ? caption : '',
      })
    }
  return found
}
