/** Kinds of files that a body may carry as base64, with the media type of their data URLs. */
export const FILE_KINDS = { pdf: 'application/pdf' } as const

export type FileKind = keyof typeof FILE_KINDS

/** A file taken out of a body. */
export interface BodyFile {
  /** Where it was written. */
  path: string
  bytes: number
  /** Of the decoded file. */
  sha256: string
}
