import type { Run, RunContext } from '../../src/plugin'
import { editOf, type RedrawInput } from './input'

/** An edited figure with all files of a job. */
export const run: Run<RedrawInput> = async (input, ctx) => {
  const { source, style, aspect_ratio, size } = input
  const read = (path: string) => jsonOf(ctx, `${source}/${path}`)
  const [scene, diagram, report] = await Promise.all([
    read(ctx.outputs.scene.path),
    read(ctx.outputs.diagram.path),
    read(ctx.outputs.report.path),
  ])
  const { figure } = ctx.outputs
  const png = await ctx.read(`${source}/${figure.path}`).catch(() => undefined)
  const svg = await ctx.read(`${source}/${ctx.outputs.svg.path}`).catch(() => undefined)
  return ctx.workflows.editFigure(
    {
      ...{ scene, diagram, report },
      ...(png && { png }),
      ...(svg && { svg: new TextDecoder().decode(svg) }),
    },
    { ...editOf(input), style, aspect_ratio, size },
  )
}

/** Undefined: the figure has no such file. */
async function jsonOf(ctx: RunContext, name: string) {
  const bytes = await ctx.read(name).catch(() => undefined)
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}
