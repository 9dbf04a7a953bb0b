import { extname } from 'node:path'
import { type Fault, Problem, problems, unprocessable } from '../errors'
import type { BodyFile } from '../forms/body-files'
import { endpointOf } from '../host/registry'
import type { Look, Plugin } from '../plugin'
import type { Acceptance, Submission } from '../store/accept'
import { newId } from '../store/ids'
import { PNG } from '../store/outbox'
import { maySee, type Principal, submitter, taskPrincipal } from './auth'
import { requireJson } from './body'
import type { Context } from './context'
import { refuseFullDisk } from './disk'
import { type Opened, takeIn } from './intake'
import { pngSize } from './png-size'
import type { RateLimiter } from './rate-limit'
import { uploadName } from './uploads'
import { bodyChecker, fileFields, uploadFields } from './validate'

const MAX_IDEMPOTENCY_KEY = 255
const ACCEPT_MS = 10_000

/**
 * The handler of one plugin's POST: authenticate, read, validate, let the plugin look, then charge and store in one
 * transaction. A refused request never costs a unit.
 */
export function submitRoute(ctx: Context, plugin: Plugin, limiter: RateLimiter) {
  const check = bodyChecker(plugin.body, {
    nullIsAbsent: plugin.service === 'task',
    refuseAddress: ctx.refuseAddress,
  })
  const paths = uploadFields(plugin.body)
  const kinds = fileFields(plugin.body)
  const bodyLimit = plugin.bodyLimit ?? ctx.config.MAX_JSON_BYTES
  return async (request: Request): Promise<Response> => {
    if (ctx.draining()) throw problems.draining()
    const principal =
      plugin.service === 'job' ? await submitter(ctx, request) : await taskPrincipal(ctx, request)
    const idempotencyKey = request.headers.get('idempotency-key') || undefined
    refuseExhausted(principal, idempotencyKey)
    limiter.take(principal)
    requireJson(request)
    const intake = await takeIn(ctx, request, bodyLimit, kinds)
    try {
      if (idempotencyKey !== undefined && idempotencyKey.length > MAX_IDEMPOTENCY_KEY)
        throw refusedKey(`at most ${MAX_IDEMPOTENCY_KEY} characters`)
      const owner = {
        keyId: principal.kind === 'key' ? principal.key.id : null,
        endpoint: endpointOf(plugin),
        ...(idempotencyKey !== undefined && {
          idempotency: { key: idempotencyKey, bodySha256: intake.sha256 },
        }),
      }
      const earlier = await ctx.store.repeated(owner)
      if (earlier) return answer(plugin, earlier)
      const { value, files: given } = await intake.open()
      const input = check(value)
      const carried = carriedFiles(given, input)
      const lent: Record<string, string> = {}
      await letPluginLook(plugin, input, lookOf(ctx, principal, carried, lent))
      const uploads = await ownUploads(ctx, principal, paths, input)
      await refuseFullDisk(ctx)
      const accepted = await acceptWithFiles(
        ctx,
        carried,
        { ...uploads, ...lent },
        input,
        (id, files) => ({
          id,
          service: plugin.service,
          workflow: plugin.id,
          diagramType: plugin.diagramType ?? null,
          ...owner,
          input: JSON.stringify(input),
          files: JSON.stringify(files),
          origin: ctx.config.PUBLIC_BASE_URL ?? new URL(request.url).origin,
          webhookUrl: typeof input.webhook_url === 'string' ? input.webhook_url : null,
          webhookIncludeImage: input.webhook_include_image === true,
        }),
      )
      void ctx.pool.wake()
      return answer(plugin, accepted)
    } finally {
      await intake.discard()
    }
  }
}

function answer(plugin: Plugin, accepted: Acceptance): Response {
  switch (accepted.kind) {
    case 'accepted':
    case 'repeat':
      return plugin.service === 'job'
        ? Response.json({ job_id: accepted.id })
        : Response.json({ task_id: accepted.id, status: 'pending' }, { status: 202 })
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

/** A repeat is answered even without quota, so with an Idempotency-Key only the charging transaction decides. */
function refuseExhausted(principal: Principal, idempotencyKey: string | undefined): void {
  if (principal.kind !== 'key' || idempotencyKey !== undefined) return
  const { quotaRemaining } = principal.key
  if (quotaRemaining !== null && quotaRemaining <= 0) throw problems.quotaExhausted()
}

/** The uploads that the input names. @throws Problem 422 for a path that is none of the caller's uploads */
async function ownUploads(
  { store }: Context,
  principal: Principal,
  fields: string[],
  input: Record<string, unknown>,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const field of fields) {
    const path = input[field]
    if (typeof path !== 'string') continue
    const name = uploadName(path)
    const upload = name === undefined ? undefined : await store.findUpload(name)
    if (!upload || !maySee(principal, upload))
      throw refused(field, 'must be a path that /api/upload returned', path)
    files[path] = upload.name
  }
  return files
}

async function letPluginLook(plugin: Plugin, input: object, look: Look): Promise<void> {
  if (!plugin.accept) return
  const refusal = await Promise.race([
    plugin.accept(input, look),
    Bun.sleep(ACCEPT_MS).then(() => {
      throw new Problem(503, 'The request could not be checked in time; try again later.')
    }),
  ])
  if (!refusal) return
  if (refusal.status === 404) throw new Problem(404, refusal.sentence)
  throw refused(refusal.field, refusal.sentence)
}

function refused(field: string | null, sentence: string, input?: string): Problem {
  const fault: Fault = {
    loc: field === null ? ['body'] : ['body', field],
    msg: `Value error, ${sentence}`,
    type: 'value_error',
    ...(input !== undefined && { input }),
  }
  return unprocessable([fault])
}

/** The files of the body that is checked by now. @throws Problem 422 for a field whose text is no file */
function carriedFiles(given: Opened['files'], input: Record<string, unknown>): CarriedFile[] {
  return Object.entries(given).flatMap(([field, file]) => {
    if ('refused' in file) throw refused(field, file.refused)
    return typeof input[field] === 'string' ? [{ field, ...file }] : []
  })
}

interface CarriedFile extends BodyFile {
  field: string
}

/**
 * Accepts a record together with the files it came with: they are in its folder and on disk before the transaction,
 * and gone again where it refuses.
 */
async function acceptWithFiles(
  { store }: Context,
  carried: readonly CarriedFile[],
  uploads: Record<string, string>,
  input: Record<string, unknown>,
  submission: (id: string, files: Record<string, string>) => Submission,
): Promise<Acceptance> {
  const id = newId()
  const files = { ...uploads }
  let accepted: Acceptance | undefined
  try {
    for (const { field, path, bytes, sha256 } of carried) {
      const file = await store.files.adoptInput(id, path, `${field}${extname(path)}`)
      files[file] = file
      input[field] = { file, bytes, sha256 }
    }
    accepted = await store.accept(submission(id, files))
    return accepted
  } finally {
    if (carried.length > 0 && accepted?.kind !== 'accepted') await store.files.removeRecord(id)
  }
}

/** What a plugin may look at before acceptance: records of the same owner, and the files of the body. */
function lookOf(
  { config, store, probe }: Context,
  principal: Principal,
  carried: readonly CarriedFile[],
  lent: Record<string, string>,
): Look {
  return {
    async probe(field, { pages }) {
      const file = carried.find((one) => one.field === field)?.path
      if (!file) throw new Error(`The body carries no file in ${field}.`)
      const found = await probe({ name: 'pdf', file, pages, mostPages: config.MAX_PDF_PAGES })
      return (
        found ?? {
          at: 'file',
          sentence: 'cannot be examined within the time and memory it may use',
        }
      )
    },
    async record(id) {
      const record = await store.findRecord(id)
      if (!record || !maySee(principal, record)) return undefined
      const { service, workflow, status } = record
      const artifacts = await store.listArtifacts(id)
      for (const { attempt, path } of artifacts)
        lent[`${id}/${path}`] = store.files.lentName(id, attempt, path)
      const png = artifacts.find(({ path }) => path === PNG)
      const image = png && (await pngSize(store.files.artifact(id, png.attempt, png.path)))
      return { id, service, workflow, status, artifacts, image }
    },
  }
}
