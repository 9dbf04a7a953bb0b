import { difference } from '../../../figure/pixels/color'
import type { SceneElement } from '../../../forms/scene'
import type { Pixels } from '../pixels/pixels'
import type { Reading } from '../reading'
import { letteringOf } from './text-elements'

/** The share of letters' ink that must lie at ink of the picture, and the other way round. */
const TEXT_LIKENESS = 0.45
/** The same for what was read with this confidence: the face may be much wider than ours. */
const SURE_LIKENESS = 0.3
const SURE = 0.85
/** A word of one or two letters may be an icon: it must look like it. */
const SHORT_LIKENESS = 0.72

export interface Verified {
  kept: SceneElement[]
  /** Elements that did not look like the picture, by id. */
  refused: string[]
}

/** Takes pixels for words that do not look like what was read. */
export function verifyElements(
  elements: readonly SceneElement[],
  reading: Reading,
  drawn: Pixels,
): Verified {
  const refused: string[] = []
  const kept = elements.flatMap((each): SceneElement[] => {
    if (each.kind === 'text') {
      const short = isShort(each)
      const sure = (each.confidence ?? 0) >= SURE
      const least = short ? SHORT_LIKENESS : sure ? SURE_LIKENESS : TEXT_LIKENESS
      if (likeness(each, reading, drawn) >= least) return [each]
      refused.push(each.id)
      return [short ? { ...letteringOf(each, reading), label: 'icon' } : letteringOf(each, reading)]
    }
    return [each]
  })
  return { kept, refused }
}

const isShort = ({ label = '' }: SceneElement) => label.length <= 2

/**
 * How much of the ink in a box of the picture is drawn, and how much of what is drawn is there, whichever is less; ink
 * may lie a little off, because the face may be another.
 */
function likeness(
  { box, style }: SceneElement,
  { source, ground, contrast }: Reading,
  drawn: Pixels,
): number {
  const slack = Math.max(1, Math.round(0.06 * Math.min(box.width, box.height)))
  const left = Math.max(0, Math.floor(box.x) - 2)
  const top = Math.max(0, Math.floor(box.y) - 2)
  const right = Math.min(source.width, Math.ceil(box.x + box.width) + 2)
  const bottom = Math.min(source.height, Math.ceil(box.y + box.height) + 2)
  // Small letters are nowhere as strong as their colour.
  const below = ground.rgb[top * source.width + left] ?? 0
  const full = difference(Number.parseInt((style.fill ?? '#000000').slice(1), 16), below)
  const least = Math.min(1.5 * contrast, 0.4 * full)
  const inkIn =
    ({ rgb }: Pixels) =>
    (x: number, y: number) => {
      if (x < left || y < top || x >= right || y >= bottom) return false
      const i = y * source.width + x
      return difference(rgb[i] as number, ground.rgb[i] as number) > least
    }
  const [real, made] = [inkIn(source), inkIn(drawn)]
  const share = (of: typeof real, inOther: typeof real) => {
    let count = 0
    let met = 0
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if (!of(x, y)) continue
        count++
        if (anyNear(inOther, x, y, slack)) met++
      }
    }
    return count === 0 ? 0 : met / count
  }
  return Math.min(share(real, made), share(made, real))
}

function anyNear(
  ink: (x: number, y: number) => boolean,
  x: number,
  y: number,
  slack: number,
): boolean {
  for (let dy = -slack; dy <= slack; dy++)
    for (let dx = -slack; dx <= slack; dx++) if (ink(x + dx, y + dy)) return true
  return false
}
