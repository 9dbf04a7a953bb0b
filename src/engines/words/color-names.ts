/** Colour words as they print well, near the plain meaning of the word. */
const COLORS: Record<string, string> = {
  blue: '#0072b2',
  'dark blue': '#08306b',
  navy: '#1f3a6e',
  'light blue': '#56b4e9',
  'sky blue': '#56b4e9',
  skyblue: '#56b4e9',
  steelblue: '#4682b4',
  red: '#d62728',
  'dark red': '#8b1a1a',
  crimson: '#c2183c',
  orange: '#e8710a',
  vermillion: '#d55e00',
  green: '#2ca02c',
  'dark green': '#1b6b2f',
  'light green': '#8fd18f',
  'grey blue': '#6c8ebf',
  'gray blue': '#6c8ebf',
  'blue grey': '#6c8ebf',
  'blue gray': '#6c8ebf',
  'light red': '#f2a1a1',
  'dark orange': '#b85600',
  'light orange': '#f6b26b',
  teal: '#008080',
  purple: '#7b3fa0',
  violet: '#7b3fa0',
  magenta: '#c2379c',
  pink: '#e377c2',
  yellow: '#e6b800',
  gold: '#d4a017',
  brown: '#8c564b',
  black: '#1a1a1a',
  grey: '#8a929b',
  gray: '#8a929b',
  'light grey': '#c4cad1',
  'light gray': '#c4cad1',
  'dark grey': '#4d545c',
  'dark gray': '#4d545c',
  cyan: '#17becf',
  turquoise: '#30b5a6',
  coral: '#ef6f53',
  salmon: '#f08573',
  olive: '#7a7a1f',
  maroon: '#7a1f2b',
  indigo: '#453399',
}

export const COLOR_WORDS: readonly string[] = Object.keys(COLORS).sort(
  (a, b) => b.length - a.length,
)

/** A colour by its word or as `#rrggbb`, else undefined. */
export function colorOf(word: string): string | undefined {
  const lower = word.toLowerCase().trim()
  if (/^#[0-9a-f]{6}$/.test(lower)) return lower
  if (/^#[0-9a-f]{3}$/.test(lower))
    return `#${[...lower.slice(1)].map((each) => each + each).join('')}`
  return Object.hasOwn(COLORS, lower) ? COLORS[lower] : undefined
}
