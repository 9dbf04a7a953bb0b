import { measureText } from '../../../src/figure/fonts'
import { picker, random, type Truth } from './truth'

export const LOOKS = ['slide', 'dashboard', 'heatmap', 'paper', 'mermaid'] as const
export type Look = (typeof LOOKS)[number]

const WORDS =
  'Orders Stock Growth Region Client Budget Profit Traffic Latency Uptime Energy Demand Supply Forecast Margin Churn Cohort Quarter Target Outcome'.split(
    ' ',
  )

type Form = Truth['shapes'][number]['form']
type Box = { x: number; y: number; width: number; height: number }

interface Pen {
  next: () => number
  pick: <T>(values: readonly T[]) => T
  truth: Truth
  parts: string[]
  font: string
}

/** A figure in the manner of office programs, dashboards, papers and web tools; the same for the same seed. */
export function poster(look: Look, seed: number): Truth {
  const next = random(seed * 15485863 + LOOKS.indexOf(look) * 7907 + 3)
  const pick = picker(next)
  const [width, height] = pick([
    [1280, 720],
    [1400, 900],
    [1100, 850],
  ] as const)
  const name = `${look}-${seed}`
  const truth: Truth = { name, svg: '', width, height, texts: [], shapes: [], connectors: [] }
  const font = pick(['Inter', 'IBM Plex Sans', 'Nunito', 'Poppins'])
  const pen: Pen = { next, pick, truth, parts: [], font }
  const page = DRAW[look](pen)
  truth.svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${page}"/>${pen.parts.join('\n')}</svg>`
  return truth
}

function say(
  { parts, truth, font }: Pen,
  words: string,
  x: number,
  y: number,
  style: {
    size: number
    fill: string
    weight?: number
    anchor?: 'start' | 'middle'
    turned?: boolean
  },
): void {
  const { size, fill, weight = 400, anchor = 'middle', turned = false } = style
  const turn = turned ? ` transform="rotate(-90 ${x} ${y})"` : ''
  parts.push(
    `<text x="${x}" y="${y + 0.36 * size}" text-anchor="${anchor}" font-family="${font}" font-size="${size}" font-weight="${weight}" fill="${fill}"${turn}>${words}</text>`,
  )
  const long = anchor === 'start' ? measureText(words, { weight, size }) / 2 : 0
  truth.texts.push({ text: words, x: x + long, y })
}

function shape(
  { parts, truth }: Pen,
  form: Form,
  { x, y, width, height }: Box,
  paint: string,
  radius = 0,
): number {
  const middle = { x: x + width / 2, y: y + height / 2 }
  if (form === 'ellipse')
    parts.push(
      `<ellipse cx="${middle.x}" cy="${middle.y}" rx="${width / 2}" ry="${height / 2}" ${paint}/>`,
    )
  else if (form === 'polygon')
    parts.push(
      `<path d="M${middle.x} ${y}L${x + width} ${middle.y}L${middle.x} ${y + height}L${x} ${middle.y}Z" ${paint}/>`,
    )
  else
    parts.push(
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${paint}/>`,
    )
  truth.shapes.push({ form, x, y, width, height })
  return truth.shapes.length - 1
}

function arrow(
  { parts, truth }: Pen,
  from: number,
  to: number,
  style: { colour: string; width: number; bent?: boolean },
): void {
  const [a, b] = [truth.shapes[from], truth.shapes[to]]
  if (!a || !b) return
  const down = Math.abs(a.y - b.y) > Math.abs(a.x - b.x)
  const start = down
    ? { x: a.x + a.width / 2, y: a.y + a.height }
    : { x: a.x + a.width, y: a.y + a.height / 2 }
  const end = down ? { x: b.x + b.width / 2, y: b.y } : { x: b.x, y: b.y + b.height / 2 }
  const half = down ? (end.y - start.y) / 2 : (end.x - start.x) / 2
  const curve = down
    ? `C${start.x} ${start.y + half} ${end.x} ${end.y - half} ${end.x} ${end.y}`
    : `C${start.x + half} ${start.y} ${end.x - half} ${end.y} ${end.x} ${end.y}`
  const size = 4 + 2.5 * style.width
  const turn = down ? 90 : 0
  parts.push(
    `<path d="M${start.x} ${start.y}${style.bent ? curve : `L${end.x} ${end.y}`}" fill="none" stroke="${style.colour}" stroke-width="${style.width}"/>`,
    `<path d="M0 0L${-2 * size} ${-size * 0.8}L${-2 * size} ${size * 0.8}Z" transform="translate(${end.x} ${end.y}) rotate(${turn})" fill="${style.colour}"/>`,
  )
  truth.connectors.push({ from, to, start, end, directed: true })
}

/** An office program's slide: gradients, shadows, white bold letters, a title at the left. */
function slide(pen: Pen): string {
  const { width, height } = pen.truth
  const accent = pen.pick(['#4472c4', '#c55a11', '#548235', '#7030a0'])
  pen.parts.push(
    `<defs><linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="${accent}" stop-opacity=".75"/><stop offset="1" stop-color="${accent}"/></linearGradient><filter id="s" x="-20%" y="-20%" width="150%" height="160%"><feDropShadow dx="3" dy="4" stdDeviation="3" flood-opacity=".35"/></filter></defs>`,
  )
  say(pen, `${pen.pick(WORDS)} and ${pen.pick(WORDS).toLowerCase()}`, 70, 70, {
    size: 36,
    fill: '#262626',
    weight: 700,
    anchor: 'start',
  })
  const kind = pen.pick(['gradient', 'shadow', 'both'])
  const paint = `fill="${kind === 'shadow' ? accent : 'url(#g)'}"${kind === 'gradient' ? '' : ' filter="url(#s)"'}`
  const count = 4
  const step = (width - 140) / count
  const boxes = Array.from({ length: count }, (_, k) => {
    const box = { x: 70 + k * step, y: height * 0.36, width: step - 70, height: 110 }
    const id = shape(pen, 'rect', box, paint, pen.truth.shapes.length % 2 === 0 ? 12 : 0)
    say(pen, pen.pick(WORDS), box.x + box.width / 2, box.y + 55, {
      size: 22,
      fill: '#ffffff',
      weight: 700,
    })
    say(pen, `Step ${k + 1} of ${count}`, box.x + box.width / 2, box.y + 150, {
      size: 16,
      fill: '#595959',
    })
    return id
  })
  boxes.slice(1).forEach((to, k) => {
    arrow(pen, boxes[k] ?? 0, to, { colour: '#7f7f7f', width: 3 })
  })
  return '#ffffff'
}

/** Dark cards with a big number, a small grey caption and bars. */
function dashboard(pen: Pen): string {
  const { width, height } = pen.truth
  const dark = pen.next() < 0.7
  const [page, card, ink, faint] = dark
    ? (['#0f172a', '#1e293b', '#f8fafc', '#94a3b8'] as const)
    : (['#f1f5f9', '#ffffff', '#0f172a', '#64748b'] as const)
  const [columns, rows] = [3, 2]
  const [wide, high] = [(width - 40) / columns, (height - 110) / rows]
  say(pen, `${pen.pick(WORDS)} overview`, 30, 40, {
    size: 24,
    fill: ink,
    weight: 700,
    anchor: 'start',
  })
  for (let k = 0; k < columns * rows; k++) {
    const box = {
      x: 30 + (k % columns) * wide,
      y: 80 + Math.floor(k / columns) * high,
      width: wide - 20,
      height: high - 20,
    }
    shape(pen, 'rect', box, `fill="${card}"`, 14)
    say(pen, pen.pick(WORDS), box.x + 22, box.y + 30, { size: 14, fill: faint, anchor: 'start' })
    say(
      pen,
      `${10 + Math.floor(pen.next() * 89)}.${Math.floor(pen.next() * 9) + 1}%`,
      box.x + 22,
      box.y + 72,
      {
        size: 34,
        fill: ink,
        weight: 700,
        anchor: 'start',
      },
    )
    const colour = pen.pick(['#38bdf8', '#34d399', '#fbbf24', '#f472b6'])
    const bars = 6
    const step = (box.width - 44) / bars
    for (let b = 0; b < bars; b++) {
      const tall = 20 + pen.next() * (box.height - 150)
      const bar = {
        x: box.x + 22 + b * step,
        y: box.y + box.height - 20 - tall,
        width: step - 10,
        height: tall,
      }
      shape(pen, 'rect', bar, `fill="${colour}"`)
    }
  }
  return page
}

/** Cells of many colours with numbers, names at the left and turned ones above. */
function heatmap(pen: Pen): string {
  const { width, height } = pen.truth
  const [columns, rows] = [6, 6]
  const [left, top] = [170, 150]
  const [wide, high] = [(width - left - 60) / columns, (height - top - 50) / rows]
  const line = pen.pick([
    'stroke="#ffffff" stroke-width="2"',
    '',
    'stroke="#333333" stroke-width="1"',
  ])
  for (let row = 0; row < rows; row++) {
    say(pen, pen.pick(WORDS), left - 75, top + (row + 0.5) * high, { size: 17, fill: '#222222' })
    for (let column = 0; column < columns; column++) {
      const level = Math.floor(pen.next() * 10)
      const fill = `rgb(${235 - 20 * level},${245 - 14 * level},${250 - 6 * level})`
      const box = { x: left + column * wide, y: top + row * high, width: wide, height: high }
      shape(pen, 'rect', box, `fill="${fill}" ${line}`)
      say(pen, `0.${level}${(row * 3 + column) % 10}`, box.x + wide / 2, box.y + high / 2, {
        size: 16,
        fill: level > 5 ? '#ffffff' : '#222222',
      })
    }
  }
  for (let column = 0; column < columns; column++)
    say(pen, pen.pick(WORDS), left + (column + 0.5) * wide, 90, {
      size: 16,
      fill: '#222222',
      turned: true,
    })
  return '#ffffff'
}

/** Thin black outlines on white or squared paper, many sizes of letters. */
function paper(pen: Pen): string {
  const { width, height } = pen.truth
  if (pen.next() < 0.5)
    for (let x = 25; x < Math.max(width, height); x += 25)
      pen.parts.push(
        `<path d="M${x} 0V${height}M0 ${x}H${width}" stroke="#e8eef5" stroke-width="1" fill="none"/>`,
      )
  const boxes = Array.from({ length: 9 }, (_, k) => {
    const box = {
      x: 70 + (k % 3) * ((width - 100) / 3),
      y: 70 + Math.floor(k / 3) * ((height - 100) / 3),
      width: 190,
      height: 96,
    }
    const form = pen.pick<Form>(['rect', 'rect', 'ellipse', 'polygon'])
    const id = shape(pen, form, box, 'fill="#ffffff" stroke="#000000" stroke-width="1"')
    const [x, y] = [box.x + 95, box.y + 48]
    if (form === 'rect' && pen.next() < 0.5) {
      say(pen, pen.pick(WORDS), x, y - 12, { size: 18, fill: '#000000', weight: 700 })
      say(pen, `(${pen.pick(WORDS).toLowerCase()} only)`, x, y + 14, { size: 13, fill: '#555555' })
    } else say(pen, pen.pick(WORDS), x, y, { size: pen.pick([14, 18, 20]), fill: '#000000' })
    return id
  })
  boxes.forEach((from, k) => {
    const to = boxes[k + 1]
    if (to !== undefined && k % 3 < 2 && pen.next() < 0.8)
      arrow(pen, from, to, { colour: '#000000', width: 1.2 })
    const below = boxes[k + 3]
    if (below !== undefined && pen.next() < 0.4)
      arrow(pen, from, below, { colour: '#000000', width: 1.2 })
  })
  return '#ffffff'
}

/** What web tools make of a text: lavender boxes, rounded curves, a yellow group. */
function mermaid(pen: Pen): string {
  const { width, height } = pen.truth
  const paint = 'fill="#ececff" stroke="#9370db" stroke-width="1"'
  const group = { x: 40, y: 0.36 * height, width: width - 80, height: 0.3 * height }
  shape(pen, 'rect', group, 'fill="#ffffde" stroke="#aaaa33" stroke-width="1"')
  say(pen, `${pen.pick(WORDS)} group`, width / 2, group.y + 18, { size: 16, fill: '#333333' })
  const rows = [1, 3, 2].map((count, row) =>
    Array.from({ length: count }, (_, k) => {
      const box = {
        x: (width * (k + 1)) / (count + 1) - 80,
        y: height * (0.1 + 0.34 * row) + (row === 1 ? 30 : 0),
        width: 160,
        height: 54,
      }
      const form = row === 1 ? 'rect' : pen.pick<Form>(['rect', 'polygon', 'ellipse'])
      const tall = form === 'polygon' ? { ...box, y: box.y - 20, height: 94 } : box
      const id = shape(pen, form, tall, paint, form === 'rect' ? pen.pick([0, 5, 27]) : 0)
      say(pen, pen.pick(WORDS), box.x + 80, box.y + 27, { size: 16, fill: '#333333' })
      return id
    }),
  )
  rows.slice(1).forEach((row, k) => {
    for (const to of row)
      arrow(pen, pen.pick(rows[k] ?? []), to, { colour: '#333333', width: 2, bent: true })
  })
  return '#ffffff'
}

const DRAW: Record<Look, (pen: Pen) => string> = { slide, dashboard, heatmap, paper, mermaid }
