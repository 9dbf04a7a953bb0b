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

/** A body with its files taken out. */
export interface BodyParts {
  /** The JSON that is left, a short word in the place of each file. */
  rest: Uint8Array
  /** By field: the file, or why its text is none. */
  files: Record<string, BodyFile | { refused: string }>
}
