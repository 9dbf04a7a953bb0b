import type { InputFile, PdfText, Run, RunContext, TextWish } from '../../src/plugin'

/** The checked body of `POST /api/generate-from-pdf`, defaults filled in. */
export interface PdfInput extends TextWish {
  pdf_base64: InputFile
  /** Null: all. */
  pages: string | null
}

/** Pages to figure: their words become a text, the text a diagram; the PNG always, SVG and PDF when asked for. */
export const run: Run<PdfInput> = async (input, ctx) => {
  ctx.progress('read', 1, 4)
  const { text, captions: context, drawnFrom, warnings } = await readPages(input, ctx)
  const drawn = await ctx.workflows.drawText(text, { ...input, context, warnings, stepsBefore: 1 })
  return { ...drawn, description: `${drawn.description} Read of the PDF: ${drawnFrom}.` }
}

/** The text that the figure is drawn from; what was chosen and left out is said in the log. */
async function readPages({ pdf_base64, pages }: PdfInput, ctx: RunContext): Promise<PdfText> {
  const read = await ctx.reader.pdf(await ctx.read(pdf_base64.file), { pages })
  ctx.log(`${read.selected.length} of ${read.pages} pages read: ${read.text.length} characters`)
  for (const note of read.notes) ctx.log(note)
  for (const caption of read.captions) ctx.log(`caption, set apart: ${caption}`)
  return read
}
