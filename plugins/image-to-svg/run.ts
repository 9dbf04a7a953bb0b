import type { Run } from '../../src/plugin'
import type { ImageToSvgInput } from './index'

/** A picture of a figure to an editable one, with all its files. */
export const run: Run<ImageToSvgInput> = async (input, ctx) => {
  const { image_url: url, image_path: path } = input
  const bytes = url === null ? await ctx.read(path ?? '') : await ctx.fetchImage(url, 'image')
  return ctx.workflows.vectorise(bytes, input)
}
