import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import core from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }

let ready: Promise<void> | undefined

/** Compiles the renderer once per thread. */
function load(): Promise<void> {
  ready ??= initWasm(readFileSync(core))
  return ready
}

/**
 * Draws an SVG to a PNG `width` pixels wide with `fonts` (TrueType files) alone. The SVG must be clean: the renderer
 * resolves image references. Throws where the markup is no SVG.
 */
export async function rasterize(
  svg: string,
  width: number,
  fonts: Uint8Array[],
): Promise<Uint8Array> {
  return render(svg, width, fonts, (image) => image.asPng())
}

/**
 * Draws like {@link rasterize}, as RGBA bytes whose colours are multiplied by their alpha: for comparing pictures
 * without a way through PNG.
 */
export async function rasterizePixels(
  svg: string,
  width: number,
  fonts: Uint8Array[],
): Promise<{ width: number; height: number; data: Uint8Array }> {
  return render(svg, width, fonts, ({ width, height, pixels }) => ({ width, height, data: pixels }))
}

async function render<T>(
  svg: string,
  width: number,
  fonts: Uint8Array[],
  take: (image: RenderedImage) => T,
): Promise<T> {
  await load()
  const resvg = new Resvg(svg, optionsFor(width, fonts))
  let image: RenderedImage
  try {
    image = resvg.render()
  } catch (error) {
    // After a panic the object stays borrowed: freeing it would only hide the cause.
    throw new Error('The figure could not be rasterised.', { cause: error })
  }
  const taken = take(image)
  image.free()
  resvg.free()
  return taken
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
