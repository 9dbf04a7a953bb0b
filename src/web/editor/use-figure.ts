import { useEffect, useState } from 'preact/hooks'
import type { Diagram } from '../../forms/diagram'
import type { Scene } from '../../forms/scene'
import type { JobState } from '../figure/use-job'
import { artifactPath, fileOf } from '../parts/artifact'
import { Refusal } from '../parts/client'
import { isEditable } from '../parts/editable'
import { type Figure, figureOf } from './figure'
import { figureOfScene } from './scene-figure'

const DIAGRAM = 'diagram.json'
const SCENE = 'scene.json'

interface Drawn {
  figure: Figure
  /** Of a figure that was read from a picture: what is edited. */
  scene?: Scene
}

/** The version that a job drew; until it is there the version before. */
export function useFigure({ id, svg, stale, files }: JobState): Drawn | undefined {
  const [drawn, set] = useState<Drawn>()
  // A diagram is written before its SVG, so that whoever has none by then has none.
  const ready = !stale && svg && isEditable(files) ? svg : undefined
  const isDiagram = files.includes(DIAGRAM)
  useEffect(() => {
    if (ready === undefined) return
    let over = false
    const read = async (path: string) =>
      JSON.parse(await (await fileOf(artifactPath(id, path))).text()) as unknown
    const load = async (): Promise<Drawn> => {
      if (isDiagram) {
        const [diagram, scene] = await Promise.all([read(DIAGRAM), read(SCENE)])
        return { figure: figureOf(id, ready, diagram as Diagram, scene as Scene) }
      }
      const scene = (await read(SCENE)) as Scene
      return { figure: figureOfScene(id, ready, scene), scene }
    }
    load().then(
      (next) => !over && set(next),
      (reason: unknown) => {
        if (!(reason instanceof Refusal)) throw reason
      },
    )
    return () => {
      over = true
    }
  }, [id, ready])
  return drawn
}
