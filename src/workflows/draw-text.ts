import type { Diagram } from '../forms/diagram'
import type { Call } from '../forms/engines'
import type { Composed, ComposedDiagram } from '../forms/figure-tools'
import { STANDARD_STYLE } from '../forms/look'
import { type ExportFormat, OUTPUTS } from '../forms/outputs'
import type { Drawing, Outcome, SvgWish, TextWish } from '../forms/workflows'
import { type Candidate, planned, ranked, writeCandidates } from './candidates'
import { type CriticRound, criticise } from './critic-rounds'
import { accounts, type Desk, stepper, withIgnored, write } from './desk'
import { groundingOf } from './grounding'
import { paintFigure } from './paint-figure'
import { segment, writeTemplates } from './segment'
import { READ_STAGES } from './vectorise'

/** Method text to figure: the text becomes a diagram, the diagram a scene, and every file is made from the scene. */
export async function drawText(desk: Desk, text: string, wish: TextWish): Promise<Outcome> {
  const stage = stepper(desk, stagesOf(desk, wish), wish)
  if (wish.output_formats.includes('pdf')) desk.expectPdf()
  const compose = (diagram: Diagram, iterations: number) =>
    desk.figure.compose(diagram, {
      style: wish.style_preset ?? STANDARD_STYLE,
      ratio: wish.aspect_ratio,
      title: wish.caption ?? diagram.title ?? titleOf(diagram),
      iterations,
      ...lookOf(wish),
    })
  const { caption, context } = wish
  const asked = { caption, ...(context && { context }) }
  const plans = await planned(desk, text, asked, stage('plan'))
  const [best, ...others] = await ranked(desk, plans, {
    ...{ text, caption, draw: (diagram) => compose(diagram, 1) },
    critic: plans.length > 1 && isCriticised(desk, wish) ? stage('critic') : null,
  })
  tellOf(desk, best.diagram)
  await write(desk, OUTPUTS.diagram, best.diagram)
  const { diagram, rounds } = await mended(desk, best, { text, wish, compose }, stage)
  const title = wish.caption ?? diagram.title ?? titleOf(diagram)
  const outcome = await paintFigure(desk, { diagram, wish, title, stage, rounds })
  if (outcome) return outcome

  stage('layout')
  const composed = await compose(diagram, wish.iterations)
  for (const line of composed.log) desk.log(line)
  await write(desk, OUTPUTS.scene, composed.scene)
  const painted = await raster(desk, composed, wish.image_resolution)
  if (wish.icons) await cutOutDrawn(desk, composed, painted, wish.icons, stage('segment'))

  stage('export')
  await exportVectors(desk, composed.svg, wish.output_formats)
  if (wish.icons) await write(desk, OUTPUTS.preview, painted.png)
  if (others.length > 0) {
    const drawn = [{ diagram, svg: composed.svg }]
    for (const other of others)
      drawn.push({
        diagram: other.diagram,
        svg: (await compose(other.diagram, wish.iterations)).svg,
      })
    await writeCandidates(desk, drawn)
  }
  const ignored = [...desk.ignored, ...(diagram.ignored ?? [])]
  await write(desk, OUTPUTS.report, {
    ...composed.report,
    drawing: {
      style: wish.style_preset ?? STANDARD_STYLE,
      ratio: wish.aspect_ratio,
      iterations: wish.iterations,
      ...lookOf(wish),
    } satisfies Drawing,
    ...accounts(desk, ignored),
    ...(desk.decided().fallbacks && {
      rounds: [...rounds, ...searched(composed)],
      grounding: groundingOf(diagram),
      unsure: diagram.unsure ?? [],
    }),
  })
  // What the text wished in vain is in the scene's own description.
  const description = withIgnored(composed.scene.description, desk.ignored)
  return { description, warnings: [...diagram.warnings, ...composed.warnings] }
}

/** What is told of, in order; a figure is painted and read, or laid out. */
function stagesOf(desk: Desk, wish: TextWish): string[] {
  const paints = desk.engines.paint !== undefined
  return [
    'plan',
    ...(isCriticised(desk, wish) ? ['critic'] : []),
    ...(paints ? ['paint', ...READ_STAGES, 'redraw'] : []),
    'layout',
    ...(wish.icons ? ['segment'] : []),
    'export',
  ]
}

const lookOf = ({ reference, ground }: TextWish) => ({
  ...(reference && { reference }),
  ...(ground && { ground }),
})

const isCriticised = ({ engines }: Desk, { iterations }: TextWish) =>
  engines.critique !== undefined && iterations > 1

/** The diagram after a critic's rounds, where there is one; numbered stages claim nothing that it could mend. */
async function mended(
  desk: Desk,
  { diagram: planned, findings }: Candidate,
  {
    text,
    wish,
    compose,
  }: {
    text: string
    wish: TextWish
    compose: (diagram: Diagram, iterations: number) => Promise<ComposedDiagram>
  },
  stage: (name: string) => Call,
): Promise<{ diagram: Diagram; rounds: CriticRound[] }> {
  if (!isCriticised(desk, wish) || planned.shape !== 'graph')
    return { diagram: planned, rounds: [] }
  const { caption, iterations } = wish
  const draw = (diagram: Diagram) => compose(diagram, 1)
  const { diagram, rounds, ended } = await criticise(
    desk,
    { text, caption, diagram: planned, draw, ...(findings && { findings }) },
    iterations - 1,
    stage('critic'),
  )
  if (ended !== undefined) desk.log(ended, 'stderr')
  const told = ended === undefined ? diagram : withWarning(diagram, ended)
  if (told !== planned) await write(desk, OUTPUTS.diagram, told)
  return { diagram: told, rounds }
}

const withWarning = (diagram: Diagram, sentence: string): Diagram => ({
  ...diagram,
  warnings: [...diagram.warnings, sentence],
})

/** The rounds of the layout's own search, as they stand beside those of a critic. */
function searched({ report: { rounds } }: ComposedDiagram): object[] {
  return Array.isArray(rounds) ? rounds.map((round) => ({ by: 'local', ...round })) : []
}

/** The icons of a drawn figure, and the figure with placeholders in their stead. */
export async function cutOutDrawn(
  desk: Desk,
  { scene, first, svg }: ComposedDiagram,
  { png, size }: Painted,
  wish: SvgWish,
  call: Call,
): Promise<void> {
  const { figure } = desk
  const segmented = await segment(
    desk,
    wish,
    {
      first,
      scene,
      origin: 'drawn',
      png,
      size,
      outlined: (found) => figure.png(figure.segmentationSvg(svg, found), size),
      crop: (places) => figure.crop(png, places),
    },
    call,
  )
  await writeTemplates(desk, wish, segmented)
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

/** Labels that name a figure whose author gave it no title. */
const TITLE_LABELS = 4

/** What a figure is called whose author says nothing of it. */
export function titleOf({ groups, nodes }: Diagram): string {
  const labels = (groups.length > 0 ? groups : nodes).map(({ label }) => label)
  return labels
    .filter((label) => label !== '')
    .slice(0, TITLE_LABELS)
    .join(', ')
    .replaceAll('\n', ' ')
}
