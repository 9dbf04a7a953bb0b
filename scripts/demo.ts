/**
 * Draws every example of `docs/examples` through a real server, as a client would, into one page:
 * `dist/demo/index.html`, with each job's files beside it. The pictures of README are `figure.png` of two of them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Example, readExamples } from './examples'
import { escapeHtml, page } from './html'
import { follow, type ServerProcess, type StreamEvent, startServer, submit } from './server-process'

const ROOT = join(import.meta.dir, '..')
const OUTPUT = join(ROOT, 'dist', 'demo')

async function main(): Promise<number> {
  const examples = [...(await readExamples(ROOT)), await readDrawing()]
  const data = await mkdtemp(join(tmpdir(), 'burin-demo-'))
  const server = await startServer([process.execPath, join(ROOT, 'src', 'main.ts')], {
    cwd: data,
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: join(data, 'data') },
  })
  await rm(OUTPUT, { recursive: true, force: true })
  const sections: string[] = []
  let failed = 0
  try {
    for (const example of examples) {
      const events = await draw(server, example)
      const end = events.at(-1)?.data
      if (end?.status !== 'completed') failed += 1
      console.log(`${example.name}: ${end?.status ?? 'no end'} ${end?.error ?? ''}`.trimEnd())
      sections.push(section(example, events))
    }
  } finally {
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
  await Bun.write(join(OUTPUT, 'index.html'), page('Demo', sections.join('\n')))
  console.log(join(OUTPUT, 'index.html'))
  return failed === 0 ? 0 : 1
}

/** A figure that a model drew, as its SVG came. */
async function readDrawing(): Promise<Example> {
  const text = await Bun.file(join(ROOT, 'docs', 'examples', 'drawn.svg')).text()
  return { name: 'drawn', text }
}

/** Submits one text or drawing, waits for its end and keeps all its files. */
async function draw({ url }: ServerProcess, { name, text }: Example): Promise<StreamEvent[]> {
  const isDrawing = text.startsWith('<svg')
  const id = isDrawing
    ? await submit(url, '/api/finish', { svg: text })
    : await submit(url, '/api/run', { method_text: text })
  const events = await follow(url, id)
  for (const path of paths(events)) {
    const answer = await fetch(`${url}/api/artifacts/${id}/${path}`)
    if (!answer.ok) throw new Error(`${path} of ${name}: ${answer.status}`)
    await Bun.write(join(OUTPUT, name, path), answer)
  }
  return events
}

function paths(events: readonly StreamEvent[]): string[] {
  const artifacts = events.filter(({ event }) => event === 'artifact')
  return [...new Set(artifacts.map(({ data }) => String(data.path)))]
}

function section({ name, text }: Example, events: readonly StreamEvent[]): string {
  const files = paths(events)
  const links = files.map((path) => `<a href="${name}/${path}">${escapeHtml(path)}</a>`)
  const figure = files.includes('final.svg')
    ? `<figure><img src="${name}/final.svg" alt="${escapeHtml(name)}"></figure>`
    : '<p>No figure.</p>'
  const png = files.includes('figure.png')
    ? `<details><summary>figure.png</summary><figure><img src="${name}/figure.png" alt=""></figure></details>`
    : ''
  return [
    `<section><h2>${escapeHtml(name)}</h2>`,
    figure,
    png,
    `<p class="facts">${timing(events)}</p>`,
    `<p class="facts">${links.join(', ')}</p>`,
    `<details><summary>Text</summary><pre>${escapeHtml(text)}</pre></details>`,
    `<details><summary>Events, in milliseconds since the stream was opened</summary>${table(events)}</details>`,
    '</section>',
  ].join('\n')
}

/** The end is held back until the last file is 500 ms old, so the moment of the last file says more. */
function timing(events: readonly StreamEvent[]): string {
  const at = (path: string) => events.find(({ data }) => data.path === path)?.at
  const parts = ['final.svg', 'final.pdf', 'run.log'].map((path) => {
    const ms = at(path)
    return ms === undefined ? `no ${path}` : `${path} after ${Math.round(ms)} ms`
  })
  return `${parts.join(', ')}, counted from the opening of the event stream`
}

function table(events: readonly StreamEvent[]): string {
  const rows = events.map(
    ({ at, event, data }) =>
      `<tr><td>${Math.round(at)}</td><td>${escapeHtml(event)}</td><td>${escapeHtml(said(event, data))}</td></tr>`,
  )
  return `<table><tr><th>ms</th><th>event</th><th></th></tr>${rows.join('')}</table>`
}

function said(event: string, data: StreamEvent['data']): string {
  if (event === 'artifact') return `${data.path}, ${data.size} bytes`
  if (event === 'log') return String(data.line)
  if (event === 'progress') return `${data.stage} ${data.step}/${data.steps}`
  return [data.state, data.error].filter(Boolean).join(': ')
}

if (import.meta.main) process.exit(await main())
