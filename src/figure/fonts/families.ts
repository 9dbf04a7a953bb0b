export interface Family {
  name: string
  /** What a reader without the face sees instead: one of near metrics, then a generic. */
  substitutes: readonly string[]
  /** Files of packages by weight, lightest first. */
  files: readonly (readonly [weight: number, path: string])[]
  /** Slanted files by weight; layout measures them as the upright ones, from which Inter's differ by less than 1 %. */
  italics?: readonly (readonly [weight: number, path: string])[]
  /** Measured by its own table alone, because its letters are as wide as in its substitutes. */
  ownWidths?: boolean
  /** Its space is as wide as its signs, so spaces are set in another family. */
  wideSpace?: boolean
}

/** Files of a family as the packages of Google Fonts name them, by weight and cut: `600SemiBold_Italic`. */
function googleFiles(family: string, ...cuts: string[]): Family['files'] {
  const folder = `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}`
  const name = family.replaceAll(' ', '')
  return cuts.map((cut) => [Number.parseInt(cut, 10), `${folder}/${cut}/${name}_${cut}.ttf`])
}

const twin = (name: string, ...substitutes: string[]): Family => ({
  name,
  substitutes,
  files: googleFiles(name, '400Regular', '700Bold'),
  italics: googleFiles(name, '400Regular_Italic', '700Bold_Italic'),
  ownWidths: true,
})

const dejaVu = (cut: string) => `dejavu-fonts-ttf/ttf/DejaVuSans${cut}.ttf`

/**
 * Faces that stand for those of other programs' figures, for text that is read from pictures: as wide, letter by letter,
 * as Arial and Helvetica, Times, Courier and Calibri; DejaVu Sans is the standard of matplotlib.
 */
const TWINS: readonly Family[] = [
  twin('Arimo', 'Arial', 'sans-serif'),
  twin('Tinos', 'Times New Roman', 'serif'),
  twin('Cousine', 'Courier New', 'monospace'),
  twin('Carlito', 'Calibri', 'sans-serif'),
  {
    ...twin('DejaVu Sans', 'Verdana', 'sans-serif'),
    files: [
      [400, dejaVu('')],
      [700, dejaVu('-Bold')],
    ],
    italics: [
      [400, dejaVu('-Oblique')],
      [700, dejaVu('-BoldOblique')],
    ],
  },
]

const SANS = ['Arial', 'sans-serif'] as const

/** The families that a theme may name; a face counts them by their place here, so new ones go last. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'Inter',
    substitutes: SANS,
    files: googleFiles('Inter', '400Regular', '500Medium', '600SemiBold', '700Bold'),
    italics: googleFiles('Inter', '400Regular_Italic', '600SemiBold_Italic'),
  },
  {
    name: 'IBM Plex Sans',
    substitutes: SANS,
    files: googleFiles('IBM Plex Sans', '400Regular', '600SemiBold'),
  },
  {
    name: 'Nunito',
    substitutes: SANS,
    files: googleFiles('Nunito', '600SemiBold', '700Bold'),
  },
  {
    name: 'Poppins',
    substitutes: SANS,
    files: googleFiles('Poppins', '400Regular', '600SemiBold'),
  },
  {
    name: 'JetBrains Mono',
    substitutes: ['Courier New', 'monospace'],
    files: googleFiles('JetBrains Mono', '400Regular', '600SemiBold'),
    ownWidths: true,
  },
  {
    name: 'Shantell Sans',
    substitutes: ['Comic Sans MS', 'sans-serif'],
    files: googleFiles('Shantell Sans', '400Regular', '600SemiBold'),
  },
  ...TWINS,
]

const noto = (name: string, file = '500Medium'): Family => ({
  name,
  substitutes: SANS,
  files: googleFiles(name, file),
})

/** For signs that neither a theme's family nor Inter has. */
export const MATH: Family = noto('Noto Sans Math', '400Regular')

/** Of packages with six weights, half as large as the later ones with nine. */
const eastAsian = (place: 'SC' | 'JP' | 'KR'): Family => ({
  name: `Noto Sans ${place}`,
  substitutes: SANS,
  files: [
    [500, `@expo-google-fonts/noto-sans-${place.toLowerCase()}/NotoSans${place}_500Medium.ttf`],
  ],
})

/** One weight each, 5 to 9 MB: read only for a figure that has such characters. */
export const EAST_ASIAN = {
  chinese: eastAsian('SC'),
  japanese: eastAsian('JP'),
  korean: eastAsian('KR'),
} as const

export type EastAsian = keyof typeof EAST_ASIAN

/** A family for one script, and the characters that call for it; its letters join, stack or combine, so they are shaped. */
export interface Script {
  family: Family
  letters: RegExp
}

/** One weight each, 0.05 to 0.9 MB: read only for a figure that has such characters. */
export const SCRIPTS: readonly Script[] = [
  { family: noto('Noto Sans Arabic'), letters: /\p{scx=Arabic}/u },
  { family: noto('Noto Sans Hebrew'), letters: /\p{scx=Hebrew}/u },
  { family: noto('Noto Sans Devanagari'), letters: /\p{scx=Devanagari}/u },
  { family: noto('Noto Sans Thai'), letters: /\p{scx=Thai}/u },
  {
    family: { ...noto('Noto Emoji'), wideSpace: true },
    letters: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u,
  },
]

/** The files of all families. */
export function fontFiles(): string[] {
  const scripts = SCRIPTS.map(({ family }) => family)
  const families = [...FAMILIES, MATH, ...scripts, ...Object.values(EAST_ASIAN)]
  return families.flatMap(({ files, italics = [] }) =>
    [...files, ...italics].map(([, path]) => path),
  )
}
