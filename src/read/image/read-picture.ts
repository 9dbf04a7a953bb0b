import type { Scene, SceneElement } from '../../forms/scene'
import type { Raster } from '../raster'
import { assembled } from './assemble'
import { ssim } from './fidelity'
import { difference, type Mask, type Pixels } from './pixels'
import { emptyScene, type Reading } from './reading'
import { rendered } from './render'
import { residuals } from './residual'
import { readInk } from './strokes-and-icons'
import { readSurfaces } from './surfaces'
import { LEAST_CONFIDENCE } from './text-elements'
import { withoutHarm } from './verify'

export interface PictureFacts {
  /** Of the re-rendered scene to the picture, in luma. */
  ssim: number
  ssim_without_residual: number
  /** The share of ink that simple elements draw: no images, no traced outlines, photographs left out. */
  editable_share: number
  counts: Record<string, number>
  /** The share of the picture that stayed pixels, by why. */
  pixels: Record<string, number>
}

/**
 * Reads a picture into a scene of text, shapes, connectors, icons and pictures, in the raster's own pixels. What no
 * element explains stays as patches of pixels. Equal pictures give equal scenes.
 */
export async function readScene(
  raster: Raster,
  options: { onStage?: (name: string) => void } = {},
): Promise<{ scene: Scene; facts: PictureFacts; reading: Reading }> {
  const stage = options.onStage ?? (() => {})
  stage('surfaces')
  const surfaces = await readSurfaces(raster)
  stage('lines')
  const reading = readInk(surfaces)
  stage('verify')
  const scene = emptyScene(reading)
  const read = assembled(reading)
  const drawn = await rendered(scene, read)
  const kept = withoutHarm(read, reading, drawn)
  const again = kept.length === read.length ? drawn : await rendered(scene, kept)
  const patches = residuals(reading, again, spokenMask(reading), 2 + Math.max(0, ...kept.map(({ z }) => z)))
  scene.elements = [...kept, ...patches]
  const whole = patches.length === 0 ? again : await rendered(scene)
  return { scene, facts: await factsOf(reading, scene, kept, again, whole), reading }
}

/** Pixels of letters that became text, and of the place where the text stands. */
function spokenMask({ lettering, source }: Reading): Mask {
  const mask = lettering.mask.slice()
  const { width, height } = source
  for (const { box, confidence } of lettering.lines) {
    const spoken = confidence >= LEAST_CONFIDENCE ? 1 : 0
    const [left, right] = [Math.max(0, Math.floor(box.x) - 2), Math.ceil(box.x + box.width) + 2]
    for (let y = Math.max(0, Math.floor(box.y) - 2); y < Math.min(height, box.y + box.height + 2); y++)
      mask.fill(spoken, y * width + left, y * width + Math.min(width, right))
  }
  return mask
}

async function factsOf(
  reading: Reading,
  scene: Scene,
  kept: readonly SceneElement[],
  drawn: Pixels,
  whole: Pixels,
): Promise<PictureFacts> {
  const { source } = reading
  const simple = kept.filter(({ geometry, id }) => geometry?.form !== 'image' && !id.startsWith('path-'))
  const bare = simple.length === kept.length ? drawn : await rendered(scene, simple)
  const counts: Record<string, number> = {}
  for (const { kind, role } of scene.elements) {
    const name = role === 'mark' ? 'mark' : kind
    counts[name] = (counts[name] ?? 0) + 1
  }
  const round = (value: number) => Math.round(value * 1e4) / 1e4
  const area = (wanted: string) =>
    round(
      scene.elements
        .filter(({ kind }) => kind === wanted)
        .reduce((sum, { box }) => sum + box.width * box.height, 0) / source.rgb.length,
    )
  return {
    ssim: round(ssim(source, whole)),
    ssim_without_residual: round(ssim(source, drawn)),
    editable_share: round(editableShare(reading, bare)),
    counts,
    pixels: { picture: area('picture'), icon: area('icon'), residual: area('residual') },
  }
}

/** Ink is what differs from the page; it counts where a drawn pixel within one pixel's reach has its colour. */
function editableShare({ source, background, pictures, contrast }: Reading, drawn: Pixels): number {
  const { width, height, rgb } = source
  const photo = new Uint8Array(rgb.length)
  for (const box of pictures)
    for (let y = box.y; y < box.y + box.height; y++)
      photo.fill(1, y * width + box.x, y * width + box.x + box.width)
  let ink = 0
  let matched = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const own = rgb[i] as number
      if (photo[i] || difference(own, background) <= contrast) continue
      ink++
      const most = 40
      if (difference(own, drawn.rgb[i] as number) <= most || nearMatch(own, drawn, i, most)) matched++
    }
  }
  return ink === 0 ? 1 : matched / ink
}

function nearMatch(own: number, { rgb, width }: Pixels, i: number, most: number): boolean {
  for (const step of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1])
    if (difference(own, rgb[i + step] as number) <= most) return true
  return false
}
