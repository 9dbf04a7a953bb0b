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
if (wanted !== null) await open(new URL(wanted, location.href))

/** Opens a file of this server, the whole of it in sight. */
async function open(url: URL): Promise<void> {
  const refused = await load(url)
  if (refused !== undefined) return seAlert(refused)
  editor.zoomChanged(window, 'canvas')
  editor.topPanel.updateTitle(url.pathname.split('/').at(-1) ?? '')
}

/** Gives the reason when the file cannot be had. */
async function load(url: URL): Promise<string | undefined> {
  if (url.origin !== location.origin) return 'Only files of this server can be opened by address.'
  try {
    const answer = await fetch(url, { cache: 'no-cache' })
    if (!answer.ok) return ((await answer.json()) as { detail: string }).detail
    await editor.loadFromString(await answer.text())
    return undefined
  } catch {
    return 'The file could not be loaded.'
  }
}
