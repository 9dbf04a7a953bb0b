/** Documents of other programs, made of finished figures: one maker a format, each a pure function. */
import { DOCUMENTS, type DocumentFormat } from '../../forms/outputs'
import { drawio, drawioSvg } from './drawio'
import { excalidraw } from './excalidraw'
import { html } from './html'
import type { Exportable, Made } from './made'
import { mermaid } from './mermaid'
import { pptx } from './pptx'
import { tikz } from './tikz'

export { NotExportable } from './made'

interface Export {
  mediaType: string
  /** Of the file's name, without the dot before it. */
  ending: string
  /** @throws NotExportable */
  make: (figure: Exportable) => Made | Promise<Made>
}

/** The one table of the documents that any figure is made into. */
export const EXPORTS: Readonly<Record<DocumentFormat, Export>> = {
  pptx: { ...DOCUMENTS.pptx, make: pptx },
  drawio: { ...DOCUMENTS.drawio, make: drawio },
  'drawio.svg': { ...DOCUMENTS['drawio.svg'], make: drawioSvg },
  excalidraw: { ...DOCUMENTS.excalidraw, make: excalidraw },
  tikz: { ...DOCUMENTS.tikz, make: tikz },
  mermaid: { ...DOCUMENTS.mermaid, make: mermaid },
  html: { ...DOCUMENTS.html, make: html },
}
