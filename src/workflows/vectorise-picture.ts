import type { Scene } from '../forms/scene'
import type { Outcome, SvgWish } from '../forms/workflows'
import { type Desk, reported, stepper } from './desk'
import { ALL_FORMATS, READ_STAGES, vectorised } from './vectorise'

const STAGES = [...READ_STAGES, 'redraw', 'look', 'segment', 'export'] as const

/** A picture of a figure to an editable one: the picture becomes a scene, and every file is made from the scene. */
export async function vectorisePicture(
  desk: Desk,
  picture: Uint8Array,
  wish: SvgWish,
): Promise<Outcome> {
  const stage = stepper<string>(desk, STAGES, {})
  const { scene, report } = await vectorised(desk, picture, {
    stage,
    rounds: wish.optimize_iterations,
    named: titled,
    icons: wish,
    formats: ALL_FORMATS,
  })
  return reported(desk, scene.description, report)
}

/** Labels that name a figure which has no title. */
const TITLE_LABELS = 4

function titled(scene: Scene): Scene {
  const labels = scene.elements.flatMap(({ kind, label }) =>
    label && (kind === 'group' || kind === 'shape') ? [label] : [],
  )
  return {
    ...scene,
    title: labels.slice(0, TITLE_LABELS).join(', ') || 'Figure read from a picture',
    description: `Read from a picture of ${scene.width} x ${scene.height} pixels: ${scene.elements.length} elements.`,
  }
}
