import type { DrawBrief } from '../../forms/drawing'
import { measureText } from '../fonts'
import { grounded, themeOf } from '.'
import { referenced } from './referenced'
import type { Hue } from './theme'

/** The manner of a style, for whoever draws in it; its palette is told besides. */
const MANNERS: Readonly<Record<string, string>> = {
  academic:
    'Sober and exact, as in a leading journal. White ground, pale washes behind panels, outlines of 1.5 to 2 in the dark tone of each hue, pictures with two or three tones and soft detail; the strongest tone marks the point of the figure.',
  minimalist:
    'As little as possible, drawn superbly: white ground, black line drawings of 1.5 to 2 with no fills but pale grey, much air, no panels but thin rules and titles; one accent hue, used for the point of the figure alone.',
  colorful:
    'Bright and friendly: white ground, panels in strong washes, pictures in full saturated tones with darker outlines, one hue a stage or strand, white words on deep fills.',
  blueprint:
    'A technical drawing on blue paper: everything in white and pale lines of 1 to 2.5 on the dark ground, no filled areas but slightly lighter or darker blue, hatching for section planes, dimension lines and leaders, sections and exploded views instead of pictures with shading. Words are white or pale.',
  hand_drawn:
    'Drawn by hand with a pen: slightly uneven curved outlines of 2 to 2.5 (paths, not perfect rects), long lines too, lines that overshoot corners by a little, flat pale washes that do not quite meet the outlines, hatching of short strokes for shade. Words stay straight and legible.',
  infographic:
    'A magazine infographic: one big scheme or road through the figure, large bold pictures in flat tones, big step numbers where the text has an order, coloured bands as ground of stages, short words.',
  isometric_3d:
    'Isometric: every object is a solid in 30 degree projection (x right-down, y left-down, z up) with three faces in light, middle and dark tone of one hue, one light from the upper left; platforms as ground of stages, on which every object stands; lines run along the axes on the floor and bend by 120 degrees. Words stay level and unslanted.',
  flat_design:
    'Flat design: filled shapes without outlines, rounded corners, two tones an object, white cards on the pale ground, no gradients, no shadows.',
}

/** What whoever draws is told of the look: ground, letters, palette by name, manner. */
export function briefOf({
  style,
  ground,
  reference,
}: Pick<DrawBrief, 'style' | 'ground' | 'reference'>): string {
  const named = grounded(themeOf(style), ground)
  const { palette, fonts, measures } = reference ? referenced(named, reference) : named
  const { background, ink, muted, connector, paper, neutral, hues } = palette
  const light = ground === 'light' && themeOf(style).light ? ' On white, in dark lines.' : ''
  return [
    `style: ${style}. ${MANNERS[style]}${light}`,
    `font-family: ${fonts[0]}; a letter is about ${widthOf(measures.detailWeight)} of its size wide, of names ${widthOf(measures.labelWeight)}`,
    `ground ${background}; words ${ink}, second words ${muted}; connectors ${connector}; paper ${paper}`,
    hueLine('neutral', neutral),
    ...hues.map((hue, index) => hueLine(`hue ${index + 1}`, hue)),
  ].join('\n')
}

/** Letters of common words. */
const SAMPLE = 'each sample is measured before the next step'

/** The width of a letter in em, with a twentieth to spare. */
const widthOf = (weight: number): string =>
  ((1.05 * measureText(SAMPLE, { weight, size: 1 })) / SAMPLE.length).toFixed(2).slice(1)

const hueLine = (name: string, { line, tint, wash, deep, onDeep }: Hue) =>
  `${name}: line ${line}, fill ${tint}, panel ${wash}, dark ${deep} (words on it ${onDeep})`
