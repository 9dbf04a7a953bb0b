/** What a plugin may see and say before a request is accepted. */
import type { PdfFacts, PdfRefusal } from './pdf'

export interface Refusal {
  /** The field at fault; null for the body as a whole. */
  field: string | null
  status: 404 | 422
  sentence: string
}

/** A file that came inside a body. */
export interface InputFile {
  /** The name by which `ctx.read` gives it. */
  file: string
  bytes: number
  sha256: string
}

/** What `accept` may look at. */
export interface Look {
  /**
   * A record of the same owner, or undefined. What `accept` has looked at is lent: the work reads its files by
   * `ctx.read('<id>/<path>')`.
   */
  record(id: string): Promise<RecordView | undefined>
  /** A file of a record that `record` has given, by the name that `ctx.read` has for it; undefined: there is none. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Examines the PDF that came in `field`, in a process of its own. `pages` as the client chose them; null: all. */
  probe(field: string, question: { pages: string | null }): Promise<PdfFacts | PdfRefusal>
}

export interface RecordView {
  id: string
  service: 'job' | 'task'
  workflow: string
  status: 'pending' | 'running' | 'completed' | 'failed'
  artifacts: readonly { path: string; kind: string; size: number }[]
  /** The size of its `figure.png` in pixels; undefined: it has none (any more). */
  image: { width: number; height: number } | undefined
}
