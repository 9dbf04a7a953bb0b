import { type Config, readConfig } from '../config'
import { resolve } from '../engines/resolve'
import { unprocessable } from '../errors'
import { cleanSvg } from '../figure/svg/clean'
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
import { newId } from '../store/ids'
import type { Terminal } from './terminal'

/** What a server and its executors have of the settings to work with, in this one process. */
export interface Shop extends Workshop {
  config: Config
  catalogue: Catalogue
  /** The workflows that can be run; editing needs the record of a server. */
  plugins: readonly Plugin[]
  terminal: Terminal
}

/** @throws BadSetting, BadProviders */
export async function openShop(terminal: Terminal): Promise<Shop> {
  const config = readConfig(terminal.env)
  const loaded = await loadEngines(config.PLUGINS_DIR, [LOCAL])
  const catalogue = await loadCatalogue(config, terminal.env, loaded.engines)
  const { pictures: ownPictures, notes } = await loadOwnPictures(config)
  const settings = executorSettings(config, { providers: providerSets(catalogue), ownPictures })
  const workshop = await openWorkshop(settings, loaded)
  const plugins = workshop.registry.list().filter(({ parent }) => parent === undefined)
  const skipped = [...workshop.skipped, ...notes]
  return { ...workshop, skipped, config, catalogue, plugins, terminal }
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
  { wanted, lent }: { wanted: readonly string[]; lent: ReadonlyMap<string, Uint8Array> },
): Promise<Made> {
  const { config, catalogue, terminal } = shop
  const { words: input, given } = taken
  const resolved = resolve(catalogue, { body: plugin.body, input, given, service: plugin.service })
  if (Array.isArray(resolved))
    throw unprocessable(resolved.map((one) => faultOf(one.field, one.sentence)))
  const made = new Map<string, Uint8Array>()
  const ms = config.JOB_DEADLINE_SECONDS * 1000
  const id = newId()
  // Of the budgets those of a job hold: nothing is kept from one command to the next.
  const days = { add: async () => {}, sum: async () => 0 }
  const ledger = new Ledger(catalogue, { now: Date.now, days, failed: () => {} })
  // Each stage is named on a line that the next one takes.
  const line = (text: string) => terminal.watched && terminal.stderr(`\r\u001b[2K${text}`)
  const heard = (report: Report) => {
    if (report.type === 'progress') line(`${report.step}/${report.steps} ${report.stage}`)
  }
  let toModels: Parameters<typeof ledger.open>[1] = () => {}
  const account = ledger.open({ id, owner: 'command' }, (message) => toModels(message))
  const ended = await perform(
    shop,
    {
      ...{ id, attempt: 1, workflow: plugin.id, input: taken.input, folder: '', wanted },
      files: Object.fromEntries(taken.files.map(({ name, path }) => [name, path])),
      ...{ ignored: resolved.ignored, candidates: 1, deadline: Date.now() + ms },
      providers: jobProviders(catalogue, resolved.choices),
    },
    {
      writer: {
        write: async (path, content) => {
          if (wanted.includes(path)) made.set(path, artifactBytes(path, content, cleanSvg))
        },
      },
      ...{ log: new RunLog(heard), session: { open: true }, signal: AbortSignal.timeout(ms), lent },
      send: (message) => {
        if (message.type === 'ledger') account.receive(message.message)
        else if (message.type === 'reports') message.reports.forEach(heard)
      },
      linked: (fromLedger) => {
        toModels = fromLedger
      },
    },
  )
  line('')
  const { error, defect, description, warnings } = ended
  if (error === null) return { files: made, description, warnings }
  const [fault] = defect?.split('\n') ?? []
  throw new Error(fault ? `The workflow ${plugin.id} failed on an internal error: ${fault}` : error)
}
