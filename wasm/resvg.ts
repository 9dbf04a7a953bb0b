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
  await load()
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      fontBuffers: fonts,
      defaultFontFamily: 'Inter',
      sansSerifFamily: 'Inter',
      serifFamily: 'Inter',
      monospaceFamily: 'Inter',
    },
  })
  try {
    const image = resvg.render()
    try {
      return image.asPng()
    } finally {
      image.free()
    }
  } finally {
    resvg.free()
  }
}
