import { join } from 'node:path'
import { fontsFor } from '../../src/figure/fonts'
import { withPdf } from '../../wasm/mupdf'
import { typesetSvg } from '../../wasm/typst'

export const FIXTURE_PDFS = join(import.meta.dir, '..', 'fixtures', 'pdf')

/** A page of A6, in points. */
const PAGE: [number, number, number, number] = [0, 0, 298, 420]

/** A PDF with one line of text on each page; `''` leaves the page blank. */
export function textPdf(lines: readonly string[], options = 'compress'): Promise<Buffer> {
  const drawn = lines.map((line) => (line === '' ? '' : `BT /F 10 Tf 30 380 Td (${line}) Tj ET`))
  return drawnPdf(drawn, options)
}

async function drawnPdf(pages: readonly string[], options: string): Promise<Buffer> {
  const mupdf = await library()
  const document = new mupdf.PDFDocument()
  try {
    const font = document.addSimpleFont(new mupdf.Font('Helvetica'))
    const resources = document.addObject({ Font: { F: font } })
    for (const drawn of pages) document.insertPage(-1, document.addPage(PAGE, 0, resources, drawn))
    return Buffer.from(document.saveToBuffer(options).asUint8Array())
  } finally {
    document.destroy()
  }
}

export function encryptedPdf(): Promise<Buffer> {
  return textPdf(['Words'], 'encrypt=aes-256,user-password=secret,owner-password=owner')
}

/** One page that holds nothing but a picture, as a scanner makes it: of the first page of a PDF, or of nothing. */
export async function scannedPdf(of?: Uint8Array): Promise<Buffer> {
  const mupdf = await library()
  const document = new mupdf.PDFDocument()
  const paper = mupdf.Document.openDocument(of ?? (await textPdf([''])), 'application/pdf')
  try {
    const page = paper.loadPage(0)
    const [x, y, right, bottom] = page.getBounds()
    const picture = page.toPixmap([2, 0, 0, 2, 0, 0], mupdf.ColorSpace.DeviceGray, false)
    const image = document.addImage(new mupdf.Image(picture))
    const resources = document.addObject({ XObject: { I: image } })
    const drawn = `q ${right - x} 0 0 ${bottom - y} 0 0 cm /I Do Q`
    document.insertPage(-1, document.addPage([x, y, right, bottom], 0, resources, drawn))
    return Buffer.from(document.saveToBuffer('compress').asUint8Array())
  } finally {
    paper.destroy()
    document.destroy()
  }
}

/** The library as the loader set it up: its module must be in place before it is imported. */
async function library() {
  await withPdf(Buffer.from('%PDF-'), () => undefined).catch(() => {})
  return import('mupdf')
}

/** A paper of A4 pages set from typst markup, in the faces that the compiler is given. */
export async function typesetPdf(markup: string): Promise<Uint8Array> {
  const { createTypstCompiler, CompileFormatEnum } = await import(
    '@myriaddreamin/typst.ts/compiler'
  )
  const { loadFonts } = await import('@myriaddreamin/typst.ts/dist/esm/options.init.mjs')
  // Loads the module.
  await typesetSvg('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 9, 9, [])
  const compiler = createTypstCompiler()
  const fonts = fontsFor('<text font-weight="600">paper</text>')
  await compiler.init({ beforeBuild: [loadFonts([...fonts], { assets: false })] })
  compiler.addSource('/main.typ', `#set text(font: "Inter", size: 10pt)\n${markup}`)
  const { result, diagnostics } = await compiler.compile({
    ...{ mainFilePath: '/main.typ', format: CompileFormatEnum.pdf, diagnostics: 'unix' },
  })
  if (!result) throw new Error((diagnostics ?? []).join('; '))
  return result
}
