import { readFile } from 'node:fs/promises'
import { createEngines } from '../engines'
import type { Call } from '../forms/engines'
import { OUTPUTS } from '../forms/outputs'
import type { Reader } from '../forms/reading'
import { remarksOf } from '../forms/remarks'
import { FetchFailed, FetchRefused } from '../net/failures'
import type { RunContext } from '../plugin'
import { type Asked, openJobModels } from '../providers/job-models'
import type { FromLedger } from '../providers/messages'
import { remotePermits } from '../providers/permits'
import { createWorkflows, type Desk } from '../workflows'
import type { ArtifactWriter } from './artifact-writer'
import type { FromExecutor, Job } from './protocol'
import type { RunLog } from './run-log'
import type { Tools, Workshop } from './workshop'

export interface Session {
  writer: Pick<ArtifactWriter, 'write'>
  log: RunLog
  send: (message: FromExecutor) => void
  signal: AbortSignal
  /** Files that the job may read besides its own, by the names that its input has for them. */
  lent?: ReadonlyMap<string, Uint8Array>
  /** False once the job has ended. */
  session: { readonly open: boolean }
}

export interface Running {
  ctx: RunContext
  /** Takes the server's answers to what the job's models asked. */
  fromLedger: (message: FromLedger) => void
}

/** What the plugin is given. Plugins in plain JavaScript may pass anything: values are made what their types say. */
export function contextFor(shop: Workshop & Tools, job: Job, desk: Session): Running {
  const { settings, figure } = shop
  const { writer, send, signal, session } = desk
  let beat: (asked: Asked) => void = () => {}
  const log: RunContext['log'] = (line, stream) => {
    if (session.open) desk.log.line(line, stream === 'stderr' ? 'stderr' : 'stdout')
  }
  const progress: RunContext['progress'] = (stage, step, steps) => {
    const tell = (asked?: Partial<Asked>) => {
      const report = { ...progressReport(stage, step, steps), ...asked }
      if (session.open) send({ type: 'reports', reports: [report] })
    }
    tell()
    beat = tell
    return {
      signal,
      deadline: job.deadline,
      log,
      beat: (provider) => tell(provider === undefined ? {} : { provider }),
    } satisfies Call
  }
  // The writer's own promise: it minds a write that nobody waits for.
  const artifact: RunContext['artifact'] = (path, content, kind) =>
    session.open
      ? writer.write(path, content, kind)
      : Promise.reject(new Error('The job has ended: it writes no more files.'))
  const { permits, receive } = remotePermits((message) => send({ type: 'ledger', message }))
  const models = openJobModels({
    providers: job.providers,
    permits,
    deadline: job.deadline,
    signal,
    log: (line) => log(line, 'stderr'),
    beat: (_, asked) => beat(asked),
  })
  const wants: RunContext['wants'] = ({ path }) => job.wanted?.includes(path) ?? true
  const reader = readerFor(shop, signal, !models.has('plan'))
  const { engines, report } = createEngines(models, shop.dropIns)
  const work: Desk = {
    ...{ engines, figure, signal, log, progress, artifact, wants },
    readPicture: reader.picture,
    shown: reader.shown,
    expectPdf: () => wants(OUTPUTS.pdf) && shop.expectPdf(),
    remarks: remarksOf('unmet', job.ignored),
    candidates: job.candidates,
    decided: report,
  }
  const ctx: RunContext = {
    ...{ signal, log, progress, artifact, wants, engines, figure, reader },
    jobId: job.id,
    version: settings.version,
    outputs: OUTPUTS,
    ignored: job.ignored,
    workflows: createWorkflows(work),
    fetchImage: async (url, rule) => {
      const { fetchImage } = await import('../net/image')
      return fetchImage(url, {
        userAgent: `burin/${settings.version}`,
        maxBytes: settings.maxImageBytes,
        signal,
        ...(rule === 'reference' && { onlyHosts: settings.referenceHosts }),
      }).catch((error) => {
        const isAnswer = error instanceof FetchRefused || error instanceof FetchFailed
        const field = rule === 'image' ? 'image_url' : 'reference_image_url'
        throw isAnswer ? new Error(`The ${field} ${error.message}.`, { cause: error }) : error
      })
    },
    read: async (name) => {
      const lent = desk.lent?.get(name)
      if (lent) return lent
      const file = Object.hasOwn(job.files, name) ? job.files[name] : undefined
      if (!file) throw new Error(`The file ${name} is not one this job may read.`)
      return readFile(file)
    },
  }
  return { ctx, fromLedger: receive }
}

/** Whether this process has read a picture. */
let hasRead = false

function readerFor({ settings }: Workshop, signal: AbortSignal, methodAlone: boolean): Reader {
  const { maxImagePixels: maxPixels, limits } = settings
  return {
    pdf: async (bytes, { pages }) =>
      (await import('../read/pdf/read-pdf')).readPdf(bytes, {
        pages,
        mostPages: limits.pdfPages,
        mostCharacters: limits.textCharacters,
        ...{ methodAlone, signal },
      }),
    shown: async (bytes, longest) =>
      (await import('../read/raster')).shownPicture(bytes, { maxPixels, longest }),
    pictureStyle: async (bytes) =>
      (await import('../read/picture-style')).readPictureStyle(bytes, maxPixels),
    picture: async (bytes, options) => {
      const { readPicture } = await import('../read/image')
      const reading = await readPicture(bytes, { ...options, maxPixels, signal })
      // What it has left would stand beside the PDF writer, which is loaded after the first one.
      if (!hasRead) Bun.gc(true)
      hasRead = true
      return reading
    },
  }
}

const STAGE_CHARACTERS = 200

function progressReport(stage: string, step: number, steps: number) {
  const whole = (value: number) => Math.max(0, Math.round(Number(value)) || 0)
  const last = Math.max(1, whole(steps))
  const name = String(stage).slice(0, STAGE_CHARACTERS).toWellFormed()
  return {
    type: 'progress' as const,
    stage: name,
    step: Math.min(whole(step), last),
    steps: last,
  }
}
