import { contrast } from '../contrast'

/** Mixes two `#rrggbb` colours: 0 gives the first, 1 the second. */
export function mix(one: string, two: string, share: number): string {
  const channel = (start: number) => {
    const [a, b] = [one, two].map((color) => Number.parseInt(color.slice(start, start + 2), 16))
    const value = Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share)
    return value.toString(16).padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** Least contrast of text, by WCAG 2.2 for its usual size. */
const READABLE = 4.5

/** A colour for text on a fill: white where it can be read, else the darker of the palette's ink and black that can. */
export function inkOn(fill: string, ink: string): string {
  return ['#ffffff', ink].find((each) => contrast(each, fill) >= READABLE) ?? '#000000'
}
