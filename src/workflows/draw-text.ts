import type { Diagram } from '../forms/diagram'
import type { DrawBrief } from '../forms/drawing'
import type { Call } from '../forms/engines'
import type { Composed, ComposedDiagram, Place, Segment } from '../forms/figure-tools'
import { STANDARD_STYLE } from '../forms/look'
import { type ExportFormat, OUTPUTS } from '../forms/outputs'
import { remarksOf, sentencesOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import type { Drawing, Outcome, SvgWish, TextWish } from '../forms/workflows'
import { planned, rankedPlans, writeCandidates } from './candidates'
import { type Desk, reported, stepper, tell, write } from './desk'
import { drawByModel } from './draw-by-model'
import { groundingOf } from './grounding'
import { doubtsOf, finished, lookRounds } from './look-rounds'
import { paintFigure } from './paint-figure'
import { ownRounds } from './rounds'
import { segment, writeTemplates } from './segment'
import { READ_STAGES } from './vectorise'

/** A figure before its files are written. */
interface Figure extends Pick<ComposedDiagram, 'scene' | 'svg' | 'first' | 'report'> {
  by: Drawing['by']
  diagram: Diagram
  /** Faults that geometry has mended. */
  mended: number
  /** Of looks at it. */
  looks: number
  others: readonly { diagram: Diagram; svg: string }[]
}

type Stage = (name: string) => Call

/**
 * Method text to figure: a model draws it, where there is one that does; else the text becomes a diagram, and the diagram
 * is laid out. Every file is made from the scene.
 */
export async function drawText(desk: Desk, text: string, wish: TextWish): Promise<Outcome> {
  const stage: Stage = stepper(desk, stagesOf(desk, wish), wish)
  if (wish.output_formats.includes('pdf')) desk.expectPdf()
  tell(desk, remarksOf('doubt', wish.warnings))
  const brief = briefOf(text, wish)
  const drawn = await drawnFigure(desk, brief, wish, stage)
  if (drawn && typeof drawn !== 'string') return exported(desk, drawn, text, wish, stage)
  if (drawn) tell(desk, remarksOf('doubt', [`${drawn}. The figure was laid out by rules instead.`]))
  const laid = await laidOutFigure(desk, brief, wish, stage)
  return 'by' in laid ? exported(desk, laid, text, wish, stage) : laid
}

/** What is told of, in order; a figure is drawn, painted and read, or laid out. */
function stagesOf({ engines }: Desk, wish: TextWish): string[] {
  return [
    ...(draws(engines) ? ['draw', 'check'] : []),
    'plan',
    ...(engines.paint ? ['paint', ...READ_STAGES, 'redraw'] : []),
    'layout',
    ...(engines.look ? ['look'] : []),
    ...(wish.icons ? ['segment'] : []),
    'export',
  ]
}

/** A painted figure keeps its way up to the picture. */
const draws = ({ draw, paint }: Desk['engines']) => draw !== undefined && paint === undefined

function briefOf(text: string, wish: TextWish): DrawBrief {
  const { caption, context, aspect_ratio: ratio, style_preset: style = STANDARD_STYLE } = wish
  return {
    ...{ text, caption, ratio, style },
    material: context !== undefined,
    context: context ?? [],
    ...lookOf(wish),
  }
}

const lookOf = ({ reference, ground }: TextWish) => ({
  ...(reference && { reference }),
  ...(ground && { ground }),
})

/** The figure as a model draws it; a string: why it could not be used; undefined: nobody draws it. */
async function drawnFigure(
  desk: Desk,
  brief: DrawBrief,
  wish: TextWish,
  stage: Stage,
): Promise<Figure | string | undefined> {
  if (!draws(desk.engines)) return undefined
  const drawn = await drawByModel(desk, brief, wish.iterations - 1, stage)
  if (drawn === null || typeof drawn === 'string') return drawn ?? undefined
  const { piece, first, rounds, others } = drawn
  const { scene, diagram, faults, counts, mended } = piece
  const { svg, measure } = desk.figure
  await write(desk, OUTPUTS.diagram, diagram)
  return {
    ...{ by: 'model', scene, first: first.scene, svg: svg(scene), diagram, mended },
    looks: rounds.length,
    report: { figures: measure(scene), faults, counts, rounds },
    others: others.map((one) => ({ diagram: one.diagram, svg: svg(one.scene) })),
  }
}

/** The figure as our layout places what the text says, or as a model paints that. */
async function laidOutFigure(
  desk: Desk,
  brief: DrawBrief,
  wish: TextWish,
  stage: Stage,
): Promise<Figure | Outcome> {
  const { text, style, ratio, caption } = brief
  const plans = await planned(desk, text, { ...brief, context: wish.context }, stage('plan'))
  const named = (one: Diagram) => caption ?? one.title ?? titleOf(one)
  const compose = (one: Diagram, iterations: number) =>
    desk.figure.compose(one, { style, ratio, iterations, title: named(one), ...lookOf(wish) })
  const [diagram, ...others] = await rankedPlans(desk, plans, (one) => compose(one, 1))
  tellOf(desk, diagram)
  await write(desk, OUTPUTS.diagram, diagram)
  const title = named(diagram)
  const painted = await paintFigure(desk, { diagram, text, wish, title, stage })
  if (painted) return painted
  // A painter is told the wishes themselves.
  tell(desk, remarksOf('unmet', diagram.ignored))

  stage('layout')
  const composed = await compose(diagram, wish.iterations)
  tell(desk, composed.remarks)
  const looked = await lookedAt(desk, composed, diagram, brief, wish, stage)
  const rest = []
  for (const other of others)
    rest.push({ diagram: other, svg: (await compose(other, wish.iterations)).svg })
  return { by: 'layout', first: composed.first, others: rest, ...looked }
}

/** A laid out figure after a model has looked at it; what an author wrote as structure is nobody's to change. */
async function lookedAt(
  desk: Desk,
  composed: ComposedDiagram,
  diagram: Diagram,
  brief: DrawBrief,
  wish: TextWish,
  stage: Stage,
): Promise<Pick<Figure, 'scene' | 'svg' | 'report' | 'diagram' | 'mended' | 'looks'>> {
  const { scene, svg, report } = composed
  const own = { scene, svg, diagram, mended: 0, looks: 0 }
  const searched = ownRounds(report)
  const piece = finished({ scene, source: svg, frame: '' }, { brief }, ALL_OF(scene))
  const { faults, counts } = piece
  if (diagram.source !== 'model' || !desk.engines.look)
    return { ...own, report: { ...report, faults, counts, rounds: searched } }
  const looked = await lookRounds(desk, piece, { brief }, wish.iterations - 1, stage('look'))
  const after = looked.piece
  const told = {
    ...report,
    ...{ faults: after.faults, counts: after.counts, rounds: [...looked.rounds, ...searched] },
  }
  if (after === piece) return { ...own, report: told, looks: looked.rounds.length }
  desk.remarks.push(...doubtsOf(after))
  await write(desk, OUTPUTS.diagram, after.diagram)
  return {
    ...{ scene: after.scene, svg: desk.figure.svg(after.scene), diagram: after.diagram },
    ...{ report: told, mended: after.mended, looks: looked.rounds.length },
  }
}

/** What layout has placed stays as it is. */
const ALL_OF = ({ elements }: Composed['scene']) => new Set(elements.map(({ id }) => id))

/** Every file of a figure. */
async function exported(
  desk: Desk,
  figure: Figure,
  text: string,
  wish: TextWish,
  stage: Stage,
): Promise<Outcome> {
  const { scene, svg, diagram, report, by, mended, looks } = figure
  const { image_resolution: size, output_formats: formats, icons } = wish
  await writeFigure(desk, figure, { size, formats, ...(icons && { icons }) }, stage)
  if (figure.others.length > 0) await writeCandidates(desk, [{ diagram, svg }, ...figure.others])
  const drawing: Drawing = {
    ...{ by, mended, rounds: looks },
    style: wish.style_preset ?? STANDARD_STYLE,
    ratio: wish.aspect_ratio,
    iterations: wish.iterations,
    ...lookOf(wish),
  }
  const unsure = sentencesOf('open', desk.remarks)
  const grounds = desk.decided().fallbacks && { grounding: groundingOf(diagram), unsure }
  return reported(desk, scene.description, { ...report, drawing, material: text }, grounds)
}

/** How a figure's files are asked for. */
interface FilesWish {
  size: string
  icons?: SvgWish
  formats: readonly ExportFormat[]
}

/** Every file that a scene alone is made into: scene.json, figure.png, those of its icons, its vectors. */
export async function writeFigure(
  desk: Desk,
  figure: Pick<Composed, 'scene' | 'svg'> & { first?: Scene; origin?: 'drawn' | 'read' },
  { size: sizeClass, formats, ...wish }: FilesWish,
  stage: (name: 'segment' | 'export') => Call,
): Promise<void> {
  const { scene, svg, first = scene, origin = 'drawn' } = figure
  const { pixels, png: toPng, segmentationSvg, crop } = desk.figure
  await write(desk, OUTPUTS.scene, scene)
  const size = pixels(scene, sizeClass)
  // Everything that is told of icons is told by their boxes.
  const icons = desk.wants(OUTPUTS.boxlib) ? wish.icons : undefined
  const png = icons || desk.wants(OUTPUTS.figure) ? await toPng(svg, size) : undefined
  if (png) await write(desk, OUTPUTS.figure, png)
  if (icons && png) {
    const drawn = {
      ...{ first, scene, origin, png, size },
      outlined: (found: readonly Segment[]) => toPng(segmentationSvg(svg, found), size),
      crop: (places: readonly Place[]) => crop(png, places),
    }
    await writeTemplates(desk, icons, await segment(desk, icons, drawn, stage('segment')))
  }
  stage('export')
  await exportVectors(desk, svg, formats)
  if (icons && png) await write(desk, OUTPUTS.preview, png)
}

/** The vector formats that are asked for. */
async function exportVectors(
  desk: Desk,
  svg: string,
  formats: readonly ExportFormat[],
): Promise<void> {
  if (formats.includes('svg')) await write(desk, OUTPUTS.svg, svg)
  if (formats.includes('pdf') && desk.wants(OUTPUTS.pdf))
    await write(desk, OUTPUTS.pdf, await desk.figure.pdf(svg))
}

function tellOf(desk: Desk, { source, nodes, edges, warnings, unsure }: Diagram): void {
  desk.log(`read as ${source}: ${nodes.length} nodes, ${edges.length} edges`)
  tell(desk, remarksOf('doubt', warnings))
  desk.remarks.push(...remarksOf('open', unsure))
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
