import type { Call, CompositePlan, Run, RunContext } from '../../src/plugin'
import { drawnAnew } from './anew'
import { defaultLabel, type Grid, gridsOf, placePanels, tooLarge } from './grid'

/** The checked body of `POST /api/composite`, defaults filled in. */
export interface CompositeInput {
  source_task_ids: string[]
  caption: string | null
  layout: string
  labels: string[] | null
  spacing: number
  label_position: 'top' | 'bottom'
  label_font_size: number
}

/** Joins the PNGs of finished figures; the SVG and PDF too when every one of them has a vector. */
export const run: Run<CompositeInput> = async (input, ctx) => {
  const ids = input.source_task_ids
  const [grid] = gridsOf(input.layout, ids.length)
  if (!grid) throw new Error(`layout ${input.layout} is neither auto nor RxC`)
  const call = ctx.progress('read', 1, 3)
  const vectors = await eachOnce(ids, (id) => readVector(ctx, id))
  const whole = vectors.filter((svg) => svg !== undefined)
  const isVector = whole.length === ids.length
  const { placed, sources } = await inGrid(input, isVector ? whole : [], ctx, call)
  const plan = planOf(input, placed)
  ctx.log(`${placed.rows} x ${placed.columns} panels on ${plan.width} x ${plan.height} pixels`)
  const anew = ids.map((_, panel) => isVector && sources[panel] !== whole[panel])

  ctx.progress('paint', 2, 3)
  const svg = isVector ? ctx.figure.compositeSvg(plan, sources) : undefined
  const png = await ctx.figure.compositePng(plan, (panel) =>
    anew[panel]
      ? ctx.figure.png(sources[panel] ?? '', plan.panels[panel])
      : readSource(ctx, ids[panel] ?? ''),
  )
  await ctx.artifact(ctx.outputs.figure.path, png)

  ctx.progress('export', 3, 3)
  const warnings: string[] = []
  if (svg !== undefined) {
    const texts = ctx.figure.panelTexts(plan, sources)
    const labels = plan.labels.map(({ text }) => text)
    warnings.push(...tooSmall(texts, labels))
    await ctx.artifact(
      ctx.outputs.report.path,
      JSON.stringify({
        paper: { width_mm: PAPER_MM, height_mm: roundedMm(plan) },
        layout: input.layout,
        ...(input.caption && { caption: input.caption }),
        panels: ids.map((task, index) => ({
          ...{ label: labels[index], task, smallestTextPt: texts[index] },
          drawnAnew: anew[index],
        })),
        warnings,
      }),
    )
    await ctx.artifact(ctx.outputs.svg.path, svg)
    if (ctx.wants(ctx.outputs.pdf))
      await ctx.artifact(ctx.outputs.pdf.path, await ctx.figure.pdf(svg))
  } else ctx.log('no SVG or PDF: not every source exported an SVG')
  for (const line of warnings) ctx.log(line)
  return { description: plan.description, warnings }
}

const sizesOf = (input: CompositeInput) => ({
  spacing: input.spacing,
  labelPosition: input.label_position,
  labelFontSize: input.label_font_size,
})

/**
 * The first grid in which all words can be read, panels drawn anew where they would be too small, else the best one.
 * @param vectors of all panels, or none
 */
async function inGrid(
  input: CompositeInput,
  vectors: readonly string[],
  ctx: RunContext,
  call: Call,
): Promise<{ placed: Grid & { labelFontSize: number }; sources: readonly string[] }> {
  const ids = input.source_task_ids
  const sizes = await eachOnce(ids, async (id) => sizeOf(await readSource(ctx, id)))
  const grids = gridsOf(input.layout, ids.length).map((grid) => ({
    ...placePanels(sizes, grid, sizesOf(input)),
    labelFontSize: input.label_font_size,
  }))
  const [first, ...others] = grids
  const large = first && tooLarge(first)
  if (!first || large !== undefined) throw new Error(`layout: ${large}`)
  let best = { placed: first, sources: vectors, least: 0 }
  const onPage = others.filter((one) => !tooLarge(one) && roundedMm(one) <= PAGE_MM)
  for (const placed of vectors.length > 0 ? [first, ...onPage] : []) {
    const plan = planOf(input, placed)
    const sources = await legible(ids, vectors, plan, ctx, call)
    const texts = ctx.figure.panelTexts(plan, sources).filter((points) => points > 0)
    const least = Math.min(...texts)
    if (least > best.least) best = { placed, sources, least }
    if (least >= READABLE_PT) break
  }
  return best
}

/** Panels whose words would be too small to print, drawn anew at their width on paper, where that makes them larger. */
async function legible(
  ids: readonly string[],
  vectors: readonly string[],
  plan: CompositePlan,
  ctx: RunContext,
  call: Call,
): Promise<string[]> {
  const points = (panel: number, svg: string) =>
    ctx.figure.panelTexts({ ...plan, panels: plan.panels.slice(panel) }, [svg])[0] ?? 0
  const drawn: string[] = []
  for (const [panel, svg] of vectors.entries()) {
    const before = points(panel, svg)
    const paper = (PAPER_MM * (plan.panels[panel]?.width ?? 0)) / plan.width
    const isSmall = before > 0 && before < LEAST_PT - FORGIVEN_PT && ids.length <= MOST_ANEW
    const again = isSmall ? await drawnAnew(ctx, call, ids[panel] ?? '', svg, paper) : undefined
    drawn.push(again !== undefined && points(panel, again) > before ? again : svg)
  }
  return drawn
}

function planOf(
  { source_task_ids: ids, labels: given, caption }: CompositeInput,
  placed: Grid & { labelFontSize: number },
): CompositePlan {
  const labels = ids.map((_, index) => given?.[index] ?? defaultLabel(index))
  return {
    ...placed,
    labels: placed.bands.map((band, index) => ({ band, text: labels[index] ?? '' })),
    title: caption?.trim() || `Figure of ${ids.length} panels`,
    description: describeGrid(placed, labels, ids),
  }
}

/** Width of a composite on paper, and how high `auto` lets it become to be read. */
const [PAPER_MM, PAGE_MM] = [178, 240]
/** Smaller words cannot be read: `auto` takes another grid. */
const READABLE_PT = 5
/** Panels of a figure in which they are drawn anew. */
const MOST_ANEW = 16
/** What journals ask for at least; half of the last digit that is told is forgiven. */
const [LEAST_PT, FORGIVEN_PT] = [6, 0.05]

const roundedMm = ({ width, height }: { width: number; height: number }) =>
  Number(((PAPER_MM * height) / width).toFixed(2))

/** Names the panels whose smallest text cannot be read in print. */
function tooSmall(texts: readonly number[], labels: readonly string[]): string[] {
  const small = texts.flatMap((points, index) =>
    points > 0 && points < LEAST_PT - FORGIVEN_PT
      ? [`${points.toFixed(1)} pt in ${labels[index]?.trim() || `panel ${index + 1}`}`]
      : [],
  )
  if (small.length === 0) return []
  return [
    `The smallest text is ${small.join(', ')} when the figure is printed ${PAPER_MM} mm wide: too small to read. Put fewer panels in a row.`,
  ]
}

/** One source after the other, each once: 64 large pictures are never in memory together. */
async function eachOnce<T>(ids: string[], look: (id: string) => Promise<T>): Promise<T[]> {
  const found = new Map<string, T>()
  for (const id of new Set(ids)) found.set(id, await look(id))
  return ids.map((id) => found.get(id) as T)
}

async function readSource(ctx: RunContext, id: string): Promise<Uint8Array> {
  return ctx.read(`${id}/${ctx.outputs.figure.path}`)
}

async function readVector(ctx: RunContext, id: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await ctx.read(`${id}/${ctx.outputs.svg.path}`))
  } catch {
    return undefined
  }
}

/** Width and height stand in the header of every PNG that Burin writes. */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength)
  return { width: header.getUint32(16), height: header.getUint32(20) }
}

function describeGrid(
  { rows, columns }: { rows: number; columns: number },
  labels: string[],
  ids: string[],
): string {
  const panels = ids.map((id, index) => `${labels[index]?.trim() || 'unlabelled'}: ${id}`)
  return `Composite of ${ids.length} panels, ${rows} x ${columns}. ${panels.join('; ')}.`
}
