import { check } from '../figure/check'
import type { Diagram } from '../forms/diagram'
import type { Call } from '../forms/engines'
import { type ExportFormat, OUTPUTS } from '../forms/outputs'
import type { PictureReading } from '../forms/reading'
import { remarksOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import type { Outcome, SvgWish } from '../forms/workflows'
import { type Desk, reported, stepper, tell, write } from './desk'
import { redrawPicture } from './redraw-picture'
import { ownRounds } from './rounds'
import { segment, writeTemplates } from './segment'

/** What is told while a picture is read. */
export const READ_STAGES = ['decode', 'surfaces', 'lines', 'verify', 'repair', 'encode'] as const

/** What becomes of a picture. */
export interface Vectorising {
  stage(name: string): Call
  /** Rounds of improvement at most. */
  rounds: number
  /** What was to be painted; absent: a client gave the picture. */
  plan?: Diagram
  /** Title and description of the scene. */
  named(scene: Scene): Scene
  /** Cuts out the icons, and writes all that a job of the first service holds. */
  icons?: SvgWish
  formats: readonly ExportFormat[]
}

export interface Vectorised {
  scene: Scene
  /** Members of report.json. */
  report: Record<string, unknown>
}

/** A picture of a figure to an editable one: the picture becomes a scene, and every file is made from the scene. */
export async function vectorisePicture(
  desk: Desk,
  picture: Uint8Array,
  wish: SvgWish,
): Promise<Outcome> {
  const stage = stepper<string>(desk, [...READ_STAGES, 'redraw', 'look', 'segment', 'export'], {})
  const { scene, report } = await vectorised(desk, picture, {
    stage,
    rounds: wish.optimize_iterations,
    named: titled,
    icons: wish,
    formats: ALL_FORMATS,
  })
  return reported(desk, scene.description, report)
}

/** A picture to a scene with real text, shapes and connectors, and to every file that is asked for. */
export async function vectorised(
  desk: Desk,
  picture: Uint8Array,
  { stage, rounds, plan, named, icons, formats }: Vectorising,
): Promise<Vectorised> {
  const reading = await desk.readPicture(picture, { rounds, onStage: stage })
  for (const line of reading.log) desk.log(line)
  await write(desk, OUTPUTS.figure, reading.figure)
  const read = reading.repaired ?? reading.scene
  const planned = plan ? plannedWords(plan) : null
  const redrawn = await redrawPicture(desk, { reading, read, planned }, rounds, stage)
  const first = named(redrawn?.first ?? reading.scene)
  const made = named(redrawn?.last ?? read)
  const { scene: right, ...labels } = planned ? spelt(desk, read, made, planned) : { scene: made }
  const last = icons
    ? await cutOut(desk, reading, { first, scene: right }, icons, stage('segment'))
    : right

  stage('export')
  const svg = desk.figure.svg(last)
  await write(desk, OUTPUTS.scene, last)
  if (formats.includes('svg')) await write(desk, OUTPUTS.svg, svg)
  if (icons && desk.wants(OUTPUTS.preview))
    await write(desk, OUTPUTS.preview, await desk.figure.png(svg, sizeOf(last)))
  if (formats.includes('pdf') && desk.wants(OUTPUTS.pdf))
    await write(desk, OUTPUTS.pdf, await desk.figure.pdf(svg))
  return {
    scene: last,
    report: {
      ...reading.report,
      ...check(last),
      ...redrawn?.report,
      ...('labels' in labels && { labels: labels.labels }),
      ...(desk.engines.redraw && {
        rounds: [...(redrawn?.rounds ?? []), ...ownRounds(reading.report)],
      }),
    },
  }
}

const plannedWords = ({ nodes, edges, groups }: Diagram): string[] => [
  ...[...nodes, ...edges, ...groups].flatMap(({ label }) => (label ? [label] : [])),
  ...nodes.flatMap(({ detail }) => (detail ? [detail] : [])),
]

/** The words of the picture, as they were read, held against the plan; those of the figure set right. */
function spelt(desk: Desk, read: Scene, made: Scene, planned: readonly string[]) {
  const { scene: right, check: drawn } = desk.figure.checkLabels(made, planned)
  const { misspelt } = made === read ? drawn : desk.figure.checkLabels(read, planned).check
  const warnings = [
    ...misspelt.map(
      ({ painted, label }) =>
        `The picture writes "${painted}" for "${label}"; the SVG has it right.`,
    ),
    ...drawn.missing.map((label) => `The picture does not show "${label}".`),
  ]
  tell(desk, remarksOf('doubt', warnings))
  desk.log(`${drawn.right} of ${planned.length} labels are as planned`)
  return { scene: right, labels: { ...drawn, misspelt } }
}

async function cutOut(
  desk: Desk,
  reading: PictureReading,
  scenes: { first: Scene; scene: Scene },
  wish: SvgWish,
  call: Call,
): Promise<Scene> {
  // Not before: it takes 100 MB, which reading a large picture needs.
  desk.expectPdf()
  const size = sizeOf(scenes.scene)
  const segmented = await segment(
    desk,
    wish,
    {
      ...{ ...scenes, origin: 'read', png: reading.figure, size },
      outlined: reading.outlined,
      crop: (places) => Promise.all(places.map((place) => reading.crop(place))),
    },
    call,
  )
  await writeTemplates(desk, wish, segmented)
  return segmented.last
}

const sizeOf = ({ width, height }: Scene) => ({ width, height })

export const ALL_FORMATS: readonly ExportFormat[] = ['png', 'svg', 'pdf']

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
