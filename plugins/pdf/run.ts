import type { Run, RunContext } from '../../src/plugin'
import type { PdfInput } from './index'

/** Pages to figure: their words become a text, the text a diagram; the PNG always, SVG and PDF when asked for. */
export const run: Run<PdfInput> = async (input, ctx) => {
  ctx.progress('read', 1, 4)
  const text = await readPages(input, ctx)

  ctx.progress('understand', 2, 4)
  const diagram = await ctx.engines.diagram(text)
  ctx.log(`read as ${diagram.source}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  for (const warning of diagram.warnings) ctx.log(warning, 'stderr')
  await ctx.artifact('diagram.json', json(diagram))

  ctx.progress('layout', 3, 4)
  const figure = await ctx.figure.compose(diagram, {
    style: input.style_preset,
    ratio: input.aspect_ratio,
    title: input.caption,
    iterations: input.iterations,
  })
  for (const line of figure.log) ctx.log(line)
  await ctx.artifact('scene.json', json(figure.scene))

  ctx.progress('export', 4, 4)
  const size = ctx.figure.pixels(figure.scene, input.image_resolution)
  await ctx.artifact('figure.png', await ctx.figure.png(figure.svg, size))
  if (input.output_formats.includes('svg')) await ctx.artifact('final.svg', figure.svg)
  if (input.output_formats.includes('pdf'))
    await ctx.artifact('final.pdf', await ctx.figure.pdf(figure.svg))
  const ignored =
    input.vlm_model === null
      ? []
      : [`vlm_model ${input.vlm_model}: the provider local uses no model`]
  for (const sentence of ignored) ctx.log(sentence, 'stderr')
  await ctx.artifact('report.json', json({ ...figure.report, ignored }))
  return { description: figure.scene.description }
}

/** The text that the figure is drawn from; what was chosen and left out is said in the log. */
async function readPages({ pdf_base64, pages }: PdfInput, ctx: RunContext): Promise<string> {
  const bytes = await ctx.read(pdf_base64.file)
  const read = await ctx.documents.pdf(bytes, { pages })
  ctx.log(`${read.selected.length} of ${read.pages} pages read: ${read.text.length} characters`)
  for (const note of read.notes) ctx.log(note)
  for (const caption of read.captions) ctx.log(`caption, set apart: ${caption}`)
  return read.text
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
