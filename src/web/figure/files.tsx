import type { ComponentChildren } from 'preact'
import type { DocumentFormat } from '../../forms/outputs'
import type { Config } from '../operations'
import { useApiKey } from '../parts/api-key'
import { artifactPath, save } from '../parts/artifact'
import { Fault } from '../parts/field'
import { root } from '../parts/root'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import type { JobState } from './use-job'

interface Of {
  job: JobState
  /** Of a downloaded file, without its ending. */
  name: string
}

/** The formats that people ask for, each with its file. */
const FORMATS = [
  ['SVG', 'final.svg'],
  ['PNG', 'figure.png'],
  ['PDF', 'final.pdf'],
  ['CSV', 'data.csv'],
  ['Vega-Lite', 'chart.vl.json'],
] as const

/** What the figure is made into when asked for, each with the ending of its file. */
const DOCUMENTS: Readonly<Record<DocumentFormat, readonly [name: string, ending: string]>> = {
  pptx: ['PowerPoint', 'pptx'],
  drawio: ['draw.io', 'drawio'],
  'drawio.svg': ['draw.io SVG', 'drawio.svg'],
  excalidraw: ['Excalidraw', 'excalidraw'],
  tikz: ['TikZ', 'tex'],
  mermaid: ['Mermaid', 'mmd'],
  html: ['HTML', 'html'],
}

/** What people take home, and where a figure is edited. @param alone it stands on its own page @param edited it is, now @param way another way on */
export function Downloads({
  job: { id, files, record },
  name,
  config,
  alone,
  edited,
  way,
}: Of & {
  config: Config | undefined
  alone: boolean
  edited: boolean
  way: ComponentChildren
}) {
  const there = FORMATS.filter(([, path]) => files.includes(path))
  const service = config?.workflows.find((one) => one.id === record?.workflow)?.service
  const isChart = files.includes('chart.vl.json')
  // Of a diagram, or read from a picture.
  const editable = files.includes('scene.json') && !isChart
  const documents = Object.entries(DOCUMENTS).filter(([format]) => !isChart || format !== 'mermaid')
  const address = new URL(root(artifactPath(id, 'final.svg'))).pathname
  const free = root(`editor/index.html?url=${encodeURIComponent(address)}`)
  const link = (to: string, label: string, look = 'button') => (
    <li>
      <a class={look} href={to}>
        {label}
      </a>
    </li>
  )
  return (
    <ul class="links" aria-label={words.figure.downloads}>
      {there.map(([format, path]) => (
        <li key={path}>
          <FileLink address={artifactPath(id, path)} as={`${name}.${endingOf(path)}`} button>
            {format}
          </FileLink>
        </li>
      ))}
      {service && (
        <li>
          <details class="menu" onFocusOut={left} onKeyDown={escaped}>
            <summary class="button">{words.figure.formats}</summary>
            <ul>
              {documents.map(([format, [label, ending]]) => (
                <li key={format}>
                  <FileLink
                    address={`api/${service}s/${id}/export/${format}`}
                    as={`${name}.${ending}`}
                    made
                  >
                    {label}
                  </FileLink>
                </li>
              ))}
            </ul>
          </details>
        </li>
      )}
      {editable && !edited && link(root(`jobs/${id}#edit`), words.editor.open, 'button next')}
      {way && <li>{way}</li>}
      {!alone && link(root(`jobs/${id}`), words.figure.page)}
      {config?.svgEditPath && link(free, words.figure.editor)}
    </ul>
  )
}

/** Every file, and what the work told of itself. */
export function Files({ job, name }: Of) {
  return (
    <details>
      <summary>{words.figure.files}</summary>
      <ul class="files">
        {job.files.map((path) => (
          <li key={path}>
            <FileLink
              address={artifactPath(job.id, path)}
              as={`${name}-${path.replaceAll('/', '-')}`}
            >
              {path}
            </FileLink>
          </li>
        ))}
      </ul>
      {job.log.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <pre tabIndex={0}>{job.log.join('\n')}</pre>
      )}
    </details>
  )
}

interface FileLinkProps {
  address: string
  as: string
  button?: boolean
  made?: boolean
  children: ComponentChildren
}

/** A file is opened or saved; one that needs the key, or is made only now and may not be, is fetched. */
function FileLink({ address, as, button = false, made = false, children }: FileLinkProps) {
  const key = useApiKey()
  const { fault, send } = useSending()
  const fetched = (event: Event) => {
    if (key === '' && !made) return
    event.preventDefault()
    void send(() => save(address, as))
  }
  return (
    <>
      <a href={root(address)} download={as} class={button ? 'button' : undefined} onClick={fetched}>
        {children}
      </a>
      <Fault fault={fault} />
    </>
  )
}

/** A menu closes when somebody goes elsewhere, or by Escape. */
function left({
  currentTarget,
  relatedTarget,
}: FocusEvent & { currentTarget: HTMLDetailsElement }) {
  if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false
}

function escaped({ key, currentTarget }: KeyboardEvent & { currentTarget: HTMLDetailsElement }) {
  if (key === 'Escape') currentTarget.open = false
}

function endingOf(path: string): string {
  return path.slice(path.indexOf('.', path.lastIndexOf('/')) + 1)
}
