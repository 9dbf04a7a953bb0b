import { acceptAll, Room, repeated, type Submission } from './accept'
import { append, type Batch } from './append'
import { openDatabase } from './db'
import { Files } from './files'
import { gather } from './gather'
import { Hints } from './hints'
import { findHistory, type HistoryFilter, listHistory } from './history'
import {
  changeKey,
  createKey,
  deleteKey,
  findKey,
  findShownKey,
  type KeyChange,
  listKeys,
  listUsage,
  type NewKey,
  sealedSample,
} from './keys'
import {
  cancel,
  claim,
  findInput,
  giveBack,
  type Outcome,
  type Return,
  running,
  settle,
} from './moves'
import {
  type Attempt,
  dueDeliveries,
  findDelivery,
  nextDelivery,
  type PassedOver,
  recordAttempt,
  redeliver,
} from './outbox'
import { adopt, type Owner, ownHistory, removeOwn } from './own-history'
import {
  countOpen,
  eventsAfter,
  findArtifact,
  findRecord,
  latelyEnded,
  listArtifacts,
  unknownRecords,
} from './reads'
import { expireRecords, expireRepeats, expireUploads } from './retention'
import { type GivenSecrets, loadSecrets } from './secrets'
import { closeSession, openSession, sessionEnd } from './sessions'
import { addSpending, expireSpending, spentOn } from './spending'
import { countDeliveries, dailyUse, keptData, waitingSince } from './statistics'
import { hasOthers, Turns } from './turns'
import { addUpload, findUpload, type UploadRow, unknownUploads, uploadedBytes } from './uploads'

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * The store of one data folder: every function is one read or one transaction, and gives a Promise.
 * @throws FolderInUse while another server holds the folder, BadSecret when its secrets are not the ones it was made with
 */
export async function openStore(
  folder: string,
  options: {
    now: () => number
    secrets: GivenSecrets
    maxPending: number
    /** Whether work is taken from callers without a key. */
    anonymous: boolean
  },
) {
  const { now, anonymous } = options
  const room = new Room(options.maxPending, anonymous)
  const turns = new Turns()
  const { db, bytes, close } = openDatabase(folder)
  const secrets = orClose(close, () => loadSecrets(folder, options.secrets, sealedSample(db)))
  const hints = new Hints()
  const files = new Files(folder)
  await files.prepare()
  return {
    folder,
    files,
    hints,
    secrets,
    close,
    databaseBytes: bytes,
    accept: gather((submissions: readonly Submission[]) => acceptAll(db, submissions, room, now())),
    repeated: (submission: Parameters<typeof repeated>[1]) => repeated(db, submission, now()),
    claim: (holding?: { busy: boolean; full: number | null | undefined }) =>
      claim(db, hints, turns, { busy: false, full: undefined, ...holding }, now()),
    hasOthers: (keyId: number | null) => hasOthers(db, keyId, anonymous),
    append: (batches: readonly Batch[]) => append(db, hints, batches, now()),
    settle: (outcome: Outcome) => settle(db, hints, secrets, outcome, now()),
    cancel: (id: string) => cancel(db, hints, secrets, id, now()),
    giveBack: (back: Return) => giveBack(db, hints, secrets, back, now()),
    running: () => running(db),
    countOpen: () => countOpen(db),
    waitingSince: () => waitingSince(db),
    countDeliveries: () => countDeliveries(db),
    keptData: () => keptData(db),
    dailyUse: (days: number, keyId: number | undefined) =>
      dailyUse(db, { days, keyId, now: now() }),
    findRecord: (id: string) => findRecord(db, id),
    findInput: (id: string) => findInput(db, id),
    unknownRecords: (ids: readonly string[]) => unknownRecords(db, ids),
    latelyEnded: (limit: number) => latelyEnded(db, limit),
    listArtifacts: (id: string) => listArtifacts(db, id),
    findArtifact: (id: string, path: string) => findArtifact(db, id, path),
    eventsAfter: (id: string, seq: number, limit: number) => eventsAfter(db, id, seq, limit),
    createKey: (key: NewKey) => createKey(db, secrets, key, now()),
    findKey: (token: string) => findKey(db, secrets, token),
    findShownKey: (text: string) => findShownKey(db, secrets, text),
    listKeys: () => listKeys(db),
    listUsage: (keyId: number) => listUsage(db, keyId),
    changeKey: (id: number, change: KeyChange) => changeKey(db, secrets, id, change),
    deleteKey: (id: number) => deleteKey(db, id),
    openSession: async (lifeMs: number) => {
      const expiresAt = now() + lifeMs
      return { expiresAt, token: await openSession(db, secrets, { now: now(), expiresAt }) }
    },
    sessionEnd: (token: string) => sessionEnd(db, secrets, token, now()),
    closeSession: (token: string) => closeSession(db, secrets, token),
    ownHistory: (owner: Owner, page: Parameters<typeof ownHistory>[2]) =>
      ownHistory(db, owner, page),
    adopt: (browser: string, keyId: number) => adopt(db, browser, keyId),
    removeOwn: (owner: Owner, id: string) => removeOwn(db, owner, id),
    listHistory: (filter: HistoryFilter, page: number, size: number) =>
      listHistory(db, filter, page, size),
    findHistory: (id: string) => findHistory(db, id),
    dueDeliveries: (limit: number, passedOver: PassedOver) =>
      dueDeliveries(db, now(), limit, passedOver),
    nextDelivery: (passedOver: PassedOver) => nextDelivery(db, passedOver),
    findDelivery: (recordId: string) => findDelivery(db, recordId),
    recordAttempt: (attempt: Attempt) => recordAttempt(db, attempt),
    redeliver: (recordId: string) => redeliver(db, recordId, now()),
    expireRecords: (before: number) => expireRecords(db, before),
    expireUploads: (before: number) => expireUploads(db, before),
    expireRepeats: (before: number) => expireRepeats(db, before),
    addSpending: (day: string, owner: string, usd: number) => addSpending(db, day, owner, usd),
    spentOn: (day: string, owner: string) => spentOn(db, day, owner),
    expireSpending: (day: string) => expireSpending(db, day),
    addUpload: (upload: Omit<UploadRow, 'createdAt'>) =>
      addUpload(db, { ...upload, createdAt: now() }),
    findUpload: (name: string) => findUpload(db, name),
    uploadedBytes: (keyId: number | null) => uploadedBytes(db, keyId),
    unknownUploads: (names: readonly string[]) => unknownUploads(db, names),
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
