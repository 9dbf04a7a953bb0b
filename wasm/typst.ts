import { readFileSync } from 'node:fs'
import {
  CompileFormatEnum,
  createTypstCompiler,
  type TypstCompiler,
} from '@myriaddreamin/typst.ts/compiler'
import { loadFonts } from '@myriaddreamin/typst.ts/dist/esm/options.init.mjs'
import initialize from '@myriaddreamin/typst-ts-web-compiler'
import * as core from '@myriaddreamin/typst-ts-web-compiler/wasm' with { type: 'file' }

let ready: Promise<TypstCompiler> | undefined

/** Compiles the 28 MB module once per thread, on the first PDF. */
function load(fonts: () => Uint8Array[]): Promise<TypstCompiler> {
  ready ??= (async () => {
    await initialize({ module_or_path: readFileSync(corePath()) })
    const compiler = createTypstCompiler()
    await compiler.init({
      beforeBuild: [loadFonts(fonts(), { assets: false })],
    })
    return compiler
  })()
  return ready
}

/** The package types its module as bindings; imported as a file, its default export is a path. */
function corePath(): string {
  const path: unknown = Object.entries(core).find(([name]) => name === 'default')?.[1]
  if (typeof path !== 'string') throw new Error('the PDF module was not embedded as a file')
  return path
}

/**
 * Sets a clean SVG on one PDF page of `width` x `height` points. The fonts of the first call stay; the document carries
 * no date, so equal input gives equal bytes. Throws with the compiler's messages where the SVG cannot be read.
 */
export async function typesetSvg(
  svg: string,
  width: number,
  height: number,
  fonts: () => Uint8Array[],
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
