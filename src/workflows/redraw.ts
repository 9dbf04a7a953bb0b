import { OUTPUTS } from '../forms/outputs'
import type { Scene } from '../forms/scene'
import type { Outcome, SvgWish } from '../forms/workflows'
import { accounts, type Desk, stepper, withIgnored, write } from './desk'
import { segment, writeTemplates } from './segment'

const STAGES = ['decode', 'surfaces', 'lines', 'verify', 'repair', 'encode', 'segment', 'export']

/** A picture of a figure to an editable one: the picture becomes a scene, and every file is made from the scene. */
export async function redraw(desk: Desk, picture: Uint8Array, wish: SvgWish): Promise<Outcome> {
  const stage = stepper(desk, STAGES, {})
  const reading = await desk.readPicture(picture, {
    rounds: wish.optimize_iterations,
    onStage: stage,
  })
  for (const line of reading.log) desk.log(line)
  await write(desk, OUTPUTS.figure, reading.figure)

  const call = stage('segment')
  // Not before: it takes 100 MB, which reading a large picture needs.
  desk.expectPdf()
  const scene = titled(reading.repaired ?? reading.scene)
  const size = { width: scene.width, height: scene.height }
  const segments = await segment(
    desk,
    wish,
    {
      scene,
      origin: 'read',
      png: reading.figure,
      size,
      outlined: reading.outlined,
      crop: (places) => Promise.all(places.map((place) => reading.crop(place))),
    },
    call,
  )
  await writeTemplates(desk, wish, segments, { first: titled(reading.scene), last: scene })

  stage('export')
  const svg = desk.figure.svg(scene)
  await write(desk, OUTPUTS.scene, scene)
  await write(desk, OUTPUTS.svg, svg)
  await write(desk, OUTPUTS.preview, await desk.figure.png(svg, size))
  await write(desk, OUTPUTS.pdf, await desk.figure.pdf(svg))
  const { ignored } = desk
  await write(desk, OUTPUTS.report, { ...reading.report, ...accounts(desk, ignored) })
  return { description: withIgnored(scene.description, ignored), warnings: [] }
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
