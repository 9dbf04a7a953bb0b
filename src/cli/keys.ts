import { existsSync } from 'node:fs'
import { readConfig } from '../config'
import { isoTime } from '../store/ids'
import { keyText, masked } from '../store/keys'
import { openStore } from '../store/store'
import type { Terminal } from './terminal'
import { Misused, type Words } from './words'

const OWNER_ALONE = 0o077
const NAME_CHARACTERS = 200

/** `burin keys`: the keys of the data folder. @throws FolderInUse while a server holds it */
export async function keys({ files, options }: Words, terminal: Terminal): Promise<number> {
  const [act = 'list', name = '', ...others] = files
  const quota = options.get('quota')?.at(-1)
  const takesName = act === 'create' || act === 'revoke'
  const isNamed = name.trim() !== '' && name.length <= NAME_CHARACTERS
  if (others.length > 0 || !(takesName ? isNamed : act === 'list' && name === ''))
    throw new Misused('burin keys takes list, create NAME (up to 200 characters) or revoke ID.')
  if (quota !== undefined && !(act === 'create' && /^\d{1,15}$/.test(quota)))
    throw new Misused('--quota: must be an integer from 0 on, beside create.')
  const config = readConfig(terminal.env)
  const { DATA_DIR, DATABASE_URL } = config
  if (act !== 'create' && DATABASE_URL === undefined && !existsSync(DATA_DIR))
    throw new Misused(`DATA_DIR=${DATA_DIR} is not there: no server has kept keys in it.`)
  // As the server does: what it keeps is its owner's alone.
  process.umask(OWNER_ALONE)
  const store = await openStore(config, { now: Date.now, anonymous: false })
  try {
    if (act === 'create') {
      const limit = quota === undefined ? null : Number(quota)
      const none = { webhookUrl: null, webhookSecret: null }
      const row = await store.createKey({ name, quota: limit, ...none })
      await terminal.stdout(`${keyText(store.secrets, row)}\n`)
    } else if (act === 'revoke') {
      const row = await store.findShownKey(name)
      if (!row) throw new Misused(`There is no API key ${name}; see burin keys.`)
      await store.changeKey(row.id, { active: false })
    } else {
      const rows = (await store.listKeys()).map((row) => ({
        ...{ id: row.id, name: row.name, key: masked(keyText(store.secrets, row)) },
        ...{ active: row.active, quota: row.quotaTotal, left: row.quotaRemaining },
        ...{ used: row.totalUsed, created: isoTime(row.createdAt) },
      }))
      const text = options.has('json') ? JSON.stringify(rows) : Bun.inspect.table(rows)
      await terminal.stdout(`${text}\n`)
    }
  } finally {
    await store.close()
  }
  return 0
}
