export type FigureType = 'methodology' | 'statistical_plot'

/** One instruction, left out where the prompt itself already speaks of its subject. */
interface Guideline {
  sentence: string
  unless: RegExp
}

const METHODOLOGY: readonly Guideline[] = [
  {
    sentence: 'Read from left to right.',
    unless:
      /left[- ]to[- ]right|right[- ]to[- ]left|top[- ](?:to[- ]bottom|down)|bottom[- ](?:to[- ]top|up)|horizontal|vertical|circular|radial|columns?\b|rows?\b|grid|landscape|portrait/i,
  },
  {
    sentence: 'Draw each part once, with a short label, and the parts of one stage together.',
    unless: /box(?:es)?\b|rectang|shape|node|circle|cylinder|icon/i,
  },
  {
    sentence: 'Draw the relations that are described and no others; lines do not cross boxes.',
    unless: /cross(?:ing)?s?\b|no other (?:relations|arrows)/i,
  },
  {
    sentence: 'Leave white space between parts; nothing touches or overlaps.',
    unless: /spac(?:ing|ed)|white ?space|margin|padding|overlap|touch|dense|compact/i,
  },
  {
    sentence: 'Letters are readable in print and stand in clear contrast to their ground.',
    unless:
      /readable|legib|font size|\bpt\b|points|fonts?\b|typeface|serif|lettering|\b(?:tiny|small|large|big) (?:text|letters|words|labels|print)/i,
  },
  {
    sentence: 'Invent no parts, numbers or logos.',
    unless: /\b(?:avoid|do not|don't|without|invent(?:ed)?)\b|logos?\b/i,
  },
]

const STATISTICAL_PLOT: readonly Guideline[] = [
  {
    sentence:
      'One plot area that fills the canvas; the legend beside the data, never over it, or direct labels in its place.',
    unless: /legend|panel|facet|subplot|grid of|side by side/i,
  },
  {
    sentence: 'Label both axes with the quantity and its unit; ticks at round numbers.',
    unless: /\bax[ie]s\b|ticks?\b|units?\b/i,
  },
  {
    sentence: 'Bars start at zero; show uncertainty where it is given, and say what it is.',
    unless:
      /zero|baseline|\b(?:from|start\w*|begin\w*)(?: at)? -?\d|error bars?|interval|deviation|uncertaint/i,
  },
  {
    sentence:
      'Order categories by value, or by their natural order where they have one, so that the comparison reads at once.',
    unless: /order|sort|rank|ascending|descending|chronolog/i,
  },
  {
    sentence: 'A palette safe for colour-blind readers; one highlight colour for the main finding.',
    unless:
      /colou?rs?|palette|gr[ae]yscale|monochrome|hue|shades?|tones?|pastel|\b(?:red|orange|yellow|green|teal|cyan|blue|navy|purple|violet|pink|brown|black|gr[ae]y)\b|#[0-9a-f]{3,8}\b/i,
  },
  {
    sentence: 'Invent no values: every mark stands for a number that is given.',
    unless: /\b(?:avoid|do not|don't|without|invent)\b/i,
  },
]

export const BUILT_IN: Readonly<Record<FigureType, readonly Guideline[]>> = {
  methodology: METHODOLOGY,
  statistical_plot: STATISTICAL_PLOT,
}

/** The line above the instructions of a completed prompt. */
export const INSTRUCTIONS_HEADING = 'Drawing instructions:'

const MET = new Set(METHODOLOGY.slice(1).map(({ sentence }) => sentence))

/** Whether every figure of a method fulfils an instruction already: layout keeps it, or it is no wish. */
export const isMetByLayout = (instruction: string) =>
  MET.has(instruction) ||
  /^(?:Caption: |All words in the figure are in \p{L}+\.$)/u.test(instruction)
