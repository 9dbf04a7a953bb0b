import type { Engines, FigureTools } from '../plugin'

const TEXT = 'The encoder reads the text. The decoder writes a summary of the text.'
const STYLE = { style: 'academic', ratio: '16:9', title: '' }
const WIDTH = 64

/**
 * Draws a small figure, so that the first job finds words, fonts and renderer loaded. The PDF writer is left out: it
 * takes 100 MB, and waits for the first PDF. Ends between two steps as soon as `busy` says that there is work.
 */
export async function warmUp(
  engines: Engines,
  figure: FigureTools,
  busy: () => boolean,
): Promise<void> {
  const diagram = await engines.diagram(TEXT)
  if (busy()) return
  const svg = figure.svg(await figure.draw(diagram, STYLE))
  await Bun.sleep(0)
  if (busy()) return
  await figure.png(svg, WIDTH)
}
