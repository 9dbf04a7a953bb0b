import * as accept from './accept'
import * as appending from './append'
import { openDatabase } from './db'
import { Files } from './files'
import { gather } from './gather'
import { Hints } from './hints'
import * as history from './history'
import { bound, type Inside } from './inside'
import * as keys from './keys'
import { sealedSample } from './keys'
import * as moves from './moves'
import * as outbox from './outbox'
import * as ownHistory from './own-history'
import * as reads from './reads'
import * as retention from './retention'
import { type GivenSecrets, loadSecrets } from './secrets'
import * as sessions from './sessions'
import * as spending from './spending'
import * as statistics from './statistics'
import { hasOthers, Turns } from './turns'
import * as uploads from './uploads'

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * The store of one data folder: every function of the modules around it that takes {@link Inside} is one read or one
 * transaction, and gives a Promise.
 * @throws FolderInUse while another server holds the folder, BadSecret when its secrets are not the ones it was made with
 */
export async function openStore(
  folder: string,
  options: Pick<Inside, 'now' | 'anonymous'> & { secrets: GivenSecrets; maxPending: number },
) {
  const { now, anonymous } = options
  const { db, bytes, close } = openDatabase(folder)
  const secrets = orClose(close, () => loadSecrets(folder, options.secrets, sealedSample(db)))
  const hints = new Hints()
  const turns = new Turns()
  const room = new accept.Room(options.maxPending)
  const inside: Inside = { db, hints, secrets, turns, room, anonymous, now }
  const files = new Files(folder)
  await files.prepare()
  return {
    ...bound(inside, moves),
    ...bound(inside, reads),
    ...bound(inside, keys),
    ...bound(inside, sessions),
    ...bound(inside, ownHistory),
    ...bound(inside, history),
    ...bound(inside, outbox),
    ...bound(inside, statistics),
    ...bound(inside, spending),
    ...bound(inside, uploads),
    ...bound(inside, retention),
    ...bound(inside, { append: appending.append, repeated: accept.repeated }),
    ...{ folder, files, hints, secrets, close, databaseBytes: bytes },
    accept: gather((all: readonly accept.Submission[]) => accept.acceptAll(inside, all)),
    hasOthers: (keyId: number | null) => hasOthers(inside, keyId),
  }
}

function orClose<T>(close: () => void, action: () => T): T {
  try {
    return action()
  } catch (error) {
    close()
    throw error
  }
}
