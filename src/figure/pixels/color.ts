/** Colours: `#rrggbb` in forms and drawings, packed as `0xrrggbb` in pictures. A channel is 0 to 255. */
export function packed(color: string): number {
  return Number.parseInt(color.slice(1), 16)
}

export const isHex = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color)

export function hexOf(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`
}

/** Of three channels, which are rounded. */
export function packedOf([r, g, b]: readonly [r: number, g: number, b: number]): number {
  return (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b)
}

/** `share` of the way from one colour to another. */
export function mixPacked(a: number, b: number, share: number): number {
  const channel = (shift: number) => {
    const from = (a >> shift) & 255
    return Math.round(from + (((b >> shift) & 255) - from) * share) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** {@link mixPacked} of `#rrggbb` colours. */
export function mix(one: string, two: string, share: number): string {
  return hexOf(mixPacked(packed(one), packed(two), share))
}

/** The largest difference of a channel, 0 to 255. */
export function difference(a: number, b: number): number {
  const r = Math.abs(((a >> 16) & 255) - ((b >> 16) & 255))
  const g = Math.abs(((a >> 8) & 255) - ((b >> 8) & 255))
  const blue = Math.abs((a & 255) - (b & 255))
  return Math.max(r, g, blue)
}

/** Channel by channel; black of none. */
export function medianColour(colours: readonly number[]): number {
  const channel = (shift: number) => {
    const values = colours.map((colour) => (colour >> shift) & 255).sort((a, b) => a - b)
    return (values[values.length >> 1] ?? 0) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** Luma of the values as stored, 0 to 255 (Rec. 601). */
export function luma(colour: number): number {
  return 0.299 * ((colour >> 16) & 255) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255)
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(one), luminance(two)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Relative luminance, 0 to 1, as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Least contrast of text, by WCAG 2.2 for its usual size. */
export const READABLE = 4.5

/** A colour for text on a fill: white where it can be read, else the darker of the palette's ink and black that can. */
export function inkOn(fill: string, ink: string): string {
  return ['#ffffff', ink].find((each) => contrast(each, fill) >= READABLE) ?? '#000000'
}

/** A colour moved away from the ground until text in it has at least this contrast there. */
export function readable(color: string, ground: string, least = READABLE): string {
  const far = contrast('#ffffff', ground) > contrast('#000000', ground) ? '#ffffff' : '#000000'
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(far, color, 1 - share)
    if (contrast(shade, ground) >= least) return shade
  }
  return far
}

/** Weakest channel from which a colour is pale, and how far the channels of a vivid one are apart, 0 to 255. */
const PALE = 160
const VIVID = 150

/** A pale colour as vivid as a line must be, its hue kept: darkened as it is, it would be a grey. */
export function vividOf(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [most, least] = [Math.max(...channels), Math.min(...channels)]
  if (least < PALE || most === least) return colour
  const by = VIVID / (most - least)
  const hex = channels.map((each) => Math.round(most - (most - each) * by).toString(16))
  return `#${hex.map((each) => each.padStart(2, '0')).join('')}`
}
