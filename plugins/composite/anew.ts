import type { Call, RunContext } from '../../src/plugin'

/**
 * A figure that was laid out here, or a chart, drawn anew for narrower paper in the same shape; undefined: it is nobody's to
 * change (drawn by a model or a person, read from a picture, edited), or cannot be drawn so.
 * @param paper its width there in mm
 */
export async function drawnAnew(
  ctx: RunContext,
  call: Call,
  id: string,
  svg: string,
  paper: number,
): Promise<string | undefined> {
  const { outputs, figure, engines } = ctx
  const text = async (path: string) => new TextDecoder().decode(await ctx.read(`${id}/${path}`))
  const json = async (path: string) => JSON.parse(await text(path))
  const { width, height } = figure.svgSize(svg)
  const shape = { ratio: `${Math.round(width)}:${Math.round(height)}`, paper }
  try {
    const { drawing, chart } = await json(outputs.report.path)
    if (chart) {
      // Its own specification is read by rules, whoever chose it.
      const data = await text(outputs.data.path)
      const choice = await engines.chart(data, JSON.stringify(chart), call)
      return (await figure.chart(choice.chart, choice.table, shape)).svg
    }
    if (drawing?.by !== 'layout' || drawing.edited) return undefined
    const { style, iterations, reference, ground } = drawing
    const { title } = await json(outputs.scene.path)
    const composed = await figure.compose(await json(outputs.diagram.path), {
      ...{ ...shape, style, iterations, title },
      ...(reference && { reference }),
      ...(ground && { ground }),
    })
    return composed.svg
  } catch (error) {
    ctx.signal.throwIfAborted()
    ctx.log(`${id} stays as it was drawn: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
