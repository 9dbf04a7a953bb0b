import type { Run, SvgWish } from '../../src/plugin'

/** The checked body of `POST /api/image-to-svg`, defaults filled in. */
export interface ImageToSvgInput extends SvgWish {
  image_url: string | null
  image_path: string | null
}

/** A picture of a figure to an editable one, with all its files. */
export const run: Run<ImageToSvgInput> = async (input, ctx) => {
  const { image_url: url, image_path: path } = input
  const bytes = url === null ? await ctx.read(path ?? '') : await ctx.fetchImage(url, 'image')
  return ctx.workflows.vectorise(bytes, input)
}
