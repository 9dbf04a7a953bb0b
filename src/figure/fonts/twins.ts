import type { Family } from './families'

/** Files of a family as the packages of Google Fonts name them, by weight and cut: `600SemiBold_Italic`. */
export function googleFiles(family: string, ...cuts: string[]): Family['files'] {
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
export const TWINS: readonly Family[] = [
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
