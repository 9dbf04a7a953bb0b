/** The workflows, each through a real server, as a client would use it. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readExamples } from './examples'
import { follow, startServer, submit } from './server-process'

export const WORKFLOWS = [
  'plots',
  'composite',
  'pdf',
  'optimize',
  'pictures',
  'edits',
  'drawn',
] as const
type Workflow = (typeof WORKFLOWS)[number]

/** A figure on the page; `files` are paths below the gallery's folder, shown side by side. */
export interface Shown {
  caption: string
  files: string[]
  text?: string
}

interface Gallery {
  show: (workflow: Workflow, shown: readonly Shown[]) => void
  faults: string[]
}

/** Draws `wanted` into `output`. */
export async function drawWorkflows(
  root: string,
  output: string,
  wanted: readonly Workflow[],
  { show, faults }: Gallery,
): Promise<void> {
  if (wanted.length === 0) return
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
    const { url } = server
    const made = await fetch(`${url}/api/admin/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'gallery' }),
    })
    const { key } = (await made.json()) as { key: string }
    const client = new Client(url, { authorization: `Bearer ${key}` }, output, faults)
    for (const workflow of wanted) show(workflow, await DRAW[workflow](client, root))
  } finally {
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
}

const VECTORS = { output_formats: ['png', 'svg'] }

const DRAW: Record<Workflow, (client: Client, root: string) => Promise<Shown[]>> = {
  plots: async (client, root) => {
    const shown: Shown[] = []
    for (const { name, data, intent } of await plotCases(root)) {
      const body = { data_json: JSON.stringify(data), intent, ...VECTORS }
      shown.push(await client.figure('plot', name, body, intent))
    }
    return shown
  },
  composite: async (client, root) => {
    const ids: string[] = []
    for (const { name, data, intent } of (await plotCases(root)).slice(0, 4))
      ids.push(await client.done('plot', { data_json: JSON.stringify(data), intent }, name))
    return [await client.figure('composite', 'four-plots', { source_task_ids: ids, layout: '2x2' })]
  },
  pdf: async (client, root) => {
    const shown: Shown[] = []
    for (const [name, path] of await filesIn(join(root, 'tests', 'fixtures', 'pdf'), /\.pdf$/)) {
      const pdf_base64 = (await Bun.file(path).bytes()).toBase64()
      const body = { pdf_base64, caption: name, ...VECTORS }
      shown.push(await client.figure('generate-from-pdf', name, body))
    }
    return shown
  },
  optimize: async (client) => {
    const prompt = 'A diagram of a retrieval system with an encoder, an index and a generator'
    const body = { description: prompt, caption: 'Retrieval' }
    const id = await client.done('optimize-prompt', body, 'optimize')
    const { description: text } = await client.get<{ description: string }>(`tasks/${id}`)
    return [{ caption: prompt, files: [], text }]
  },
  pictures: async (client, root) => {
    const shown: Shown[] = []
    const folder = join(root, 'tests', 'fixtures', 'pictures')
    for (const [name, path] of await filesIn(folder, /\.(png|jpg)$/))
      shown.push(await client.picture(path, name))
    return shown
  },
  edits: async (client, root) => {
    const shown: Shown[] = []
    for (const { name, text } of await readExamples(root))
      if (EDITED.includes(name)) shown.push(await client.edits(text, name))
    return shown
  },
  /** A figure that a model drew, as its SVG came. */
  drawn: async (client, root) => {
    const svg = await Bun.file(join(root, 'docs', 'examples', 'drawn.svg')).text()
    return [await client.figure('finish', 'drawn', { svg })]
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
  const files = await filesIn(join(root, 'tests', 'fixtures', 'plot-corpus', 'open'), /\.json$/)
  return Promise.all(files.map(([, path]) => Bun.file(path).json() as Promise<PlotCase>))
}

/** Names and paths of a folder's files of a kind, in order. */
async function filesIn(folder: string, kind: RegExp): Promise<[name: string, path: string][]> {
  const files = (await readdir(folder)).filter((file) => kind.test(file)).sort()
  return files.map((file) => [file.replace(kind, ''), join(folder, file)])
}

class Client {
  constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
    private readonly output: string,
    private readonly faults: string[],
  ) {}

  /** Submits work and waits for its end; gives its id. What fails is a fault. */
  async done(endpoint: string, body: object, name: string): Promise<string> {
    try {
      const id = await submit(this.url, `/api/${endpoint}`, body, this.headers)
      const end = (await follow(this.url, id, { headers: this.headers })).at(-1)?.data
      if (end?.status !== 'completed') this.faults.push(`${endpoint} ${name}: ${end?.error}`)
      return id
    } catch (error) {
      this.faults.push(`${endpoint} ${name}: ${error}`)
      return ''
    }
  }

  async get<Answer>(path: string): Promise<Answer> {
    const answer = await fetch(`${this.url}/api/${path}`, { headers: this.headers })
    return (await answer.json()) as Answer
  }

  async figure(endpoint: string, name: string, body: object, caption = name): Promise<Shown> {
    const file = `${endpoint}/${name}.png`
    await this.keep(await this.done(endpoint, body, name), 'figure.png', file)
    return { caption, files: [file] }
  }

  /** A picture and what is read from it, side by side. */
  async picture(path: string, name: string): Promise<Shown> {
    const body = new FormData()
    body.set('file', Bun.file(path))
    const { headers } = this
    const upload = await fetch(`${this.url}/api/upload`, { method: 'POST', headers, body })
    const { path: image_path } = (await upload.json()) as { path: string }
    const id = await this.done('image-to-svg', { image_path }, name)
    const files = ['figure.png', 'final_preview.png', 'samed.png']
    for (const file of [...files, 'final.svg', 'report.json'])
      await this.keep(id, file, `pictures/${name}/${file}`)
    return { caption: name, files: files.map((file) => `pictures/${name}/${file}`) }
  }

  /** A figure of a text, and what each edit makes of it, side by side. */
  async edits(method_text: string, name: string): Promise<Shown> {
    const files = [`edits/${name}.png`]
    const source = await this.done('run', { method_text }, name)
    await this.keep(source, 'figure.png', `edits/${name}.png`)
    const edits = editsOf(await this.get(`artifacts/${source}/diagram.json`))
    for (const [edit, operations] of Object.entries(edits)) {
      const file = `edits/${name}-${edit.replaceAll(' ', '-')}.png`
      await this.keep(await this.done('redraw', { source, operations }, edit), 'figure.png', file)
      files.push(file)
    }
    return { caption: `${name}: ${Object.keys(edits).join(', ')}`, files }
  }

  private async keep(id: string, path: string, file: string): Promise<void> {
    const answer = await fetch(`${this.url}/api/artifacts/${id}/${path}`, { headers: this.headers })
    if (answer.ok) await Bun.write(join(this.output, file), answer)
    else this.faults.push(`${file}: ${answer.status}`)
  }
}
