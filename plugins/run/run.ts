import type { PictureStyle, Run, RunContext, SvgWish } from '../../src/plugin'

/** The checked body of `POST /api/run`, defaults filled in. */
export interface RunInput extends SvgWish {
  method_text: string
  image_size: string
  image_aspect_ratio: string
  reference_image_url: string | null
  reference_image_path: string | null
}

/** Method text to figure, with the icons of its picture cut out: every file of a job. */
export const run: Run<RunInput> = async (input, ctx) => {
  const reference = await readReference(input, ctx)
  return ctx.workflows.drawText(input.method_text, {
    caption: null,
    aspect_ratio: input.image_aspect_ratio,
    image_resolution: input.image_size,
    iterations: 1 + input.optimize_iterations,
    output_formats: ['png', 'svg', 'pdf'],
    icons: input,
    ...reference,
  })
}

/** The reference picture and its look; a URL is preferred to a path. */
async function readReference(
  { reference_image_url: url, reference_image_path: path }: RunInput,
  ctx: RunContext,
): Promise<{ reference: PictureStyle; referencePicture: Uint8Array } | undefined> {
  if (url === null && path === null) return undefined
  if (url !== null && path !== null)
    ctx.log('reference_image_path has no effect beside reference_image_url', 'stderr')
  const bytes = url === null ? await ctx.read(path ?? '') : await ctx.fetchImage(url, 'reference')
  const style = await ctx.reader.pictureStyle(bytes)
  const colours = style.colours.join(', ') || 'no saturated colour'
  ctx.log(`reference: ${style.dark ? 'dark' : 'light'} ground ${style.ground}, ${colours}`)
  return { reference: style, referencePicture: bytes }
}
