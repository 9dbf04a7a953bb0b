import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { readExamples } from '../../scripts/examples'
import { readText } from '../../src/engines/local/text/read-text'
import { createFigureTools } from '../../src/figure/tools'
import type { Scene } from '../../src/forms/scene'
import { opaque, type Pixels } from '../../src/read/image/pixels/pixels'
import { decodePicture } from '../../src/read/raster'
import { freshFolder, ROOT } from './harness/folders'
import { aim, type Bench, type BenchOptions, type Row } from './harness/rows'
import { type Faces, fontConfig } from './viewers/fonts'
import { likeness } from './viewers/likeness'
import { overflows, withTextIds } from './viewers/overflow'
import { VIEWERS } from './viewers/programs'

const STYLES = ['academic', 'blueprint', 'hand_drawn', 'isometric_3d']
const RATIOS = ['16:9', '9:16']
/** Of the examples, for each figure of the short form. */
const SHORT = ['method', 'retrieval', 'sequencing', 'flowchart']

interface Subject {
  name: string
  style: string
  scene: Scene
  ours: Pixels
}

const bench: Bench = {
  name: 'viewers',
  summary: 'what Inkscape and LibreOffice make of the SVG, beside our PNG',
  run: async (options) => {
    const there = VIEWERS.filter(({ command }) => Bun.which(command) !== null)
    const absent = VIEWERS.filter((viewer) => !there.includes(viewer))
    for (const { name, command } of absent)
      console.log(`skipped ${name}: no program ${command} on this machine`)
    if (there.length === 0) return []
    const folder = freshFolder('viewers')
    const subjects = await drawAll(options, folder)
    const rows: Row[] = []
    for (const faces of ['common', 'ours'] as const) {
      const fonts = await fontConfig(folder, faces)
      for (const viewer of there) {
        const to = join(folder, `${viewer.name}-${faces}`)
        mkdirSync(to)
        const names = subjects.map(({ name }) => name)
        await viewer.draw(names, folder, to, fonts)
        rows.push(...(await compared(viewer.name, faces, subjects, to)))
      }
    }
    if (there.some(({ name }) => name === 'Inkscape')) rows.push(await outside(subjects, folder))
    console.log(`the pictures: ${folder}`)
    return rows
  },
}

/** Draws the subjects and writes each as `<name>.svg` and `<name>.png`. */
async function drawAll({ full, only }: BenchOptions, folder: string): Promise<Subject[]> {
  const figure = createFigureTools(pkg.version)
  const examples = await readExamples(ROOT)
  const subjects: Subject[] = []
  let turn = 0
  for (const style of STYLES.filter((each) => only.length === 0 || only.includes(each)))
    for (const ratio of RATIOS) {
      const wanted = SHORT[turn++ % SHORT.length] ?? ''
      for (const { name: example, text } of examples.filter(
        ({ name }) => full || name === wanted,
      )) {
        const diagram = await readText(text)
        // Without a size on paper viewers draw one pixel per unit.
        const { paper: _, ...scene } = await figure.draw(diagram, { style, ratio, title: example })
        const name = `${style}-${ratio.replace(':', 'x')}-${example}`
        const svg = withTextIds(figure.svg(scene))
        const png = await figure.png(svg, scene.width)
        await Bun.write(join(folder, `${name}.svg`), svg)
        await Bun.write(join(folder, `${name}.png`), png)
        subjects.push({ name, style, scene, ours: await pixelsOf(png) })
      }
    }
  return subjects
}

/** One row per theme: the least likeness of its figures. */
async function compared(
  viewer: string,
  faces: Faces,
  subjects: readonly Subject[],
  folder: string,
): Promise<Row[]> {
  const least = new Map<string, number>()
  for (const { name, style, ours } of subjects) {
    const value = await likeness(ours, await Bun.file(join(folder, `${name}.png`)).bytes())
    console.log(`${viewer}, ${faces} faces, ${name}: ${value.toFixed(3)}`)
    least.set(style, Math.min(value, least.get(style) ?? 1))
  }
  const fonts = faces === 'common' ? 'common fonts' : 'our fonts installed'
  return [...least].map(([style, value]) =>
    aim({ figure: `SSIM, ${viewer}, ${fonts}, ${style}`, value, unit: '' }, { least: 0.97 }),
  )
}

async function outside(subjects: readonly Subject[], folder: string): Promise<Row> {
  const fonts = await fontConfig(folder, 'common')
  let count = 0
  for (const { name, scene } of subjects) {
    const found = await overflows(join(folder, `${name}.svg`), scene, fonts)
    for (const one of found) console.log(`overflow in ${name}, ${one} px`)
    count += found.length
  }
  const figure = 'texts outside their box, Inkscape, common fonts'
  return aim(
    { figure, value: count, unit: '', guard: { of: 'value', better: 'lower', tolerance: 0 } },
    { most: 0 },
  )
}

const MOST_PIXELS = 50_000_000

async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  return opaque(await decodePicture(png, { maxPixels: MOST_PIXELS }))
}

export default bench
