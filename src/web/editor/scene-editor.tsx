import { useMemo } from 'preact/hooks'
import type { Scene } from '../../forms/scene'
import type { JobState } from '../figure/use-job'
import { type Figure, nodesOf, type Part, type Point } from './figure'
import { type SceneChange, tradeOf } from './scene-change'
import { wordsOf } from './scene-figure'
import { ScenePanel } from './scene-panel'
import { useEdits } from './use-edits'
import { Workbench } from './workbench'

/** The editor of a figure that was read from a picture: it has forms, lines and words, and no diagram behind them. */
export function SceneEditor({
  figure,
  scene,
  job,
  go,
  done,
}: {
  figure: Figure
  scene: Scene
  job: JobState
  go: (id: string, failed?: boolean) => void
  done: () => void
}) {
  const trade = useMemo(() => tradeOf(scene), [scene])
  const edits = useEdits(trade, job, figure.id, go)
  const { ahead, change } = edits
  const { labels, own } = useMemo(() => wordsOf(scene), [scene])
  const now = useMemo(() => waiting(figure, ahead), [figure, ahead.length, ahead.at(-1)])
  const textOf = (id: string) => labels.get(id) ?? own.get(id)
  return (
    <Workbench<SceneChange>
      done={done}
      craft={{
        ...{ figure, edits, ...now },
        move: (ids, by) => moving(figure, ids, by, now.moved),
        isWorded: ({ id }) => textOf(id) !== undefined,
        word: ({ id }, _, text) => {
          const words = textOf(id)
          if (!words || text.trim() === '') return []
          return [{ op: 'words', id: words.id, part: id, text: text.trim() }]
        },
        drop: ({ id }) => ({ op: 'drop', id, part: id }),
        panel: (parts, fault) => (
          <ScenePanel
            parts={parts}
            fault={fault}
            element={(id) => scene.elements.find((each) => each.id === id)}
            words={textOf}
            ahead={ahead}
            change={change}
          />
        ),
      }}
    />
  )
}

/** What changes that are not drawn yet have done already. */
function waiting(figure: Figure, changes: readonly SceneChange[]) {
  const moved = new Map<string, Point>()
  const gone = new Set<string>()
  const wordings = new Map<string, string>()
  for (const one of changes) {
    const box = figure.parts.get(one.id)?.box
    if (one.op === 'move' && box) moved.set(one.id, { x: one.x - box.x, y: one.y - box.y })
    if (one.op === 'drop') gone.add(one.id)
    if (one.op === 'words') wordings.set(one.part, one.text)
  }
  for (const part of figure.parts.values())
    if (part.kind === 'edge' && (gone.has(part.said.from) || gone.has(part.said.to)))
      gone.add(part.id)
  return { moved, gone, wordings }
}

/** Forms and free words that much further, and with a frame what lies in it; lines follow what they join. */
function moving(
  figure: Figure,
  ids: readonly string[],
  by: Point,
  moved: ReadonlyMap<string, Point>,
): SceneChange[] {
  const frames = ids.flatMap((id): Part[] => {
    const part = figure.parts.get(id)
    return part?.kind === 'group' ? [part] : []
  })
  return [...frames, ...nodesOf(figure, ids)].map(({ id, box }) => {
    const before = moved.get(id) ?? { x: 0, y: 0 }
    const x = within(box.x + before.x + by.x, box.width, figure.width)
    const y = within(box.y + before.y + by.y, box.height, figure.height)
    return { op: 'move', id, part: id, x, y }
  })
}

const within = (at: number, size: number, canvas: number) =>
  Math.round(Math.max(0, Math.min(canvas - size, at)))
