/**
 * Writes `src/web/pages/styles/<style>.svg`: one small figure in each style, for the studio to choose from. Run it after a
 * theme has changed.
 */
import { join } from 'node:path'
import pkg from '../package.json' with { type: 'json' }
import { readText } from '../src/engines/local/text/read-text'
import { cleanSvg } from '../src/figure/clean'
import { createFigureTools } from '../src/figure/tools'
import { STYLES } from '../src/forms/look'

const FOLDER = join(import.meta.dir, '..', 'src', 'web', 'pages', 'styles')
const TEXT = 'flowchart LR\n  A[Text] --> B{Fit}\n  A --> C[(Data)]'

const figure = createFigureTools(pkg.version)
const diagram = await readText(TEXT)
for (const style of STYLES) {
  const options = { style, ratio: 'auto', title: 'Text, Fit, Data', iterations: 1 }
  const svg = cleanSvg((await figure.compose(diagram, options)).svg)
  // What only editors read is left out.
  const small = svg.replace(/ (?:xmlns:inkscape|inkscape:[\w-]+|data-[\w-]+)="[^"]*"/g, '')
  await Bun.write(join(FOLDER, `${style}.svg`), small)
}
