import { type Resolved, resolve } from '../engines/resolve'
import { type Problem, problems, unprocessable } from '../errors'
import type { FileKind } from '../forms/body-files'
import { OUTPUTS } from '../forms/outputs'
import { endpointOf } from '../host/registry'
import { faultOf, judgeBody, refused, type Taken } from '../intake/judge'
import { fileFields } from '../intake/schema'
import { firstSentence, pictureTitle } from '../intake/title'
import type { Look, Plugin, RecordView } from '../plugin'
import type { Acceptance, Submission } from '../store/accept'
import { newId } from '../store/ids'
import { keyIdOf, maySee, type Principal, refuseExhausted, submitter, taskPrincipal } from './auth'
import type { Browser } from './browser'
import type { Context } from './context'
import { refuseFullDisk } from './disk'
import { pngSize } from './png'
import { callerOf, type RateLimiter } from './rate-limit'
import { type Received, receive, requireJson } from './receive'
import { uploadName } from './uploads'

export const MAX_IDEMPOTENCY_KEY = 255

/**
 * The handler of one plugin's POST: authenticate, receive, judge, then charge and store in one transaction. A refused
 * request never costs a unit.
 */
export function submitRoute(
  ctx: Context,
  plugin: Plugin,
  limiter: RateLimiter,
): (request: Request) => Promise<Response> {
  const limit = plugin.bodyLimit ?? ctx.config.MAX_JSON_BYTES
  const judge = judgeOf(ctx, plugin)
  return async (request) => {
    if (ctx.draining()) throw problems.draining()
    const principal =
      plugin.service === 'job' ? await submitter(ctx, request) : await taskPrincipal(ctx, request)
    const idempotencyKey = request.headers.get('idempotency-key') || undefined
    // A repeat is answered even without quota: with an Idempotency-Key only the charging transaction decides.
    if (idempotencyKey === undefined) refuseExhausted(principal)
    await limiter.take(principal)
    const unread = requireJson(request, principal.kind === 'key')
    await using received = await receive(ctx, request, { limit, caller: callerOf(principal) })
    if (idempotencyKey !== undefined && idempotencyKey.length > MAX_IDEMPOTENCY_KEY)
      throw refusedKey(`at most ${MAX_IDEMPOTENCY_KEY} characters`)
    const browser = principal.kind === 'anonymous' ? principal.browser : undefined
    const owner = {
      keyId: keyIdOf(principal),
      endpoint: endpointOf(plugin),
      ...(idempotencyKey !== undefined && {
        idempotency: { key: idempotencyKey, bodySha256: received.sha256 },
      }),
    }
    const earlier = await ctx.store.repeated(owner)
    if (earlier) return applied(answer(plugin, earlier, browser), await choiceBefore(ctx, earlier))
    const { look, lent } = lookOf(ctx, principal)
    const taken = await judge(received, callerOf(principal), look).catch(unread)
    const uploads = await ownUploads(ctx, principal, taken)
    const resolved = choiceOf(ctx, plugin, taken)
    const choice = { ...resolved, ...preferenceIn(request, plugin, resolved) }
    await refuseSpentDay(ctx, principal, choice)
    refuseFullDisk(ctx)
    const parent = parentOf(plugin, taken)
    const title = await titleOf(ctx, taken, parent)
    const accepted = await acceptWithFiles(ctx, taken, { ...uploads, ...lent }, (id, files) => ({
      id,
      service: plugin.service,
      workflow: plugin.id,
      diagramType: plugin.diagramType ?? null,
      parent,
      title,
      browser: browser?.digest ?? null,
      ...owner,
      input: taken.input,
      choice: JSON.stringify(choice),
      files: JSON.stringify(files),
      origin: ctx.config.PUBLIC_BASE_URL ?? new URL(request.url).origin,
      webhookUrl: taken.webhookUrl,
      webhookIncludeImage: taken.webhookIncludeImage,
    }))
    void ctx.pool.wake()
    return applied(answer(plugin, accepted, browser), choice)
  }
}

/** Who decides, as the request chose. @throws Problem 422 for a choice that nobody here can serve */
function choiceOf({ catalogue }: Context, { body, service }: Plugin, taken: Taken): Resolved {
  const { words, given } = taken
  const found = resolve(catalogue, { body, input: words, given, service })
  if (!Array.isArray(found)) return found
  throw unprocessable(found.map(({ field, sentence }) => faultOf(field, sentence, words[field])))
}

/** `Prefer: candidates=3` (RFC 7240), where a model plans; a preference that cannot be met is none. */
function preferenceIn(
  request: Request,
  { candidates }: Plugin,
  { choices }: Resolved,
): Pick<Resolved, 'candidates'> {
  const preferred = /(?:^|,)\s*candidates\s*=\s*"?([1-4])"?\s*(?:[;,]|$)/i.exec(
    request.headers.get('prefer') ?? '',
  )
  return candidates && choices.plan && preferred ? { candidates: Number(preferred[1]) } : {}
}

/** The choice that an earlier answer was given with. */
async function choiceBefore({ store }: Context, accepted: Acceptance): Promise<Partial<Resolved>> {
  const record = 'id' in accepted ? await store.findRecord(accepted.id) : undefined
  return record ? JSON.parse(record.choice) : {}
}

/** Says in the answer which preference of the request will be met. */
function applied(response: Response, { candidates }: Partial<Resolved>): Response {
  if (candidates !== undefined)
    response.headers.set('preference-applied', `candidates=${candidates}`)
  return response
}

/** @throws Problem 403 when the caller's money for models is used up for today, and a model would be called */
async function refuseSpentDay(
  { ledger }: Context,
  principal: Principal,
  { choices }: Resolved,
): Promise<void> {
  if (Object.keys(choices).length === 0) return
  if (await ledger.dayIsSpent(callerOf(principal))) throw problems.dayIsSpent()
}

function answer(plugin: Plugin, accepted: Acceptance, browser: Browser | undefined): Response {
  switch (accepted.kind) {
    case 'accepted':
    case 'repeat': {
      const { id } = accepted
      const headers: HeadersInit = browser ? { 'set-cookie': browser.cookie } : {}
      return plugin.service === 'job'
        ? Response.json({ job_id: id }, { headers })
        : Response.json({ task_id: id, status: 'pending' }, { status: 202, headers })
    }
    case 'mismatch':
      throw refusedKey('was used with another body')
    case 'exhausted':
      throw problems.quotaExhausted()
    case 'disabled':
      throw problems.keyDisabled()
    case 'gone':
      throw problems.credentialUnknown()
    case 'full':
      throw problems.tooManyPending()
    case 'share':
      throw problems.shareTaken(accepted.records)
  }
}

function refusedKey(reason: string): Problem {
  return unprocessable([
    {
      loc: ['header', 'idempotency-key'],
      msg: `Value error, ${reason}`,
      type: 'value_error',
    },
  ])
}

/** The record that the input is made from, by the field that names it. */
function parentOf({ parent }: Plugin, { words }: Taken): string | null {
  return (parent !== undefined && words[parent]) || null
}

/** An edited figure is called as the first one, a picture by its name; empty: by what will come of it. */
async function titleOf(
  { store }: Context,
  { title, uploads }: Taken,
  parent: string | null,
): Promise<string> {
  const edited = parent === null ? undefined : await store.findRecord(parent)
  if (edited) return edited.title || firstSentence(edited.description)
  const name = title === '' && uploads.image_path ? uploadName(uploads.image_path) : undefined
  const picture = name === undefined ? undefined : await store.findUpload(name)
  return title || pictureTitle(picture?.clientName ?? '')
}

type Judge = (
  received: Received,
  caller: string,
  look: Pick<Look, 'record' | 'read'>,
) => Promise<Taken>

/**
 * What is small and ours is judged here, in less than it takes to hand it over. A large body, a file, an edit, or the
 * `accept` of a drop-in may take any time, and goes to a process of its own.
 */
function judgeOf(ctx: Context, plugin: Plugin): Judge {
  const kinds = fileFields(plugin.body)
  const carriesFiles = Object.keys(kinds).length > 0
  const foreign = plugin.accept !== undefined && !ctx.registry.isBundled(plugin.id)
  // What is made of another record's files may be small itself, and its work large.
  const isEdit = plugin.parent !== undefined
  const tooCostly = isEdit ? problems.editTooCostly() : costly(kinds)
  return ({ body, target }, caller, look) => {
    if ('file' in body || carriesFiles || foreign || isEdit)
      return ctx.examine(
        { name: 'body', plugin: plugin.id, body, target },
        { caller, ...look, tooCostly },
      )
    return judgeBody(plugin, body, {
      target,
      mostJson: ctx.config.MAX_JSON_BYTES,
      refuseAddress: ctx.refuseAddress,
      ...look,
      probe: () => Promise.reject(new Error('A body without files has nothing to examine.')),
    })
  }
}

function costly(kinds: Readonly<Record<string, FileKind>>): Problem {
  const [field] = Object.keys(kinds)
  return field === undefined
    ? problems.notExamined()
    : refused(field, 'cannot be examined within the time and memory it may use')
}

/** The uploads that the input names. @throws Problem 422 for a path that is none of the caller's uploads */
async function ownUploads(
  { store }: Context,
  principal: Principal,
  { uploads }: Taken,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const [field, path] of Object.entries(uploads)) {
    const name = uploadName(path)
    const upload = name === undefined ? undefined : await store.findUpload(name)
    if (!upload || !maySee(principal, upload))
      throw refused(field, 'must be a path that /api/upload returned', path)
    files[path] = upload.name
  }
  return files
}

/**
 * Accepts a record together with the files it came with: they are in its folder and on disk before the transaction,
 * and gone again where it refuses.
 */
async function acceptWithFiles(
  { store }: Context,
  taken: Taken,
  uploads: Record<string, string>,
  submission: (id: string, files: Record<string, string>) => Submission,
): Promise<Acceptance> {
  const id = newId()
  const files = { ...uploads }
  let accepted: Acceptance | undefined
  try {
    for (const { path, name } of taken.files) {
      await store.files.adoptInput(id, path, name)
      files[name] = name
    }
    accepted = await store.accept(submission(id, files))
    return accepted
  } finally {
    if (taken.files.length > 0 && accepted?.kind !== 'accepted') await store.files.removeRecord(id)
  }
}

/** What a plugin may look at before acceptance: records of the same owner, whose files are lent to the work. */
export function lookOf({ store }: Context, principal: Principal) {
  const lent: Record<string, string> = {}
  const read = async (name: string): Promise<Uint8Array | undefined> => {
    const known = Object.hasOwn(lent, name) ? lent[name] : undefined
    return known === undefined ? undefined : store.files.readLent(known)
  }
  const record = async (id: string): Promise<RecordView | undefined> => {
    const record = await store.findRecord(id)
    if (!record || !maySee(principal, record)) return undefined
    const { service, workflow, status } = record
    const artifacts = await store.listArtifacts(id)
    for (const artifact of artifacts)
      lent[`${id}/${artifact.path}`] = store.files.lentName(artifact)
    const png = artifacts.find(({ path }) => path === OUTPUTS.figure.path)
    const image = png && (await pngSize(await store.files.artifact(png)))
    return { id, service, workflow, status, artifacts, image }
  }
  return { look: { record, read }, lent }
}
