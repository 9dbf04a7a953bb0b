import { mix } from '../../figure/pixels/color'

/** Colour words as they print well, near the plain meaning of the word; each may be light or dark. */
const COLORS: Readonly<Record<string, string>> = {
  blue: '#0072b2',
  navy: '#1f3a6e',
  'sky blue': '#56b4e9',
  skyblue: '#56b4e9',
  steelblue: '#4682b4',
  'grey blue': '#6c8ebf',
  'blue grey': '#6c8ebf',
  red: '#d62728',
  crimson: '#c2183c',
  orange: '#e8710a',
  vermillion: '#d55e00',
  green: '#2ca02c',
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
  cyan: '#17becf',
  turquoise: '#30b5a6',
  coral: '#ef6f53',
  salmon: '#f08573',
  olive: '#7a7a1f',
  maroon: '#7a1f2b',
  indigo: '#453399',
}
/** What shades are mixed with, half and half. */
const SHADES: Readonly<Record<string, string>> = { light: '#ffffff', dark: '#000000' }

export const COLOR_WORDS: readonly string[] = Object.keys(COLORS)
  .flatMap((word) => [word, word.replace('grey', 'gray')])
  .flatMap((word) => [word, ...Object.keys(SHADES).map((shade) => `${shade} ${word}`)])
  .sort((a, b) => b.length - a.length)

/** A colour by its word or as `#rrggbb`, else undefined. */
export function colorOf(word: string): string | undefined {
  const lower = word.toLowerCase().trim().replace('gray', 'grey')
  if (/^#[0-9a-f]{6}$/.test(lower)) return lower
  if (/^#[0-9a-f]{3}$/.test(lower))
    return `#${[...lower.slice(1)].map((each) => each + each).join('')}`
  const [, shade = '', name = ''] = /^(?:(light|dark) )?(.*)$/.exec(lower) ?? []
  const plain = Object.hasOwn(COLORS, name) ? COLORS[name] : undefined
  const other = SHADES[shade]
  return plain && other ? mix(plain, other, 0.5) : plain
}
