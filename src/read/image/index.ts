import { releaseKernels } from '../../../wasm/kernels'
import { createCanvas, loadImage } from '../../../wasm/skia'
import { rescaleScene } from '../../figure/geometry/rescale'
import { toPng } from '../../figure/render/raster'
import { element, escapeText } from '../../figure/svg/xml'
import type { Segment } from '../../forms/figure-tools'
import type { PictureReading, ReadPictureOptions } from '../../forms/reading'
import type { Box, Scene } from '../../forms/scene'
import type { Header } from '../picture-file/header'
import { openPicture, type Picture } from '../picture-file/open-picture'
import { pictureHeader, type Raster, rasterOf } from '../raster'
import { held, likenessOf } from './hold'
import { type PictureFacts, readScene } from './read-picture'

/** Larger pictures are read at this many pixels and written in their own. */
const MOST_WORK = 4_000_000
/** The outlined figure is for looking at: above this it is reduced. */
const MOST_SHOWN = 16_000_000

/**
 * Reads the first frame of a picture into a scene in the picture's own pixels. Equal bytes give equal scenes.
 * @throws UnreadablePicture
 */
export async function readPicture(
  bytes: Uint8Array,
  options: ReadPictureOptions & { maxPixels: number; signal?: AbortSignal },
): Promise<PictureReading> {
  const onStage = (name: string) => {
    options.signal?.throwIfAborted()
    options.onStage?.(name)
  }
  onStage('decode')
  const header = await pictureHeader(bytes, options.maxPixels)
  const raster = await workRaster(bytes, header)
  const { scene, seen, facts, repaired, rounds } = await readScene(raster.raster, {
    onStage,
    rounds: options.rounds ?? 0,
  }).finally(releaseKernels)
  const inSource = (one: Scene) => rescaleScene(one, raster)
  onStage('encode')
  // What reading left behind would stay beside a large picture, which comes next.
  if (raster.raster.width < raster.width) Bun.gc(true)
  const whole = await openPicture(bytes, header)
  return {
    figure: await cut(whole, { x: 0, y: 0, width: whole.width, height: whole.height }),
    scene: inSource(scene),
    ...(repaired && { repaired: inSource(repaired) }),
    log: logOf(raster, facts, rounds),
    report: reportOf(facts, rounds),
    likeness: (one) => likenessOf(seen, one).finally(releaseKernels),
    hold: (drawing, words) => held(seen, drawing, words).finally(releaseKernels),
    crop: (place) => cut(whole, place),
    outlined: (segments) => outlined(whole, segments),
  }
}

interface WorkRaster {
  raster: Raster
  /** Of the picture itself, in pixels. */
  width: number
  height: number
}

async function workRaster(bytes: Uint8Array, header: Header): Promise<WorkRaster> {
  const { width, height } = header
  const share = Math.min(1, Math.sqrt(MOST_WORK / (width * height)))
  const longest = share < 1 ? Math.max(1, Math.floor(Math.max(width, height) * share)) : undefined
  return { raster: await rasterOf(bytes, header, longest), width, height }
}

function cut(image: Picture, { x, y, width, height }: Box): Promise<Uint8Array> {
  const part = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  part.getContext('2d').drawImage(image, -Math.round(x), -Math.round(y))
  return part.encode('png')
}

async function outlined(picture: Picture, segments: readonly Segment[]): Promise<Uint8Array> {
  const share = Math.min(1, Math.sqrt(MOST_SHOWN / (picture.width * picture.height)))
  const width = Math.max(1, Math.round(picture.width * share))
  const height = Math.max(1, Math.round(picture.height * share))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  if (segments.length > 0) {
    const marks = await toPng(marksSvg(segments, picture), { width, height })
    context.drawImage(await loadImage(Buffer.from(marks)), 0, 0)
  }
  return canvas.encode('png')
}

function marksSvg(segments: readonly Segment[], { width, height }: Picture): string {
  const pen = Math.max(2, Math.max(width, height) / 800)
  const marks = segments.map(({ id, box }) => {
    const frame = element('rect', { ...box, fill: 'none', stroke: '#d6006c', 'stroke-width': pen })
    const name = element(
      'text',
      {
        x: box.x,
        y: Math.max(7 * pen, box.y - 2 * pen),
        fill: '#d6006c',
        'font-family': 'Inter, Arial, sans-serif',
        'font-size': 7 * pen,
      },
      escapeText(id),
    )
    return `${frame}${name}`
  })
  const size = { width, height, viewBox: `0 0 ${width} ${height}` }
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, marks.join(''))
}

function logOf({ raster, width, height }: WorkRaster, facts: PictureFacts, rounds: Round[]) {
  const worked =
    raster.width === width ? '' : `, read at ${raster.width} x ${raster.height} for its size`
  const counts = Object.entries(facts.counts).map(([name, count]) => `${count} ${name}`)
  return [
    `picture of ${width} x ${height} pixels${worked}`,
    `found ${counts.join(', ') || 'nothing but the ground'}`,
    `likeness ${facts.ssim} (${facts.ssim_without_residual} without patches), ${Math.round(100 * facts.editable_share)} % of the ink can be edited`,
    ...rounds.map(
      ({ round, kept, changed, ssim }) =>
        `round ${round}: ${kept ? `${changed} elements improved, likeness ${ssim}` : 'no improvement'}`,
    ),
  ]
}

type Round = Awaited<ReturnType<typeof readScene>>['rounds'][number]

function reportOf(facts: PictureFacts, rounds: Round[]): Record<string, unknown> {
  const { ssim, ssim_without_residual, editable_share, counts, pixels, rejected } = facts
  return {
    figures: { ssim, ssim_without_residual, editable_share },
    counts,
    stayed_pixels: pixels,
    rejected,
    rounds,
  }
}
