/**
 * The thread in which plugins run, one job at a time. It stays warm between jobs; whatever goes wrong here is
 * ended by the server, which kills the whole process.
 */
import { OUTPUTS } from '../forms/outputs'
import { ArtifactWriter } from './artifact-writer'
import { createExamination } from './examination'
import type { FromExecutor, Job, ToExecutor } from './protocol'
import type { Running } from './run-context'
import { RunLog } from './run-log'
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
async function rest(shop: Workshop): Promise<void> {
  // What fails here fails again in the first job that needs it, which says why.
  if (!warm) await load(shop).catch(() => {})
  warm = true
  if (!atWork) Bun.gc(true)
}

async function load(shop: Workshop): Promise<void> {
  const [{ warmUp }, { local }, { figure }] = await Promise.all([
    import('./warm-up'),
    import('../engines/local'),
    shop.tools(),
    import('./perform'),
  ])
  await warmUp(local, figure, () => warm)
}

async function work(shop: Workshop, job: Job): Promise<void> {
  const [{ perform, reasonFor }, { cleanSvg }] = await Promise.all([
    import('./perform'),
    import('../figure/svg/clean'),
  ])
  const writer = new ArtifactWriter(job.folder, cleanSvg, (report) =>
    send({ type: 'reports', reports: [report] }),
  )
  const log = new RunLog((report) => send({ type: 'reports', reports: [report] }))
  // What a plugin still does after its end must not speak in the name of the next job.
  const session = { open: true }
  const { defect: inWork, ...ended } = await perform(shop, job, {
    ...{ writer, log, session, send, signal: stopping.signal },
    linked: (fromLedger) => {
      answered = fromLedger
    },
  })
  session.open = false
  const unkept = await writer
    .write(OUTPUTS.log.path, log.text())
    .then(() => writer.synced())
    .then(
      () => ({ error: null, defect: undefined }),
      (cause) => reasonFor(cause, job),
    )
  for (const defect of [inWork, unkept.defect])
    if (defect !== undefined) process.stderr.write(`job ${job.id}: ${defect}\n`)
  send({ type: 'done', ...ended, error: ended.error ?? unkept.error, noRoom: writer.noRoom })
}
