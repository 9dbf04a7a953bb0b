/** A figure whose content is known: what a reader of its picture should find. */
export interface Truth {
  name: string
  svg: string
  /** As the program drew it that drew it; else what `svg` shows. */
  png?: Uint8Array
  width: number
  height: number
  /** One for each line of text; the middle of its box. */
  texts: { text: string; x: number; y: number }[]
  shapes: {
    /** `any` is what no simple form is. */
    form: 'rect' | 'ellipse' | 'polygon' | 'cylinder' | 'any'
    x: number
    y: number
    width: number
    height: number
  }[]
  /** Ends in pixels, and the shapes they hold on to. */
  connectors: {
    /** Below 0 where there is none. */
    from: number
    to: number
    start: { x: number; y: number }
    end: { x: number; y: number }
    directed: boolean
    /** Heads at both ends. */
    both?: boolean
  }[]
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Takes one of some values, by the next random number. */
export const picker =
  (next: () => number) =>
  <T>(values: readonly T[]): T =>
    values[Math.floor(next() * values.length)] ?? (values[0] as T)
