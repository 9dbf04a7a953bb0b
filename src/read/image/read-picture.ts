import { gap } from '../../figure/geometry'
import { difference } from '../../figure/pixels/color'
import { roundedTo } from '../../forms/numbers'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import { LEAST_CONFIDENCE } from '../lettering'
import type { Raster } from '../raster'
import { emptyScene, renderElements } from './painting/render'
import { boxMask } from './pixels/masks'
import type { Mask, Pixels } from './pixels/pixels'
import { ssim } from './pixels/ssim'
import type { Reading } from './reading'
import { assembleElements } from './scene/assemble'
import { repairElements } from './scene/repair'
import { residuals } from './scene/residual'
import { verifyElements } from './scene/verify'
import { readStages } from './stages'

/** How well a picture was read; shares are of 1. */
export interface PictureFacts {
  /** Of the re-rendered scene to the picture, in luma. */
  ssim: number
  ssim_without_residual: number
  /**
   * The share of ink that simple elements draw: no images, no traced outlines. Photographs in a figure are left out; a
   * picture that is most of the page, or holds words that were not read, counts as ink that nothing draws.
   */
  editable_share: number
  counts: Record<string, number>
  /** Readings that did not look like the picture. */
  rejected: number
  /** The share of the picture that stayed pixels, by why. */
  pixels: Record<string, number>
}

/** One round of repairs, and the likeness after it. */
interface Round {
  round: number
  kept: boolean
  changed: number
  ssim: number
}

export interface ReadScene {
  scene: Scene
  /** The picture that drawings of it are held against. */
  seen: Pick<Reading, 'original' | 'source' | 'contrast'>
  facts: PictureFacts
  repaired?: Scene
  rounds: Round[]
}

/**
 * Reads a picture into a scene of text, shapes, connectors, icons and pictures, in the raster's own pixels. What no
 * element explains stays as patches of pixels. Equal pictures give equal scenes.
 */
export async function readScene(
  raster: Raster,
  options: { onStage?: (name: string) => void; rounds?: number; without?: readonly string[] } = {},
): Promise<ReadScene> {
  const stage = options.onStage ?? (() => {})
  const reading = await readStages(raster, options)
  stage('verify')
  const empty = emptyScene(reading)
  const read = assembleElements(reading)
  const drawn = await renderElements(empty, read)
  const { kept, refused } = verifyElements(read, reading, drawn)
  const same = kept.length === read.length && kept.every((each, index) => each === read[index])
  const plain = same ? drawn : await renderElements(empty, kept)
  const first = await patched(reading, empty, kept, plain)
  const { original, source, contrast } = reading
  const seen = { original, source, contrast }
  if (!options.rounds)
    return { scene: first.scene, seen, facts: await factsOf(reading, first, refused), rounds: [] }
  const rounds: Round[] = []
  let best = first
  for (let round = 1; round <= options.rounds; round++) {
    stage('repair')
    const { elements, changed } = await repairElements(empty, best.kept, reading.source)
    const next = changed > 0 ? await patched(reading, empty, elements) : best
    const kept = changed > 0 && likeness(reading, next) > likeness(reading, best)
    if (kept) best = next
    rounds.push({ round, kept, changed, ssim: told(likeness(reading, best)) })
    if (!kept) break
  }
  return {
    scene: first.scene,
    seen,
    repaired: best.scene,
    facts: await factsOf(reading, best, refused),
    rounds,
  }
}

interface Drawn {
  scene: Scene
  /** Elements without patches, and what they look like. */
  kept: readonly SceneElement[]
  plain: Pixels
  /** Patches and all. */
  whole: Pixels
}

function likeness({ source }: Reading, { plain, whole }: Drawn): number {
  return ssim(source, plain) + 1e-3 * ssim(source, whole)
}

async function patched(
  reading: Reading,
  empty: Scene,
  kept: readonly SceneElement[],
  drawn?: Pixels,
): Promise<Drawn> {
  const plain = drawn ?? (await renderElements(empty, kept))
  const patches = residuals(reading, plain, spokenMask(kept, reading), kept)
  const scene = { ...empty, elements: [...kept, ...patches] }
  return {
    scene,
    kept,
    plain,
    whole: patches.length === 0 ? plain : await renderElements(scene),
  }
}

/** As facts are told. */
function told(value: number): number {
  return roundedTo(value, 4)
}

/** Where text stands: a patch there would leave a trace behind it. */
function spokenMask(elements: readonly SceneElement[], { source }: Reading): Mask {
  const { width, height } = source
  const mask = new Uint8Array(source.rgb.length)
  for (const { kind, box } of elements) {
    if (kind !== 'text') continue
    const left = Math.max(0, Math.floor(box.x) - 2)
    const right = Math.min(width, Math.ceil(box.x + box.width) + 2)
    const bottom = Math.min(height, box.y + box.height + 2)
    for (let y = Math.max(0, Math.floor(box.y) - 2); y < bottom; y++)
      mask.fill(1, y * width + left, y * width + right)
  }
  return mask
}

async function factsOf(
  reading: Reading,
  { scene, kept, plain, whole }: Drawn,
  refused: readonly string[],
): Promise<PictureFacts> {
  const { original } = reading
  const simple = kept.filter(
    ({ geometry, id }) => geometry?.form !== 'image' && !id.startsWith('path-'),
  )
  const bare = simple.length === kept.length ? plain : await renderElements(scene, simple)
  const counts: Record<string, number> = {}
  for (const { kind, role } of scene.elements) {
    const name = role === 'mark' ? 'mark' : kind
    counts[name] = (counts[name] ?? 0) + 1
  }
  const area = (wanted: string) =>
    told(
      scene.elements
        .filter(({ kind }) => kind === wanted)
        .reduce((sum, { box }) => sum + box.width * box.height, 0) / original.rgb.length,
    )
  return {
    ssim: told(ssim(original, whole)),
    ssim_without_residual: told(ssim(original, plain)),
    editable_share: told(editableShare(reading, bare)),
    counts,
    rejected: refused.length,
    pixels: { picture: area('picture'), icon: area('icon'), residual: area('residual') },
  }
}

/** A picture that covers more of the page is no photograph in a figure. */
const MOST_INSET = 0.5

/** Photographs in a figure: neither most of the page nor holding words that were not read. */
function insets({ source, pictures, lettering }: Reading): Box[] {
  const unread = lettering.lines.filter(({ confidence }) => confidence < LEAST_CONFIDENCE)
  return pictures.filter(
    (box) =>
      box.width * box.height <= MOST_INSET * source.rgb.length &&
      !unread.some((line) => gap(line.box, box) === 0),
  )
}

/** Ink is what differs from the page; it counts where a drawn pixel within one pixel's reach has its colour. */
function editableShare(reading: Reading, drawn: Pixels): number {
  const { source, background, contrast, pictures } = reading
  const { width, height, rgb } = source
  const inset = insets(reading)
  const isInset = boxMask(inset, source)
  const isPicture = boxMask(
    pictures.filter((box) => !inset.includes(box)),
    source,
  )
  const most = 40
  let ink = 0
  let matched = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const own = rgb[i] as number
      const made = drawn.rgb[i] as number
      // All of a picture that counts is ink, and the bare page draws none of it.
      if (isInset[i] || (!isPicture[i] && difference(own, background) <= contrast)) continue
      ink++
      if (isPicture[i] && difference(made, background) <= contrast) continue
      if (difference(own, made) <= most || nearMatch(own, drawn, i, most)) matched++
    }
  }
  return ink === 0 ? 1 : matched / ink
}

function nearMatch(own: number, { rgb, width }: Pixels, i: number, most: number): boolean {
  for (const step of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1])
    if (difference(own, rgb[i + step] as number) <= most) return true
  return false
}
