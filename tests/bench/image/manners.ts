import { measureText } from '../../../src/figure/fonts'
import { picker, random, type Truth } from './truth'

export const MANNERS = ['automaton', 'lanes', 'pathway'] as const
export type Manner = (typeof MANNERS)[number]

const WORDS =
  'Parse Check Ship Bill Pack Audit Plan Sign Draft Store Fetch Merge Split Quote Scan Route Stamp Weigh Sort Label'.split(
    ' ',
  )

type Form = Truth['shapes'][number]['form']
type Box = Truth['shapes'][number]
type Place = { x: number; y: number }

interface Pen {
  next: () => number
  pick: <T>(values: readonly T[]) => T
  truth: Truth
  /** Painted in this order: shapes, then lines, then letters. */
  parts: string[]
  font: string
  page: string
}

/** A figure in the manner of typeset automata, process models and pathway drawings; the same for the same seed. */
export function manner(kind: Manner, seed: number): Truth {
  const next = random(seed * 32452843 + MANNERS.indexOf(kind) * 49979687 + 11)
  const pick = picker(next)
  const [width, height] = pick([
    [1000, 640],
    [1400, 800],
    [1600, 900],
  ] as const)
  const name = `${kind}-${seed}`
  const truth: Truth = { name, svg: '', width, height, texts: [], shapes: [], connectors: [] }
  const font = pick(['Inter', 'IBM Plex Sans', 'Nunito'])
  const page = pick(['#ffffff', '#ffffff', '#fdf8ee'])
  const pen: Pen = { next, pick, truth, parts: [], font, page }
  DRAW[kind](pen)
  truth.svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${page}"/>${pen.parts.join('\n')}</svg>`
  return truth
}

function say(pen: Pen, text: string, x: number, y: number, size: number, fill = '#111111'): void {
  pen.parts.push(
    `<text x="${x}" y="${y + 0.36 * size}" text-anchor="middle" font-family="${pen.font}" font-size="${size}" fill="${fill}">${text}</text>`,
  )
  pen.truth.texts.push({ text, x, y })
}

function outline({ form, x, y, width, height }: Box, paint: string, radius = 0): string {
  if (form === 'ellipse')
    return `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}" ${paint}/>`
  if (form === 'polygon')
    return `<path d="M${x + width / 2} ${y}L${x + width} ${y + height / 2}L${x + width / 2} ${y + height}L${x} ${y + height / 2}Z" ${paint}/>`
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${paint}/>`
}

function shape(pen: Pen, box: Box, paint: string, radius = 0): number {
  pen.parts.push(outline(box, paint, radius))
  return pen.truth.shapes.push(box) - 1
}

/** Where the line between two middles leaves a form, `off` pixels beyond its edge. */
function edge({ form, x, y, width, height }: Box, towards: Place, off: number): Place {
  const middle = { x: x + width / 2, y: y + height / 2 }
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y]
  const [across, down] = [Math.abs(dx) / (width / 2), Math.abs(dy) / (height / 2)]
  const share =
    form === 'ellipse'
      ? 1 / Math.hypot(across, down)
      : form === 'polygon'
        ? 1 / (across + down)
        : 1 / Math.max(across, down)
  const length = Math.hypot(dx, dy)
  return {
    x: middle.x + dx * share + (dx / length) * off,
    y: middle.y + dy * share + (dy / length) * off,
  }
}

interface Line {
  colour: string
  width: number
  /** Of the head: its length in pixels, and its form. */
  head: number
  open?: boolean
  dash?: string
  /** By how many pixels it stops short of both forms. */
  off?: number
  label?: string
  size?: number
}

function arrow(pen: Pen, from: number, to: number, style: Line): void {
  const { truth, parts } = pen
  const [a, b] = [truth.shapes[from], truth.shapes[to]]
  if (!a || !b) return
  const off = style.off ?? 0
  const start = edge(a, { x: b.x + b.width / 2, y: b.y + b.height / 2 }, off)
  const end = edge(b, { x: a.x + a.width / 2, y: a.y + a.height / 2 }, off)
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  const way = { x: (end.x - start.x) / length, y: (end.y - start.y) / length }
  const neck = { x: end.x - way.x * style.head * 0.8, y: end.y - way.y * style.head * 0.8 }
  const shaft = style.open ? end : neck
  const dash = style.dash ? ` stroke-dasharray="${style.dash}"` : ''
  parts.push(
    `<path d="M${start.x} ${start.y}L${shaft.x} ${shaft.y}" fill="none" stroke="${style.colour}" stroke-width="${style.width}"${dash}/>`,
  )
  const wing = (side: number) => {
    const half = 0.4 * style.head * side
    return `${end.x - way.x * style.head - way.y * half} ${end.y - way.y * style.head + way.x * half}`
  }
  const ends = `M${wing(1)}L${end.x} ${end.y}L${wing(-1)}`
  parts.push(
    style.open
      ? `<path d="${ends}" fill="none" stroke="${style.colour}" stroke-width="${style.width}"/>`
      : `<path d="${ends}Z" fill="${style.colour}"/>`,
  )
  if (style.label) {
    const [x, y] = [(start.x + end.x) / 2, (start.y + end.y) / 2]
    const size = style.size ?? 14
    const wide = measureText(style.label, { weight: 400, size }) + 8
    // The label interrupts the line by a piece of the ground.
    parts.push(
      `<rect x="${x - wide / 2}" y="${y - 0.7 * size}" width="${wide}" height="${1.4 * size}" fill="${pen.page}"/>`,
    )
    say(pen, style.label, x, y, size)
  }
  truth.connectors.push({ from, to, start, end, directed: true })
}

/** Thin lines with small heads between circles, of which some have a double border; labels in the lines. */
function automaton(pen: Pen): void {
  const { width, height } = pen.truth
  const [columns, rows] = [4, 3]
  const stroke = pen.pick([0.8, 1, 1.2])
  const side = pen.pick([56, 64, 72])
  const open = pen.next() < 0.4
  const states = Array.from({ length: columns * rows }, (_, k) => {
    const x = ((k % columns) + 0.5) * (width / columns) + (pen.next() - 0.5) * 30 - side / 2
    const y = (Math.floor(k / columns) + 0.5) * (height / rows) + (pen.next() - 0.5) * 20 - side / 2
    const form: Form = pen.pick(['ellipse', 'ellipse', 'rect'])
    const box = { form, x, y, width: side, height: side }
    const paint = `fill="none" stroke="#000000" stroke-width="${stroke}"`
    const id = shape(pen, box, paint, 4)
    if (pen.next() < 0.35)
      pen.parts.push(
        outline({ form, x: x + 4, y: y + 4, width: side - 8, height: side - 8 }, paint, 2),
      )
    say(pen, `q${k}`, x + side / 2, y + side / 2, 16)
    return id
  })
  const line = (): Line => ({
    ...{ colour: '#000000', width: stroke, head: pen.pick([6, 7, 8]), open },
    ...(pen.next() < 0.5 && { label: pen.pick(['a', 'b, c', 'push', 'x := 1', 'ack']), size: 13 }),
    ...(pen.next() < 0.2 && { dash: '3 2' }),
  })
  states.forEach((from, k) => {
    const [right, below, across] = [states[k + 1], states[k + columns], states[k + columns + 1]]
    const last = k % columns === columns - 1
    if (right !== undefined && !last && pen.next() < 0.75) arrow(pen, from, right, line())
    if (below !== undefined && pen.next() < 0.5) arrow(pen, below, from, line())
    if (across !== undefined && !last && pen.next() < 0.3) arrow(pen, from, across, line())
  })
}

/** Lanes with turned names, tasks, gateways, events, and dashed messages across the lanes. */
function lanes(pen: Pen): void {
  const { width, height } = pen.truth
  const count = 3
  const high = (height - 40) / count
  const stroke = pen.pick([1, 1.5])
  const fill = pen.pick(['#ffffff', '#eaf3ff', '#fff7e0'])
  const ink = pen.pick(['#222222', '#3b4a5a'])
  const rows = Array.from({ length: count }, (_, lane) => {
    const y = 20 + lane * high
    const paint = `fill="none" stroke="${ink}" stroke-width="${stroke}"`
    shape(pen, { form: 'rect', x: 20, y, width: 36, height: high }, paint)
    shape(pen, { form: 'rect', x: 56, y, width: width - 76, height: high }, paint)
    const name = pen.pick(['Sales', 'Stock', 'Finance', 'Client'])
    const [x, middle] = [38, y + high / 2]
    pen.parts.push(
      `<text x="${x}" y="${middle + 5}" text-anchor="middle" font-family="${pen.font}" font-size="15" transform="rotate(-90 ${x} ${middle})">${name}</text>`,
    )
    pen.truth.texts.push({ text: name, x, y: middle })
    return Array.from({ length: 5 }, (__, k) => {
      const x = 56 + (k + 0.5) * ((width - 76) / 5)
      const form: Form = k === 0 ? 'ellipse' : pen.pick(['rect', 'rect', 'polygon'])
      const [w, h] = form === 'rect' ? [118, 60] : form === 'polygon' ? [56, 56] : [40, 40]
      const border = form === 'ellipse' ? 2 * stroke : stroke
      const box = { form, x: x - w / 2, y: middle - h / 2, width: w, height: h }
      const id = shape(pen, box, `fill="${fill}" stroke="${ink}" stroke-width="${border}"`, 8)
      if (form === 'rect') say(pen, pen.pick(WORDS), x, middle, 16)
      return id
    })
  })
  const flow: Line = { colour: ink, width: stroke, head: 10 }
  rows.forEach((row, lane) => {
    row.slice(1).forEach((to, k) => {
      const label = pen.next() < 0.15 ? 'yes' : undefined
      if (pen.next() < 0.85) arrow(pen, row[k] ?? 0, to, { ...flow, ...(label && { label }) })
    })
    const below = rows[lane + 1]
    const k = Math.floor(pen.next() * 5)
    if (below) arrow(pen, row[k] ?? 0, below[k] ?? 0, { ...flow, open: true, dash: '6 4' })
  })
}

/** Translucent panels with dashed borders, soft boxes with numbers at their corners, thick arrows that stop short. */
function pathway(pen: Pen): void {
  const { width, height } = pen.truth
  const colours = pen.pick([
    ['#2a9d8f', '#e76f51', '#264653'],
    ['#6a4c93', '#1982c4', '#8ac926'],
  ])
  const groups = [0, 1].map((side) => {
    const colour = colours[side] ?? '#2a9d8f'
    const panel = { x: 30 + (side * width) / 2, y: 50, width: width / 2 - 60, height: height - 100 }
    const paint = `fill="${colour}" fill-opacity="0.12" stroke="${colour}" stroke-width="1.5" stroke-dasharray="6 4"`
    shape(pen, { form: 'rect', ...panel }, paint, 18)
    say(pen, `${pen.pick(WORDS)} phase`, panel.x + panel.width / 2, panel.y + 24, 18)
    return Array.from({ length: 6 }, (_, k) => {
      const x = panel.x + ((k % 2) + 0.5) * (panel.width / 2)
      const y = panel.y + 40 + (Math.floor(k / 2) + 0.5) * ((panel.height - 50) / 3)
      const box: Box = { form: 'rect', x: x - 60, y: y - 32, width: 120, height: 64 }
      const id = shape(pen, box, `fill="${colour}" fill-opacity="0.55"`, 14)
      say(pen, pen.pick(WORDS), x, y, 18)
      if (pen.next() < 0.5) {
        const dot: Box = { form: 'ellipse', x: x - 74, y: y - 46, width: 28, height: 28 }
        shape(pen, dot, `fill="${colours[2]}"`)
        say(pen, `${k + 1}`, x - 60, y - 32, 15, '#ffffff')
      }
      return id
    })
  })
  const line: Line = { colour: '#444444', width: pen.pick([2.5, 4]), head: 18, off: 8 }
  for (const group of groups)
    group.forEach((from, k) => {
      const [right, below] = [group[k + 1], group[k + 2]]
      if (k % 2 === 0 && right !== undefined && pen.next() < 0.7) arrow(pen, from, right, line)
      if (below !== undefined && pen.next() < 0.5) arrow(pen, from, below, line)
    })
  arrow(pen, groups[0]?.[3] ?? 0, groups[1]?.[2] ?? 0, line)
}

const DRAW: Record<Manner, (pen: Pen) => void> = { automaton, lanes, pathway }
