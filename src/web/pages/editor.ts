import { ask, Refusal } from '../parts/client'
import { root } from '../parts/root'
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
if (wanted !== null) await openFile(new URL(wanted, location.href))

/** Opens a file of this server, with the key that came along. */
async function openFile(url: URL): Promise<void> {
  if (!url.href.startsWith(root(''))) return seAlert(words.free.foreign)
  try {
    const file = await ask(url.href.slice(root('').length), { cache: 'no-cache' })
    const svg = await file.text()
    await show(svg, url.pathname.split('/').at(-1) ?? '')
    const [, job] = /\/artifacts\/([0-9a-f]{32})\//.exec(url.pathname) ?? []
    if (job !== undefined) barOf(job, svg)
  } catch (reason) {
    seAlert((reason instanceof Refusal && reason.message) || words.free.notLoaded)
  }
}

function barOf(job: string, svg: string): void {
  const place = document.getElementById('way')
  // A page that shows the editor in a frame has ways of its own.
  if (!place || window.top !== window) return
  place.hidden = false
  const drawn = () => withRootOf(svg, editor.svgCanvas.getSvgString())
  showBar(place, { job, lines: hasLines(svg), drawn })
}

/** The whole figure, in sight. */
async function show(svg: string, name: string): Promise<void> {
  await editor.loadFromString(oneTextALine(svg))
  editor.zoomChanged(window, 'canvas')
  editor.topPanel.updateTitle(name)
}
