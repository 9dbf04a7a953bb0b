import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { CORES, packageFile } from './package-files'

let ready: Promise<void> | undefined

/** Compiles the renderer once per thread. */
function load(): Promise<void> {
  ready ??= initWasm(packageFile(CORES.resvg))
  return ready
}

/**
 * Draws an SVG `width` pixels wide with `fonts` (TrueType files) alone, as RGBA bytes whose colours are multiplied by
 * their alpha. The SVG must be clean: the renderer resolves image references. Throws where the markup is no SVG.
 */
export async function rasterizePixels(
  svg: string,
  width: number,
  fonts: Uint8Array[],
): Promise<{ width: number; height: number; data: Uint8Array }> {
  await load()
  const resvg = new Resvg(svg, optionsFor(width, fonts))
  let image: RenderedImage
  try {
    image = resvg.render()
  } catch (error) {
    // After a panic the object stays borrowed: freeing it would only hide the cause.
    throw new Error('The figure could not be rasterised.', { cause: error })
  }
  const drawn = { width: image.width, height: image.height, data: image.pixels }
  image.free()
  resvg.free()
  return drawn
}

type RenderedImage = ReturnType<InstanceType<typeof Resvg>['render']>

function optionsFor(width: number, fonts: Uint8Array[]) {
  return {
    fitTo: { mode: 'width' as const, value: width },
    font: {
      fontBuffers: fonts,
      defaultFontFamily: 'Inter',
      sansSerifFamily: 'Inter',
      serifFamily: 'Inter',
      monospaceFamily: 'Inter',
    },
  }
}
