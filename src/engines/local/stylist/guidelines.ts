export const ASPECTS = ['Layout', 'Components', 'Flow', 'Style', 'Legibility', 'Avoid'] as const

export type Aspect = (typeof ASPECTS)[number]

export type FigureType = 'methodology' | 'statistical_plot'

/** One instruction, left out where the prompt itself already speaks of its subject. */
export interface Guideline {
  aspect: Aspect
  sentence: string
  unless: RegExp
}

const DIRECTION =
  /left[- ]to[- ]right|right[- ]to[- ]left|top[- ](?:to[- ]bottom|down)|bottom[- ](?:to[- ]top|up)|horizontal|vertical|circular|radial|columns?\b|rows?\b|grid|landscape|portrait/i
const PALETTE =
  /colou?rs?|palette|gr[ae]yscale|monochrome|hue|shades?|tones?|pastel|\b(?:red|orange|yellow|green|teal|cyan|blue|navy|purple|violet|pink|brown|black|gr[ae]y)\b|black[- ]and[- ]white|#[0-9a-f]{3,8}\b/i
const GROUND =
  /background|canvas|transparent|\bdark (?:mode|theme|ground|slides?|page)\b|\bon (?:black|navy)\s*(?:[,.;:]|$)/im
const LETTERING = /fonts?\b|typeface|sans|serif|lettering|typograph/i
const ARROWS = /arrow|connector|edges?\b|dashed|dotted/i
const LOOK = /\bflat\b|3d|isometric|sketch|hand[- ]drawn|gradient|shadow|minimal|realistic|style/i

const METHODOLOGY: readonly Guideline[] = [
  {
    aspect: 'Layout',
    sentence:
      'Read from left to right in one clear path; start at the input and end at the result.',
    unless: DIRECTION,
  },
  {
    aspect: 'Layout',
    sentence:
      'Group the parts of one stage in a faintly tinted region with its name at the top; align parts on a common grid.',
    unless: /group|region|panel|cluster|lane|stage|container|align/i,
  },
  {
    aspect: 'Layout',
    sentence: 'Leave generous, even white space; nothing touches or overlaps.',
    unless: /spacing|white ?space|margin|padding|overlap/i,
  },
  {
    aspect: 'Components',
    sentence:
      'Draw each component once, as a rounded box with a short label; give inputs, processing, stores and results shapes of their own.',
    unless: /box(?:es)?\b|rectang|shape|node|circle|cylinder|icon/i,
  },
  {
    aspect: 'Flow',
    sentence:
      'Connect parts with thin, solid, orthogonal arrows with one head at the target; use dashed arrows for feedback alone.',
    unless: ARROWS,
  },
  {
    aspect: 'Flow',
    sentence: 'Draw the relations that are described and no others; lines do not cross boxes.',
    unless: /cross(?:ing)?s?\b|no other (?:relations|arrows)/i,
  },
  {
    aspect: 'Style',
    sentence: 'Flat vector look for a printed paper: no gradients, shadows or perspective.',
    unless: LOOK,
  },
  { aspect: 'Style', sentence: 'White background.', unless: GROUND },
  {
    aspect: 'Style',
    sentence:
      'Three to four muted colours that tell kinds of parts apart, also for colour-blind readers and in greyscale.',
    unless: PALETTE,
  },
  {
    aspect: 'Legibility',
    sentence: 'One sans-serif typeface in two sizes, in strong contrast to what it stands on.',
    unless: LETTERING,
  },
  {
    aspect: 'Legibility',
    sentence:
      'Labels of one to four words, horizontal, readable at 8 points in a column 85 mm wide.',
    unless: /labels? (?:of|with|under|at most)|readable|legib|font size|\bpt\b|points/i,
  },
  {
    aspect: 'Avoid',
    sentence: 'No invented components, numbers or logos; no title or caption inside the figure.',
    unless: /\b(?:avoid|do not|don't|without)\b/i,
  },
]

const STATISTICAL_PLOT: readonly Guideline[] = [
  {
    aspect: 'Layout',
    sentence:
      'One plot area that fills the canvas; the legend beside the data, never over it, or direct labels in its place.',
    unless: /legend|panel|facet|subplot|grid of|side by side/i,
  },
  {
    aspect: 'Components',
    sentence: 'Label both axes with the quantity and its unit; ticks at round numbers.',
    unless: /\bax[ie]s\b|ticks?\b|units?\b/i,
  },
  {
    aspect: 'Components',
    sentence: 'Bars start at zero; show uncertainty where it is given, and say what it is.',
    unless: /zero|baseline|error bars?|interval|deviation|uncertaint/i,
  },
  {
    aspect: 'Flow',
    sentence:
      'Order categories by value, or by their natural order where they have one, so that the comparison reads at once.',
    unless: /order|sort|rank|ascending|descending|chronolog/i,
  },
  {
    aspect: 'Style',
    sentence: 'Plain vector look: thin axes, faint horizontal grid lines, no 3D, no decoration.',
    unless: LOOK,
  },
  { aspect: 'Style', sentence: 'White background.', unless: GROUND },
  {
    aspect: 'Style',
    sentence: 'A palette safe for colour-blind readers; one highlight colour for the main finding.',
    unless: PALETTE,
  },
  {
    aspect: 'Legibility',
    sentence: 'One sans-serif typeface, at least 8 points in print, horizontal tick labels.',
    unless: LETTERING,
  },
  {
    aspect: 'Avoid',
    sentence: 'No invented values: every mark stands for a number that is given.',
    unless: /\b(?:avoid|do not|don't|without|invent)\b/i,
  },
]

export const BUILT_IN: Readonly<Record<FigureType, readonly Guideline[]>> = {
  methodology: METHODOLOGY,
  statistical_plot: STATISTICAL_PLOT,
}

/** What an instruction of a client's own is about, by the words it uses; the first that fits. */
const SUBJECTS: readonly (readonly [Aspect, RegExp])[] = [
  ['Avoid', /^\W*(?:avoid|never|no\b|do not|don't|without)/i],
  ['Legibility', /fonts?\b|typeface|text|label|legib|readable|lettering|\bpt\b|caption|contrast/i],
  ['Flow', /arrow|connector|flow|edges?\b|sequence|order|direction of/i],
  ['Layout', /layout|align|arrange|spacing|margin|grid|column|row|left|right|top|bottom|panel/i],
  ['Components', /box|shape|icon|node|component|axis|axes|legend|symbol|module/i],
]

export function aspectOf(sentence: string): Aspect {
  return SUBJECTS.find(([, words]) => words.test(sentence))?.[0] ?? 'Style'
}
