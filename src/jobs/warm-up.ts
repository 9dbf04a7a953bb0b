import type { Call, Engines } from '../forms/engines'
import type { FigureTools } from '../forms/figure-tools'
import { STANDARD_STYLE } from '../forms/look'

/** Prose of the length and turns that method texts have: what it runs through is compiled when the first job comes. */
const TEXT = `Images are collected from two archives and checked by hand. The encoder turns each image into a vector.
A classifier reads the vectors and assigns a label to every image, and the decoder writes a summary of the labels.
If the score is low, the image is returned to the annotators. Finally, the summaries are stored in a database.`
const LOOK = { style: STANDARD_STYLE, ratio: 'auto', title: '' }

const UNHEARD: Call = {
  signal: new AbortController().signal,
  deadline: Number.POSITIVE_INFINITY,
  log: () => {},
  beat: () => {},
}

/**
 * Draws a figure, so that the first job finds words, fonts and renderer loaded. The PDF writer is left out: it
 * takes 100 MB, and waits for the first PDF. Ends between two steps as soon as `busy` says that there is work.
 */
export async function warmUp(
  engines: Pick<Engines, 'plan'>,
  figure: FigureTools,
  busy: () => boolean,
): Promise<void> {
  const diagram = await engines.plan(TEXT, { caption: null }, UNHEARD)
  await Bun.sleep(0)
  if (busy()) return
  const { svg } = await figure.compose(diagram, LOOK)
  await Bun.sleep(0)
  if (busy()) return
  await figure.png(svg)
}
