import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { toPng } from '../../../src/figure/render/raster'
import { generate } from './generate'
import { random, type Truth } from './truth'

export const SCANS = ['paper', 'copier', 'camera'] as const
type Scan = (typeof SCANS)[number]
/** Families of figures that people copy and photograph; the dense ones lose their smallest text. */
export const SCANNED = ['pipeline', 'states', 'tree'] as const

interface Look {
  /** Standard deviation in levels, and pixels over which it is even. */
  grain: number
  grainSize: number
  /** Degrees, clockwise. */
  turn: number
  /** Of the light, from one corner to the other, as a share. */
  falloff: number
  paper: readonly [number, number, number]
  jpeg?: number
}

const LOOK: Record<Scan, Look> = {
  paper: { grain: 4, grainSize: 2, turn: 0, falloff: 0, paper: [0.93, 0.92, 0.89] },
  copier: { grain: 6, grainSize: 1, turn: 0.3, falloff: 0.06, paper: [0.96, 0.96, 0.96] },
  camera: {
    grain: 4,
    grainSize: 2,
    turn: -0.5,
    falloff: 0.22,
    paper: [0.9, 0.89, 0.86],
    jpeg: 82,
  },
}

/** A generated figure as a scanner or a camera gives it back: grain, a slight turn, uneven light. */
export async function scan(
  name: Scan,
  family: (typeof SCANNED)[number],
  seed: number,
): Promise<Truth> {
  const truth = generate(family, seed)
  const look = LOOK[name]
  const whole = await loadImage(Buffer.from(await toPng(truth.svg, truth)))
  const png = await copied(whole, look, random(seed * 6151 + SCANS.indexOf(name)))
  return { ...turned(truth, look.turn), name: `${truth.name} ${name}`, png }
}

async function copied(whole: Image, look: Look, next: () => number): Promise<Uint8Array> {
  const { width, height } = whole
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  // The page goes on beyond its turned edges.
  context.drawImage(whole, 0, 0, 4, 4, 0, 0, width, height)
  context.translate(width / 2, height / 2)
  context.rotate((look.turn * Math.PI) / 180)
  context.drawImage(whole, -width / 2, -height / 2)
  context.resetTransform()
  const image = context.getImageData(0, 0, width, height)
  const grain = grainOf(width, height, look, next)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 1 - look.falloff * ((x / width) * 0.7 + (y / height) ** 2 * 0.3)
      const i = y * width + x
      for (let c = 0; c < 3; c++) {
        const at = 4 * i + c
        image.data[at] =
          (image.data[at] ?? 0) * (look.paper[c] ?? 1) * light + (grain[3 * i + c] ?? 0)
      }
    }
  }
  context.putImageData(image, 0, 0)
  return look.jpeg ? canvas.encode('jpeg', look.jpeg) : canvas.encode('png')
}

/** Three numbers a pixel: mostly of brightness, a little of colour. */
function grainOf(width: number, height: number, look: Look, next: () => number): Float32Array {
  const [columns, rows] = [Math.ceil(width / look.grainSize), Math.ceil(height / look.grainSize)]
  const bell = () => (next() + next() + next() + next() - 2) * Math.sqrt(3)
  const coarse = new Float32Array(3 * columns * rows)
  for (let i = 0; i < columns * rows; i++) {
    const bright = bell()
    for (let c = 0; c < 3; c++) coarse[3 * i + c] = look.grain * (0.9 * bright + 0.43 * bell())
  }
  const result = new Float32Array(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = Math.floor(y / look.grainSize) * columns + Math.floor(x / look.grainSize)
      for (let c = 0; c < 3; c++) result[3 * (y * width + x) + c] = coarse[3 * from + c] ?? 0
    }
  return result
}

/** Where everything lies after a turn about the middle; boxes keep their size. */
function turned(truth: Truth, degrees: number): Truth {
  const angle = (degrees * Math.PI) / 180
  const [cx, cy] = [truth.width / 2, truth.height / 2]
  const place = ({ x, y }: { x: number; y: number }) => ({
    x: cx + (x - cx) * Math.cos(angle) - (y - cy) * Math.sin(angle),
    y: cy + (x - cx) * Math.sin(angle) + (y - cy) * Math.cos(angle),
  })
  return {
    ...truth,
    texts: truth.texts.map((text) => ({ ...text, ...place(text) })),
    shapes: truth.shapes.map((shape) => {
      const { width, height } = shape
      const middle = place({ x: shape.x + width / 2, y: shape.y + height / 2 })
      return { ...shape, x: middle.x - width / 2, y: middle.y - height / 2 }
    }),
    connectors: truth.connectors.map((one) => ({
      ...one,
      start: place(one.start),
      end: place(one.end),
    })),
  }
}
