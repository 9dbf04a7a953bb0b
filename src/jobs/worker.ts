/**
 * The thread in which plugins run, one job at a time. It stays warm between jobs; whatever goes wrong here is
 * ended by the server, which kills the whole process.
 */
import { local } from '../engines/local'
import { isDiskFull } from '../errors'
import { cleanSvg } from '../figure/clean'
import { OUTPUTS } from '../forms/outputs'
import { ArtifactWriter } from './artifact-writer'
import { createExamination } from './examination'
import type { FromExecutor, Job, ToExecutor } from './protocol'
import { contextFor, type Running } from './run-context'
import { RunLog } from './run-log'
import { warmUp } from './warm-up'
import { openWorkshop, type Workshop } from './workshop'

let workshop: Promise<Workshop> = Promise.withResolvers<Workshop>().promise
let stopping = new AbortController()
const examination = createExamination(send)
/** Hands the server's answers to the models of the running job. */
let answered: Running['fromLedger'] = () => {}
/** It has loaded what jobs need, or does so for the first one. */
let warm = false
let atWork = false

const listen = () => {
  self.onmessage = ({ data }: MessageEvent<ToExecutor>) => void handle(data)
}
listen()

async function handle(message: ToExecutor): Promise<void> {
  if (message.type === 'start') {
    workshop = openWorkshop(message.settings)
    await workshop
    send({ type: 'ready' })
  } else if (message.type === 'examine') {
    send(await examination.answer(await workshop, message.question))
  } else if (message.type === 'told') {
    examination.told(message.number, message.answer)
  } else if (message.type === 'ledger') {
    answered(message.message)
  } else if (message.type === 'rest') {
    await rest(await workshop)
  } else if (message.type === 'abort') {
    stopping.abort(new Error('The job was stopped.'))
  } else if (message.type === 'run') {
    stopping = new AbortController()
    warm = true
    atWork = true
    await work(await workshop, message.job).finally(() => {
      atWork = false
    })
  }
  // Some libraries take `self.onmessage` for themselves when they are first imported.
  listen()
}

function send(message: FromExecutor): void {
  self.postMessage(message)
}

/** Uses a quiet moment; what it loads stays, what loading and jobs left behind goes. */
async function rest({ figure }: Workshop): Promise<void> {
  // What fails here fails again in the first job that needs it, which says why.
  if (!warm) await warmUp(local, figure, () => warm).catch(() => {})
  warm = true
  if (!atWork) Bun.gc(true)
}

async function work(shop: Workshop, job: Job): Promise<void> {
  const writer = new ArtifactWriter(job.folder, cleanSvg, (report) =>
    send({ type: 'reports', reports: [report] }),
  )
  const log = new RunLog((report) => send({ type: 'reports', reports: [report] }))
  // What a plugin still does after its end must not speak in the name of the next job.
  const session = { open: true }
  const ended = await perform(shop, job, { writer, log, session })
  session.open = false
  const unkept = await writer
    .write(OUTPUTS.log.path, log.text())
    .then(() => writer.synced())
    .then(
      () => null,
      (cause) => reasonFor(cause, job),
    )
  send({ type: 'done', ...ended, error: ended.error ?? unkept, noRoom: writer.noRoom })
}

interface Desk {
  writer: ArtifactWriter
  log: RunLog
  session: { readonly open: boolean }
}

type Ended = Omit<Extract<FromExecutor, { type: 'done' }>, 'type' | 'noRoom'>

async function perform(shop: Workshop, job: Job, desk: Desk): Promise<Ended> {
  try {
    const plugin = shop.registry.get(job.workflow)
    if (!plugin) throw new Error(`The workflow ${job.workflow} is not installed here any more.`)
    const { run } = await plugin.run()
    const { ctx, fromLedger } = contextFor(shop, job, { ...desk, send, signal: stopping.signal })
    answered = fromLedger
    for (const sentence of job.ignored) ctx.log(sentence, 'stderr')
    const result = await run(JSON.parse(job.input), ctx)
    const description = bounded(String(result?.description ?? ''), desk.log)
    return {
      error: null,
      description: description || `${plugin.summary}.`,
      warnings: warningsOf(result?.warnings),
    }
  } catch (error) {
    const reason = reasonFor(error, job)
    desk.log.line(`failed: ${reason}`, 'stderr')
    return { error: reason, description: '', warnings: [] }
  }
}

const MOST_WARNINGS = 50
const WARNING_CHARACTERS = 1000

/** Plugins in plain JavaScript may give anything. */
function warningsOf(given: unknown): string[] {
  if (!Array.isArray(given)) return []
  return given
    .slice(0, MOST_WARNINGS)
    .map((each) => String(each).slice(0, WARNING_CHARACTERS).toWellFormed())
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
