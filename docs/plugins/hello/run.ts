import type { Run } from '../../../src/plugin'
import { greeting, type HelloInput } from './greeting'

export const run: Run<HelloInput> = async (input, ctx) => {
  ctx.log(`${input.from} greets ${input.to}`)
  const options = { style: 'academic', ratio: '21:9', title: 'A greeting' }
  const scene = await ctx.figure.draw(greeting(input), options)
  const svg = ctx.figure.svg(scene)
  await ctx.artifact('final.svg', svg)
  await ctx.artifact('figure.png', await ctx.figure.png(svg, scene.width))
  return { description: scene.description }
}
