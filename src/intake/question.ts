import type { Fault, Problem } from '../errors'
import type { EditPreview } from '../forms/edit-preview'
import type { Fault as DrawingFault, FaultCounts } from '../forms/fault'
import type { DocumentFormat } from '../forms/outputs'
import type { PdfPictures, PdfRefusal } from '../forms/pdf'
import type { RecordView } from '../plugin'
import type { Taken } from './judge'
import type { UploadFacts } from './upload'

/** What is judged in a process of its own: it is large, or code or bytes that are not ours take part. */
export type Question =
  | {
      name: 'body'
      /** The plugin's id. */
      plugin: string
      body: Uint8Array<ArrayBuffer> | { file: string }
      /** Where files of the body are written: `<target>.<field>.<kind>`. */
      target: string
    }
  | {
      name: 'upload'
      body: Uint8Array<ArrayBuffer> | { file: string }
      contentType: string
      /** Where the picture is written. */
      target: string
    }
  | {
      /** What is wrong with a drawing: a body of the workflow `finish`. */
      name: 'check'
      body: Uint8Array<ArrayBuffer> | { file: string }
      target: string
    }
  | {
      /** A figure with changes that nobody has kept: a body of the workflow `redraw`. */
      name: 'preview'
      body: Uint8Array<ArrayBuffer> | { file: string }
      target: string
    }
  | {
      name: 'pages'
      /** A PDF. */
      body: Uint8Array<ArrayBuffer> | { file: string }
      target: string
      /** The first page to draw. */
      from: number
    }
  | {
      /** A finished figure as a document of another program. */
      name: 'document'
      /** The record's id, whose files are asked for. */
      source: string
      format: DocumentFormat
      /** The figure's. */
      title: string
    }

/** What each question finds. */
interface Findings {
  body: Taken
  upload: UploadFacts
  pages: PdfPictures | PdfRefusal
  check: { faults: DrawingFault[]; counts: FaultCounts }
  preview: EditPreview
  document: { bytes: Uint8Array; leftOut: string[] }
}

export type Finding = Findings[Question['name']]

/** A `Problem` on its way between processes. */
export interface Refusal {
  status: number
  sentence: string
  faults: Fault[] | undefined
  headers: Record<string, string> | undefined
}

/** Who asks, and what the examination may ask back. */
export interface Asker {
  /** Callers take turns. */
  caller: string
  record: (id: string) => Promise<RecordView | undefined>
  read: (name: string) => Promise<Uint8Array | undefined>
  /** What is answered when the question itself takes too much time or memory. */
  tooCostly: Problem
}

/** Nothing is looked at beside the question. */
export const ALONE: Pick<Asker, 'record' | 'read'> = {
  record: async () => undefined,
  read: async () => undefined,
}

/** @throws Problem the refusal, `tooCostly`, or 503 when the line is long or the process was lost */
export type Examine = <Q extends Question>(
  question: Q,
  asker: Asker,
) => Promise<Findings[Q['name']]>
