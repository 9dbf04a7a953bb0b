import { isDiskFull, reasonOf } from '../errors'
import type { FromExecutor, Job } from './protocol'
import { contextFor, type Running, type Session } from './run-context'
import type { RunLog } from './run-log'
import type { Workshop } from './workshop'

export type Ended = Omit<Extract<FromExecutor, { type: 'done' }>, 'type' | 'noRoom'> & {
  /** A defect of the program, with its stack: for the operator alone. */
  defect?: string
}

interface Desk extends Session {
  /** Takes what hands the ledger's answers to the models of the job. */
  linked(fromLedger: Running['fromLedger']): void
}

/** Runs the workflow of a job; how it ended is never thrown. */
export async function perform(shop: Workshop, job: Job, desk: Desk): Promise<Ended> {
  try {
    const plugin = shop.registry.get(job.workflow)
    if (!plugin) throw new Error(`The workflow ${job.workflow} is not installed here any more.`)
    const { run } = await plugin.run()
    const { ctx, fromLedger } = contextFor({ ...shop, ...(await shop.tools()) }, job, desk)
    desk.linked(fromLedger)
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
    desk.log.line(`failed: ${reason.error}`, 'stderr')
    return { ...reason, description: '', warnings: [] }
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
export function reasonFor(
  error: unknown,
  { workflow }: Pick<Job, 'workflow'>,
): Pick<Ended, 'error' | 'defect'> {
  if (isDiskFull(error)) return { error: DISK_FULL }
  if (error instanceof TypeError || error instanceof ReferenceError || isOfSystem(error))
    return {
      error: `The workflow ${workflow} failed on an internal error; its cause is in the server's log.`,
      defect: error.stack ?? error.message,
    }
  return {
    error: reasonOf(error).slice(0, REASON_CHARACTERS) || 'The work failed without a reason.',
  }
}

/** An error of the operating system, whose words name paths of the server. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
