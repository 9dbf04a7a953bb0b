import plexRegular from '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf' with {
  type: 'file',
}
import plexSemiBold from '@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf' with {
  type: 'file',
}
import interRegular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf' with {
  type: 'file',
}
import interItalic from '@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf' with {
  type: 'file',
}
import interMedium from '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf' with {
  type: 'file',
}
import interSemiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf' with {
  type: 'file',
}
import interSemiBoldItalic from '@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf' with {
  type: 'file',
}
import interBold from '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf' with { type: 'file' }
import monoRegular from '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf' with {
  type: 'file',
}
import monoSemiBold from '@expo-google-fonts/jetbrains-mono/600SemiBold/JetBrainsMono_600SemiBold.ttf' with {
  type: 'file',
}
import emoji from '@expo-google-fonts/noto-emoji/500Medium/NotoEmoji_500Medium.ttf' with {
  type: 'file',
}
import arabic from '@expo-google-fonts/noto-sans-arabic/500Medium/NotoSansArabic_500Medium.ttf' with {
  type: 'file',
}
import devanagari from '@expo-google-fonts/noto-sans-devanagari/500Medium/NotoSansDevanagari_500Medium.ttf' with {
  type: 'file',
}
import hebrew from '@expo-google-fonts/noto-sans-hebrew/500Medium/NotoSansHebrew_500Medium.ttf' with {
  type: 'file',
}
import japanese from '@expo-google-fonts/noto-sans-jp/500Medium/NotoSansJP_500Medium.ttf' with {
  type: 'file',
}
import korean from '@expo-google-fonts/noto-sans-kr/500Medium/NotoSansKR_500Medium.ttf' with {
  type: 'file',
}
import math from '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf' with {
  type: 'file',
}
import chinese from '@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf' with {
  type: 'file',
}
import thai from '@expo-google-fonts/noto-sans-thai/500Medium/NotoSansThai_500Medium.ttf' with {
  type: 'file',
}
import nunitoSemiBold from '@expo-google-fonts/nunito/600SemiBold/Nunito_600SemiBold.ttf' with {
  type: 'file',
}
import nunitoBold from '@expo-google-fonts/nunito/700Bold/Nunito_700Bold.ttf' with { type: 'file' }
import poppinsRegular from '@expo-google-fonts/poppins/400Regular/Poppins_400Regular.ttf' with {
  type: 'file',
}
import poppinsSemiBold from '@expo-google-fonts/poppins/600SemiBold/Poppins_600SemiBold.ttf' with {
  type: 'file',
}
import shantellRegular from '@expo-google-fonts/shantell-sans/400Regular/ShantellSans_400Regular.ttf' with {
  type: 'file',
}
import shantellSemiBold from '@expo-google-fonts/shantell-sans/600SemiBold/ShantellSans_600SemiBold.ttf' with {
  type: 'file',
}
import { TWINS } from './twins'

export interface Family {
  name: string
  /** What a reader without the face sees instead: one of near metrics, then a generic. */
  substitutes: readonly string[]
  /** Embedded files by weight, lightest first. */
  files: readonly (readonly [weight: number, path: string])[]
  /** Slanted files by weight; layout measures them as the upright ones, from which Inter's differ by less than 1 %. */
  italics?: readonly (readonly [weight: number, path: string])[]
  /** Measured by its own table alone, because its letters are as wide as in its substitutes. */
  ownWidths?: boolean
  /** Its space is as wide as its signs, so spaces are set in another family. */
  wideSpace?: boolean
}

const SANS = ['Arial', 'sans-serif'] as const

/** The families that a theme may name; a face counts them by their place here, so new ones go last. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'Inter',
    substitutes: SANS,
    files: [
      [400, interRegular],
      [500, interMedium],
      [600, interSemiBold],
      [700, interBold],
    ],
    italics: [
      [400, interItalic],
      [600, interSemiBoldItalic],
    ],
  },
  {
    name: 'IBM Plex Sans',
    substitutes: SANS,
    files: [
      [400, plexRegular],
      [600, plexSemiBold],
    ],
  },
  {
    name: 'Nunito',
    substitutes: SANS,
    files: [
      [600, nunitoSemiBold],
      [700, nunitoBold],
    ],
  },
  {
    name: 'Poppins',
    substitutes: SANS,
    files: [
      [400, poppinsRegular],
      [600, poppinsSemiBold],
    ],
  },
  {
    name: 'JetBrains Mono',
    substitutes: ['Courier New', 'monospace'],
    files: [
      [400, monoRegular],
      [600, monoSemiBold],
    ],
    ownWidths: true,
  },
  {
    name: 'Shantell Sans',
    substitutes: ['Comic Sans MS', 'sans-serif'],
    files: [
      [400, shantellRegular],
      [600, shantellSemiBold],
    ],
  },
  ...TWINS,
]

const noto = (name: string, path: string): Family => ({
  name,
  substitutes: SANS,
  files: [[500, path]],
})

/** For signs that neither a theme's family nor Inter has. */
export const MATH: Family = noto('Noto Sans Math', math)

/** One weight each, 5 to 11 MB: read only for a figure that has such characters. */
export const EAST_ASIAN = {
  chinese: noto('Noto Sans SC', chinese),
  japanese: noto('Noto Sans JP', japanese),
  korean: noto('Noto Sans KR', korean),
} as const

export type EastAsian = keyof typeof EAST_ASIAN

/** A family for one script, and the characters that call for it; its letters join, stack or combine, so they are shaped. */
export interface Script {
  family: Family
  letters: RegExp
}

/** One weight each, 0.05 to 0.9 MB: read only for a figure that has such characters. */
export const SCRIPTS: readonly Script[] = [
  { family: noto('Noto Sans Arabic', arabic), letters: /\p{scx=Arabic}/u },
  { family: noto('Noto Sans Hebrew', hebrew), letters: /\p{scx=Hebrew}/u },
  { family: noto('Noto Sans Devanagari', devanagari), letters: /\p{scx=Devanagari}/u },
  { family: noto('Noto Sans Thai', thai), letters: /\p{scx=Thai}/u },
  {
    family: { ...noto('Noto Emoji', emoji), wideSpace: true },
    letters: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u,
  },
]
