/** What else than a figure stands on the sheet of the studio. */
import type { JobState } from '../figure/use-job'
import { Act } from '../parts/act'
import { CopyButton } from '../parts/copy'
import { root } from '../parts/root'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import type { Draft } from './draft'
import { EXAMPLES } from './example-drafts'

/** Figures to begin with. @param open takes what one is drawn from, and draws it */
export const Examples = ({ open }: { open: (part: Partial<Draft>) => void }) => (
  <>
    <h2>{words.studio.examples.heading}</h2>
    <ul class="examples">
      {Object.entries(EXAMPLES).map(([name, part]) => (
        <li key={name}>
          <button type="button" onClick={() => open(part)}>
            <span class="thumbnail">
              <img src={root(`assets/examples/${name}.svg`)} alt="" />
            </span>
            {part.caption ?? part.intent}
          </button>
        </li>
      ))}
    </ul>
  </>
)

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
