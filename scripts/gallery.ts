/**
 * Draws every example in every theme and ratio, and what the other workflows make, to be judged by eye:
 * `dist/gallery/index.html` holds all figures, `dist/gallery/<theme or workflow>.png` all of one kind in one picture.
 *
 * Arguments name themes, ratios, examples or workflows, and leave out the rest: `bun run gallery academic 16:9`,
 * `bun run gallery plots`.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pkg from '../package.json' with { type: 'json' }
import { readText } from '../src/engines/local/text/read-text'
import { createFigureTools } from '../src/figure/tools'
import type { Place } from '../src/forms/figure-tools'
import { RATIOS, STYLES } from '../src/forms/look'
import { type Example, readExamples } from './examples'
import { drawWorkflows, type Shown, WORKFLOWS } from './gallery-workflows'

const ROOT = join(import.meta.dir, '..')
const OUTPUT = join(ROOT, 'dist', 'gallery')
/** Of a figure on a contact sheet, in pixels; the width follows from its ratio. */
const SHEET_HEIGHT = 330
/** Pixels. */
const GAP = 16
const CAPTION = 22
/** Width by height of a contact sheet, near that of a screen, so that one shown whole is as large as it can be. */
const SHEET_RATIO = 4 / 3

interface Picture {
  png: Uint8Array
  width: number
  caption: string
}

const figure = createFigureTools(pkg.version)

async function main(words: string[]): Promise<number> {
  const started = performance.now()
  const examples = await readExamples(ROOT)
  const names = examples.map(({ name }) => name)
  const known: string[] = [...STYLES, ...RATIOS, ...names, ...WORKFLOWS]
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}`)
    return 1
  }
  const named = <T extends string>(all: readonly T[]) => all.filter((one) => words.includes(one))
  const chosen = <T extends string>(all: readonly T[]) => (named(all).length > 0 ? named(all) : all)
  const workflows = words.length === 0 ? WORKFLOWS : named(WORKFLOWS)
  const wantsText = words.length === 0 || words.length > workflows.length
  const texts = examples.filter(({ name }) => chosen(names).includes(name))

  await rm(OUTPUT, { recursive: true, force: true })
  const faults: string[] = []
  const sections: string[] = []
  const show = async (name: string, shown: readonly Shown[]) => {
    sections.push(section(name, shown))
    const pictures = await picturesOf(shown)
    if (pictures.length === 0) return
    await Bun.write(join(OUTPUT, `${name}.png`), await contactSheet(pictures))
    console.log(`${join(OUTPUT, `${name}.png`)}: ${pictures.length} pictures`)
  }
  for (const style of wantsText ? chosen(STYLES) : [])
    await show(style, await drawTheme(style, chosen(RATIOS), texts, faults))
  await drawWorkflows(ROOT, OUTPUT, workflows, { show, faults })
  await Bun.write(join(OUTPUT, 'index.html'), page(sections.join('\n')))
  for (const fault of faults) console.error(fault)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${join(OUTPUT, 'index.html')} in ${seconds} s`)
  return faults.length === 0 ? 0 : 1
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
        const svg = figure.svg(scene)
        const width = Math.max(1, Math.round((SHEET_HEIGHT * scene.width) / scene.height))
        await Bun.write(join(OUTPUT, `${file}.svg`), svg)
        await Bun.write(join(OUTPUT, `${file}.png`), await figure.png(svg, width))
        shown.push({ caption, files: [`${file}.png`], vector: `${file}.svg` })
      } catch (error) {
        faults.push(`${style} ${caption}: ${error instanceof Error ? error.message : error}`)
      }
    }
  return shown
}

/** What was drawn, as large as a contact sheet shows it; what failed has no file and is told as a fault. */
async function picturesOf(shown: readonly Shown[]): Promise<Picture[]> {
  const found: Picture[] = []
  for (const { caption, files } of shown)
    for (const [index, file] of files.entries()) {
      const kept = Bun.file(join(OUTPUT, file))
      if (!(await kept.exists())) continue
      const png = await kept.bytes()
      const view = new DataView(png.buffer, png.byteOffset)
      const width = Math.round((SHEET_HEIGHT * view.getUint32(16)) / view.getUint32(20))
      found.push({ png, width, caption: index === 0 ? caption : '' })
    }
  return found
}

/** One PNG of many pictures, in rows from left to right, each with its caption above it. */
function contactSheet(pictures: readonly Picture[]): Promise<Uint8Array> {
  const row = SHEET_HEIGHT + CAPTION + GAP
  const area = pictures.reduce((sum, { width }) => sum + (width + GAP) * row, 0)
  const widest = Math.max(...pictures.map(({ width }) => width)) + 2 * GAP
  const width = Math.max(Math.ceil(Math.sqrt(area * SHEET_RATIO)), widest)
  const panels: Place[] = []
  let [x, y] = [GAP, GAP + CAPTION]
  for (const picture of pictures) {
    if (x > GAP && x + picture.width + GAP > width) [x, y] = [GAP, y + row]
    panels.push({ x, y, width: picture.width, height: SHEET_HEIGHT })
    x += picture.width + GAP
  }
  const labels = panels.map((panel, index) => ({
    text: pictures[index]?.caption ?? '',
    band: { ...panel, y: panel.y - CAPTION, height: CAPTION },
  }))
  const size = { width, height: y + SHEET_HEIGHT + GAP }
  const words = { labelFontSize: CAPTION - 8, title: '', description: '' }
  return figure.compositePng(
    { ...size, ...words, panels, labels },
    async (index) => pictures[index]?.png ?? new Uint8Array(),
  )
}

function section(name: string, shown: readonly Shown[]): string {
  const figures = shown.map(({ caption, files, vector, text = '' }) => {
    const images = files.map(
      (file) =>
        `<a href="${vector ?? file}"><img src="${vector ?? file}" alt="" loading="lazy"></a>`,
    )
    const words = Bun.escapeHTML(caption)
    return `<figure>${images.join(' ')}<pre>${Bun.escapeHTML(text)}</pre><figcaption>${words}</figcaption></figure>`
  })
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
pre { white-space: pre-wrap }
</style></head><body><h1>Gallery</h1>
${body}
</body></html>
`

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
