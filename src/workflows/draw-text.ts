import type { Diagram } from '../forms/diagram'
import type { Call } from '../forms/engines'
import type { Composed, ComposedDiagram } from '../forms/figure-tools'
import { STANDARD_STYLE } from '../forms/look'
import { type ExportFormat, OUTPUTS } from '../forms/outputs'
import type { Outcome, SvgWish, TextWish } from '../forms/workflows'
import { accounts, type Desk, stepper, withIgnored, write } from './desk'
import { segment, writeTemplates } from './segment'

const STAGES = ['plan', 'layout']

/** Method text to figure: the text becomes a diagram, the diagram a scene, and every file is made from the scene. */
export async function drawText(desk: Desk, text: string, wish: TextWish): Promise<Outcome> {
  const stage = stepper(
    desk,
    wish.icons ? [...STAGES, 'segment', 'export'] : [...STAGES, 'export'],
    wish,
  )
  if (wish.output_formats.includes('pdf')) desk.expectPdf()
  const diagram = await desk.engines.plan(text, { caption: wish.caption }, stage('plan'))
  tellOf(desk, diagram)
  await write(desk, OUTPUTS.diagram, diagram)

  stage('layout')
  const composed = await desk.figure.compose(diagram, {
    style: wish.style_preset ?? STANDARD_STYLE,
    ratio: wish.aspect_ratio,
    title: wish.caption ?? diagram.title ?? titleOf(diagram),
    iterations: wish.iterations,
    ...(wish.reference && { reference: wish.reference }),
  })
  for (const line of composed.log) desk.log(line)
  await write(desk, OUTPUTS.scene, composed.scene)
  const painted = await raster(desk, composed, wish.image_resolution)
  if (wish.icons) await cutOutDrawn(desk, composed, painted, wish.icons, stage('segment'))

  stage('export')
  await exportVectors(desk, composed.svg, wish.output_formats)
  if (wish.icons) await write(desk, OUTPUTS.preview, painted.png)
  const ignored = [...desk.ignored, ...(diagram.ignored ?? [])]
  await write(desk, OUTPUTS.report, {
    ...composed.report,
    ...accounts(desk, ignored),
    ...(desk.decided().fallbacks && evidenceOf(diagram)),
  })
  // What the text wished in vain is in the scene's own description.
  const description = withIgnored(composed.scene.description, desk.ignored)
  return { description, warnings: diagram.warnings }
}

/** The icons of a drawn figure, and the figure with placeholders in their stead. */
async function cutOutDrawn(
  desk: Desk,
  { scene, first, svg }: ComposedDiagram,
  { png, size }: Painted,
  wish: SvgWish,
  call: Call,
): Promise<void> {
  const { figure } = desk
  const segments = await segment(
    desk,
    wish,
    {
      scene,
      origin: 'drawn',
      png,
      size,
      outlined: (found) => figure.png(figure.segmentationSvg(svg, found), size),
      crop: (places) => figure.crop(png, places),
    },
    call,
  )
  await writeTemplates(desk, wish, segments, { first, last: scene })
}

/** figure.png, and its size in pixels. */
export interface Painted {
  png: Uint8Array
  size: { width: number; height: number }
}

/** figure.png in the size that is asked for. */
export async function raster(
  desk: Desk,
  { scene, svg }: Composed,
  sizeClass: string,
): Promise<Painted> {
  const size = desk.figure.pixels(scene, sizeClass)
  const png = await desk.figure.png(svg, size)
  await write(desk, OUTPUTS.figure, png)
  return { png, size }
}

/** The vector formats that are asked for. */
export async function exportVectors(
  desk: Desk,
  svg: string,
  formats: readonly ExportFormat[],
): Promise<void> {
  if (formats.includes('svg')) await write(desk, OUTPUTS.svg, svg)
  if (formats.includes('pdf')) await write(desk, OUTPUTS.pdf, await desk.figure.pdf(svg))
}

function tellOf({ log }: Desk, { source, nodes, edges, warnings, ignored = [] }: Diagram): void {
  log(`read as ${source}: ${nodes.length} nodes, ${edges.length} edges`)
  for (const line of [...warnings, ...ignored]) log(line, 'stderr')
}

/** What of a figure the text says, for report.json. */
function evidenceOf({ nodes, edges, unsure = [] }: Diagram) {
  const isGrounded = ({ spans, confidence }: Diagram['nodes'][number] | Diagram['edges'][number]) =>
    spans.length > 0 && confidence >= 0.5
  return {
    grounding: {
      nodes: nodes.length,
      edges: edges.length,
      grounded_nodes: nodes.filter(isGrounded).length,
      grounded_edges: edges.filter(isGrounded).length,
    },
    unsure,
  }
}

/** Labels that name a figure whose author gave it no title. */
const TITLE_LABELS = 4

function titleOf({ groups, nodes }: Diagram): string {
  const labels = (groups.length > 0 ? groups : nodes).map(({ label }) => label)
  return labels
    .filter((label) => label !== '')
    .slice(0, TITLE_LABELS)
    .join(', ')
}
