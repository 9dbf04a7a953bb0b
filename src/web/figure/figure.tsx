import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Config } from '../operations'
import { Act, type Deed } from '../parts/act'
import { addressOf, artifactPath, usePicture } from '../parts/artifact'
import { Fault } from '../parts/field'
import { fileName } from '../parts/file-name'
import { duration } from '../parts/format'
import { cancel } from '../parts/job'
import { KeyField } from '../parts/key-field'
import { Over } from '../parts/over'
import { told, words } from '../parts/words'
import { Candidates } from './candidates'
import { Downloads, Files } from './files'
import { Looks, type Take } from './looks'
import { Notes } from './notes'
import { ReportWords } from './report'
import { type JobState, useJob } from './use-job'
import { altOf, aspectOf, Viewer } from './viewer'

interface Shown {
  id: string
  /** What it is called; undefined: as its record says. */
  name?: string | undefined
  config: Config | undefined
  ended?: (error: string | null) => void
  /** Stands in for the figure on its sheet, and for the tools beside it. */
  view?: (job: JobState) => ComponentChildren
  /** It stands on its own page. */
  alone?: boolean
  /** Another version of it, or another figure of the same request, is drawn as this job. */
  take: Take
  /** What may be drawn in its place, after it has failed. */
  instead?: Deed | undefined
  /** Stands above the downloads. */
  more?: (job: JobState) => ComponentChildren
  /** Another way on, among them. */
  way?: (job: JobState) => ComponentChildren
}

/** One figure: its progress while it is drawn, then the figure with all that can be done with it. */
export function Figure({
  id,
  name,
  config,
  ended,
  view,
  alone = false,
  take,
  instead,
  more,
  way,
}: Shown) {
  const job = useJob(id, ended)
  const { record, svg, files, closed, stale } = job
  const title = name || saidIn(svg ?? '', 'title') || record?.title || ''
  const fromPicture = record?.workflow === 'image-to-svg'
  const picture = usePicture(fromPicture ? artifactPath(id, 'figure.png') : null)
  const drawn = svg !== undefined && svg !== ''
  const png = files.includes('figure.png')
  if (closed)
    return (
      <div class="closed">
        <Fault fault={words.figure.closed} />
        <KeyField needed />
      </div>
    )
  return (
    <>
      {view ? (
        view(job)
      ) : drawn && fromPicture && png && !stale ? (
        <Over
          front={{ src: addressOf(svg), alt: altOf(title), label: 'SVG' }}
          back={{ src: picture, alt: words.figure.picture, label: words.figure.picture }}
          aspect={aspectOf(svg)}
        />
      ) : (
        <Viewer id={id} svg={svg} stale={stale} title={title} png={png} />
      )}
      {(job.error !== null || !view) && <Progress job={job} instead={instead} />}
      {drawn && !stale && (
        <>
          {more?.(job)}
          <Candidates job={job} take={take} />
          <Notes job={job} />
          <Downloads
            {...{ job, config, alone }}
            name={fileName(title)}
            edited={view !== undefined}
            way={way?.(job)}
          />
        </>
      )}
      {drawn && !view && <Looks job={job} config={config} take={take} />}
      {job.report && !stale && <ReportWords report={job.report} />}
      {(files.length > 0 || job.log.length > 0) && <Files job={job} name={fileName(title)} />}
    </>
  )
}

/** As the figure itself says: how it is called, or what is seen. */
export function saidIn(svg: string, tag: 'title' | 'desc'): string {
  const [, said = ''] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(svg) ?? []
  return new DOMParser().parseFromString(said, 'text/html').documentElement.textContent
}

function Progress({ job, instead }: { job: JobState; instead: Shown['instead'] }) {
  const { error, trouble, progress, record, log } = job
  const { attempt = 1, attempts = 1 } = progress ?? {}
  const said = words.figure
  const running = error === undefined
  return (
    <>
      <div class="progress">
        {running && (
          <progress max="100" value={progress?.percent ?? 0} aria-label={said.progress} />
        )}
        <p role="status" class={error ? 'fault' : error === null ? 'soft' : undefined}>
          {trouble ? said.trouble : stateWords(job)}
        </p>
        {running && record && <Seconds since={record.created_at} />}
        {running && (
          <Act
            label={words.dialog.cancel}
            act={() => cancel(record?.service, job.id).catch(() => undefined)}
          />
        )}
        {error && instead && <Act look="" {...instead} />}
      </div>
      {running && progress?.provider && (
        <p class="hint">
          {told(attempts > 1 ? said.asksAgain : said.asks, progress.provider, attempt, attempts)}{' '}
          {log.at(-1)}
        </p>
      )}
    </>
  )
}

/** Nobody counts shorter waits. */
const LEAST_MS = 3000

/** How long it has been waited for. */
function Seconds({ since }: { since: string }) {
  const [now, set] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const waited = now - Date.parse(since)
  return waited < LEAST_MS ? null : <span class="soft">{duration(waited)}</span>
}

function stateWords({ error, progress }: JobState): string {
  const said = words.figure
  if (error === null) return said.done
  if (error !== undefined) return error === 'cancelled' ? said.cancelled : told(said.failed, error)
  if (progress === undefined) return words.states.pending
  return told(said.stage, stageWord(progress.stage), progress.step, progress.steps)
}

function stageWord(stage: string): string {
  const known: Readonly<Record<string, string>> = words.figure.stages
  return (Object.hasOwn(known, stage) && known[stage]) || stage
}
