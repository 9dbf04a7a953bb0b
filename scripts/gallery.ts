/**
 * Draws every example in every theme and ratio, and what the other workflows make, to be judged by eye:
 * `dist/gallery/index.html` holds all figures, `dist/gallery/<theme or workflow>.png` all of one kind in one picture.
 *
 * Arguments name themes, ratios, examples or workflows, and leave out the rest: `bun run gallery academic 16:9`,
 * `bun run gallery plots`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pkg from '../package.json' with { type: 'json' }
import { readText } from '../src/engines/local/text/read-text'
import { createFigureTools } from '../src/figure/tools'
import { RATIOS, STYLES } from '../src/forms/look'
import { contactSheet, type Picture } from './contact-sheet'
import { type Example, readExamples } from './examples'
import { drawWorkflows, WORKFLOWS } from './gallery-workflows'
import { escapeHtml, page } from './html'

const ROOT = join(import.meta.dir, '..')
const OUTPUT = join(ROOT, 'dist', 'gallery')
/** Of a figure on a contact sheet, in pixels; the width follows from its ratio. */
const SHEET_HEIGHT = 330

interface Drawn extends Picture {
  ratio: string
  svgPath: string
}

type Diagram = Awaited<ReturnType<typeof readText>>
type Subject = Example & { diagram: Diagram }

const figure = createFigureTools(pkg.version)

async function main(words: string[]): Promise<number> {
  const started = performance.now()
  const examples = await readExamples(ROOT)
  const chosen = <T extends string>(all: readonly T[]) =>
    words.some((word) => (all as readonly string[]).includes(word))
      ? all.filter((one) => words.includes(one))
      : [...all]
  const known = [
    ...STYLES,
    ...RATIOS,
    ...examples.map(({ name }) => name),
    ...WORKFLOWS,
  ] as string[]
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}`)
    return 1
  }
  const workflows = WORKFLOWS.filter((one) => words.length === 0 || words.includes(one))
  const wantsText =
    words.length === 0 || words.some((word) => !workflows.some((one) => one === word))
  const names = wantsText ? chosen(examples.map(({ name }) => name)) : []
  const subjects: Subject[] = []
  for (const example of examples.filter(({ name }) => names.includes(name)))
    subjects.push({ ...example, diagram: await readText(example.text) })

  await rm(OUTPUT, { recursive: true, force: true })
  const faults: string[] = []
  const sections: string[] = []
  for (const style of wantsText ? chosen(STYLES) : []) {
    const drawn = await drawTheme(style, chosen(RATIOS), subjects, faults)
    await Bun.write(join(OUTPUT, `${style}.png`), await contactSheet(drawn))
    sections.push(themeSection(style, drawn))
    console.log(`${join(OUTPUT, `${style}.png`)}: ${drawn.length} figures`)
  }
  const drawn = await drawWorkflows(ROOT, OUTPUT, workflows)
  faults.push(...drawn.faults)
  sections.push(...drawn.sections)
  for (const [workflow, pictures] of drawn.sheets) {
    if (pictures.length === 0) continue
    await Bun.write(join(OUTPUT, `${workflow}.png`), await contactSheet(pictures))
    console.log(`${join(OUTPUT, `${workflow}.png`)}: ${pictures.length} pictures`)
  }
  await Bun.write(join(OUTPUT, 'index.html'), page('Gallery', sections.join('\n')))
  for (const fault of faults) console.error(fault)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${join(OUTPUT, 'index.html')} in ${seconds} s`)
  return faults.length === 0 ? 0 : 1
}

async function drawTheme(
  style: string,
  ratios: readonly string[],
  subjects: readonly Subject[],
  faults: string[],
): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  await mkdir(join(OUTPUT, style), { recursive: true })
  for (const ratio of ratios) {
    for (const subject of subjects) {
      const caption = `${ratio} ${subject.name}`
      try {
        drawn.push({ ratio, caption, ...(await drawOne(style, ratio, subject)) })
      } catch (error) {
        faults.push(`${style} ${caption}: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  return drawn
}

async function drawOne(style: string, ratio: string, { name, diagram }: Subject) {
  const scene = await figure.draw(diagram, { style, ratio, title: name })
  const svg = figure.svg(scene)
  const svgPath = `${style}/${ratio.replace(':', 'x')}-${name}.svg`
  await Bun.write(join(OUTPUT, svgPath), svg)
  const width = Math.max(1, Math.round((SHEET_HEIGHT * scene.width) / scene.height))
  return { svgPath, png: await figure.png(svg, width), width, height: SHEET_HEIGHT }
}

function themeSection(style: string, drawn: readonly Drawn[]): string {
  const ratios = [...new Set(drawn.map(({ ratio }) => ratio))]
  const rows = ratios.map((ratio) => {
    const figures = drawn
      .filter((one) => one.ratio === ratio)
      .map(
        ({ svgPath, caption }) =>
          `<figure><a href="${svgPath}"><img src="${svgPath}" alt="${escapeHtml(caption)}" loading="lazy"></a>` +
          `<figcaption>${escapeHtml(caption)}</figcaption></figure>`,
      )
    return `<h3>${ratio}</h3>\n<div class="row">${figures.join('\n')}</div>`
  })
  return `<section><h2>${style}</h2>\n${rows.join('\n')}</section>`
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
