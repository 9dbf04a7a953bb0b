/**
 * The reader of drawings: an SVG of the closed set of elements (a model's, a person's, our own writer's) becomes a scene.
 *
 * Doors: `readDrawing(svg, options)` here; `readPatch(text, base)` here, applied by `patched()` in `src/figure/patch`;
 * `check(scene, options)` in `src/figure/check`; `exact(scene, held)` in `src/figure/exact`; `diagramOf(scene, text)` in
 * `src/figure/diagram-of.ts`; the kinds of faults in `src/forms/fault.ts`. Writing is `toSvg` of `src/figure/svg.ts`.
 */
import type { Scene, SceneElement } from '../../forms/scene'

export interface ReadOptions {
  /** The theme whose palette the drawing was made with; its colours are noted as tokens of it. Default `academic`. */
  theme?: string
  /** For readers who cannot see the figure. Default: the drawing's own `title`, `desc`. */
  title?: string
  description?: string
  /** Width on paper in mm; the drawing's own where it declares one, else 178. */
  paper?: number
  /** The house's own SVG: embedded pictures stay. */
  own?: boolean
}

export interface ReadDrawing {
  scene: Scene
  /** What was left out, a sentence each. */
  dropped: string[]
  /** The drawing's own definitions, cleaned: what the groups of a patch may refer to. */
  defs: string
}

/** Why an SVG is no drawing; the message is a sentence for whoever drew it. */
export class DrawingRefused extends Error {
  override name = 'DrawingRefused'
}

/** @throws DrawingRefused */
export function readDrawing(_svg: string, _options: ReadOptions = {}): ReadDrawing {
  throw new DrawingRefused('not yet')
}

/** Groups to stand in the place of those of the same id, or beside them, and ids of groups that go. */
export interface Patch {
  elements: SceneElement[]
  drops: string[]
  /** What was left out of it, a sentence each. */
  dropped: string[]
}

/** Reads the first `<patch>` of a text. @throws DrawingRefused */
export function readPatch(_text: string, _base: { scene: Scene; defs: string }): Patch {
  throw new DrawingRefused('not yet')
}
