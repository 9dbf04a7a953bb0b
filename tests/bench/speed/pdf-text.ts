import { join } from 'node:path'
import { readPdf } from '../../../src/read/pdf/read-pdf'
import { freshFolder, ROOT } from '../harness/folders'
import { against, aim, type Row } from '../harness/rows'
import { interleave, median } from '../harness/stats'

const PAGES = 200
const ROUNDS = 5

/** The words of 200 pages of two columns in reading order, headings and furniture told apart, against pdftotext. */
export async function pdfTextRows(): Promise<Row[]> {
  const bytes = await longPaper(PAGES)
  const file = join(freshFolder('pdf-text'), 'long.pdf')
  await Bun.write(file, bytes)
  const program = Bun.which('pdftotext')
  const read = async () => {
    const at = performance.now()
    await readPdf(bytes, {
      pages: null,
      mostPages: PAGES,
      mostCharacters: 10_000_000,
      methodAlone: true,
    })
    return performance.now() - at
  }
  await read()
  const found = await interleave(ROUNDS, {
    ours: read,
    ...(program && { peer: () => runOnce(program, file) }),
  })
  const row = {
    figure: `PDF text, ${PAGES} pages`,
    value: median(found.ours ?? []),
    unit: 'ms',
  } as const
  if (!found.peer) return [row]
  const full = against(row, { name: 'pdftotext', value: median(found.peer) })
  return [
    {
      ...aim(full, { mostRatio: 2.5 }),
      guard: { of: 'ratio', better: 'lower', tolerance: 0.4 },
    },
  ]
}

async function runOnce(program: string, file: string): Promise<number> {
  const at = performance.now()
  const child = Bun.spawn([program, file, '-'], { stdout: 'ignore' })
  if ((await child.exited) !== 0) throw new Error('pdftotext failed')
  return performance.now() - at
}

/** A fixture's pages again and again. */
export async function longPaper(pages: number): Promise<Uint8Array> {
  // Its WebAssembly is placed where the library looks for it by the loader.
  await (await import('../../../wasm/mupdf')).withPdf(await paper(), async () => {})
  const mupdf = await import('mupdf')
  const source = mupdf.Document.openDocument(await paper(), 'application/pdf').asPDF()
  if (!source) throw new Error('The fixture is no PDF.')
  const long = new mupdf.PDFDocument()
  const count = source.countPages()
  for (let page = 0; page < pages; page++) long.graftPage(-1, source, page % count)
  return Buffer.from(long.saveToBuffer('compress').asUint8Array())
}

const paper = () => Bun.file(join(ROOT, 'tests/fixtures/pdf/two-columns.pdf')).bytes()
