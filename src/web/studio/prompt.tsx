import type { JobState } from '../figure/use-job'
import { call } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'

/** A completed prompt, to be copied or drawn. */
export function Prompt({
  job: { id, error },
  draw,
}: {
  job: JobState
  draw: (text: string) => void
}) {
  const params = { task_id: id }
  const { answer } = useAnswer(`prompt ${id} ${error}`, async (signal) =>
    error === null
      ? (await call('GET /api/tasks/{task_id}', { params, signal })).description
      : undefined,
  )
  const said = words.studio.prompt
  if (!answer) return <div class="sheet empty">{said.empty}</div>
  return (
    <>
      <p class="said">{answer}</p>
      <div class="row">
        <CopyButton text={answer} act={said.copy} />
        <button type="button" class="small" onClick={() => draw(answer)}>
          {said.draw}
        </button>
      </div>
    </>
  )
}
