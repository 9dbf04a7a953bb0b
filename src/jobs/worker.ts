/**
 * The thread in which plugins run, one job at a time. It stays warm between jobs; whatever goes wrong here is
 * ended by the server, which kills the whole process.
 */
import { readFile } from 'node:fs/promises'
import { BUNDLED } from '../../plugins'
import { createEngines } from '../engines/engines'
import { isDiskFull } from '../errors'
import { cleanSvg } from '../figure/clean'
import { createFigureTools } from '../figure/tools'
import { createKit } from '../host/kit'
import { loadPlugins } from '../host/load'
import type { Registry } from '../host/registry'
import { fetchImage } from '../net/image'
import type { Engines, FigureTools, RunContext } from '../plugin'
import { takeOutFiles } from '../read/body-files'
import { probePdf } from '../read/pdf/probe'
import { readPdf } from '../read/pdf/read-pdf'
import { probeImage } from '../read/probe-image'
import type { Report } from '../store/append'
import { ArtifactWriter } from './artifact-writer'
import { drawText, withoutEffect, writeSegments } from './figure-task'
import type { AnyFacts, ExecutorSettings, FromExecutor, Job, Probe, ToExecutor } from './protocol'
import { RunLog } from './run-log'
import { warmUp } from './warm-up'

interface Workshop {
  settings: ExecutorSettings
  registry: Registry
  engines: Engines
  figure: FigureTools
  /** Resolves when the PDF writer is loaded; undefined: nobody asked for it yet. */
  pdf?: Promise<unknown>
}

const STAGE_CHARACTERS = 200

let workshop: Workshop | undefined
let stopping = new AbortController()
/** It has loaded what jobs need, or does so for the first one. */
let warm = false
let atWork = false

const listen = () => {
  self.onmessage = ({ data }: MessageEvent<ToExecutor>) => void handle(data)
}
listen()

async function handle(message: ToExecutor): Promise<void> {
  if (message.type === 'start') {
    workshop = await openWorkshop(message.settings)
    send({ type: 'ready' })
  } else if (message.type === 'probe') {
    send({ type: 'probed', facts: await examine(message.probe) })
  } else if (message.type === 'rest' && workshop) {
    await rest(workshop)
  } else if (message.type === 'abort') {
    stopping.abort(new Error('The job was stopped.'))
  } else if (message.type === 'run' && workshop) {
    stopping = new AbortController()
    warm = true
    atWork = true
    await work(workshop, message.job).finally(() => {
      atWork = false
    })
  }
  // Some libraries take `self.onmessage` for themselves when they are first imported.
  listen()
}

/** Uses a quiet moment; what it loads stays, what loading and jobs left behind goes. */
async function rest({ engines, figure }: Workshop): Promise<void> {
  // What fails here fails again in the first job that needs it, which says why.
  if (!warm) await warmUp(engines, figure, () => warm).catch(() => {})
  warm = true
  if (!atWork) Bun.gc(true)
}

async function examine(probe: Probe): Promise<AnyFacts> {
  const bytes = await readFile(probe.file)
  switch (probe.name) {
    case 'image':
      return probeImage(bytes, probe.maxPixels)
    case 'pdf':
      return probePdf(bytes, probe)
    case 'body':
      return takeOutFiles(bytes, probe.kinds, probe.target)
  }
}

function send(message: FromExecutor): void {
  self.postMessage(message)
}

async function openWorkshop(settings: ExecutorSettings): Promise<Workshop> {
  const { registry } = await loadPlugins(BUNDLED, settings.pluginsDir, createKit(settings.limits))
  const figure = createFigureTools(settings.version)
  return { settings, registry, engines: createEngines(), figure }
}

async function work(shop: Workshop, job: Job): Promise<void> {
  const writer = new ArtifactWriter(job.folder, cleanSvg, (report) =>
    send({ type: 'reports', reports: [report] }),
  )
  const log = new RunLog((report) => send({ type: 'reports', reports: [report] }))
  // What a plugin still does after its end must not speak in the name of the next job.
  const session = { open: true }
  const ctx = contextFor(shop, job, { writer, log, session })
  const { error, description } = await perform(shop, job, ctx, log)
  session.open = false
  const unkept = await writer
    .write('run.log', log.text())
    .then(() => writer.synced())
    .then(
      () => null,
      (cause) => reasonFor(cause, job),
    )
  send({ type: 'done', error: error ?? unkept, description, noRoom: writer.noRoom })
}

async function perform(shop: Workshop, job: Job, ctx: RunContext, log: RunLog) {
  try {
    const plugin = shop.registry.get(job.workflow)
    if (!plugin) throw new Error(`The workflow ${job.workflow} is not installed here any more.`)
    const { run } = await plugin.run()
    const result = await run(job.input, ctx)
    const description = String(result?.description ?? '')
    return { error: null, description: bounded(description, log) || `${plugin.summary}.` }
  } catch (error) {
    const reason = reasonFor(error, job)
    log.line(`failed: ${reason}`, 'stderr')
    return { error: reason, description: '' }
  }
}

const DESCRIPTION_CHARACTERS = 20_000

/** A description stands in every answer about the record. */
function bounded(description: string, log: RunLog): string {
  if (description.length <= DESCRIPTION_CHARACTERS) return description
  log.line(`the description is cut at ${DESCRIPTION_CHARACTERS} characters`, 'stderr')
  return description.slice(0, DESCRIPTION_CHARACTERS).toWellFormed()
}

const REASON_CHARACTERS = 1000
const DISK_FULL = "The server's disk is full: the files of the job could not be written."

/** A thrown sentence is for the client; a defect of the program is for the operator, with its stack. */
function reasonFor(error: unknown, { id, workflow }: Job): string {
  if (isDiskFull(error)) return DISK_FULL
  if (error instanceof TypeError || error instanceof ReferenceError || isOfSystem(error)) {
    process.stderr.write(`job ${id}: ${error.stack ?? error.message}\n`)
    return `The workflow ${workflow} failed on an internal error; its cause is in the server's log.`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return reason.slice(0, REASON_CHARACTERS) || 'The work failed without a reason.'
}

/** An error of the operating system, whose words name paths of the server. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

interface Desk {
  writer: ArtifactWriter
  log: RunLog
  session: { readonly open: boolean }
}

/** What the plugin is given. Plugins in plain JavaScript may pass anything: values are made what their types say. */
function contextFor(shop: Workshop, job: Job, { writer, log, session }: Desk): RunContext {
  const ctx: RunContext = {
    jobId: job.id,
    version: shop.settings.version,
    signal: stopping.signal,
    engines: shop.engines,
    figure: { ...shop.figure, pdf: (svg) => pdfAfterLoading(shop, svg) },
    pictureStyle: async (bytes) =>
      (await import('../read/picture-style')).readPictureStyle(bytes, shop.settings.maxImagePixels),
    readPicture: async (bytes, options) =>
      (await import('../read/image')).readPicture(bytes, {
        ...options,
        maxPixels: shop.settings.maxImagePixels,
        signal: stopping.signal,
      }),
    documents: {
      pdf: (bytes, { pages }) =>
        readPdf(bytes, {
          pages,
          mostPages: shop.settings.limits.pdfPages,
          mostCharacters: shop.settings.limits.textCharacters,
        }),
    },
    log: (line, stream) => {
      if (session.open) log.line(line, stream === 'stderr' ? 'stderr' : 'stdout')
    },
    progress: (stage, step, steps) => {
      if (session.open) send({ type: 'reports', reports: [progressReport(stage, step, steps)] })
    },
    artifact: (path, content, kind) =>
      session.open
        ? writer.write(path, content, kind)
        : Promise.reject(new Error('The job has ended: it writes no more files.')),
    fetchImage: (url, rule) =>
      fetchImage(url, {
        userAgent: `burin/${shop.settings.version}`,
        maxBytes: shop.settings.maxImageBytes,
        signal: stopping.signal,
        ...(rule === 'reference' && { onlyHosts: shop.settings.referenceHosts }),
      }),
    read: async (name) => {
      const file = Object.hasOwn(job.files, name) ? job.files[name] : undefined
      if (!file) throw new Error(`The file ${name} is not one this job may read.`)
      return readFile(file)
    },
    drawText: (text, wish, stepsBefore = 0) => drawText(ctx, text, wish, stepsBefore),
    segment: (wish, picture) => writeSegments(ctx, wish, picture),
    withoutEffect: (models) => withoutEffect(ctx, models),
    expectPdf: () => {
      shop.pdf ??= shop.figure.pdf(BLANK).catch(() => {})
    },
  }
  return ctx
}

const BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" viewBox="0 0 8 8"/>'

/** What fails in loading fails again here, where it has a reason. */
async function pdfAfterLoading(shop: Workshop, svg: string): Promise<Uint8Array> {
  await shop.pdf
  return shop.figure.pdf(svg)
}

function progressReport(stage: string, step: number, steps: number): Report {
  const whole = (value: number) => Math.max(0, Math.round(Number(value)) || 0)
  const last = Math.max(1, whole(steps))
  const name = String(stage).slice(0, STAGE_CHARACTERS).toWellFormed()
  return { type: 'progress', stage: name, step: Math.min(whole(step), last), steps: last }
}
