import type { Point } from '../../../../forms/scene'

/** What ends a stroke. */
export interface Tip {
  head?: { form: 'triangle' | 'open'; length: number; width: number }
  /** The end lies on another stroke. */
  branch?: boolean
}

/** What one movement of a pen drew. */
export interface Stroke {
  points: Point[]
  /** Of the pen, in pixels. */
  width: number
  colour: number
  /** Of the ground below. */
  under: number
  start: Tip
  end: Tip
  closed: boolean
  dash?: [on: number, off: number]
}
