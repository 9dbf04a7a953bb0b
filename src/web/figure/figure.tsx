import type { ComponentChildren } from 'preact'
import { credential } from '../parts/api-key'
import { fileName } from '../parts/artifact'
import { call } from '../parts/client'
import { KeyField } from '../parts/key-field'
import { words } from '../parts/words'
import { Candidates } from './candidates'
import { Downloads, Files } from './files'
import { Notes } from './notes'
import { ReportWords } from './report'
import { Slider } from './slider'
import { type JobState, useJob } from './use-job'
import { Viewer } from './viewer'

/**
 * One figure: its progress while it is drawn, then the figure with all that can be done with it.
 * @param name what it is called; undefined: as its record says
 * @param tools stand beside the downloads
 */
export function Figure({
  id,
  name,
  ended,
  tools,
  view,
  take,
}: {
  id: string
  name?: string | undefined
  ended?: (error: string | null) => void
  tools?: (job: JobState) => ComponentChildren
  /** Stands in for the figure on its sheet. */
  view?: (job: JobState) => ComponentChildren
  /** Another figure of the same request is chosen, and drawn as this job. */
  take: (id: string) => void
}) {
  const job = useJob(id, ended)
  const { record, svg, files, closed } = job
  const title = name || titleOf(svg) || record?.title || ''
  const fromPicture = record?.workflow === 'image-to-svg'
  const drawn = svg !== undefined && svg !== ''
  if (closed)
    return (
      <div class="closed">
        <p class="fault" role="alert">
          {words.figure.closed}
        </p>
        <KeyField needed />
      </div>
    )
  return (
    <>
      {view ? (
        view(job)
      ) : drawn && fromPicture && files.includes('figure.png') && !job.stale ? (
        <Slider id={id} svg={svg} title={title} />
      ) : (
        <Viewer
          id={id}
          svg={svg}
          stale={job.stale}
          title={title}
          png={files.includes('figure.png')}
        />
      )}
      <Progress job={job} />
      {drawn && !job.stale && (
        <>
          <Candidates job={job} take={take} />
          <Notes job={job} />
          <Downloads job={job} name={fileName(title)} more={tools?.(job)} />
        </>
      )}
      {job.report && <ReportWords report={job.report} />}
      {(files.length > 0 || job.log.length > 0) && <Files job={job} name={fileName(title)} />}
    </>
  )
}

/** As the figure itself says. */
function titleOf(svg = ''): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(svg) ?? []
  return new DOMParser().parseFromString(title, 'text/html').documentElement.textContent
}

function Progress({ job }: { job: JobState }) {
  const { error, trouble, percent, record } = job
  const said = words.figure
  const running = error === undefined
  const cancel = () => {
    const headers = credential()
    const way =
      record?.service === 'task'
        ? call('POST /api/tasks/{task_id}/cancel', { params: { task_id: job.id }, headers })
        : call('POST /api/jobs/{job_id}/cancel', { params: { job_id: job.id }, headers })
    // The stream tells how it ended, here as everywhere.
    way.catch(() => undefined)
  }
  return (
    <div class="progress">
      {running && <progress max="100" value={percent} aria-label={said.progress} />}
      <p role="status" class={error ? 'fault' : undefined}>
        {trouble ? said.trouble : stateWords(job)}
      </p>
      {running && (
        <button type="button" class="small" onClick={cancel}>
          {words.dialog.cancel}
        </button>
      )}
    </div>
  )
}

function stateWords({ error, stage, step, steps }: JobState): string {
  const said = words.figure
  if (error === null) return said.done
  if (error !== undefined) return error === 'cancelled' ? said.cancelled : said.failed(error)
  if (stage === undefined) return words.states.pending
  return said.stage(stageWord(stage), step ?? 0, steps ?? 0)
}

function stageWord(stage: string): string {
  const known: Readonly<Record<string, string>> = words.figure.stages
  return (Object.hasOwn(known, stage) && known[stage]) || stage
}
