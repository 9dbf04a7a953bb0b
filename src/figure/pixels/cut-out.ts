import { createCanvas, type Image, loadImage } from '../../../wasm/skia'
import type { CutOut, Place } from '../../forms/figure-tools'
import { difference, medianColour } from './color'

/** Colours as near to the ground's are ground, in levels of 0 to 255. */
const NEAR = 16
/** The ground is looked for around a cut too: its share of the cut's smaller side, and pixels at least. */
const AROUND = 0.05
const LEAST_AROUND = 2
/** A ground that is less or more of a cut is none: the cut stays whole. */
const LEAST_GROUND = 0.02
const MOST_GROUND = 0.98

/** Parts of one PNG on a transparent ground: within their outlines, else without the ground that runs around them. */
export async function cutOuts(png: Uint8Array, cuts: readonly CutOut[]): Promise<Uint8Array[]> {
  if (cuts.length === 0) return []
  const image = await loadImage(Buffer.from(png))
  const made: Uint8Array[] = []
  for (const cut of cuts) made.push(await cutOut(image, cut))
  return made
}

function cutOut(image: Image, { place, outlines }: CutOut): Promise<Uint8Array> {
  const { x, y, width, height } = place
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  if (outlines.length > 0) {
    context.beginPath()
    for (const outline of outlines) {
      for (const [index, point] of outline.entries())
        if (index === 0) context.moveTo(point.x - x, point.y - y)
        else context.lineTo(point.x - x, point.y - y)
      context.closePath()
    }
    context.clip()
    context.drawImage(image, x, y, width, height, 0, 0, width, height)
  } else {
    const { pixels, left, top } = withoutGround(image, place)
    context.putImageData(pixels, -left, -top)
  }
  return canvas.encode('png')
}

/** A place and a little around it, its ground transparent; `left` and `top` are what is around it. */
function withoutGround(image: Image, { x, y, width, height }: Place) {
  const around = Math.max(LEAST_AROUND, Math.round(AROUND * Math.min(width, height)))
  const [left, top] = [Math.min(x, around), Math.min(y, around)]
  const across = Math.min(image.width, x + width + around) - x + left
  const down = Math.min(image.height, y + height + around) - y + top
  const context = createCanvas(across, down).getContext('2d')
  context.drawImage(image, x - left, y - top, across, down, 0, 0, across, down)
  const pixels = context.getImageData(0, 0, across, down)
  const ground = groundOf(pixels.data, across, down) ?? new Uint8Array()
  for (const [index, isGround] of ground.entries()) if (isGround) pixels.data[4 * index + 3] = 0
  return { pixels, left, top }
}

/** Which pixels are ground: of the colour that the border has most, and joined to the border. Undefined: there is none. */
function groundOf(data: Uint8ClampedArray, width: number, height: number): Uint8Array | undefined {
  const colourAt = (index: number) =>
    ((data[4 * index] ?? 0) << 16) | ((data[4 * index + 1] ?? 0) << 8) | (data[4 * index + 2] ?? 0)
  const border: number[] = []
  for (let column = 0; column < width; column++) border.push(column, (height - 1) * width + column)
  for (let row = 1; row < height - 1; row++) border.push(row * width, (row + 1) * width - 1)
  const colour = medianColour(border.map(colourAt))
  const isNear = (index: number) => difference(colourAt(index), colour) <= NEAR
  const ground = new Uint8Array(width * height)
  const open = border.filter(isNear)
  let count = 0
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (ground[index]) continue
    ground[index] = 1
    count++
    const column = index % width
    if (column > 0 && !ground[index - 1] && isNear(index - 1)) open.push(index - 1)
    if (column < width - 1 && !ground[index + 1] && isNear(index + 1)) open.push(index + 1)
    if (index >= width && !ground[index - width] && isNear(index - width)) open.push(index - width)
    const below = index + width
    if (below < ground.length && !ground[below] && isNear(below)) open.push(below)
  }
  const share = count / ground.length
  return share < LEAST_GROUND || share > MOST_GROUND ? undefined : ground
}
