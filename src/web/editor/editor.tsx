import type { JobState } from '../figure/use-job'
import { isEditable } from '../parts/editable'
import { words } from '../parts/words'
import { DiagramEditor } from './diagram-editor'
import { SceneEditor } from './scene-editor'
import { useFigure } from './use-figure'

/**
 * The editor of one figure: every change is drawn by the server as a new version, which the page goes on to.
 * @param go to another version; `failed`: it could not be drawn, and is left without a trace
 * @param done leaves the editor
 */
export default function Editor(given: {
  job: JobState
  go: (id: string, failed?: boolean) => void
  done: () => void
}) {
  const { job, done } = given
  const drawn = useFigure(job)
  if (drawn?.scene) return <SceneEditor {...given} figure={drawn.figure} scene={drawn.scene} />
  if (drawn) return <DiagramEditor {...given} figure={drawn.figure} />
  const none = job.error === null && !isEditable(job.files)
  return (
    <div class="sheet empty">
      {none ? words.editor.noDiagram : words.figure.drawing}
      {none && (
        <button type="button" onClick={done}>
          {words.editor.done}
        </button>
      )}
    </div>
  )
}
