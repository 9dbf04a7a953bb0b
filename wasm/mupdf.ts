import type * as Mupdf from 'mupdf'
import { CORES, packageFile } from './package-files'

/** One line of text as it stands on a page. Boxes in points, origin at the page's top left corner. */
export interface PageLine {
  text: string
  x: number
  y: number
  w: number
  h: number
  /** The baseline. */
  baseline: number
  /** Of the line's first character, in points. */
  size: number
  font: string
  bold: boolean
  italic: boolean
  /** False for vertical and turned text. */
  horizontal: boolean
}

export interface PdfPage {
  /** In points. */
  width: number
  height: number
  lines: PageLine[]
  /** What it says: text, a picture of some that covers most of it, or nothing. */
  holds: 'text' | 'scan' | 'nothing'
}

/** What a file is that opens as PDF. `encrypted`: nothing can be read without a password. */
export interface PdfFile {
  encrypted: boolean
  pages: number
  /** `index` counts from 0. Ligatures are spelled out. Throws where the page is broken. */
  page(index: number): PdfPage
  /** A picture of a page, its longer side of `side` pixels. Throws where the page is broken. */
  picture(index: number, side: number): PagePicture
  /** Whether a page has one shade all over. Throws where the page is broken. */
  isBlank(index: number): boolean
}

export interface PagePicture {
  /** In pixels. */
  width: number
  height: number
  jpeg: Uint8Array
}

let ready: Promise<typeof Mupdf> | undefined

/** Compiles the 9 MB module once per thread, on the first PDF or TIFF. */
function load(): Promise<typeof Mupdf> {
  ready ??= (async () => {
    // Read by the package when it is first imported: it would look for its module beside itself otherwise.
    Reflect.set(globalThis, '$libmupdf_wasm_Module', {
      wasmBinary: packageFile(CORES.mupdf),
      printErr: () => {},
    })
    return import('mupdf')
  })()
  return ready
}

/**
 * Opens a PDF for as long as `use` runs and frees everything after it.
 * @throws Error with the library's words where the bytes cannot be opened
 */
export async function withPdf<T>(
  bytes: Uint8Array,
  use: (file: PdfFile) => T | Promise<T>,
): Promise<T> {
  const { Document, ColorSpace } = await load()
  const document = Document.openDocument(bytes, 'application/pdf')
  try {
    const encrypted = document.needsPassword()
    return await use({
      encrypted,
      pages: encrypted ? 0 : document.countPages(),
      page: (index) => readPage(document, index),
      picture: (index, side) =>
        drawn(document, index, side, ColorSpace.DeviceRGB, (pixels) => ({
          ...{ width: pixels.getWidth(), height: pixels.getHeight() },
          jpeg: new Uint8Array(pixels.asJPEG(JPEG_QUALITY)),
        })),
      isBlank: (index) =>
        drawn(document, index, GLANCE_SIDE, ColorSpace.DeviceGray, (pixels) => {
          const shades = pixels.getPixels().toSorted()
          return (shades.at(-1) ?? 0) - (shades[0] ?? 0) < LEAST_CONTRAST
        }),
    })
  } finally {
    document.destroy()
  }
}

/**
 * The first picture of a TIFF as a PNG, as it is stored; its compression may be any that the library knows.
 * @throws Error with the library's words where the bytes cannot be decoded
 */
export async function tiffAsPng(bytes: Uint8Array): Promise<Uint8Array> {
  const { Image, ColorSpace } = await load()
  const image = new Image(bytes)
  try {
    const stored = image.toPixmap()
    const plain = stored.convertToColorSpace(ColorSpace.DeviceRGB, true)
    stored.destroy()
    const png = plain.asPNG()
    plain.destroy()
    return png
  } finally {
    image.destroy()
  }
}

function readPage(document: Mupdf.Document, index: number): PdfPage {
  const page = document.loadPage(index)
  try {
    const [left, top, right, bottom] = page.getBounds()
    const text = page.toStructuredText('preserve-whitespace=no,preserve-images')
    try {
      const structure: StructuredPage = JSON.parse(text.asJSON())
      const lines = linesOf(structure)
      for (const line of lines) {
        line.x -= left
        line.y -= top
        line.baseline -= top
      }
      const [width, height] = [right - left, bottom - top]
      return { width, height, lines, holds: heldBy(structure, width * height) }
    } finally {
      text.destroy()
    }
  } finally {
    page.destroy()
  }
}

/** Of 100: letters of a page of this size are grey lines anyway. */
const JPEG_QUALITY = 70
/** Longer side, in pixels, at which a line of letters is still a line. */
const GLANCE_SIDE = 320
/** Of 255 shades: less is the grain of paper. */
const LEAST_CONTRAST = 24

function drawn<Found>(
  document: Mupdf.Document,
  index: number,
  side: number,
  colours: Mupdf.ColorSpace,
  use: (pixels: Mupdf.Pixmap) => Found,
): Found {
  const page = document.loadPage(index)
  try {
    const [left, top, right, bottom] = page.getBounds()
    const scale = side / Math.max(right - left, bottom - top, 1)
    const pixels = page.toPixmap([scale, 0, 0, scale, 0, 0], colours, false)
    try {
      return use(pixels)
    } finally {
      pixels.destroy()
    }
  } finally {
    page.destroy()
  }
}

/** Of a page, that its pictures cover. */
const MOST = 0.5

function heldBy({ blocks }: StructuredPage, area: number): PdfPage['holds'] {
  const isText = ({ lines = [] }: StructuredPage['blocks'][number]) =>
    lines.some(({ text }) => /\p{L}{2}|\p{Lo}/u.test(text))
  if (blocks.some(isText)) return 'text'
  const pictures = blocks.filter(({ type }) => type === 'image')
  return pictures.reduce((sum, { bbox }) => sum + bbox.w * bbox.h, 0) > MOST * area
    ? 'scan'
    : 'nothing'
}

/** The library's own JSON of a page; only what is read here. */
interface StructuredPage {
  blocks: {
    type: string
    bbox: { w: number; h: number }
    lines?: {
      wmode: number
      bbox: { x: number; y: number; w: number; h: number }
      font: { name: string; weight: string; style: string; size: number }
      x: number
      y: number
      text: string
    }[]
  }[]
}

function linesOf({ blocks }: StructuredPage): PageLine[] {
  return blocks.flatMap(({ lines = [] }) =>
    lines.map(({ wmode, bbox, font, y, text }) => ({
      text,
      ...bbox,
      baseline: y,
      size: font.size,
      font: font.name,
      bold: font.weight === 'bold',
      italic: font.style === 'italic',
      horizontal: wmode === 0 && bbox.w >= bbox.h * 0.5,
    })),
  )
}
