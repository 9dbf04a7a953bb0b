import type { Engines, FigureTools } from '../plugin'

/** Prose of the length and turns that method texts have: what it runs through is compiled when the first job comes. */
const TEXT = `Images are collected from two archives and checked by hand. The encoder turns each image into a vector.
A classifier reads the vectors and assigns a label to every image, and the decoder writes a summary of the labels.
If the score is low, the image is returned to the annotators. Finally, the summaries are stored in a database.`
const LOOK = { style: 'academic', ratio: '16:9', title: '' }

/**
 * Draws a figure, so that the first job finds words, fonts and renderer loaded. The PDF writer is left out: it
 * takes 100 MB, and waits for the first PDF. Ends between two steps as soon as `busy` says that there is work.
 */
export async function warmUp(
  engines: Engines,
  figure: FigureTools,
  busy: () => boolean,
): Promise<void> {
  const diagram = await engines.diagram(TEXT)
  await Bun.sleep(0)
  if (busy()) return
  const { svg } = await figure.compose(diagram, LOOK)
  await Bun.sleep(0)
  if (busy()) return
  await figure.png(svg)
}
