/** What reads pictures and documents: the part of the plugin contract that speaks of what people send in. */
import type { Fault } from './fault'
import type { Place, Segment } from './figure-tools'
import type { PdfText } from './pdf'
import type { PictureStyle } from './picture-style'
import type { Scene } from './scene'

export interface Reader {
  /** The words of a PDF's chosen pages for a figure; null: all. Throws with a sentence where they cannot be read. */
  pdf(bytes: Uint8Array, choice: { pages: string | null }): Promise<PdfText>
  /** A picture as PNG, upright, its longer side at most so many pixels. Refuses what is no image with a sentence. */
  shown(bytes: Uint8Array, longest: number): Promise<ShownPicture>
  /** Ground, colours, line width and roundness of a picture. Refuses what is no image with a sentence. */
  pictureStyle(bytes: Uint8Array): Promise<PictureStyle>
  /**
   * Reads a picture into a scene of text, shapes, connectors, icons and pictures, in the picture's own pixels. Refuses
   * what is no image with a sentence; whatever is an image gives a scene, at worst of pixels alone.
   */
  picture(bytes: Uint8Array, options?: ReadPictureOptions): Promise<PictureReading>
}

export interface ShownPicture {
  png: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

export interface ReadPictureOptions {
  /** Verify-and-repair rounds, each kept only where it brings the drawing nearer to the picture. */
  rounds?: number
  /** Called before each stage with its name; may throw to end the reading. */
  onStage?: (name: string) => void
}

export interface PictureReading {
  /** The picture as PNG, turned as its EXIF says. */
  figure: Uint8Array
  scene: Scene
  /** The scene after the repair rounds; absent without rounds. */
  repaired?: Scene
  /** What was found, for run.log. */
  log: string[]
  /** Fidelity, the share that can be edited, counts, what stayed pixels. */
  report: Record<string, unknown>
  /** How near a scene comes to the picture, of any size. */
  likeness(scene: Scene): Promise<Likeness>
  /** Holds a drawing of the picture against its pixels, and against what was read of them. */
  hold(drawing: Scene, words: WordsKnown): Promise<HeldDrawing>
  /** A part of the picture as PNG. */
  crop(place: Place): Promise<Uint8Array>
  /** The picture with segments outlined and named over it, as PNG. */
  outlined(segments: readonly Segment[]): Promise<Uint8Array>
}

/** How near a scene comes to its picture: structural, up to 1. */
export interface Likeness {
  /** Of what is drawn, without pasted pixels. */
  drawn: number
  /** Of everything. */
  whole: number
}

/** What is known of the words of a picture. */
export interface WordsKnown {
  /** What rules read, on the drawing's canvas. */
  read: Scene
  /** What was to be painted; null: nobody knows. */
  planned: readonly string[] | null
}

export interface HeldDrawing {
  likeness: Likeness
  faults: Fault[]
}
