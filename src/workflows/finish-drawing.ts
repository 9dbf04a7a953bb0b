import { check } from '../figure/check'
import { restyled } from '../figure/themes/restyled'
import type { Fault, FaultCounts } from '../forms/fault'
import { OUTPUTS } from '../forms/outputs'
import { remarksOf } from '../forms/remarks'
import { type Drawing, type FinishWish, type Outcome, STANDARD_SVG } from '../forms/workflows'
import { readDrawing } from '../read/drawing'
import { type Desk, reported, stepper, tell, write } from './desk'
import { writeFigure } from './draw-text'
import { groundingOf } from './grounding'
import { doubtsOf, finished, PLAIN_BRIEF } from './look-rounds'
import { ALL_FORMATS } from './vectorise'

const STAGES = ['check', 'segment', 'export'] as const

/** A drawing of any person, program or agent: made exact, and every file made from it. */
export async function finishDrawing(
  desk: Desk,
  source: string,
  wish: FinishWish,
): Promise<Outcome> {
  const stage = stepper(desk, STAGES, {})
  desk.expectPdf()
  stage('check')
  const { scene: drawn, frame, dropped } = readDrawing(source)
  tell(desk, remarksOf('unmet', dropped))
  const brief = { ...PLAIN_BRIEF, ...(wish.text !== null && { text: wish.text }) }
  const made = finished({ scene: drawn, source, frame }, { brief })
  const scene = wish.style === null ? made.scene : restyled(made.scene, wish.style)
  const { diagram, faults, counts, mended } = made
  await write(desk, OUTPUTS.diagram, diagram)
  const files = { size: wish.size, icons: STANDARD_SVG, formats: ALL_FORMATS }
  await writeFigure(desk, { scene, svg: desk.figure.svg(scene) }, files, stage)
  const drawing: Drawing = {
    ...{ by: 'person', mended, rounds: 0, iterations: 1 },
    style: wish.style ?? scene.theme,
    ratio: `${scene.width}:${scene.height}`,
  }
  desk.remarks.push(...doubtsOf(made))
  return reported(desk, scene.description || 'A drawing of its author.', {
    ...{ figures: desk.figure.measure(scene), faults, counts, drawing },
    ...(wish.text !== null && { grounding: groundingOf(diagram), material: wish.text }),
  })
}

/** What is wrong with a drawing, at once; nothing is mended. @throws DrawingRefused */
export function checkedDrawing(
  source: string,
  text: string | null,
): { faults: Fault[]; counts: FaultCounts } {
  const { scene } = readDrawing(source)
  return check(scene, text === null ? {} : { text })
}
