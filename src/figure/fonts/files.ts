import { readFileSync } from 'node:fs'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf' with { type: 'file' }
import medium from '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf' with { type: 'file' }
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf' with {
  type: 'file',
}
import bold from '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf' with { type: 'file' }
import { type FontTable, readFontTable } from './table'

/** The weights that are embedded; a text's weight is rounded to the nearest. */
export type Weight = 400 | 500 | 600 | 700

const PATHS: Record<Weight, string> = { 400: regular, 500: medium, 600: semiBold, 700: bold }
const WEIGHTS: readonly Weight[] = [400, 500, 600, 700]

const bytesOf = new Map<Weight, Uint8Array>()
const tableOf = new Map<Weight, FontTable>()

/** The family every theme may rely on. */
export const FAMILY = 'Inter'

/** Theme's family first, one of common metrics second, a generic last. */
export const FONT_STACK: readonly string[] = [FAMILY, 'Arial', 'sans-serif']

export function nearestWeight(weight: number): Weight {
  const step = Math.round(weight / 100) * 100
  return WEIGHTS.find((known) => known === step) ?? (step < 400 ? 400 : 700)
}

/** The font file itself, read once per process. */
export function fontBytes(weight: Weight): Uint8Array {
  let bytes = bytesOf.get(weight)
  if (!bytes) {
    bytes = new Uint8Array(readFileSync(PATHS[weight]))
    bytesOf.set(weight, bytes)
  }
  return bytes
}

export function fontTable(weight: Weight): FontTable {
  let table = tableOf.get(weight)
  if (!table) {
    table = readFontTable(fontBytes(weight))
    tableOf.set(weight, table)
  }
  return table
}

/** All embedded faces, for the rasteriser and the PDF writer. */
export function allFonts(): Uint8Array[] {
  return WEIGHTS.map(fontBytes)
}
