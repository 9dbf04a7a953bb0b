/** Writes `src/web/pages/examples/<name>.svg`: the figures that the studio offers to begin with. Run it after a theme has changed. */
import { join } from 'node:path'
import pkg from '../package.json' with { type: 'json' }
import { readChart } from '../src/engines/local/chart'
import { readText } from '../src/engines/local/text/read-text'
import { cleanSvg } from '../src/figure/svg/clean'
import { createFigureTools } from '../src/figure/tools'
import { EXAMPLES } from '../src/web/studio/example-drafts'

const FOLDER = join(import.meta.dir, '..', 'src', 'web', 'pages', 'examples')
const ratio = '16:9'

const figure = createFigureTools(pkg.version)
for (const [name, { text, caption, data, intent = '' }] of Object.entries(EXAMPLES)) {
  const diagram = text ? await readText(text) : undefined
  const choice = diagram ? undefined : await readChart(data, intent)
  const drawn = diagram
    ? await figure.compose(diagram, {
        style: 'academic',
        ratio,
        title: caption ?? '',
        iterations: 3,
      })
    : choice && (await figure.chart(choice.chart, choice.table, { ratio }))
  // What only editors read is left out.
  const small = / (?:xmlns:inkscape|inkscape:[\w-]+|data-[\w-]+)="[^"]*"/g
  await Bun.write(join(FOLDER, `${name}.svg`), cleanSvg(drawn?.svg ?? '').replace(small, ''))
}
