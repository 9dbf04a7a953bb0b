import { check } from '../figure/check'
import { diagramAfter } from '../figure/patch/operations'
import { themeIn } from '../figure/themes'
import type { Diagram } from '../forms/diagram'
import type { Call } from '../forms/engines'
import type { Fault } from '../forms/fault'
import { remarksOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import type { Drawing, FigureFiles } from '../forms/workflows'
import { readDrawing } from '../read/drawing'
import { type Desk, tell } from './desk'
import { finished, lookRounds, PLAIN_BRIEF, type Workpiece } from './look-rounds'

/**
 * A figure after a person's wish in words, which a model follows by a patch: what that does not name stays as it was. Where
 * it cannot be followed the figure stays, and why is told.
 */
export async function instructed(
  desk: Desk,
  { scene, report, diagram: known, svg }: FigureFiles & { scene: Scene },
  instruction: string,
  call: Call,
): Promise<{
  scene: Scene
  diagram?: Diagram
  faults: Fault[]
  report: object
  drawing: Partial<Drawing>
}> {
  const text = typeof report?.material === 'string' ? report.material : ''
  const source = svg ?? desk.figure.svg(scene)
  const held = {
    brief: {
      ...{ ...PLAIN_BRIEF, text, caption: scene.title, style: themeIn(scene).name },
      ratio: `${scene.width}:${scene.height}`,
    },
    instruction,
  }
  const { frame } = readDrawing(source, { own: true })
  const all = new Set(scene.elements.map(({ id }) => id))
  const first = finished({ scene, source, frame }, held, all)
  const { piece, rounds, declined } = await lookRounds(desk, first, held, 1, call)
  if (piece === first) {
    const refused = rounds.at(-1)?.reason
    const why = declined ?? (refused === undefined ? 'nothing was changed' : `refused: ${refused}`)
    const said = [`The instruction was not followed: ${why}`]
    tell(desk, remarksOf('doubt', said))
    desk.remarks.push(...remarksOf('unmet', said))
  } else tell(desk, remarksOf('doubt', text === '' ? [] : unsaidIn(piece, first, text)))
  return {
    scene: piece.scene,
    ...(piece === first
      ? known && { diagram: known }
      : { diagram: diagramAfter(known, piece.scene, text) }),
    faults: piece.faults,
    report: { rounds },
    drawing: { by: 'model', rounds: rounds.length },
  }
}

/** What the instruction alone says: things and words that the text does not have. */
function unsaidIn({ diagram, scene }: Workpiece, before: Workpiece, text: string): string[] {
  const known = new Set(before.diagram.nodes.map(({ label }) => label))
  const things = diagram.nodes
    .filter(({ label, spans }) => spans.length === 0 && !known.has(label))
    .map(({ label }) => `"${label}" stands in the instruction alone; the text does not say it`)
  const foreign = (one: Scene) =>
    check(one, { text }).faults.flatMap(({ kind, sentence }) =>
      kind === 'words_foreign' ? [sentence] : [],
    )
  const old = new Set(foreign(before.scene))
  const words = foreign(scene).filter((sentence) => !old.has(sentence))
  return things.length > 0 ? things : words
}
