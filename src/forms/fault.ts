/** What is wrong with a figure, as `report.json` and `/api/check` tell it. */

/** Every kind, and whether it is hard: a figure does not leave the house with a hard one unsaid. */
export const FAULT_KINDS = {
  words_over: true,
  words_struck: true,
  words_leave: true,
  words_small: true,
  words_hidden: true,
  /** Hard below 3, soft from 3 to 4.5. */
  contrast: true,
  end_off: true,
  head_missing: true,
  wrong_way: true,
  through: true,
  on_one_line: true,
  crossing: false,
  overlap: true,
  edge_unnamed: true,
  id_doubled: true,
  words_foreign: true,
  quote_foreign: true,
  missing: true,
  /** Drawn where the picture that is drawn anew shows nothing. */
  off_picture: true,
  near_align: false,
  near_border: false,
  empty: false,
} as const

export type FaultKind = keyof typeof FAULT_KINDS

export interface Fault {
  kind: FaultKind
  /** The node, edge or panel; null: the canvas. */
  id: string | null
  /** The second party. */
  other: string | null
  hard: boolean
  /** Condition and repair, with its measure in units of the canvas and where room is. */
  sentence: string
  mended: boolean
  /** The measure alone: the more, the worse. */
  by: number
}

export type FaultCounts = Record<FaultKind, number>
