import type { Diagram } from '../../forms/diagram'
import type { Scene } from '../../forms/scene'

/** A finished figure, as the makers of documents get it. */
export interface Exportable {
  /** Dressed: what is drawn, with what it stands for. */
  scene: Scene
  /** The figure's own SVG, clean. */
  svg: string
  /** What it says, where that is known. */
  diagram?: Diagram
  /** Its name, on one line. */
  title: string
  /** What its author says of it, where that is more than its name. */
  caption?: string
}

/** A document of another program. */
export interface Made {
  bytes: Uint8Array | string
  /** What the format cannot hold, a sentence each. */
  leftOut: string[]
}

/** A figure that a format cannot hold at all; the message says why, in a sentence. */
export class NotExportable extends Error {
  override name = 'NotExportable'
}
