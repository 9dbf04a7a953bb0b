import { HANDED, handOver } from '../parts/handed'
import { follow, type JobFile } from '../parts/job'

interface ServerConfig {
  svgEditPath: string | null
  version: string
  anonymous_jobs: boolean
  workflows: { summary: string; service: string; path: string }[]
}

const EXAMPLES: Record<string, string> = {
  prose: `Raw reads are trimmed with fastp and aligned to the reference genome with STAR. Duplicates are marked with Picard. Variants are called with GATK and annotated with VEP. Finally, candidate variants are ranked by a random forest.`,
  mermaid: `flowchart LR
  A[Raw images] --> B[Encoder]
  C[Report text] --> D[Text encoder]
  B --> E{Contrastive loss}
  D --> E
  E -->|fine-tune| F[Classifier]`,
  list: `Screening
1. Search three databases
2. Remove duplicates
3. Screen titles and abstracts

Analysis
1. Extract effect sizes
2. Fit a random-effects model
3. Test for publication bias`,
}

const form = byId('form', HTMLFormElement)
const text = byId('text', HTMLTextAreaElement)
const ratio = byId('ratio', HTMLSelectElement)
const key = byId('key', HTMLInputElement)
const draw = byId('draw', HTMLButtonElement)
const cancel = byId('cancel', HTMLButtonElement)
const fault = byId('fault', HTMLElement)
const bar = byId('bar', HTMLProgressElement)
const state = byId('state', HTMLElement)
const sheet = byId('sheet', HTMLElement)
const figure = byId('figure', HTMLImageElement)
const empty = byId('empty', HTMLElement)
const links = byId('links', HTMLElement)
const more = byId('more', HTMLDetailsElement)
const files = byId('files', HTMLElement)
const log = byId('log', HTMLElement)

let config: ServerConfig | undefined
let running: { id: string; stop: () => void } | undefined

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
text.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})
cancel.addEventListener('click', () => {
  if (running) void post(`api/jobs/${running.id}/cancel`)
})
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-example]'))
  button.addEventListener('click', () => {
    text.value = EXAMPLES[button.dataset.example ?? ''] ?? ''
    text.focus()
  })
for (const place of document.querySelectorAll('[data-origin]'))
  place.textContent = new URL('.', document.baseURI).href.replace(/\/$/, '')

void introduce()
// The address of a drawn figure opens it again: a stream replays everything.
if (/^#[0-9a-f]{32}$/.test(location.hash)) show(location.hash.slice(1))

async function introduce(): Promise<void> {
  const answer = await fetch('api/config')
  config = (await answer.json()) as ServerConfig
  byId('version', HTMLElement).textContent = config.version
  byId('editor-link', HTMLElement).hidden = config.svgEditPath === null
  byId('key-box', HTMLDetailsElement).open = !config.anonymous_jobs
  byId('workflows', HTMLElement).replaceChildren(
    ...config.workflows.map(({ path, summary }) => {
      const code = document.createElement('code')
      code.textContent = `POST ${path}`
      return item(code, element('span', summary))
    }),
  )
}

async function submit(): Promise<void> {
  fault.hidden = true
  draw.disabled = true
  try {
    const answer = await post('api/run', {
      method_text: text.value,
      image_aspect_ratio: ratio.value,
    })
    const body: unknown = await answer.json()
    if (!answer.ok) return complain(sentence(body))
    const { job_id } = body as { job_id: string }
    history.replaceState(null, '', `#${job_id}`)
    show(job_id)
  } catch {
    complain('The server does not answer.')
  } finally {
    draw.disabled = false
  }
}

function post(path: string, body?: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { ...(body && { 'content-type': 'application/json' }), ...credential() },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Follows a job on the page: progress, log, files, and the figure as soon as it is there. */
function show(id: string): void {
  running?.stop()
  sheet.dataset.state = 'empty'
  figure.hidden = true
  empty.hidden = false
  links.hidden = true
  links.replaceChildren()
  files.replaceChildren()
  log.textContent = ''
  more.hidden = false
  busy(true)
  state.textContent = 'Waiting'
  const stop = follow(`api/events/${id}`, credential(), {
    progress: (stage, percent) => {
      bar.value = percent
      state.textContent = stage.charAt(0).toUpperCase() + stage.slice(1)
    },
    line: (line) => log.append(`${line}\n`),
    file: (file) => addFile(id, file),
    end: (error) => {
      busy(false)
      state.textContent = error === null ? 'Done' : `Failed: ${error}`
    },
    trouble: (words) => {
      state.textContent = words
    },
    closed: () => {
      busy(false)
      state.textContent = 'This job cannot be followed. Is the key the right one?'
    },
  })
  running = { id, stop }
}

function busy(on: boolean): void {
  bar.hidden = !on
  cancel.hidden = !on
  bar.value = 0
  sheet.setAttribute('aria-busy', String(on))
}

const DOWNLOADS: Record<string, string> = {
  'final.svg': 'SVG',
  'figure.png': 'PNG',
  'final.pdf': 'PDF',
}

function addFile(id: string, { path }: JobFile): void {
  const url = `api/artifacts/${id}/${path}`
  files.append(item(fileLink(url, path, path)))
  const label = DOWNLOADS[path]
  if (label) {
    const name = `figure.${path.split('.').at(-1)}`
    const download = fileLink(url, label, name)
    download.className = 'button'
    download.download = name
    links.append(item(download))
  }
  if (path === 'final.svg') void showFigure(id, url, path)
  links.hidden = links.childElementCount === 0
}

/** A link to a file; one that needs the key is fetched with it and then saved. */
function fileLink(url: string, words: string, name: string): HTMLAnchorElement {
  const made = link(url, words)
  made.addEventListener('click', (event) => {
    if (credential().authorization === undefined) return
    event.preventDefault()
    void save(url, name.split('/').at(-1) ?? name)
  })
  return made
}

async function save(url: string, name: string): Promise<void> {
  const file = await get(url)
  if (!file) return
  const saved = document.createElement('a')
  saved.href = URL.createObjectURL(file)
  saved.download = name
  saved.click()
  URL.revokeObjectURL(saved.href)
}

async function showFigure(id: string, url: string, name: string): Promise<void> {
  const svg = await (await get(url))?.text()
  if (svg === undefined || running?.id !== id) return
  figure.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  figure.alt = text.value ? `Figure of: ${text.value.slice(0, 150)}` : 'The figure of this job'
  figure.hidden = false
  empty.hidden = true
  sheet.dataset.state = 'full'
  if (config?.svgEditPath === null) return
  const edit = link(editorAddress(url, { name, svg }), 'Open in the editor')
  edit.className = 'button first'
  links.prepend(item(edit))
  links.hidden = false
}

/** The editor asks by address for what everybody may read; what needs the key is handed to it. */
function editorAddress(url: string, figure: { name: string; svg: string }): string {
  const handed = credential().authorization !== undefined && handOver(figure)
  const { pathname } = new URL(url, document.baseURI)
  return `editor/index.html${handed ? `#${HANDED}` : `?url=${encodeURIComponent(pathname)}`}`
}

function complain(words: string): void {
  fault.textContent = words
  fault.hidden = false
}

/** The words of a refusal: one sentence, or a list with one entry a fault. */
function sentence(body: unknown): string {
  const { detail } = body as { detail?: string | { loc: string[]; msg: string }[] }
  if (typeof detail === 'string') return detail
  return (detail ?? []).map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join(' ')
}

/** A file of this server; undefined where it was refused, and the page says so. */
async function get(url: string): Promise<Blob | undefined> {
  try {
    const answer = await fetch(url, { headers: credential() })
    if (answer.ok) return await answer.blob()
    complain(sentence(await answer.json()))
  } catch {
    complain('The server does not answer.')
  }
  return undefined
}

/** The key goes into a header, never into an address: addresses are kept in histories and logs. */
function credential(): { authorization?: string } {
  const given = key.value.trim()
  return given === '' ? {} : { authorization: `Bearer ${given}` }
}

function item(...children: Node[]): HTMLLIElement {
  const li = document.createElement('li')
  li.append(...children)
  return li
}

function link(href: string, words: string): HTMLAnchorElement {
  const a = document.createElement('a')
  a.href = href
  a.textContent = words
  return a
}

function element(name: 'span', words: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = words
  return made
}

function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`the page has no ${id}`)
}
