import type { SKRSContext2D } from '../../../wasm/skia'
import type { Family } from './families'
import { familyBytes } from './files'

/** Widths are taken at this size in pixels, where rounding is below a hundredth of an em. */
const SIZE = 200

/** Loaded by the first text that needs it: it takes 40 MB, and most figures have none. */
const skia = (): typeof import('../../../wasm/skia') => require('../../../wasm/skia')

const contexts = new Map<Family, SKRSContext2D>()

/** Advance width in em of text whose letters join or stack, set by HarfBuzz in the family's own file. */
export function shapedWidth(text: string, family: Family): number {
  let context = contexts.get(family)
  if (!context) {
    // A name of our own, so that no font of the machine stands in.
    const name = `embedded ${family.name}`
    const { createCanvas, GlobalFonts } = skia()
    GlobalFonts.register(Buffer.from(familyBytes(family)), name)
    context = createCanvas(1, 1).getContext('2d')
    context.font = `${SIZE}px "${name}"`
    contexts.set(family, context)
  }
  return context.measureText(text).width / SIZE
}
