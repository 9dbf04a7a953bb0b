import arimoRegular from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf' with {
  type: 'file',
}
import arimoItalic from '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf' with {
  type: 'file',
}
import arimoBold from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf' with { type: 'file' }
import arimoBoldItalic from '@expo-google-fonts/arimo/700Bold_Italic/Arimo_700Bold_Italic.ttf' with {
  type: 'file',
}
import carlitoRegular from '@expo-google-fonts/carlito/400Regular/Carlito_400Regular.ttf' with {
  type: 'file',
}
import carlitoItalic from '@expo-google-fonts/carlito/400Regular_Italic/Carlito_400Regular_Italic.ttf' with {
  type: 'file',
}
import carlitoBold from '@expo-google-fonts/carlito/700Bold/Carlito_700Bold.ttf' with {
  type: 'file',
}
import carlitoBoldItalic from '@expo-google-fonts/carlito/700Bold_Italic/Carlito_700Bold_Italic.ttf' with {
  type: 'file',
}
import cousineRegular from '@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf' with {
  type: 'file',
}
import cousineItalic from '@expo-google-fonts/cousine/400Regular_Italic/Cousine_400Regular_Italic.ttf' with {
  type: 'file',
}
import cousineBold from '@expo-google-fonts/cousine/700Bold/Cousine_700Bold.ttf' with {
  type: 'file',
}
import cousineBoldItalic from '@expo-google-fonts/cousine/700Bold_Italic/Cousine_700Bold_Italic.ttf' with {
  type: 'file',
}
import tinosRegular from '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf' with {
  type: 'file',
}
import tinosItalic from '@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf' with {
  type: 'file',
}
import tinosBold from '@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf' with { type: 'file' }
import tinosBoldItalic from '@expo-google-fonts/tinos/700Bold_Italic/Tinos_700Bold_Italic.ttf' with {
  type: 'file',
}
import dejavuRegular from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' with { type: 'file' }
import dejavuBold from 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' with { type: 'file' }
import dejavuBoldOblique from 'dejavu-fonts-ttf/ttf/DejaVuSans-BoldOblique.ttf' with {
  type: 'file',
}
import dejavuOblique from 'dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf' with { type: 'file' }
import type { Family } from './families'

const fourFiles = (regular: string, bold: string, italic: string, boldItalic: string) =>
  ({
    files: [
      [400, regular],
      [700, bold],
    ],
    italics: [
      [400, italic],
      [700, boldItalic],
    ],
    ownWidths: true,
  }) satisfies Partial<Family>

/**
 * Faces that stand for those of other programs' figures, for text that is read from pictures: as wide, letter by letter,
 * as Arial and Helvetica, Times, Courier and Calibri; DejaVu Sans is the standard of matplotlib.
 */
export const TWINS: readonly Family[] = [
  {
    name: 'Arimo',
    substitutes: ['Arial', 'sans-serif'],
    ...fourFiles(arimoRegular, arimoBold, arimoItalic, arimoBoldItalic),
  },
  {
    name: 'Tinos',
    substitutes: ['Times New Roman', 'serif'],
    ...fourFiles(tinosRegular, tinosBold, tinosItalic, tinosBoldItalic),
  },
  {
    name: 'Cousine',
    substitutes: ['Courier New', 'monospace'],
    ...fourFiles(cousineRegular, cousineBold, cousineItalic, cousineBoldItalic),
  },
  {
    name: 'Carlito',
    substitutes: ['Calibri', 'sans-serif'],
    ...fourFiles(carlitoRegular, carlitoBold, carlitoItalic, carlitoBoldItalic),
  },
  {
    name: 'DejaVu Sans',
    substitutes: ['Verdana', 'sans-serif'],
    ...fourFiles(dejavuRegular, dejavuBold, dejavuOblique, dejavuBoldOblique),
  },
]
