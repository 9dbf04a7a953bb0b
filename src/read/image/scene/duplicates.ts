import { gap } from '../../../figure/geometry'
import type { SceneElement } from '../../../forms/scene'
import { inkMask } from '../outlines/ink-mask'
import { emptyScene, renderElements } from '../painting/render'
import { cropPng, cropWithoutGround } from '../pixels/crop'
import { clear, dilated } from '../pixels/masks'
import type { Mask, Pixels } from '../pixels/pixels'
import type { Reading } from '../reading'

/** Pixels around a letter, and as a share of its size, that compression and half-covered pixels colour. */
const MARGIN = 2
const MARGIN_OF_SIZE = 0.06
/** Rounds in which filled pixels take the mean of their neighbours. */
const SMOOTHING = 24

/**
 * Takes out of pictures and icons what other elements draw there, so that moving or changing those leaves nothing
 * behind: pictures are filled from around, icons are transparent there.
 */
export async function withoutPaintedTwice(
  elements: readonly SceneElement[],
  reading: Reading,
): Promise<SceneElement[]> {
  const images = elements.filter(isImage)
  const above = elements.filter(
    ({ kind, role }) => kind === 'text' || kind === 'connector' || role === 'mark',
  )
  const haunted = images.filter(({ box }) => above.some((each) => gap(each.box, box) === 0))
  if (haunted.length === 0) return [...elements]
  const letters = letterMask(elements, reading)
  const pictures = haunted.some(({ kind }) => kind === 'picture')
  const bare = pictures ? inpainted(reading.original, letters) : reading.original
  const keep = haunted.some(({ kind }) => kind === 'icon')
    ? await freeOf(letters, above, reading)
    : letters
  return elements.map((each): SceneElement => {
    const { geometry } = each
    if (geometry?.form !== 'image' || !haunted.includes(each)) return each
    const href =
      each.kind === 'picture'
        ? cropPng(bare, each.box)
        : cropWithoutGround(reading.source, reading.ground, each.box, keep)
    return { ...each, geometry: { ...geometry, href } }
  })
}

function isImage({ geometry, kind }: SceneElement): boolean {
  return geometry?.form === 'image' && (kind === 'picture' || kind === 'icon')
}

/** The letters of all lines that are text in the scene, with their margin. */
export function letterMask(
  elements: readonly SceneElement[],
  { lettering, source }: Pick<Reading, 'lettering' | 'source'>,
): Mask {
  const mask: Mask = new Uint8Array(source.rgb.length)
  for (const { kind, box, style } of elements) {
    if (kind !== 'text') continue
    const margin = Math.round(Math.max(MARGIN, MARGIN_OF_SIZE * (style.fontSize ?? 0)))
    const [left, right] = reachOf(box.x, box.width, margin, source.width)
    const [top, bottom] = reachOf(box.y, box.height, margin, source.height)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        if (lettering.mask[y * source.width + x]) markAround(mask, x, y, margin, source)
  }
  return mask
}

function reachOf(from: number, size: number, margin: number, most: number): [number, number] {
  return [Math.max(0, Math.floor(from) - margin), Math.min(most, Math.ceil(from + size) + margin)]
}

function markAround(mask: Mask, x: number, y: number, margin: number, { width, height }: Pixels) {
  const left = Math.max(0, x - margin)
  const right = Math.min(width, x + margin + 1)
  for (let row = Math.max(0, y - margin); row < Math.min(height, y + margin + 1); row++)
    mask.fill(1, row * width + left, row * width + right)
}

/** 1 where neither letters nor lines are drawn. */
async function freeOf(
  letters: Mask,
  above: readonly SceneElement[],
  reading: Reading,
): Promise<Mask> {
  const { source, ground, contrast } = reading
  const empty = emptyScene(reading)
  const [bare, drawn] = [await renderElements(empty, []), await renderElements(empty, above)]
  const taken = inkMask(drawn, bare, contrast)
  const free: Mask = new Uint8Array(ground.rgb.length).fill(1)
  clear(free, letters)
  clear(free, dilated(taken, source.width))
  return free
}

/** The picture with masked pixels filled from around them, smoothly. */
export function inpainted(pixels: Pixels, mask: Mask): Pixels {
  const { width, height } = pixels
  const rgb = pixels.rgb.slice()
  const open = mask.slice()
  const order: number[] = []
  let front = Array.from(mask.keys()).filter((i) => mask[i] && hasKnown(open, i, width, height))
  while (front.length > 0) {
    const colours = front.map((i) => meanAround(rgb, i, width, height, (at) => !open[at]))
    front.forEach((i, k) => {
      rgb[i] = colours[k] ?? 0
    })
    for (const i of front) open[i] = 0
    order.push(...front)
    const next = new Set<number>()
    for (const i of front) for (const at of around(i, width, height)) if (open[at]) next.add(at)
    front = [...next]
  }
  for (let round = 0; round < SMOOTHING; round++)
    for (const i of order) rgb[i] = meanAround(rgb, i, width, height, () => true)
  return { width, height, rgb }
}

function hasKnown(open: Mask, i: number, width: number, height: number): boolean {
  return around(i, width, height).some((at) => !open[at])
}

function around(i: number, width: number, height: number): number[] {
  const x = i % width
  const result: number[] = []
  if (x > 0) result.push(i - 1)
  if (x < width - 1) result.push(i + 1)
  if (i >= width) result.push(i - width)
  if (i < width * (height - 1)) result.push(i + width)
  return result
}

function meanAround(
  rgb: Int32Array,
  i: number,
  width: number,
  height: number,
  known: (at: number) => boolean,
): number {
  let [r, g, b, count] = [0, 0, 0, 0]
  for (const at of around(i, width, height)) {
    if (!known(at)) continue
    const colour = rgb[at] as number
    r += (colour >> 16) & 255
    g += (colour >> 8) & 255
    b += colour & 255
    count++
  }
  const mean = (sum: number) => Math.round(sum / Math.max(1, count))
  return (mean(r) << 16) | (mean(g) << 8) | mean(b)
}
