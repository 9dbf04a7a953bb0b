/** What a probe of a PDF found out; everything else waits for the job. */
export interface PdfFacts {
  /** Of the file. */
  pages: number
  /** 1-based, ascending, each once. */
  selected: number[]
}

/** Why a PDF or the choice of its pages is refused, in words for the client. */
export interface PdfRefusal {
  at: 'file' | 'pages'
  sentence: string
}

/** Small pictures of some of a PDF's pages. */
export interface PdfPictures {
  /** Of the file. */
  pages: number
  /** In order, from 1 on; `picture` is a data URL, null where the page is broken. */
  pictures: { page: number; picture: string | null }[]
}

/** Words of a PDF, in reading order and ready for the diagram reader. */
export interface PdfText {
  /** Headings as markdown `#` lines, paragraphs apart by a blank line. */
  text: string
  /** The document's title where it is recognised, else `''`. */
  title: string
  pages: number
  selected: number[]
  /** Captions of figures and tables on the chosen pages, set apart from the text. */
  captions: string[]
  /** Which part of the file the text is. */
  drawnFrom: string
  /** What was chosen and left out, one sentence each. */
  notes: string[]
  /** Why the text may not be what stands there: pages that are scans. */
  warnings: string[]
}
