import { editedDiagram } from '../engines/editing'
import { check } from '../figure/check'
import type { Diagram } from '../forms/diagram'
import { SIZES, STANDARD_SIZE } from '../forms/look'
import { OUTPUTS } from '../forms/outputs'
import { remarksOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import {
  type Drawing,
  type EditWish,
  type FigureFiles,
  type Outcome,
  STANDARD_SVG,
} from '../forms/workflows'
import { type Desk, reported, stepper, tell, write } from './desk'
import { cutOutDrawn, exportVectors, raster, titleOf } from './draw-text'
import { segment, writeTemplates } from './segment'

const STAGES = ['edit', 'layout', 'segment', 'export'] as const

/** An edited figure with all files of a job: its diagram is drawn anew, or the scene that was read from a picture. */
export async function editFigure(desk: Desk, files: FigureFiles, wish: EditWish): Promise<Outcome> {
  desk.expectPdf()
  if (wish.svg !== undefined) return drawnFreely(desk, files, wish.svg, wish)
  const { diagram, scene } = files
  if (!scene) throw new Error('The figure has no scene.json any more.')
  if (wish.scene) return editedPicture(desk, { ...files, scene }, wish.scene, wish)
  if (!diagram) throw new Error('The figure has no diagram.json any more.')
  return redrawn(desk, { ...files, diagram, scene }, wish)
}

/** Files of a figure that was placed by us, or read from a picture. */
type PlacedFiles = FigureFiles & { scene: Scene }

async function redrawn(
  desk: Desk,
  files: PlacedFiles & { diagram: Diagram },
  wish: EditWish,
): Promise<Outcome> {
  const stage = stepper(desk, STAGES, {})
  stage('edit')
  const before = drawingOf(files)
  const { reference, ground } = before
  const style = wish.style ?? before.style
  const asked = wish.aspect_ratio ?? before.ratio
  const diagram = editedDiagram(files, {
    ...wish,
    new_look: style !== before.style || asked !== before.ratio,
  })
  desk.log(`edited: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  await write(desk, OUTPUTS.diagram, diagram)

  stage('layout')
  const { places } = diagram
  const kept = places && (wish.aspect_ratio ?? 'auto') === 'auto'
  const composed = await desk.figure.compose(diagram, {
    style,
    ratio: kept ? `${places.width}:${places.height}` : asked,
    title: titleAfter(files, diagram),
    iterations: places ? 1 : before.iterations,
    ...(reference && { reference }),
    ...(ground && { ground }),
  })
  desk.remarks.push(...remarksOf('doubt', diagram.warnings))
  tell(desk, composed.remarks)
  await write(desk, OUTPUTS.scene, composed.scene)
  const painted = await raster(desk, composed, wish.size ?? sizeBefore(desk, files))
  await cutOutDrawn(desk, composed, painted, STANDARD_SVG, stage('segment'))

  stage('export')
  await exportVectors(desk, composed.svg, ['svg', 'pdf'])
  await write(desk, OUTPUTS.preview, painted.png)
  const drawing: Drawing = { ...before, style, ratio: asked }
  return reported(desk, composed.scene.description, {
    ...composed.report,
    ...check(composed.scene),
    drawing,
  })
}

/** How a figure was asked for; of one that does not say so, as its files show it. */
function drawingOf({ scene, report }: PlacedFiles): Drawing {
  const drawing = report?.drawing as Drawing | undefined
  return (
    drawing ?? {
      ...{ by: 'layout', mended: 0, rounds: 0 },
      style: scene.theme,
      ratio: `${scene.width}:${scene.height}`,
      iterations: Array.isArray(report?.rounds) ? Math.max(1, report.rounds.length) : 1,
    }
  )
}

/** A title that was made of labels follows them. */
function titleAfter({ scene, diagram }: PlacedFiles & { diagram: Diagram }, after: Diagram) {
  const made = diagram.title ?? titleOf(diagram)
  return scene.title === made ? (after.title ?? titleOf(after)) : scene.title
}

/** The size class of figure.png: its width stands in its head. */
function sizeBefore(
  desk: Desk,
  { scene, png }: { scene: Pick<Scene, 'width' | 'height'>; png?: Uint8Array },
): string {
  if (!png) return STANDARD_SIZE
  const width = new DataView(png.buffer, png.byteOffset, png.byteLength).getUint32(16)
  return SIZES.find((size) => desk.figure.pixels(scene, size).width === width) ?? STANDARD_SIZE
}

/** The figure of a picture, with what was moved, dropped and written anew. */
async function editedPicture(
  desk: Desk,
  files: PlacedFiles,
  edited: Scene,
  wish: EditWish,
): Promise<Outcome> {
  const stage = stepper(desk, STAGES, {})
  stage('edit')
  for (const [field, value] of Object.entries({ style: wish.style, ratio: wish.aspect_ratio }))
    if (value !== null) desk.log(`${field}: a scene keeps its own look`, 'stderr')
  const scene = await desk.figure.editScene(files.scene, edited)
  stage('layout')
  const svg = desk.figure.svg(scene)
  const size = desk.figure.pixels(scene, wish.size ?? sizeBefore(desk, files))
  const png = await desk.figure.png(svg, size)
  await write(desk, OUTPUTS.figure, png)
  await write(desk, OUTPUTS.scene, scene)

  const call = stage('segment')
  const segmented = await segment(
    desk,
    STANDARD_SVG,
    {
      ...{ first: scene, scene, origin: 'read', png, size },
      outlined: (found) => desk.figure.png(desk.figure.segmentationSvg(svg, found), size),
      crop: (places) => desk.figure.crop(png, places),
    },
    call,
  )
  await writeTemplates(desk, STANDARD_SVG, segmented)

  stage('export')
  await exportVectors(desk, svg, ['svg', 'pdf'])
  await write(desk, OUTPUTS.preview, png)
  return reported(desk, scene.description, {
    figures: desk.figure.measure(scene),
    ...check(scene),
  })
}

/** What was drawn in another editor: a figure of its files alone, with neither diagram nor scene. */
async function drawnFreely(
  desk: Desk,
  { scene, png: before }: FigureFiles,
  svg: string,
  wish: EditWish,
): Promise<Outcome> {
  const stage = stepper(desk, ['edit', 'export'] as const, {})
  stage('edit')
  const drawn = desk.figure.svgSize(svg)
  const shown = { scene: scene ?? drawn, ...(before && { png: before }) }
  const size = desk.figure.pixels(drawn, wish.size ?? sizeBefore(desk, shown))
  const png = await desk.figure.png(svg, size)
  await write(desk, OUTPUTS.figure, png)
  stage('export')
  await exportVectors(desk, svg, ['svg', 'pdf'])
  await write(desk, OUTPUTS.preview, png)
  return reported(desk, 'Drawn freely by its author.', {}, { edited: 'svg' })
}
