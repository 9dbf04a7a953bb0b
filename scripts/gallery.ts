/**
 * Draws every example in every theme and ratio, to be judged by eye, on one page: `dist/gallery/index.html`.
 *
 * Arguments name themes, ratios and examples, and leave out the rest: `bun run gallery academic 16:9`.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pkg from '../package.json' with { type: 'json' }
import { readText } from '../src/engines/local/text/read-text'
import { createFigureTools } from '../src/figure/tools'
import { RATIOS, STYLES } from '../src/forms/look'
import { type Example, readExamples } from './examples'

const ROOT = join(import.meta.dir, '..')
const OUTPUT = join(ROOT, 'dist', 'gallery')
const figure = createFigureTools(pkg.version)

async function main(words: string[]): Promise<number> {
  const started = performance.now()
  const examples = await readExamples(ROOT)
  const names = examples.map(({ name }) => name)
  const known: string[] = [...STYLES, ...RATIOS, ...names]
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}`)
    return 1
  }
  const chosen = <T extends string>(all: readonly T[]) => {
    const named = all.filter((one) => words.includes(one))
    return named.length > 0 ? named : all
  }
  const texts = examples.filter(({ name }) => chosen(names).includes(name))

  await rm(OUTPUT, { recursive: true, force: true })
  const faults: string[] = []
  const sections: string[] = []
  for (const style of chosen(STYLES)) {
    const shown = await drawTheme(style, chosen(RATIOS), texts, faults)
    sections.push(section(style, shown))
    console.log(`${style}: ${shown.length} figures`)
  }
  await Bun.write(join(OUTPUT, 'index.html'), page(sections.join('\n')))
  for (const fault of faults) console.error(fault)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${join(OUTPUT, 'index.html')} in ${seconds} s`)
  return faults.length === 0 ? 0 : 1
}

/** A figure on the page, its path below the gallery's folder. */
interface Shown {
  caption: string
  file: string
}

async function drawTheme(
  style: string,
  ratios: readonly string[],
  examples: readonly Example[],
  faults: string[],
): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const ratio of ratios)
    for (const { name, text } of examples) {
      const caption = `${ratio} ${name}`
      const file = `${style}/${ratio.replace(':', 'x')}-${name}`
      try {
        const scene = await figure.draw(await readText(text), { style, ratio, title: name })
        await Bun.write(join(OUTPUT, `${file}.svg`), figure.svg(scene))
        shown.push({ caption, file: `${file}.svg` })
      } catch (error) {
        faults.push(`${style} ${caption}: ${error instanceof Error ? error.message : error}`)
      }
    }
  return shown
}

function section(name: string, shown: readonly Shown[]): string {
  const figures = shown.map(
    ({ caption, file }) =>
      `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`,
  )
  return `<section><h2>${name}</h2>\n<div class="row">${figures.join('\n')}</div></section>`
}

/** A whole page that needs nothing but the files beside it. */
const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gallery</title><style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1b2430; background: #eef0f3 }
.row { display: flex; flex-wrap: wrap; gap: 1rem }
figure { margin: 0; background: #fff; padding: .5rem; border-radius: 6px }
.row img { height: 330px; max-width: 100%; object-fit: contain }
figcaption { color: #55606e; font-size: 13px }
</style></head><body><h1>Gallery</h1>
${body}
</body></html>
`

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
