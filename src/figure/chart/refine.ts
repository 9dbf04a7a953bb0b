import { type Judgement, judge } from './judge'
import type { Plot } from './plot'
import { type Canvas, type Rendered, type RenderLook, render } from './render'

interface Tried {
  look: RenderLook
  rendered: Rendered
  judgement: Judgement
}

/** Below this a chart has no fault worth another drawing. */
const GOOD = 0.3

/**
 * Draws a chart, measures it, changes what its worst fault names and keeps the better, at most `iterations` drawings.
 */
export async function refine(
  plot: Plot,
  canvas: Canvas,
  start: RenderLook,
  iterations: number,
): Promise<Tried & { log: string[] }> {
  let best = await attempt(plot, canvas, start)
  const log = [`drawing 1: cost ${best.judgement.cost.toFixed(2)}${faults(best.judgement)}`]
  const tried = new Set([JSON.stringify(start)])
  for (let round = 2; round <= iterations && best.judgement.cost > GOOD; round++) {
    const next = changes(best, plot, start).find((look) => !tried.has(JSON.stringify(look)))
    if (!next) break
    tried.add(JSON.stringify(next))
    const other = await attempt(plot, canvas, next)
    const better = other.judgement.cost < best.judgement.cost - 1e-9
    log.push(
      `drawing ${round}: cost ${other.judgement.cost.toFixed(2)} with ${difference(best.look, next)}, ${better ? 'kept' : 'dropped'}`,
    )
    if (better) best = other
  }
  return { ...best, log }
}

async function attempt(plot: Plot, canvas: Canvas, look: RenderLook): Promise<Tried> {
  const rendered = await render(plot, canvas, look)
  return { look, rendered, judgement: judge(rendered, canvas) }
}

/** What may mend the faults that were found, most promising first. */
function changes(
  { look, judgement, rendered }: Tried,
  plot: Plot,
  start: RenderLook,
): RenderLook[] {
  const { figures } = judgement
  const found: RenderLook[] = []
  const on = (name: string) => (figures[name] ?? 0) > 0
  if ((on('turnedLabels') || on('droppedLabels')) && mayTurn(plot))
    found.push({ ...look, turned: !look.turned })
  if (
    start.place === 'auto' &&
    (on('legendOverMarks') || on('labelOverlaps') || on('clippedTexts'))
  ) {
    if (rendered.place !== 'top') found.push({ ...look, place: 'top' })
    if (rendered.place !== 'right') found.push({ ...look, place: 'right' })
  }
  if (on('labelOverlaps') || on('tickCrowding'))
    found.push({ ...look, density: look.density * 0.7 })
  if (on('emptyShare') && start.place === 'auto' && plot.keys.length > 0)
    found.push({ ...look, place: 'right' }, { ...look, place: 'inside' })
  return found
}

/** Names along a category axis may lie or stand; an argument with an order or numbers has its own direction. */
function mayTurn(plot: Plot): boolean {
  const kinds = new Set(plot.layers.map(({ name }) => name))
  const turns = ['bar', 'box', 'violin', 'stem'].some((name) => kinds.has(name))
  return plot.a.kind === 'category' && turns && plot.facets.length === 0 && !plot.second
}

function faults({ figures }: Judgement): string {
  const found = Object.entries(figures).filter(
    ([name, value]) =>
      value > 0 && !['marks', 'frameShare', 'ink', 'smallestTextPt', 'cost'].includes(name),
  )
  return found.length === 0
    ? ''
    : ` (${found.map(([name, value]) => `${name} ${value}`).join(', ')})`
}

function difference(before: RenderLook, after: RenderLook): string {
  if (before.turned !== after.turned) return 'the axes exchanged'
  if (before.place !== after.place) return `the legend ${after.place}`
  return `${after.density < before.density ? 'fewer' : 'more'} ticks`
}
