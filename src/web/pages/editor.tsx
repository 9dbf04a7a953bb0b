import { render } from 'preact'
import { ask, call, Refusal } from '../parts/client'
import { root } from '../parts/root'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import { hasLines, oneTextALine, withRootOf } from '../svg-edit/drawing'

/** What the page uses of SVG-edit. */
interface SvgEditor {
  setConfig(options: Record<string, unknown>): void
  init(): Promise<void>
  loadFromString(svg: string): Promise<void>
  zoomChanged(window: Window, box: 'canvas'): void
  topPanel: { updateTitle(title: string): void }
  svgCanvas: { getSvgString(): string }
}

interface SvgEditModule {
  default: new (container: HTMLElement | null) => SvgEditor
}

/**
 * Its defaults without the two that do not belong here: `ext-storage` asks on every visit whether it may keep data, and
 * `ext-connector` redraws connectors of its own kind.
 */
const EXTENSIONS = [
  'ext-eyedropper',
  'ext-grid',
  'ext-markers',
  'ext-panning',
  'ext-shapes',
  'ext-polystar',
  'ext-opensave',
  'ext-layer_view',
]

/** Its own message box. */
declare const seAlert: (words: string) => void

const said = words.free
const script = new URL('Editor.js', document.baseURI).href
const { default: Editor } = (await import(script)) as SvgEditModule
const editor = new Editor(document.getElementById('container'))
editor.setConfig({
  extensions: EXTENSIONS,
  noDefaultExtensions: true,
  lockExtensions: true,
  // An address names the file to open (`?url=`), read below; everything else about the editor is decided here.
  preventAllURLConfig: true,
  preventURLContentLoading: true,
  noStorageOnLoad: true,
  extPath: './extensions',
  imgPath: './images',
})
await editor.init()
const wanted = new URLSearchParams(location.search).get('url')
if (wanted !== null) await openFile(new URL(wanted, location.href))

/** Opens a file of this server, with the key that came along. */
async function openFile(url: URL): Promise<void> {
  if (!url.href.startsWith(root(''))) return seAlert(said.foreign)
  try {
    const file = await ask(url.href.slice(root('').length), { cache: 'no-cache' })
    const svg = await file.text()
    await show(svg, url.pathname.split('/').at(-1) ?? '')
    const [, job] = /\/artifacts\/([0-9a-f]{32})\//.exec(url.pathname) ?? []
    const place = document.getElementById('way')
    // A page that shows the editor in a frame has ways of its own.
    if (job === undefined || !place || window.top !== window) return
    place.hidden = false
    render(<Bar job={job} svg={svg} />, place)
  } catch (reason) {
    seAlert((reason instanceof Refusal && reason.message) || said.notLoaded)
  }
}

/** The way back to a figure, and into it: what was drawn is saved as a new version. @param svg as it was opened */
function Bar({ job, svg }: { job: string; svg: string }) {
  const { busy, fault, send } = useSending()
  const save = (event: Event) => {
    event.preventDefault()
    void send(async () => {
      const body = { source: job, svg: withRootOf(svg, editor.svgCanvas.getSvgString()) }
      const { job_id } = await call('POST /api/redraw', { body })
      location.assign(root(`jobs/${job_id}`))
    })
  }
  return (
    <form onSubmit={save}>
      <a href={root(`jobs/${job}`)}>{said.back}</a>
      <button type="submit" disabled={busy}>
        {busy ? said.saving : said.save}
      </button>
      {fault !== undefined && <strong role="alert">{fault}</strong>}
      {hasLines(svg) && (
        <span>
          {said.lines} <a href={root(`jobs/${job}#edit`)}>{said.editThere}</a>
        </span>
      )}
    </form>
  )
}

/** The whole figure, in sight. */
async function show(svg: string, name: string): Promise<void> {
  await editor.loadFromString(oneTextALine(svg))
  editor.zoomChanged(window, 'canvas')
  editor.topPanel.updateTitle(name)
}
