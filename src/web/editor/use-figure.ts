import { useEffect, useState } from 'preact/hooks'
import type { Diagram } from '../../forms/diagram'
import type { Scene } from '../../forms/scene'
import type { JobState } from '../figure/use-job'
import { artifactPath, fileOf } from '../parts/artifact'
import { Refusal } from '../parts/client'
import { type Figure, figureOf } from './figure'

/** What is edited is read from these; a figure without them was not drawn from a diagram. */
export const SOURCES = ['diagram.json', 'scene.json'] as const

/** The version that a job drew; until it is there the version before. */
export function useFigure({ id, svg, stale, files }: JobState): Figure | undefined {
  const [figure, set] = useState<Figure>()
  const ready = !stale && svg && SOURCES.every((path) => files.includes(path)) ? svg : undefined
  useEffect(() => {
    if (ready === undefined) return
    let over = false
    const read = async (path: string) =>
      JSON.parse(await (await fileOf(artifactPath(id, path))).text()) as unknown
    Promise.all(SOURCES.map(read)).then(
      ([diagram, scene]) => {
        if (!over) set(figureOf(id, ready, diagram as Diagram, scene as Scene))
      },
      (reason: unknown) => {
        if (!(reason instanceof Refusal)) throw reason
      },
    )
    return () => {
      over = true
    }
  }, [id, ready])
  return figure
}
