import { check, countsOf } from '../figure/check'
import { diagramOf } from '../figure/diagram-of'
import { exact } from '../figure/exact'
import { asRead } from '../figure/exact/as-read'
import { rescaleScene } from '../figure/geometry/rescale'
import type { Call } from '../forms/engines'
import type { Fault, FaultKind } from '../forms/fault'
import type { Likeness, PictureReading } from '../forms/reading'
import { remarksOf } from '../forms/remarks'
import type { Box, Scene, SceneElement } from '../forms/scene'
import { type Desk, tell } from './desk'
import { answeredDrawing, whyUnusable } from './draw-by-model'
import {
  doubtsOf,
  type Finishing,
  type Held,
  type LookRound,
  lookRounds,
  PLAIN_BRIEF,
  type Workpiece,
} from './look-rounds'
import { PICTURE_SIDE } from './rounds'

/** A picture whose reading a model may take the place of. */
export interface ReadFigure {
  reading: PictureReading
  /** What rules made of it in the end. */
  read: Scene
  /** Words that should stand in the figure; null: nobody knows. */
  planned: readonly string[] | null
}

export interface RedrawnScene {
  /** Before and after the looks at it. */
  first: Scene
  last: Scene
  rounds: readonly LookRound[]
  /** Members of report.json. */
  report: Record<string, unknown>
}

/** A drawing that is farther from the picture than the reading by this much shows something else. */
const WORSE = 0.05

/** Faults of a drawing of a picture; all else, such as small letters, may be the picture's own. */
const OWN_FAULTS: ReadonlySet<FaultKind> = new Set([
  'words_over',
  'words_hidden',
  'words_leave',
  'end_off',
  'head_missing',
  'wrong_way',
  'edge_unnamed',
  'id_doubled',
  'missing',
])

/**
 * Lets a model draw a picture anew on its own pixels, look at both, and patch the drawing: `looks` times, and more often
 * while hard faults stay. Undefined: nobody draws it, or the reading of rules is better; then it is said why.
 */
export async function redrawPicture(
  desk: Desk,
  figure: ReadFigure,
  looks: number,
  stage: (name: 'redraw' | 'look') => Call,
): Promise<RedrawnScene | undefined> {
  const { reading, read, planned } = figure
  if (!desk.engines.redraw) return undefined
  const shown = await desk.shown(reading.figure, PICTURE_SIDE)
  const small = rescaleScene(read, shown)
  const asked = { read: small, picture: shown.png, ...(planned && { planned }) }
  const call = stage('redraw')
  const drawn = await answeredDrawing(desk, call, (grown) =>
    desk.engines.redraw?.(asked, call, grown),
  )
  if (drawn === null || typeof drawn === 'string')
    return refused(desk, drawn ?? 'Nobody draws it anew')
  const finish = (one: Finishing, plan: Held['plan'], still?: ReadonlySet<string>) =>
    finished(one, { ...figure, read: small, plan }, still)
  const first = await finish(drawn, drawn.plan)
  const unusable = whyUnusable(desk, first)
  if (unusable !== undefined) return refused(desk, unusable)
  const picture = { original: shown.png, finish }
  const { piece, rounds } = await lookRounds(
    desk,
    first,
    { brief: { ...PLAIN_BRIEF, material: false }, plan: drawn.plan, picture },
    Math.max(1, looks),
    stage('look'),
  )
  const ours = await reading.likeness(piece.scene)
  const theirs = await reading.likeness(read)
  desk.log(`likeness of the drawing ${ours.drawn}, of what was read ${theirs.drawn}`)
  if (ours.drawn < theirs.drawn - WORSE)
    return refused(desk, 'The drawing of the model is less like the picture')
  desk.remarks.push(...doubtsOf(piece))
  const inPixels = ({ scene: { paper: _, ...scene } }: Workpiece): Scene =>
    rescaleScene({ ...scene, theme: read.theme }, read)
  return {
    first: inPixels(first),
    last: inPixels(piece),
    rounds,
    report: reportOf(piece, reading, { ours, theirs }),
  }
}

function refused(desk: Desk, why: string): undefined {
  tell(desk, remarksOf('doubt', [`${why}. What rules read of the picture is shown instead.`]))
}

/** A drawing of a picture with its pixels cut out, its words and forms where they were read, made exact, and held against the pixels. */
async function finished(
  { scene: drawn, source, frame }: Finishing,
  { reading, read, planned, plan }: ReadFigure & Pick<Held, 'plan'>,
  still: ReadonlySet<string> = new Set(),
): Promise<Workpiece> {
  const canvas = { width: read.width, height: read.height }
  const pictured = await withCrops(rescaleScene(drawn, canvas), reading)
  const scene = asRead(pictured, read)
  // Where things and words stand the picture says; only lines are led to them.
  const placed = scene.elements.filter(({ role }) => role !== 'edge').map(({ id }) => id)
  const made = exact(scene, still.union(new Set(placed)), plan && { plan })
  const own = made.faults.filter(({ kind, mended }) => !mended && OWN_FAULTS.has(kind))
  const { faults: seen, likeness } = await reading.hold(made.scene, { read, planned })
  const faults = [...own, ...seen]
  return {
    ...{ source, frame, faults, scene: made.scene, likeness: likeness.drawn },
    counts: countsOf(faults),
    diagram: diagramOf(made.scene, ''),
    mended: made.faults.filter(({ mended }) => mended).length,
  }
}

/** Photographs of one figure; more are left out. */
const MOST_CROPS = 60

/** Pictures without pixels get those of the picture that lie there. */
async function withCrops(scene: Scene, reading: PictureReading): Promise<Scene> {
  const scale = reading.scene.width / scene.width
  let left = MOST_CROPS
  const elements = await Promise.all(
    scene.elements.map(async (each): Promise<SceneElement[]> => {
      const { geometry, parent, role } = each
      if (geometry?.form !== 'image' || geometry.href !== '') return [each]
      if (left-- <= 0) return []
      const png = await reading.crop(within(geometry, scene, scale))
      const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
      const own = role ?? (parent === undefined ? ('picture' as const) : undefined)
      const label = each.label ?? 'picture'
      const cut = { ...each, kind: 'picture' as const, label, geometry: { ...geometry, href } }
      return [own ? { ...cut, role: own } : cut]
    }),
  )
  return { ...scene, elements: elements.flat() }
}

/** A place of a scene in pixels of its picture. */
function within({ x, y, width, height }: Box, scene: Scene, scale: number): Box {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return {
    x: scale * left,
    y: scale * top,
    width: scale * (Math.min(scene.width, x + width) - left),
    height: scale * (Math.min(scene.height, y + height) - top),
  }
}

/** What the report tells of the drawing in place of what was read. */
function reportOf(
  { scene, faults, mended }: Workpiece,
  reading: PictureReading,
  { ours, theirs }: { ours: Likeness; theirs: Likeness },
): Record<string, unknown> {
  const all = check(scene)
  const told: Fault[] = [...all.faults, ...faults.filter((one) => !OWN_FAULTS.has(one.kind))]
  return {
    ...reading.report,
    figures: { ssim: ours.whole, ssim_without_residual: ours.drawn },
    read: { ssim: theirs.whole, ssim_without_residual: theirs.drawn },
    faults: told,
    counts: countsOf(told),
    mended,
  }
}
