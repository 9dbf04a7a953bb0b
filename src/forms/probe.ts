import type { BodyParts, FileKind } from './body-files'
import type { ImageFacts, ImageRefusal } from './image'
import type { PdfFacts, PdfRefusal } from './pdf'

/** A look into a file of a client, done where a crash costs nothing. */
export type Probe =
  | { name: 'image'; file: string; maxPixels: number }
  /** `pages` as the client wrote it; null: all. */
  | { name: 'pdf'; file: string; pages: string | null; mostPages: number }
  /** Takes the files out of a JSON body and writes each to `<target>.<field>.<kind>`. */
  | { name: 'body'; file: string; kinds: Readonly<Record<string, FileKind>>; target: string }

/** What each probe finds. */
export interface ProbeFacts {
  image: ImageFacts | ImageRefusal
  pdf: PdfFacts | PdfRefusal
  body: BodyParts
}

export type AnyFacts = ProbeFacts[Probe['name']]

/** Undefined: the look itself failed. */
export type Examine = <P extends Probe>(probe: P) => Promise<ProbeFacts[P['name']] | undefined>
