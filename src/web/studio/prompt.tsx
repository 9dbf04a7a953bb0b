import type { JobState } from '../figure/use-job'
import { Act } from '../parts/act'
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
  const asked = error === null ? { params: { task_id: id } } : null
  const answer = useAnswer('GET /api/tasks/{task_id}', asked).answer?.description
  const said = words.studio.prompt
  if (!answer) return <div class="sheet empty">{said.empty}</div>
  return (
    <>
      <p class="said">{answer}</p>
      <div class="row">
        <CopyButton text={answer} act={said.copy} />
        <Act label={said.draw} act={() => draw(answer)} />
      </div>
    </>
  )
}
