import { paperWidth } from '../figure/canvas/paper'
import { check, countsOf } from '../figure/check'
import { exact } from '../figure/exact'
import { type Applied, applied } from '../figure/patch/editing'
import { diagramAfter, figureParts } from '../figure/patch/operations'
import { restyled } from '../figure/themes/restyled'
import type { Diagram } from '../forms/diagram'
import type { Edit, EditedFigure } from '../forms/edit'
import type { EditPreview } from '../forms/edit-preview'
import type { Fault } from '../forms/fault'
import { SIZES, STANDARD_SIZE } from '../forms/look'
import { OUTPUTS } from '../forms/outputs'
import { remarksOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import {
  type Drawing,
  type EditWish,
  type FigureFiles,
  type Outcome,
  STANDARD_SVG,
} from '../forms/workflows'
import { readDrawing } from '../read/drawing'
import { type Desk, reported, stepper, tell, write } from './desk'
import { titleOf, writeFigure } from './draw-text'
import { instructed } from './instructed'
import { stillIn } from './look-rounds'
import { ALL_FORMATS } from './vectorise'

const STAGES = ['edit', 'look', 'layout', 'segment', 'export'] as const

/** A figure after an edit, before its files are written. */
interface Edited extends EditedFigure {
  faults: Fault[]
  /** Members of report.json beside the faults. */
  report?: object
  drawing?: Partial<Drawing>
}

/** An edited figure with all files of a job: what no edit names stays as it was. */
export async function editFigure(desk: Desk, files: FigureFiles, wish: EditWish): Promise<Outcome> {
  desk.expectPdf()
  const svg = wish.svg ?? (files.scene ? undefined : files.svg)
  const drawn = svg === undefined ? undefined : readDrawing(svg, { own: true })
  const before = drawn?.scene ?? files.scene
  if (!before) throw new Error('The figure has neither scene.json nor final.svg any more.')
  const stage = stepper(desk, STAGES, {})
  const call = stage(wish.instruction === undefined ? 'edit' : 'look')
  const figure = { ...files, scene: before }
  if (wish.svg !== undefined) tell(desk, remarksOf('unmet', drawn?.dropped ?? []))
  const edited =
    wish.svg !== undefined
      ? drawnFreely(figure)
      : wish.instruction === undefined
        ? await byHand(desk, figure, wish, () => stage('layout'))
        : await instructed(desk, figure, wish.instruction, call)
  const scene = dressed(desk, edited.scene, wish.style)
  const { diagram, faults, report } = edited
  if (diagram) await write(desk, OUTPUTS.diagram, diagram)
  const origin = diagram || scene.drawn ? 'drawn' : 'read'
  const shown = { scene, svg: desk.figure.svg(scene), origin } as const
  const size = wish.size ?? sizeBefore(desk, figure)
  await writeFigure(desk, shown, { size, icons: STANDARD_SVG, formats: ALL_FORMATS }, stage)
  const material = files.report?.material
  const drawing = { ...drawingOf(figure), edited: true, ...edited.drawing, style: scene.theme }
  return reported(desk, scene.description, {
    ...{ figures: desk.figure.measure(scene), faults, counts: countsOf(faults) },
    ...report,
    drawing,
    ...(material !== undefined && { material }),
  })
}

/** Files of a figure that has a scene. */
type PlacedFiles = FigureFiles & { scene: Scene }

/** A laid out figure that nobody has edited follows another style, ratio or direction by being laid out anew. */
async function byHand(
  desk: Desk,
  files: PlacedFiles,
  wish: EditWish,
  stage: () => unknown,
): Promise<Edited> {
  const before = drawingOf(files)
  const { style, aspect_ratio: ratio, keep_places: keeps } = wish
  const { diagram: said, ...made } = exactly(files, wish)
  const { direction, changed } = made
  const diagram = said?.()
  // Another size or style is no edit.
  const drawing = { edited: before.edited === true || wish.operations?.length !== 0 }
  const after = { ...made, ...(diagram && { diagram }), drawing }
  const isLaidOut = diagram !== undefined && !files.scene.drawn && before.by === 'layout'
  const isUntouched = isLaidOut && !before.edited && changed.length === 0
  const asked = [
    ...(direction === undefined ? [] : ['set_direction']),
    ...(ratio === null || ratio === before.ratio ? [] : ['aspect_ratio']),
    ...(keeps ? [] : ['keep_places']),
  ]
  if (asked.length === 0 && !(isUntouched && style !== null && style !== before.style)) return after
  if (!diagram || !isLaidOut) {
    const sentences = asked.map((name) => `${name} was not followed: a drawing keeps its places`)
    tell(desk, remarksOf('unmet', sentences))
    return after
  }
  stage()
  return laidOutAnew(desk, files, turned(diagram, direction), wish)
}

function turned({ direction: before, ...diagram }: Diagram, direction: Applied['direction']) {
  const next = direction === undefined ? before : direction
  return next ? { ...diagram, direction: next } : diagram
}

async function laidOutAnew(
  desk: Desk,
  files: PlacedFiles,
  diagram: Diagram,
  wish: EditWish,
): Promise<Edited> {
  const before = drawingOf(files)
  const { reference, ground, iterations } = before
  const ratio = wish.aspect_ratio ?? before.ratio
  const composed = await desk.figure.compose(diagram, {
    ...{ style: wish.style ?? before.style, ratio, iterations },
    title: titleAfter(files, diagram),
    ...(reference && { reference }),
    ...(ground && { ground }),
  })
  tell(desk, composed.remarks)
  const { scene, report } = composed
  return { scene, diagram, faults: check(scene).faults, report, drawing: { ratio, edited: false } }
}

/** A figure after an edit, made exact where that touched it. @throws OperationRefused */
function exactly(figure: EditedFigure, edit: Edit): Applied & { faults: Fault[] } {
  const after = applied(figure, edit)
  const made = exact(after.scene, stillIn(after.scene, after.changed))
  return { ...after, scene: made.scene, faults: made.faults.filter(({ mended }) => !mended) }
}

/** What an editor shows of changes that nobody has kept yet. @throws OperationRefused */
export function previewed(
  figure: EditedFigure,
  edit: Edit & { style: string | null },
  svg: (scene: Scene) => string,
): EditPreview {
  const { scene: after, diagram, faults } = exactly(figure, edit)
  const scene = edit.style === null ? after : restyled(after, edit.style)
  const { width, height, paper = paperWidth(scene) } = scene
  return { svg: svg(scene), width, height, paper, parts: figureParts(scene, diagram?.()), faults }
}

/** Colours of another theme on what is drawn already; its manner of drawing cannot be followed. */
function dressed(desk: Desk, scene: Scene, style: string | null): Scene {
  if (style === null || style === scene.theme) return scene
  tell(
    desk,
    remarksOf('note', [`${style}: its colours are followed; lines and letters stay as drawn`]),
  )
  return restyled(scene, style)
}

/** How a figure was asked for; of one that does not say so, as its files show it. */
function drawingOf({ scene, report }: PlacedFiles): Drawing {
  const drawing = report?.drawing as Drawing | undefined
  return (
    drawing ?? {
      ...{ by: scene.drawn ? 'person' : 'layout', mended: 0, rounds: 0 },
      style: scene.theme,
      ratio: `${scene.width}:${scene.height}`,
      iterations: Array.isArray(report?.rounds) ? Math.max(1, report.rounds.length) : 1,
    }
  )
}

/** A title that was made of labels follows them. */
function titleAfter({ scene, diagram }: PlacedFiles, after: Diagram) {
  const made = diagram && (diagram.title ?? titleOf(diagram))
  return scene.title === made ? (after.title ?? titleOf(after)) : scene.title
}

/** The size class of figure.png: its width stands in its head. */
function sizeBefore(
  desk: Desk,
  { scene, png }: { scene: Pick<Scene, 'width' | 'height'>; png?: Uint8Array },
): string {
  if (!png) return STANDARD_SIZE
  const width = new DataView(png.buffer, png.byteOffset, png.byteLength).getUint32(16)
  return SIZES.find((size) => desk.figure.pixels(scene, size).width === width) ?? STANDARD_SIZE
}

/** What was drawn in another editor, as it was drawn. */
function drawnFreely({ scene, diagram }: PlacedFiles): Edited {
  const { faults } = check(scene)
  return { scene, faults, ...(diagram && { diagram: diagramAfter(diagram, scene) }) }
}
