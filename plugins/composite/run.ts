import type { CompositePlan, Run, RunContext } from '../../src/plugin'
import { defaultLabel, type Grid, gridOf, letterOf, placePanels, tooLarge } from './grid'
import type { CompositeInput } from './index'
import { placeJournal } from './journal'

/** Joins the PNGs of finished tasks; the SVG and PDF too when every one of them has a vector. */
export const run: Run<CompositeInput> = async (input, ctx) => {
  const ids = input.source_task_ids
  const grid = gridOf(input.layout, ids.length)
  if (!grid) throw new Error(`layout ${input.layout} is neither auto nor RxC`)
  ctx.progress('read', 1, 3)
  const vectors = await eachOnce(ids, (id) => readVector(ctx, id))
  const whole = vectors.filter((svg) => svg !== undefined)
  const isVector = whole.length === ids.length
  const isJournal = input.arrangement === 'journal'
  if (isJournal && !isVector)
    throw new Error('arrangement: journal sets vectors, a source has none')
  const placed = isJournal
    ? placeJournal(whole.map(ctx.figure.panelMetrics), grid, sizesOf(input))
    : await inGrid(input, grid, ctx)
  const plan = planOf(input, placed)
  ctx.log(`${grid.rows} x ${grid.columns} panels on ${plan.width} x ${plan.height} pixels`)

  ctx.progress('paint', 2, 3)
  const svg = isVector ? ctx.figure.compositeSvg(plan, whole) : undefined
  const png =
    isJournal && svg !== undefined
      ? await ctx.figure.png(svg, { width: plan.width, height: plan.height })
      : await ctx.figure.compositePng(plan, (panel) => readSource(ctx, ids[panel] ?? ''))
  await ctx.artifact(ctx.outputs.figure.path, png)

  ctx.progress('export', 3, 3)
  const warnings: string[] = []
  if (svg !== undefined) {
    const texts = ctx.figure.panelTexts(plan, whole)
    const labels = plan.labels.map(({ text }) => text)
    warnings.push(...tooSmall(texts, labels))
    await ctx.artifact(
      ctx.outputs.report.path,
      JSON.stringify({
        paper: { width_mm: PAPER_MM, height_mm: roundedMm(plan) },
        panels: ids.map((task, index) => ({
          ...{ label: labels[index], task, smallestTextPt: texts[index] },
        })),
        warnings,
      }),
    )
    await ctx.artifact(ctx.outputs.svg.path, svg)
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

async function inGrid(
  input: CompositeInput,
  grid: { rows: number; columns: number },
  ctx: RunContext,
): Promise<Grid & { labelFontSize: number }> {
  const sizes = await eachOnce(input.source_task_ids, async (id) =>
    sizeOf(await readSource(ctx, id)),
  )
  const placed = placePanels(sizes, grid, sizesOf(input))
  const large = tooLarge(placed)
  if (large !== undefined) throw new Error(`layout: ${large}`)
  return { ...placed, labelFontSize: input.label_font_size }
}

function planOf(
  { source_task_ids: ids, labels: given, arrangement }: CompositeInput,
  placed: Grid & { labelFontSize: number },
): CompositePlan {
  const isJournal = arrangement === 'journal'
  const letter = isJournal ? letterOf : defaultLabel
  const labels = ids.map((_, index) => given?.[index] ?? letter(index))
  return {
    ...placed,
    labels: placed.bands.map((band, index) => ({ band, text: labels[index] ?? '' })),
    ...(isJournal && { labelAnchor: 'start' as const }),
    title: `Figure of ${ids.length} panels`,
    description: describeGrid(placed, labels, ids),
  }
}

/** Width of a composite on paper. */
const PAPER_MM = 178
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
  const panels = ids.map((id, index) => `${labels[index]?.trim() || 'unlabelled'}: task ${id}`)
  return `Composite of ${ids.length} panels, ${rows} x ${columns}. ${panels.join('; ')}.`
}
