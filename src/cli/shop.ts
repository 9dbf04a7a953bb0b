import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../config'
import { resolve } from '../engines/resolve'
import { unprocessable } from '../errors'
import { cleanSvg } from '../figure/clean'
import { providerSets } from '../host/kit'
import { loadEngines } from '../host/load-engines'
import { loadOwnPictures } from '../host/own-pictures'
import { faultOf, type Taken } from '../intake/judge'
import { artifactBytes } from '../jobs/artifact-writer'
import { perform } from '../jobs/perform'
import { RunLog } from '../jobs/run-log'
import { executorSettings } from '../jobs/settings'
import { openWorkshop, type Workshop } from '../jobs/workshop'
import type { Plugin } from '../plugin'
import { type Catalogue, LOCAL, loadCatalogue } from '../providers/catalogue'
import { jobProviders } from '../providers/chain'
import { Ledger } from '../providers/ledger'
import type { Report } from '../store/append'
import type { Terminal } from './terminal'

/** What a server and its executors have of the settings to work with, in this one process. */
export interface Shop extends Workshop {
  config: Config
  catalogue: Catalogue
}

/** @throws BadSetting, BadProviders */
export async function openShop(env: Terminal['env']): Promise<Shop> {
  const config = readConfig(env)
  const { engines } = await loadEngines(config.PLUGINS_DIR, [LOCAL])
  const catalogue = await loadCatalogue(config, env, engines)
  const { pictures: ownPictures, notes } = await loadOwnPictures(config)
  const settings = executorSettings(config, { providers: providerSets(catalogue), ownPictures })
  const workshop = await openWorkshop(settings)
  return { ...workshop, config, catalogue, skipped: [...workshop.skipped, ...notes] }
}

/** Lends a folder that is gone when `use` has ended. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'burin-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface Wish {
  /** Paths of the files that are wanted: no other is made. */
  wanted: readonly string[]
  /** Files that the work may read, by the names that its input has for them. */
  files: Readonly<Record<string, string>>
  /** Shows where the work is. */
  line(text: string): void
}

export interface Made {
  /** By their paths. */
  files: ReadonlyMap<string, Uint8Array>
  description: string
  warnings: readonly string[]
}

/**
 * Runs a workflow as an executor does, on a body that was judged.
 * @throws Problem for a model that nobody here has, Error with the reason why the work failed
 */
export async function make(
  shop: Shop,
  plugin: Plugin,
  taken: Taken,
  { wanted, files, line }: Wish,
): Promise<Made> {
  const { config, catalogue } = shop
  const { words: input, given } = taken
  const resolved = resolve(catalogue, { body: plugin.body, input, given, service: plugin.service })
  if (Array.isArray(resolved))
    throw unprocessable(resolved.map((one) => faultOf(one.field, one.sentence)))
  const made = new Map<string, Uint8Array>()
  const ms = config.JOB_DEADLINE_SECONDS * 1000
  const id = crypto.randomUUID().replaceAll('-', '')
  // Of the budgets those of a job hold: nothing is kept from one command to the next.
  const days = { add: async () => {}, sum: async () => 0 }
  const ledger = new Ledger(catalogue, { now: Date.now, days, failed: () => {} })
  const heard = (report: Report) => {
    if (report.type === 'progress') line(`${report.step}/${report.steps} ${report.stage}`)
  }
  let toModels: Parameters<typeof ledger.open>[1] = () => {}
  const account = ledger.open({ id, owner: 'command' }, (message) => toModels(message))
  const ended = await perform(
    shop,
    {
      ...{ id, attempt: 1, workflow: plugin.id, input: taken.input, folder: '', wanted },
      files: { ...files, ...Object.fromEntries(taken.files.map(({ name, path }) => [name, path])) },
      ...{ ignored: resolved.ignored, candidates: 1, deadline: Date.now() + ms },
      providers: jobProviders(catalogue, resolved.choices),
    },
    {
      writer: {
        write: async (path, content) => {
          if (wanted.includes(path)) made.set(path, artifactBytes(path, content, cleanSvg))
        },
      },
      ...{ log: new RunLog(heard), session: { open: true }, signal: AbortSignal.timeout(ms) },
      send: (message) => {
        if (message.type === 'ledger') account.receive(message.message)
        else if (message.type === 'reports') message.reports.forEach(heard)
      },
      linked: (fromLedger) => {
        toModels = fromLedger
      },
    },
  )
  const { error, defect = '', description, warnings } = ended
  if (error === null) return { files: made, description, warnings }
  throw new Error(
    defect
      ? `The workflow ${plugin.id} failed on an internal error: ${defect.split('\n')[0]}`
      : error,
  )
}
