/** What the page uses of SVG-edit. */
interface SvgEditor {
  setConfig(options: Record<string, unknown>): void
  init(): Promise<void>
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

const folder = new URL('../editor/', import.meta.url).href
const { default: Editor } = (await import(`${folder}Editor.js`)) as SvgEditModule
const editor = new Editor(document.getElementById('container'))
editor.setConfig({
  extensions: EXTENSIONS,
  noDefaultExtensions: true,
  lockExtensions: true,
  // An address names the file to open (`?url=`); everything else about the editor is decided here.
  preventAllURLConfig: true,
  noStorageOnLoad: true,
  extPath: './extensions',
  imgPath: './images',
})
await editor.init()
