import { HANDED, takeOver } from '../parts/handed'
import { root } from '../parts/root'
import { words } from '../parts/words'

/** What the page uses of SVG-edit. */
interface SvgEditor {
  setConfig(options: Record<string, unknown>): void
  init(): Promise<void>
  loadFromString(svg: string): Promise<void>
  zoomChanged(window: Window, box: 'canvas'): void
  topPanel: { updateTitle(title: string): void }
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
  if (!figure) return seAlert('The figure is not in this tab any more: open it from its page.')
  await show(figure.svg, figure.name)
  wayBack(figure.job, figure.svg)
}

/** Opens a file of this server. */
async function openFile(url: URL): Promise<void> {
  if (url.origin !== location.origin)
    return seAlert('Only files of this server can be opened by address.')
  try {
    const answer = await fetch(url, { cache: 'no-cache' })
    if (!answer.ok) return seAlert(((await answer.json()) as { detail: string }).detail)
    const svg = await answer.text()
    await show(svg, url.pathname.split('/').at(-1) ?? '')
    const [, job] = /\/artifacts\/([0-9a-f]{32})\//.exec(url.pathname) ?? []
    wayBack(job, svg)
  } catch {
    seAlert('The file could not be loaded.')
  }
}

/** Back to the figure's page; and to its own editor, where words have lines that SVG-edit cannot set. */
function wayBack(job: string | undefined, svg: string): void {
  const way = document.getElementById('way')
  if (!way || job === undefined) return
  const said = words.editor
  const link = (place: string, label: string) => {
    const made = document.createElement('a')
    made.href = root(`jobs/${job}${place}`)
    made.textContent = label
    return made
  }
  way.replaceChildren(link('', said.backTo))
  if (/<tspan/.test(svg)) way.append(said.manyLines, ' ', link('#edit', said.editThere))
  way.hidden = false
}

/** The whole figure, in sight. */
async function show(svg: string, name: string): Promise<void> {
  await editor.loadFromString(svg)
  editor.zoomChanged(window, 'canvas')
  editor.topPanel.updateTitle(name)
}
