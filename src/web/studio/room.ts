import type { Config, OwnRecord } from '../operations'
import type { Sending } from '../parts/use-sending'
import type { Change, Draft } from './draft'

/** What the panel of a tab is given. */
export interface Room {
  draft: Draft
  change: Change
  /** What was refused of each field of the interface. */
  fields: Readonly<Record<string, string>>
  config: Config | undefined
  /** Of a picture, which is sent as soon as it is chosen. */
  upload: Sending
  /** The chosen PDF: a browser keeps no file over a reload. */
  pdf: File | undefined
  setPdf: (file: File) => void
  /** What this browser or key has drawn, newest first. */
  mine: readonly OwnRecord[]
}
