/** Mixes two `#rrggbb` colours: 0 gives the first, 1 the second. */
export function mix(one: string, two: string, share: number): string {
  const channel = (start: number) => {
    const [a, b] = [one, two].map((color) => Number.parseInt(color.slice(start, start + 2), 16))
    const value = Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share)
    return value.toString(16).padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
