/** What is wrong with a figure, as `report.json` and `/api/check` tell it. */

import { type Static, Type } from '@sinclair/typebox'
import { orNull } from './schema'

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

const kinds = Object.keys(FAULT_KINDS) as FaultKind[]

export const Fault = Type.Object({
  kind: Type.Unsafe<FaultKind>({ type: 'string', enum: kinds }),
  id: orNull(Type.String({ description: 'The node, edge or panel; null: the canvas.' })),
  other: orNull(Type.String({ description: 'The second party.' })),
  hard: Type.Boolean(),
  /** With its measure in units of the canvas and where room is. */
  sentence: Type.String({ description: 'What is wrong, by how much, and how it is mended.' }),
  mended: Type.Boolean(),
  by: Type.Number({ description: 'The measure: the more, the worse.' }),
})

export type Fault = Static<typeof Fault>

export type FaultCounts = Record<FaultKind, number>
