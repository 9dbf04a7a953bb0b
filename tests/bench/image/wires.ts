import { random, type Truth } from './truth'
import { HEADS, headDrawn } from './wires-heads'
import { type Way, type Wire, wireBetween } from './wires-routes'

const WORDS =
  'Intake Parser Ledger Router Broker Vault Tuner Probe Mixer Relay Gauge Depot Lens Rotor Valve Anchor Kiln Sieve Press Crane'.split(
    ' ',
  )
const NOTES = ['yes', 'no', 'sync', 'calls', 'async', '12 ms', 'writes to']

/** What is alike for all lines of a figure, as drawing programs have it. */
const SKINS = [
  { page: '#ffffff', inks: ['#000000'], fills: ['#ffffff'], edge: '#000000', text: '#000000' },
  {
    page: '#ffffff',
    inks: ['#d62728', '#1f77b4', '#2ca02c', '#7f7f7f'],
    fills: ['#ececff', '#fff4dd'],
    edge: '#9370db',
    text: '#333333',
  },
  {
    page: '#fdf6e3',
    inks: ['#586e75', '#cb4b16'],
    fills: ['#eee8d5', '#ffffff'],
    edge: '#93a1a1',
    text: '#073642',
  },
  {
    page: '#1e1e2e',
    inks: ['#cdd6f4', '#f9e2af', '#a6e3a1'],
    fills: ['#313244', '#45475a'],
    edge: '#89b4fa',
    text: '#ffffff',
  },
  {
    page: '#ffffff',
    inks: ['#4472c4', '#ed7d31'],
    fills: ['#4472c4', '#70ad47'],
    edge: 'none',
    text: '#ffffff',
  },
  {
    page: '#eaf3fb',
    inks: ['#1b4965', '#b5179e'],
    fills: ['#ffffff', '#cae9ff'],
    edge: '#1b4965',
    text: '#1b4965',
  },
] as const

const DASHES = ['', '', '', '', '6 4', '8 8', '2 3', '10 4 2 4', '1.5 4'] as const

type Box = Truth['shapes'][number]

/**
 * A figure whose matter is its lines: every form of route, head, dash and crossing that drawing programs offer, in one
 * look a figure. The same for the same seed.
 */
export function wires(seed: number): Truth {
  const next = random(seed * 60013 + 71)
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  const [width, height] = pick([
    [1280, 720],
    [1600, 900],
    [1100, 850],
    [900, 900],
  ] as const)
  const skin = pick(SKINS)
  const size = pick([14, 16, 18, 22])
  const [columns, rows] = pick([
    [3, 3],
    [4, 3],
    [3, 4],
    [4, 4],
  ] as const)
  const look = {
    width: pick([1, 1, 1.5, 1.5, 2, 2, 3, 4, 6]),
    head: pick(HEADS),
    gap: pick([0, 0, 0, 2, 4, 6]),
    way: pick(['straight', 'elbow', 'rounded', 'cubic', 'arc', 'mixed'] as const),
    crossing: pick(['plain', 'plain', 'halo', 'bridge'] as const),
    cap: pick(['butt', 'round'] as const),
  }
  const parts: string[] = []
  const truth: Truth = {
    name: `wires-${seed}`,
    svg: '',
    width,
    height,
    texts: [],
    shapes: [],
    connectors: [],
  }
  const say = (text: string, x: number, y: number, colour: string = skin.text, at = size) => {
    parts.push(
      `<text x="${x}" y="${y + 0.35 * at}" text-anchor="middle" font-family="IBM Plex Sans" font-size="${at}" fill="${colour}">${text}</text>`,
    )
    truth.texts.push({ text, x, y })
  }
  const form = pick(['rect', 'rect', 'mixed'] as const)
  const radius = pick([0, 0, 8, 14])
  const [cw, ch] = [(width - 60) / columns, (height - 80) / rows]
  const [bw, bh] = [Math.round(cw * 0.52), Math.round(Math.min(ch * 0.46, cw * 0.4))]
  for (let i = 0; i < columns * rows; i++) {
    const x = Math.round(30 + (i % columns) * cw + (cw - bw) / 2 + (next() - 0.5) * cw * 0.08)
    const y = Math.round(40 + Math.floor(i / columns) * ch + (ch - bh) / 2 + (next() - 0.5) * 8)
    const own = form === 'mixed' ? pick(['rect', 'ellipse', 'polygon'] as const) : 'rect'
    const box: Box = { form: own, x, y, width: bw, height: bh }
    const paint = `fill="${pick(skin.fills)}" stroke="${skin.edge}" stroke-width="${pick([1, 1.5, 2])}"`
    const [cx, cy] = [x + bw / 2, y + bh / 2]
    parts.push(
      own === 'rect'
        ? `<rect x="${x}" y="${y}" width="${bw}" height="${bh}" rx="${radius}" ${paint}/>`
        : own === 'ellipse'
          ? `<ellipse cx="${cx}" cy="${cy}" rx="${bw / 2}" ry="${bh / 2}" ${paint}/>`
          : `<polygon points="${cx},${y} ${x + bw},${cy} ${cx},${y + bh} ${x},${cy}" ${paint}/>`,
    )
    truth.shapes.push(box)
    say(pick(WORDS), cx, cy)
  }
  const done: Wire[] = []
  const ways: readonly Way[] =
    look.way === 'mixed' ? ['straight', 'elbow', 'rounded', 'cubic', 'arc'] : [look.way]
  for (const plan of planned(columns, rows, next)) {
    const wire = wireBetween(plan, truth.shapes, {
      way: plan.fan ? 'elbow' : pick(ways),
      gap: look.gap,
      done: look.crossing === 'bridge' ? done : [],
      track: next(),
      corner: pick([8, 12, 20]),
    })
    const odd = next()
    const head = plan.fan ? look.head : odd < 0.12 ? HEADS[Math.floor(odd * 75)] : look.head
    const pen = {
      colour: plan.fan ? skin.inks[0] : pick(skin.inks),
      width: look.width,
      dash: plan.fan ? '' : pick(DASHES),
      cap: look.cap,
      page: skin.page,
    }
    const kind = next()
    const heads = kind < 0.1 && !plan.fan ? 'none' : kind < 0.22 && !plan.fan ? 'both' : 'end'
    const drawn = headDrawn(
      wire,
      head ?? 'triangle',
      heads,
      pen,
      look.crossing === 'halo' && !plan.fan,
    )
    parts.push(drawn)
    done.push(wire)
    truth.connectors.push({
      from: plan.from,
      to: plan.to,
      start: wire.start,
      end: wire.end,
      directed: heads === 'end',
      ...(heads === 'both' && { both: true }),
    })
    if (wire.middle && !plan.fan && next() < 0.22) {
      const note = pick(NOTES)
      const [w, h] = [note.length * 0.56 * (size - 2) + 8, size + 2]
      if (wire.room > w + 30) {
        parts.push(
          `<rect x="${wire.middle.x - w / 2}" y="${wire.middle.y - h / 2}" width="${w}" height="${h}" fill="${skin.page}"/>`,
        )
        const ink = skin.text === '#ffffff' && skin.page === '#ffffff' ? '#333333' : skin.text
        say(note, wire.middle.x, wire.middle.y, ink, size - 2)
      }
    }
  }
  truth.svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${skin.page}"/>${parts.join('\n')}</svg>`
  return truth
}

export interface Plan {
  from: number
  to: number
  /** Sides that are left and entered, and the places on them as shares. */
  out: 'right' | 'bottom' | 'top'
  into: 'left' | 'top' | 'right'
  at: [out: number, into: number]
  /** One of several that leave by one trunk. */
  fan?: boolean
}

/** Neighbours to the right and below, some crossing pairs, a fan and a loop. */
function planned(columns: number, rows: number, next: () => number): Plan[] {
  const plans: Plan[] = []
  const fan = Math.floor(next() * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = row * columns + column
      if (column + 1 < columns) {
        const below = row + 1 < rows
        const isFan = column === 0 && row === fan && row > 0 && below
        if (isFan) {
          for (const step of [-1, 0, 1])
            plans.push({
              from,
              to: from + 1 + step * columns,
              out: 'right',
              into: 'left',
              at: [0.5, 0.8],
              fan: true,
            })
        } else {
          if (next() < 0.75)
            plans.push({ from, to: from + 1, out: 'right', into: 'left', at: [0.25, 0.25] })
          if (below && next() < 0.35)
            plans.push({
              from,
              to: from + 1 + columns,
              out: 'right',
              into: 'left',
              at: [0.75, 0.5],
            })
        }
      }
      if (row + 1 < rows && next() < 0.5)
        plans.push({ from, to: from + columns, out: 'bottom', into: 'top', at: [0.35, 0.35] })
      if (row + 1 < rows && column > 0 && next() < 0.3)
        plans.push({ from, to: from + columns - 1, out: 'bottom', into: 'top', at: [0.7, 0.7] })
      if (row === 0 && next() < 0.15)
        plans.push({ from, to: from, out: 'top', into: 'top', at: [0.4, 0.85] })
    }
  }
  return plans
}
