/** What a model that draws is asked and answers: the whole figure, then patches of it. */
import type { Fault } from './fault'
import type { FigureGround } from './look'
import type { PictureStyle } from './picture-style'
import type { Scene } from './scene'

/** What a figure is drawn of. */
export interface DrawBrief {
  /** The method text; empty where a figure is changed whose text nobody knows. */
  text: string
  /** The text is material alone (a paper): nothing in it is a wish of whoever asks. */
  material: boolean
  /** Title or communicative intent; null: none given. */
  caption: string | null
  /** What the same paper says of its figures. */
  context: readonly string[]
  /** `auto` or `W:H`. */
  ratio: string
  /** A style's name. */
  style: string
  /** The style's own where absent. */
  ground?: FigureGround
  /** A look to take over from a picture. */
  reference?: PictureStyle
  /** From 2 on: another drawing of the same text. */
  variant?: number
}

/** What a model says that it draws, before it does. */
export interface DrawingPlan {
  nodes: readonly { id: string; label: string }[]
  edges: readonly { from: string; to: string }[]
  /** Wishes of the text that it does not follow, a sentence each. */
  unmet: readonly string[]
}

export interface Drawn {
  scene: Scene
  plan: DrawingPlan
  /** As the model wrote it: what it is shown when it looks again. */
  source: string
  /** Definitions that patches may refer to, as SVG. */
  frame: string
  /** What of it was left out, a sentence each. */
  dropped: readonly string[]
}

/** Several drawings of one text. */
export interface Candidates {
  brief: DrawBrief
  drawings: readonly {
    faults: readonly Fault[]
    /** As PNG, small enough for a model. */
    picture(): Promise<Uint8Array>
  }[]
}

/** A figure as who looks at it sees it. */
export interface LookedFigure {
  brief: DrawBrief
  scene: Scene
  /** The drawing in SVG, with the patches that followed. */
  source: string
  frame: string
  faults: readonly Fault[]
  /** A person's wish in words; absent: it is only looked at. */
  instruction?: string
  /** The figure as PNG, small enough for a model. */
  picture(): Promise<Uint8Array>
  /** The picture that it is to be like, as large as its canvas, PNG; absent: it is of a text. */
  original?: Uint8Array
  /** What became of earlier rounds, a sentence each. */
  earlier: readonly string[]
}

/** The figure after a look; `scene` absent: nothing is to be changed. */
export interface Look {
  scene?: Scene
  source: string
  frame: string
  /** Ids of the groups that were replaced, added or dropped. */
  changed: readonly string[]
  /** Why an instruction cannot be followed. */
  declined?: string
  /** Why the rounds end, where a provider failed. */
  ended?: string
}
