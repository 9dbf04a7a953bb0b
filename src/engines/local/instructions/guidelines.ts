type FigureType = 'methodology' | 'statistical_plot'

/** Goes with the built-in instructions, which know nothing of the prompt above them. */
const GIVE_WAY = 'Where the prompt above says otherwise, it goes before these.'

const METHODOLOGY = [
  'Read from left to right.',
  'Draw each part once, with a short label, and the parts of one stage together.',
  'Draw the relations that are described and no others; lines do not cross boxes.',
  'Leave white space between parts; nothing touches or overlaps.',
  'Letters are readable in print and stand in clear contrast to their ground.',
  'Invent no parts, numbers or logos.',
  GIVE_WAY,
]

const STATISTICAL_PLOT = [
  'One plot area that fills the canvas; the legend beside the data, never over it, or direct labels in its place.',
  'Label both axes with the quantity and its unit; ticks at round numbers.',
  'Bars start at zero; show uncertainty where it is given, and say what it is.',
  'Order categories by value, or by their natural order where they have one, so that the comparison reads at once.',
  'A palette safe for colour-blind readers; one highlight colour for the main finding.',
  'Invent no values: every mark stands for a number that is given.',
  GIVE_WAY,
]

export const BUILT_IN: Readonly<Record<FigureType, readonly string[]>> = {
  methodology: METHODOLOGY,
  statistical_plot: STATISTICAL_PLOT,
}

/** The line above the instructions of a completed prompt. */
export const INSTRUCTIONS_HEADING = 'Drawing instructions:'

const MET = new Set(METHODOLOGY.slice(1))

/** Whether every figure of a method fulfils an instruction already: layout keeps it, or it is no wish. */
export const isMetByLayout = (instruction: string) =>
  MET.has(instruction) ||
  /^(?:Caption: |All words in the figure are in \p{L}+\.$)/u.test(instruction)
