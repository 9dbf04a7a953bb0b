import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Face, Figure, TruthLine } from './corpus'
import { axisTitle, type Draw, label, sentence, ticks } from './words'

interface Look {
  ground: string
  ink: string
  soft: string
  line: string
  fills: readonly string[]
  /** Letters on a box of these fills. */
  onFill: string
}

const LOOKS: readonly Look[] = [
  {
    ground: '#ffffff',
    ink: '#000000',
    soft: '#555555',
    line: '#333333',
    fills: ['#dae8fc', '#d5e8d4', '#fff2cc', '#f8cecc', '#e1d5e7'],
    onFill: '#000000',
  },
  {
    ground: '#ffffff',
    ink: '#222222',
    soft: '#777777',
    line: '#888888',
    fills: ['#4c72b0', '#c44e52', '#55803a', '#8172b2'],
    onFill: '#ffffff',
  },
  {
    ground: '#1e1e2e',
    ink: '#e6e6f0',
    soft: '#a0a0b8',
    line: '#8888a0',
    fills: ['#313244', '#45475a', '#2c3e63'],
    onFill: '#f5f5ff',
  },
  {
    ground: '#f4f1ea',
    ink: '#3b2f2f',
    soft: '#7a6a58',
    line: '#7a6a58',
    fills: ['#ffffff', '#e8dcc8', '#cfe3dc'],
    onFill: '#1f3d5a',
  },
  {
    ground: '#ffffff',
    ink: '#1a3a6b',
    soft: '#b03a2e',
    line: '#1a3a6b',
    fills: ['#eef4fb', '#fdf0ee'],
    onFill: '#7b241c',
  },
]

/** Draws and remembers what it wrote. */
class Page {
  readonly context: SKRSContext2D
  readonly lines: TruthLine[] = []

  constructor(
    readonly width: number,
    readonly height: number,
    readonly look: Look,
    readonly face: Face,
  ) {
    this.context = createCanvas(width, height).getContext('2d')
    this.context.fillStyle = look.ground
    this.context.fillRect(0, 0, width, height)
  }

  font(size: number, bold = false, italic = false): void {
    this.context.font = `${italic ? 'italic ' : ''}${bold ? 'bold ' : ''}${size}px "${this.face[0]}"`
  }

  widthOf(text: string, size: number, bold = false): number {
    this.font(size, bold)
    return this.context.measureText(text).width
  }

  /** `anchor` 0 start, 0.5 middle, 1 end; y is the baseline. */
  write(
    text: string,
    at: { x: number; y: number },
    style: {
      size: number
      colour?: string
      bold?: boolean
      italic?: boolean
      anchor?: number
      angle?: 0 | 90 | 270
    },
  ): void {
    const {
      size,
      colour = this.look.ink,
      bold = false,
      italic = false,
      anchor = 0,
      angle = 0,
    } = style
    const { context } = this
    this.font(size, bold, italic)
    context.fillStyle = colour
    const wide = context.measureText(text).width
    context.save()
    context.translate(at.x, at.y)
    context.rotate((angle * Math.PI) / 180)
    context.fillText(text, -anchor * wide, 0)
    context.restore()
    const [from, over, high] = [-anchor * wide, -0.75 * size, 0.95 * size]
    const box =
      angle === 0
        ? { x: at.x + from, y: at.y + over, width: wide, height: high }
        : angle === 270
          ? { x: at.x + over, y: at.y - from - wide, width: high, height: wide }
          : { x: at.x - over - high, y: at.y + from, width: high, height: wide }
    this.lines.push({ text, box, angle, size, bold, italic, family: this.face[1], colour })
  }

  box(
    x: number,
    y: number,
    wide: number,
    high: number,
    fill: string | undefined,
    radius: number,
  ): void {
    const { context } = this
    context.beginPath()
    context.roundRect(x, y, wide, high, radius)
    if (fill) {
      context.fillStyle = fill
      context.fill()
    }
    context.strokeStyle = this.look.line
    context.stroke()
  }

  arrow(x0: number, y0: number, x1: number, y1: number, dashed: boolean): void {
    const { context } = this
    const [dx, dy] = [x1 - x0, y1 - y0]
    const long = Math.hypot(dx, dy) || 1
    const [ux, uy] = [dx / long, dy / long]
    context.strokeStyle = this.look.line
    context.setLineDash(dashed ? [6, 4] : [])
    context.beginPath()
    context.moveTo(x0, y0)
    context.lineTo(x1 - 8 * ux, y1 - 8 * uy)
    context.stroke()
    context.setLineDash([])
    context.fillStyle = this.look.line
    context.beginPath()
    context.moveTo(x1, y1)
    context.lineTo(x1 - 9 * ux - 4 * uy, y1 - 9 * uy + 4 * ux)
    context.lineTo(x1 - 9 * ux + 4 * uy, y1 - 9 * uy - 4 * ux)
    context.fill()
  }
}

const KINDS = { flow, chart, table, panels }

/** A figure as another program might draw it. */
export function foreignFigure(draw: Draw, k: number, face: Face): Figure {
  const kind = draw.pick(Object.keys(KINDS) as (keyof typeof KINDS)[])
  const page = new Page(1200, 700, draw.pick(LOOKS), face)
  page.context.lineWidth = draw.pick([1, 1, 1.5, 2, 3])
  KINDS[kind](page, draw)
  const { context, width, height, lines } = page
  const raster = { width, height, data: context.getImageData(0, 0, width, height).data }
  return { name: `${kind} ${face[0]} ${k}`, own: false, raster, lines }
}

function flow(page: Page, draw: Draw): void {
  const size = draw.between(11, 24)
  const bold = draw.chance(0.25)
  const filled = draw.chance(0.75)
  page.write(
    label(draw),
    { x: 600, y: 44 },
    { size: draw.between(22, 40), anchor: 0.5, bold: draw.chance(0.6) },
  )
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      const x = 30 + column * 295 + draw.next()
      const y = 90 + row * 200 + draw.next()
      const [wide, high] = [draw.between(190, 215), draw.between(70, 110)]
      page.box(
        x,
        y,
        wide,
        high,
        filled ? draw.pick(page.look.fills) : undefined,
        draw.pick([0, 4, 12, 40]),
      )
      const count = draw.between(1, 3)
      const texts = Array.from({ length: count }, () => fitted(page, draw, wide - 16, size, bold))
      texts.forEach((text, index) => {
        const y0 = y + high / 2 + 0.36 * size + (index - (count - 1) / 2) * 1.22 * size
        const second = index > 0 && draw.chance(0.3)
        page.write(
          text,
          { x: x + wide / 2, y: y0 },
          {
            size,
            bold: bold && !second,
            italic: second,
            anchor: 0.5,
            colour: filled ? page.look.onFill : page.look.ink,
          },
        )
      })
      if (column < 3) {
        page.arrow(x + wide + 3, y + 35, x + 295, y + 35, draw.chance(0.3))
        if (draw.chance(0.5)) {
          const tiny = draw.between(9, 13)
          page.write(
            fitted(page, draw, 76, tiny, false),
            { x: x + wide + 40, y: y + 28 },
            { size: tiny, anchor: 0.5, colour: page.look.soft, italic: draw.chance(0.3) },
          )
        }
      }
      if (row < 2) {
        page.arrow(x + 60, y + high, x + 60, y + 198, false)
        if (draw.chance(0.4))
          page.write(
            fitted(page, draw, 120, 12, false),
            { x: x + 68, y: y + high + 40 },
            { size: 12, colour: page.look.soft },
          )
      }
    }
  }
}

/** A label that is no wider than its place. */
function fitted(page: Page, draw: Draw, width: number, size: number, bold: boolean): string {
  for (let attempt = 0; attempt < 30; attempt++) {
    const text = label(draw)
    if (page.widthOf(text, size, bold) <= width) return text
  }
  return 'OK'
}

function chart(page: Page, draw: Draw): void {
  const { context, look } = page
  const size = draw.between(10, 18)
  const [left, top, right, bottom] = [140, 90, 1000, 580]
  page.write(
    sentence(draw),
    { x: 570, y: 50 },
    { size: size + 6, anchor: 0.5, bold: draw.chance(0.5) },
  )
  const high = ticks(draw, 6)
  const wide = ticks(draw, 8)
  const grid = draw.chance(0.5)
  context.strokeStyle = look.line
  context.strokeRect(left, top, right - left, bottom - top)
  high.forEach((text, k) => {
    const y = bottom - (k * (bottom - top)) / (high.length - 1)
    context.fillStyle = look.line
    context.fillRect(left - 6, y, 6, 1)
    context.globalAlpha = 0.25
    if (grid) context.fillRect(left, y, right - left, 1)
    context.globalAlpha = 1
    page.write(text, { x: left - 10, y: y + 0.36 * size }, { size, anchor: 1 })
  })
  wide.forEach((text, k) => {
    const x = left + (k * (right - left)) / (wide.length - 1)
    context.fillStyle = look.line
    context.fillRect(x, bottom, 1, 6)
    page.write(text, { x, y: bottom + 10 + 0.75 * size }, { size, anchor: 0.5 })
  })
  page.write(axisTitle(draw), { x: 570, y: bottom + 60 }, { size: size + 2, anchor: 0.5 })
  page.write(axisTitle(draw), { x: 60, y: 335 }, { size: size + 2, anchor: 0.5, angle: 270 })
  if (draw.chance(0.3))
    page.write(axisTitle(draw), { x: 1040, y: 335 }, { size: size + 2, anchor: 0.5, angle: 90 })
  const colours = ['#1f77b4', '#d62728', '#2ca02c']
  colours.forEach((colour, series) => {
    context.strokeStyle = colour
    context.fillStyle = colour
    context.beginPath()
    let y = draw.between(200, 480)
    for (let x = left + 20; x < right - 160; x += 40) {
      y = Math.max(top + 10, Math.min(bottom - 10, y + draw.between(-45, 45)))
      context.lineTo(x, y)
      if (series === 1) context.fillRect(x - 3, y - 3, 7, 7)
    }
    context.stroke()
    const y0 = top + 24 + series * 1.5 * size
    if (series === 2) context.fillRect(right - 150, y0 - 0.7 * size, 0.8 * size, 0.8 * size)
    else context.fillRect(right - 152, y0 - 0.36 * size, 24, 2)
    page.write(fitted(page, draw, 110, size, false), { x: right - 120, y: y0 }, { size })
  })
}

function table(page: Page, draw: Draw): void {
  const { context, look } = page
  const size = draw.between(9, 16)
  const high = Math.round(size * draw.pick([1.5, 1.8, 2.2]))
  const [columns, rows] = [draw.between(4, 7), Math.min(16, Math.floor(560 / high))]
  const wide = Math.floor(1120 / columns)
  page.write(sentence(draw), { x: 40, y: 60 }, { size: size + 8, bold: true })
  for (let row = 0; row < rows; row++) {
    const y = 90 + row * high
    const head = row === 0
    if (head || (row % 2 === 0 && draw.chance(0.8))) {
      context.fillStyle = head ? (look.fills[0] ?? look.ground) : look.ground
      context.fillRect(40, y, wide * columns, high)
    }
    for (let column = 0; column < columns; column++) {
      const x = 40 + column * wide
      context.strokeStyle = look.line
      if (columns < 7) context.strokeRect(x, y, wide, high)
      const number = column > 0 && !head && draw.chance(0.6)
      const text = number
        ? (draw.next() * draw.pick([1, 10, 100, 1000])).toFixed(draw.between(0, 3))
        : fitted(page, draw, wide - 12, size, head)
      const style = { size, bold: head, colour: head ? look.onFill : look.ink }
      const y0 = y + high / 2 + 0.36 * size
      if (number) page.write(text, { x: x + wide - 6, y: y0 }, { ...style, anchor: 1 })
      else page.write(text, { x: x + 6, y: y0 }, style)
    }
  }
}

function panels(page: Page, draw: Draw): void {
  const { look } = page
  const size = draw.between(12, 20)
  for (let k = 0; k < 3; k++) {
    const x = 20 + k * 392
    const fill = draw.pick(look.fills)
    page.box(x, 30, 376, 640, fill, draw.pick([0, 10]))
    const ink = look.onFill
    page.write(
      fitted(page, draw, 340, size + 6, true),
      { x: x + 188, y: 70 },
      { size: size + 6, bold: true, anchor: 0.5, colour: ink },
    )
    let y = 110
    while (y < 620) {
      if (draw.chance(0.3)) {
        page.write(
          fitted(page, draw, 330, size, true),
          { x: x + 16, y },
          { size, bold: true, colour: ink },
        )
        y += 1.3 * size
      }
      for (let line = draw.between(1, 4); line > 0 && y < 640; line--) {
        let text = sentence(draw)
        while (page.widthOf(text, size) > 340) text = text.slice(0, text.lastIndexOf(' '))
        page.write(text, { x: x + 16, y }, { size, colour: ink, italic: false })
        y += draw.pick([1.2, 1.2, 1.3]) * size
      }
      y += size
    }
  }
}
