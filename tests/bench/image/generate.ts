import { measureText } from '../../../src/figure/fonts'
import { random, type Truth } from './truth'

export const FAMILIES = [
  'pipeline',
  'panels',
  'network',
  'table',
  'states',
  'swimlanes',
  'timeline',
  'tree',
  'dense',
  'mixed',
] as const
export type Family = (typeof FAMILIES)[number]

const FONTS = ['Inter', 'IBM Plex Sans', 'Nunito', 'Poppins', 'JetBrains Mono']
const WORDS =
  'encoder sample query reads filter token layer merge index score model output input graph batch cell gene align count plot train valid loss gate memory cache route field image label noise prior state signal buffer kernel sensor frame vector patch'.split(
    ' ',
  )
const PALETTES = [
  {
    page: '#ffffff',
    ink: '#1f2937',
    line: '#4b5563',
    fills: ['#e8f0fa', '#fdf1e3', '#e9f4ec', '#f3ecf8'],
    strokes: ['#4c78a8', '#c9822f', '#4e9a64', '#8a63a6'],
  },
  { page: '#ffffff', ink: '#111111', line: '#111111', fills: ['#ffffff'], strokes: ['#111111'] },
  {
    page: '#f7f7fb',
    ink: '#222244',
    line: '#555577',
    fills: ['#ffffff', '#dfe7ff', '#ffe6e0'],
    strokes: ['#3355cc', '#cc4433'],
  },
  {
    page: '#14202e',
    ink: '#f2f5f9',
    line: '#b8c7d9',
    fills: ['#22364d', '#2d4a3a', '#4a3542'],
    strokes: ['#7fb2e5', '#7cc7a0', '#e08fb0'],
  },
  {
    page: '#ffffff',
    ink: '#ffffff',
    line: '#333333',
    fills: ['#2563eb', '#b45309', '#15803d'],
    strokes: ['none'],
  },
] as const

interface Pen {
  next: () => number
  pick: <T>(values: readonly T[]) => T
  truth: Truth
  parts: string[]
  palette: (typeof PALETTES)[number]
  font: string
  size: number
  stroke: number
}

/** A figure of a family, the same for the same seed; sizes of text 10 to 32 px, light and dark pages, five faces. */
export function generate(family: Family, seed: number): Truth {
  const next = random(seed * 7919 + FAMILIES.indexOf(family) * 104729 + 17)
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  const [width, height] = pick([
    [1600, 900],
    [1200, 800],
    [1600, 900],
    [1000, 1000],
  ] as const)
  const truth: Truth = {
    name: `${family}-${seed}`,
    svg: '',
    width,
    height,
    texts: [],
    shapes: [],
    connectors: [],
  }
  const pen: Pen = {
    next,
    pick,
    truth,
    parts: [],
    palette: pick(PALETTES),
    font: pick(FONTS),
    size: pick([13, 15, 18, 22, 26]),
    stroke: pick([1.2, 1.5, 2, 2.5]),
  }
  DRAW[family](pen)
  truth.svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${pen.palette.page}"/>${pen.parts.join('\n')}</svg>`
  return truth
}

type Box = { x: number; y: number; width: number; height: number }

function text(
  pen: Pen,
  words: string,
  x: number,
  y: number,
  size = pen.size,
  colour: string = pen.palette.ink,
  weight = 400,
): void {
  pen.parts.push(
    `<text x="${x}" y="${y + 0.36 * size}" text-anchor="middle" font-family="${pen.font}" font-size="${size}" font-weight="${weight}" fill="${colour}">${words}</text>`,
  )
  pen.truth.texts.push({ text: words, x, y })
}

function label(pen: Pen, width: number, size = pen.size): string {
  for (let tries = 0; tries < 12; tries++) {
    const first = pen.pick(WORDS)
    const name = first.charAt(0).toUpperCase() + first.slice(1)
    const words = pen.next() < 0.5 ? name : `${name} ${pen.pick(WORDS)}`
    if (measureText(words, { weight: 400, size }) * 1.15 < width - 14) return words
  }
  return pen.pick(['Map', 'Set', 'Sum', 'Key'])
}

type Form = Truth['shapes'][number]['form']

function shape(
  pen: Pen,
  form: Form,
  box: Box,
  options: { text?: boolean; fill?: string; dash?: boolean; radius?: number } = {},
): number {
  const { x, y, width, height } = box
  const index = Math.floor(pen.next() * pen.palette.fills.length)
  const fill = options.fill ?? pen.palette.fills[index] ?? '#ffffff'
  const stroke = pen.palette.strokes[index % pen.palette.strokes.length] ?? '#111111'
  const paint = `fill="${fill}" stroke="${stroke}" stroke-width="${pen.stroke}"${options.dash ? ' stroke-dasharray="8 6"' : ''}`
  const radius = options.radius ?? pen.pick([0, 0, 6, 10, 16])
  const cap = Math.min(14, height / 5)
  if (form === 'rect')
    pen.parts.push(
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${paint}/>`,
    )
  if (form === 'ellipse')
    pen.parts.push(
      `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}" ${paint}/>`,
    )
  if (form === 'polygon')
    pen.parts.push(
      `<polygon points="${x + width / 2},${y} ${x + width},${y + height / 2} ${x + width / 2},${y + height} ${x},${y + height / 2}" ${paint}/>`,
    )
  if (form === 'cylinder')
    pen.parts.push(
      `<path d="M${x} ${y + cap}A${width / 2} ${cap} 0 0 1 ${x + width} ${y + cap}V${y + height - cap}A${width / 2} ${cap} 0 0 1 ${x} ${y + height - cap}ZM${x + width} ${y + cap}A${width / 2} ${cap} 0 0 1 ${x} ${y + cap}" ${paint}/>`,
    )
  pen.truth.shapes.push({ form, ...box })
  if (options.text ?? true) {
    const room = form === 'polygon' ? width * 0.55 : form === 'ellipse' ? width * 0.8 : width
    text(pen, label(pen, room), x + width / 2, y + height / 2 + (form === 'cylinder' ? cap / 2 : 0))
  }
  return pen.truth.shapes.length - 1
}

type Side = 'left' | 'right' | 'top' | 'bottom'

function port(pen: Pen, index: number, side: Side): { x: number; y: number } {
  const { x, y, width, height } = pen.truth.shapes[index] ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    x: side === 'left' ? x : side === 'right' ? x + width : x + width / 2,
    y: side === 'top' ? y : side === 'bottom' ? y + height : y + height / 2,
  }
}

/** Straight where the ports face each other, else an elbow or a curve; a filled or an open head, or none. */
function connect(
  pen: Pen,
  from: number,
  out: Side,
  to: number,
  into: Side,
  style: { dash?: boolean; curve?: boolean; head?: boolean } = {},
): void {
  const start = port(pen, from, out)
  const end = port(pen, to, into)
  const directed = style.head ?? true
  const long = 4 + 3.2 * pen.stroke
  const open = pen.truth.shapes.length % 3 === 0
  const dx = into === 'left' ? 1 : into === 'right' ? -1 : 0
  const dy = into === 'top' ? 1 : into === 'bottom' ? -1 : 0
  const neck = directed && !open ? { x: end.x - dx * long * 0.9, y: end.y - dy * long * 0.9 } : end
  const level = out === 'left' || out === 'right'
  const same = level ? Math.abs(start.y - end.y) < 1 : Math.abs(start.x - end.x) < 1
  let d = `M${start.x} ${start.y}`
  if (style.curve && !same) {
    const reach = level ? (end.x - start.x) / 2 : (end.y - start.y) / 2
    d += level
      ? `C${start.x + reach} ${start.y} ${end.x - reach} ${end.y} ${neck.x} ${neck.y}`
      : `C${start.x} ${start.y + reach} ${end.x} ${end.y - reach} ${neck.x} ${neck.y}`
  } else if (same) d += `L${neck.x} ${neck.y}`
  else if (level && dx !== 0) d += `H${(start.x + end.x) / 2}V${end.y}H${neck.x}`
  else if (level) d += `H${end.x}V${neck.y}`
  else if (dy !== 0) d += `V${(start.y + end.y) / 2}H${end.x}V${neck.y}`
  else d += `V${end.y}H${neck.x}`
  const dash = style.dash ? ' stroke-dasharray="7 5"' : ''
  pen.parts.push(
    `<path d="${d}" fill="none" stroke="${pen.palette.line}" stroke-width="${pen.stroke}"${dash}/>`,
  )
  if (directed) {
    const wide = long * 0.42
    const [a, b] = [
      { x: end.x - dx * long + dy * wide, y: end.y - dy * long + dx * wide },
      { x: end.x - dx * long - dy * wide, y: end.y - dy * long - dx * wide },
    ]
    pen.parts.push(
      open
        ? `<path d="M${a.x} ${a.y}L${end.x} ${end.y}L${b.x} ${b.y}" fill="none" stroke="${pen.palette.line}" stroke-width="${pen.stroke}"/>`
        : `<path d="M${a.x} ${a.y}L${end.x} ${end.y}L${b.x} ${b.y}Z" fill="${pen.palette.line}"/>`,
    )
  }
  pen.truth.connectors.push({ from, to, start, end, directed })
}

/** Boxes of a grid with margins; `fill` of a cell is box. */
function grid(pen: Pen, columns: number, rows: number, fill: number, area?: Box): Box[] {
  const whole = area ?? { x: 30, y: 30, width: pen.truth.width - 60, height: pen.truth.height - 60 }
  const [w, h] = [whole.width / columns, whole.height / rows]
  const [bw, bh] = [Math.round(w * fill), Math.round(Math.min(h * fill, w * fill * 0.7))]
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: Math.round(whole.x + (i % columns) * w + (w - bw) / 2),
    y: Math.round(whole.y + Math.floor(i / columns) * h + (h - bh) / 2),
    width: bw,
    height: bh,
  }))
}

const light = (pen: Pen) =>
  pen.palette.page === '#14202e'
    ? '#1a2a3c'
    : pen.palette.page === '#ffffff'
      ? '#f5f8fd'
      : '#ffffff'

const DRAW: Record<Family, (pen: Pen) => void> = {
  pipeline(pen) {
    const columns = 3 + Math.floor(pen.next() * 2)
    const nodes = grid(pen, columns, 3, 0.58).map((box) =>
      shape(pen, pen.pick(['rect', 'rect', 'ellipse', 'cylinder'] as const), box),
    )
    for (let i = 0; i < nodes.length; i++) {
      if (i % columns < columns - 1)
        connect(pen, i, 'right', i + 1, 'left', { dash: pen.next() < 0.2 })
      if (i + columns < nodes.length && pen.next() < 0.45)
        connect(pen, i, 'bottom', i + columns, 'top')
    }
  },
  panels(pen) {
    const panels = grid(pen, 2, 1, 0.88).map((box) => ({
      ...box,
      y: 60,
      height: pen.truth.height - 120,
    }))
    const groups = panels.map((box) => {
      const own =
        pen.palette.ink === '#ffffff' && pen.palette.page === '#ffffff'
          ? '#333333'
          : pen.palette.ink
      shape(pen, 'rect', box, { text: false, fill: light(pen), dash: pen.next() < 0.5, radius: 12 })
      text(
        pen,
        label(pen, box.width),
        box.x + box.width / 2,
        box.y + 1.4 * pen.size,
        pen.size,
        own,
        600,
      )
      return grid(pen, 1, 3, 0.6, { ...box, y: box.y + 60, height: box.height - 70 }).map((one) =>
        shape(pen, 'rect', one),
      )
    })
    for (const group of groups)
      for (let i = 1; i < group.length; i++)
        connect(pen, group[i - 1] ?? 0, 'bottom', group[i] ?? 0, 'top')
    connect(pen, groups[0]?.[1] ?? 0, 'right', groups[1]?.[1] ?? 0, 'left')
  },
  network(pen) {
    const columns = grid(pen, 4, 4, 0.42).map((box) => {
      const side = Math.min(box.width, box.height)
      return shape(
        pen,
        'ellipse',
        { ...box, x: box.x + (box.width - side) / 2, width: side, height: side },
        { text: false },
      )
    })
    for (let column = 0; column < 3; column++)
      for (let row = 0; row < 4; row++) {
        const to = (row + Math.floor(pen.next() * 2)) % 4
        connect(
          pen,
          columns[row * 4 + column] ?? 0,
          'right',
          columns[to * 4 + column + 1] ?? 0,
          'left',
          { curve: true, head: pen.next() < 0.6 },
        )
      }
  },
  table(pen) {
    const [columns, rows] = [4, 6]
    const [w, h] = [
      Math.round((pen.truth.width - 160) / columns),
      Math.round((pen.truth.height - 160) / rows),
    ]
    for (let i = 0; i < columns * rows; i++) {
      const fill = i < columns ? undefined : pen.palette.ink === '#ffffff' ? '#4b5563' : light(pen)
      shape(
        pen,
        'rect',
        { x: 80 + (i % columns) * w, y: 80 + Math.floor(i / columns) * h, width: w, height: h },
        { radius: 0, ...(fill && { fill }) },
      )
    }
  },
  states(pen) {
    const nodes = grid(pen, 3, 2, 0.5).map((box) =>
      shape(pen, 'ellipse', box, pen.palette.ink === '#ffffff' ? {} : { fill: pen.palette.page }),
    )
    for (let i = 0; i < 2; i++) connect(pen, nodes[i] ?? 0, 'right', nodes[i + 1] ?? 0, 'left')
    for (let i = 3; i < 5; i++) connect(pen, nodes[i + 1] ?? 0, 'left', nodes[i] ?? 0, 'right')
    connect(pen, nodes[2] ?? 0, 'bottom', nodes[5] ?? 0, 'top')
    connect(pen, nodes[3] ?? 0, 'top', nodes[0] ?? 0, 'bottom', { dash: true })
    connect(pen, nodes[1] ?? 0, 'bottom', nodes[4] ?? 0, 'top', { curve: true })
  },
  swimlanes(pen) {
    const h = Math.round((pen.truth.height - 60) / 3)
    const own =
      pen.palette.ink === '#ffffff' && pen.palette.page === '#ffffff' ? '#333333' : pen.palette.ink
    const lanes = [0, 1, 2].map((row) => {
      const lane = { x: 30, y: 30 + row * h, width: pen.truth.width - 60, height: h - 14 }
      shape(pen, 'rect', lane, { text: false, fill: light(pen), radius: 0 })
      text(pen, label(pen, 150, 14), 115, lane.y + 24, 14, own, 600)
      return grid(pen, 4, 1, 0.5, {
        ...lane,
        x: lane.x + 60,
        width: lane.width - 80,
        y: lane.y + 20,
        height: lane.height - 20,
      }).map((box) => shape(pen, pen.pick(['rect', 'polygon'] as const), box))
    })
    for (const lane of lanes)
      for (let i = 0; i < 3; i++)
        if (pen.next() < 0.7) connect(pen, lane[i] ?? 0, 'right', lane[i + 1] ?? 0, 'left')
    connect(pen, lanes[0]?.[1] ?? 0, 'bottom', lanes[1]?.[1] ?? 0, 'top')
    connect(pen, lanes[1]?.[2] ?? 0, 'bottom', lanes[2]?.[2] ?? 0, 'top', { dash: true })
  },
  timeline(pen) {
    const nodes = grid(pen, 5, 2, 0.7).map((box) => shape(pen, 'rect', box))
    for (let i = 0; i < 4; i++)
      connect(pen, nodes[i] ?? 0, 'right', nodes[i + 1] ?? 0, 'left', { head: pen.next() < 0.8 })
    for (let i = 0; i < 5; i++)
      connect(pen, nodes[i] ?? 0, 'bottom', nodes[i + 5] ?? 0, 'top', {
        dash: pen.next() < 0.5,
        head: pen.next() < 0.5,
      })
  },
  tree(pen) {
    const levels = [1, 2, 4].map((count, level) =>
      grid(pen, count, 1, count === 1 ? 0.22 : count === 2 ? 0.4 : 0.62, {
        x: 40,
        y: 30 + (level * (pen.truth.height - 60)) / 3,
        width: pen.truth.width - 80,
        height: (pen.truth.height - 60) / 3,
      }).map((box) =>
        shape(pen, pen.pick(['rect', 'ellipse'] as const), {
          ...box,
          height: Math.min(box.height, 110),
        }),
      ),
    )
    for (let level = 1; level < 3; level++)
      levels[level]?.forEach((node, index) =>
        connect(pen, levels[level - 1]?.[index >> 1] ?? 0, 'bottom', node, 'top', {
          curve: level === 1 && pen.next() < 0.4,
        }),
      )
  },
  dense(pen) {
    pen.size = pen.pick([10, 11, 12, 13])
    const nodes = grid(pen, 7, 6, 0.66).map((box) =>
      shape(pen, pen.pick(['rect', 'rect', 'ellipse'] as const), box),
    )
    for (let i = 0; i < nodes.length; i++)
      if (i % 7 < 6 && pen.next() < 0.6) connect(pen, i, 'right', i + 1, 'left')
  },
  mixed(pen) {
    const nodes = grid(pen, 3, 3, 0.55).map((box) =>
      shape(pen, pen.pick(['rect', 'ellipse', 'polygon', 'cylinder'] as const), box),
    )
    connect(pen, nodes[0] ?? 0, 'right', nodes[1] ?? 0, 'left')
    connect(pen, nodes[1] ?? 0, 'right', nodes[5] ?? 0, 'top')
    connect(pen, nodes[3] ?? 0, 'right', nodes[4] ?? 0, 'left', { dash: true })
    connect(pen, nodes[4] ?? 0, 'bottom', nodes[7] ?? 0, 'top')
    connect(pen, nodes[0] ?? 0, 'bottom', nodes[3] ?? 0, 'top', { head: false })
    connect(pen, nodes[5] ?? 0, 'bottom', nodes[8] ?? 0, 'top')
    connect(pen, nodes[6] ?? 0, 'right', nodes[7] ?? 0, 'left')
  },
}
