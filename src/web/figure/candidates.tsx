import type { RedrawRequest } from '../operations'
import { useApiKey } from '../parts/api-key'
import { artifactPath, Thumbnail, textOf } from '../parts/artifact'
import { call } from '../parts/client'
import { Fault } from '../parts/field'
import { useSending } from '../parts/use-sending'
import { told, words } from '../parts/words'
import type { JobState } from './use-job'

const DRAWN = /^candidates\/(\d+)\/final\.svg$/

/** Several figures of one request, side by side; the first is the one that is shown. @param take another one is drawn as this job */
export function Candidates({ job, take }: { job: JobState; take: (id: string) => void }) {
  const key = useApiKey()
  const { busy, fault, send } = useSending()
  const numbers = job.files.flatMap((path) => DRAWN.exec(path)?.[1] ?? []).map(Number)
  if (numbers.length < 2) return null
  const said = words.figure.candidates
  const choose = (number: number) =>
    void send(async () => {
      const drawn = await textOf(job.id, `candidates/${number}/diagram.json`)
      const diagram: RedrawRequest['diagram'] = JSON.parse(drawn)
      const body = { source: job.id, keep_places: false, ...(diagram && { diagram }) }
      take((await call('POST /api/redraw', { body })).job_id)
    })
  return (
    <section class="candidates" aria-label={said.heading}>
      <h3>{said.heading}</h3>
      <p class="hint">{key === '' ? said.hint : said.paid}</p>
      <ol>
        {numbers
          .toSorted((a, b) => a - b)
          .map((number) => (
            <li key={number}>
              <button type="button" disabled={busy || number === 1} onClick={() => choose(number)}>
                <Thumbnail path={artifactPath(job.id, `candidates/${number}/final.svg`)} />
                <span>{number === 1 ? said.best : told(said.take, number)}</span>
              </button>
            </li>
          ))}
      </ol>
      <Fault fault={fault} />
    </section>
  )
}
