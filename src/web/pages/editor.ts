import { HANDED, takeOver } from '../parts/handed'
import { words } from '../parts/words'
import { showBar } from '../svg-edit/bar'
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
if (location.hash === `#${HANDED}`) await openHanded()
else if (wanted !== null) await openFile(new URL(wanted, location.href))

/** Opens what the page before has fetched with a key. */
async function openHanded(): Promise<void> {
  const figure = takeOver()
  if (!figure) return seAlert(words.free.gone)
  await show(figure.svg, figure.name)
  barOf(figure.job, figure.svg, true)
}

/** Opens a file of this server. */
async function openFile(url: URL): Promise<void> {
  if (url.origin !== location.origin) return seAlert(words.free.foreign)
  try {
    const answer = await fetch(url, { cache: 'no-cache' })
    if (!answer.ok) return seAlert(((await answer.json()) as { detail: string }).detail)
    const svg = await answer.text()
    await show(svg, url.pathname.split('/').at(-1) ?? '')
    const [, job] = /\/artifacts\/([0-9a-f]{32})\//.exec(url.pathname) ?? []
    if (job !== undefined) barOf(job, svg, false)
  } catch {
    seAlert(words.free.notLoaded)
  }
}

function barOf(job: string, svg: string, closed: boolean): void {
  const place = document.getElementById('way')
  // A page that shows the editor in a frame has ways of its own.
  if (!place || window.top !== window) return
  place.hidden = false
  const drawn = () => withRootOf(svg, editor.svgCanvas.getSvgString())
  showBar(place, { job, closed, lines: hasLines(svg), drawn })
}

/** The whole figure, in sight. */
async function show(svg: string, name: string): Promise<void> {
  await editor.loadFromString(oneTextALine(svg))
  editor.zoomChanged(window, 'canvas')
  editor.topPanel.updateTitle(name)
}
