import {
  CompileFormatEnum,
  createTypstCompiler,
  type TypstCompiler,
} from '@myriaddreamin/typst.ts/compiler'
import { loadFonts } from '@myriaddreamin/typst.ts/dist/esm/options.init.mjs'
import initialize from '@myriaddreamin/typst-ts-web-compiler'
import { CORES, packageFile } from './package-files'

let loaded: Promise<unknown> | undefined
let ready: { fonts: Set<Uint8Array>; compiler: TypstCompiler } | undefined

/** Compiles the 28 MB module once per thread, in the engine's own threads: what else the caller does goes on. */
export function loadTypst(): Promise<unknown> {
  loaded ??= initialize({ module_or_path: packageFile(CORES.typst) })
  return loaded
}

/**
 * A compiler keeps the fonts it began with, so other fonts need another one; fonts beyond those asked for could change
 * what stands in for a missing glyph.
 */
async function load(fonts: readonly Uint8Array[]): Promise<TypstCompiler> {
  const key = new Set(fonts)
  if (ready && ready.fonts.symmetricDifference(key).size === 0) return ready.compiler
  await loadTypst()
  const compiler = createTypstCompiler()
  await compiler.init({ beforeBuild: [loadFonts([...fonts], { assets: false })] })
  ready = { fonts: key, compiler }
  return compiler
}

/**
 * Sets a clean SVG on one PDF page of `width` x `height` points with `fonts` (TrueType files, the same array object for
 * the same font). The document carries no date, so equal input gives equal bytes. Throws with the compiler's messages where the SVG cannot be read.
 */
export async function typesetSvg(
  svg: string,
  width: number,
  height: number,
  fonts: readonly Uint8Array[],
): Promise<Uint8Array> {
  const compiler = await load(fonts)
  const page = `#set document(date: none)
#set page(width: ${width}pt, height: ${height}pt, margin: 0pt, fill: none)
#image("/figure.svg", width: ${width}pt, height: ${height}pt)
`
  compiler.addSource('/main.typ', page)
  compiler.mapShadow('/figure.svg', new TextEncoder().encode(svg))
  try {
    const { result, diagnostics } = await compiler.compile({
      mainFilePath: '/main.typ',
      format: CompileFormatEnum.pdf,
      diagnostics: 'unix',
    })
    if (!result) throw new Error(`the SVG cannot be set as PDF: ${(diagnostics ?? []).join('; ')}`)
    return result
  } finally {
    compiler.unmapShadow('/figure.svg')
  }
}
