import { contrast, mix } from '../color'

/** Okabe and Ito's colours, told apart by colour-blind readers; their yellow comes late because it is weak on white. */
export const OKABE_ITO = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#4d4d4d',
  '#bfae00',
] as const

/** Qualitative palettes by the names under which people know them. */
const QUALITATIVE: Record<string, readonly string[]> = {
  'okabe-ito': OKABE_ITO,
  colorblind: OKABE_ITO,
  tableau10: [
    '#4e79a7',
    '#f28e2b',
    '#e15759',
    '#76b7b2',
    '#59a14f',
    '#edc948',
    '#b07aa1',
    '#ff9da7',
    '#9c755f',
    '#bab0ac',
  ],
  tab10: [
    '#1f77b4',
    '#ff7f0e',
    '#2ca02c',
    '#d62728',
    '#9467bd',
    '#8c564b',
    '#e377c2',
    '#7f7f7f',
    '#bcbd22',
    '#17becf',
  ],
  set1: ['#e41a1c', '#377eb8', '#4daf4a', '#984ea3', '#ff7f00', '#a65628', '#f781bf', '#999999'],
  set2: ['#66c2a5', '#fc8d62', '#8da0cb', '#e78ac3', '#a6d854', '#ffd92f', '#e5c494', '#b3b3b3'],
  dark2: ['#1b9e77', '#d95f02', '#7570b3', '#e7298a', '#66a61e', '#e6ab02', '#a6761d', '#666666'],
  pastel: ['#8fb8de', '#f6b38e', '#93d0b4', '#dcb1d0', '#f3d28a', '#aadaf4', '#b7b7b7', '#e3dc8d'],
  tol: ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377', '#777777'],
}

/** Ramps from low to high, each near even steps of lightness. */
const RAMPS: Record<string, readonly string[]> = {
  blues: ['#f4f8fc', '#d3e3f1', '#a6c8e2', '#6ba6cf', '#3a80b8', '#165a97', '#08346b'],
  greens: ['#f3f9f3', '#cfe8cf', '#9bd0a0', '#5fb274', '#2f8f53', '#0f6b37', '#00441b'],
  reds: ['#fdf3f0', '#fbd3c6', '#f7a58e', '#ec7059', '#d03f36', '#a61a23', '#67000d'],
  oranges: ['#fef5ec', '#fddcbc', '#fbb97c', '#f68f41', '#df6613', '#ad4503', '#7f2704'],
  purples: ['#f7f5fa', '#dedbec', '#bcb9db', '#9791c4', '#7566ae', '#583695', '#3f007d'],
  greys: ['#fafafa', '#e2e2e2', '#c1c1c1', '#9a9a9a', '#737373', '#4a4a4a', '#1f1f1f'],
  viridis: ['#440154', '#443983', '#31688e', '#21918c', '#35b779', '#90d743', '#fde725'],
  cividis: ['#00224e', '#35456c', '#666970', '#948e77', '#c8b866', '#fee838'],
  magma: ['#000004', '#2c115f', '#721f81', '#b73779', '#f1605d', '#feb078', '#fcfdbf'],
  inferno: ['#000004', '#320a5e', '#781c6d', '#bc3754', '#ed6925', '#fbb41a', '#fcffa4'],
  plasma: ['#0d0887', '#5302a3', '#8b0aa5', '#cc4778', '#ed7953', '#fdb42f', '#f0f921'],
  ylgnbu: ['#ffffe0', '#d5eeb3', '#91d3b7', '#4ab3c3', '#1f80b8', '#24479d', '#081d58'],
}

/** Ramps with a light middle, for values on both sides of a centre. */
const DIVERGING: Record<string, readonly string[]> = {
  rdbu: [
    '#8a1a2b',
    '#c4503f',
    '#ec9c7b',
    '#fbdfcf',
    '#f7f7f7',
    '#d2e5f0',
    '#86bcd9',
    '#3a82b8',
    '#14437a',
  ],
  bluered: [
    '#14437a',
    '#3a82b8',
    '#86bcd9',
    '#d2e5f0',
    '#f7f7f7',
    '#fbdfcf',
    '#ec9c7b',
    '#c4503f',
    '#8a1a2b',
  ],
  brbg: [
    '#543005',
    '#a6701f',
    '#dec088',
    '#f5ead0',
    '#f5f5f5',
    '#cfe9e5',
    '#85c9be',
    '#2f918a',
    '#003c30',
  ],
  prgn: [
    '#40004b',
    '#7d4090',
    '#b793c3',
    '#e5d5e8',
    '#f7f7f7',
    '#d7efd2',
    '#92cb92',
    '#30853f',
    '#00441b',
  ],
  coolwarm: [
    '#3b4cc0',
    '#6788ee',
    '#9abbff',
    '#c9d7f0',
    '#e8e4e2',
    '#f7cdb9',
    '#f4987a',
    '#dd5f4b',
    '#b40426',
  ],
}

const ALIASES: Record<string, string> = {
  blue: 'blues',
  green: 'greens',
  red: 'reds',
  orange: 'oranges',
  purple: 'purples',
  grey: 'greys',
  gray: 'greys',
  grays: 'greys',
  greyscale: 'greys',
  grayscale: 'greys',
  okabe: 'okabe-ito',
  okabeito: 'okabe-ito',
  'colour-blind': 'colorblind',
  'color-blind': 'colorblind',
  colourblind: 'colorblind',
  tableau: 'tableau10',
  category10: 'tab10',
  'category-10': 'tab10',
  'tableau-10': 'tableau10',
  rdbu_r: 'bluered',
}

const canonical = (name: string) => {
  const lower = name.toLowerCase()
  return (Object.hasOwn(ALIASES, lower) && ALIASES[lower]) || lower
}

const listIn = (table: Record<string, readonly string[]>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** `count` colours for series; a ramp's name gives steps of it. */
export function seriesColors(count: number, name?: string): string[] {
  const wanted = name === undefined ? undefined : canonical(name)
  const ramp =
    wanted === undefined ? undefined : (listIn(RAMPS, wanted) ?? listIn(DIVERGING, wanted))
  if (ramp) {
    const [from, to] =
      listIn(RAMPS, wanted ?? '') && !isDarkFirst(ramp) ? [0.35, 0.95] : [0.05, 0.85]
    return Array.from({ length: count }, (_, i) =>
      rampColor(ramp, count === 1 ? 0.7 : from + ((to - from) * i) / (count - 1)),
    )
  }
  const list = (wanted === undefined ? undefined : listIn(QUALITATIVE, wanted)) ?? OKABE_ITO
  return Array.from({ length: count }, (_, i) => {
    const base = list[i % list.length] ?? '#0072b2'
    const round = Math.floor(i / list.length)
    return round === 0 ? base : mix(base, round % 2 === 1 ? '#ffffff' : '#000000', 0.4)
  })
}

const isDarkFirst = (ramp: readonly string[]) => contrast(ramp[0] ?? '#ffffff', '#ffffff') > 4

export interface Ramp {
  stops: readonly string[]
  diverging: boolean
}

/** A ramp for amounts: the named one, or blues, or red-blue around zero. */
export function rampOf(name: string | undefined, diverging: boolean): Ramp {
  const wanted = name === undefined ? undefined : canonical(name)
  const both = listIn(DIVERGING, wanted ?? '')
  if (both) return { stops: both, diverging: true }
  const one = listIn(RAMPS, wanted ?? '')
  if (one) return { stops: one, diverging: false }
  return diverging
    ? { stops: DIVERGING.bluered ?? [], diverging: true }
    : { stops: RAMPS.blues ?? [], diverging: false }
}

/** The colour at `share` (0 to 1) of a ramp. */
export function rampColor(stops: readonly string[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1)
  const below = Math.min(Math.floor(at), stops.length - 2)
  return mix(stops[below] ?? '#ffffff', stops[below + 1] ?? '#000000', at - below)
}
