import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { type Fault, Problem, problems, unprocessable } from '../errors'
import { endpointOf } from '../host/registry'
import type { Look, Plugin } from '../plugin'
import type { Acceptance, Repeat } from '../store/accept'
import { newId } from '../store/ids'
import { maySee, type Principal, submitter, taskPrincipal } from './auth'
import { readBody, requireJson } from './body'
import type { Context } from './context'
import { parseJson } from './json'
import type { RateLimiter } from './rate-limit'
import { uploadName } from './uploads'
import { bodyChecker, uploadFields } from './validate'

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
  const bodyLimit = plugin.bodyLimit ?? ctx.config.MAX_JSON_BYTES
  return async (request: Request): Promise<Response> => {
    if (ctx.draining()) throw problems.draining()
    const principal =
      plugin.service === 'job' ? await submitter(ctx, request) : await taskPrincipal(ctx, request)
    const idempotencyKey = request.headers.get('idempotency-key') || undefined
    refuseExhausted(principal, idempotencyKey)
    limiter.take(principal)
    requireJson(request)
    const bytes = await readBody(request, bodyLimit)
    if (idempotencyKey !== undefined && idempotencyKey.length > MAX_IDEMPOTENCY_KEY)
      throw refusedKey(`at most ${MAX_IDEMPOTENCY_KEY} characters`)
    const owner = {
      keyId: principal.kind === 'key' ? principal.key.id : null,
      endpoint: endpointOf(plugin),
      ...(idempotencyKey !== undefined && { idempotency: repeatOf(idempotencyKey, bytes) }),
    }
    const earlier = await ctx.store.repeated(owner)
    if (earlier) return answer(plugin, earlier)
    const input = check(parseJson(bytes))
    const files = await ownUploads(ctx, principal, paths, input)
    await letPluginLook(plugin, input, lookOf(ctx, principal))
    await refuseFullDisk(ctx)
    const accepted = await ctx.store.accept({
      id: newId(),
      service: plugin.service,
      workflow: plugin.id,
      diagramType: plugin.diagramType ?? null,
      ...owner,
      input: JSON.stringify(input),
      files: JSON.stringify(files),
      origin: ctx.config.PUBLIC_BASE_URL ?? new URL(request.url).origin,
      webhookUrl: typeof input.webhook_url === 'string' ? input.webhook_url : null,
      webhookIncludeImage: input.webhook_include_image === true,
    })
    void ctx.pool.wake()
    return answer(plugin, accepted)
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

function repeatOf(key: string, bytes: Uint8Array): Repeat {
  return { key, bodySha256: createHash('sha256').update(bytes).digest('hex') }
}

/** A repeat is answered even without quota, so with an Idempotency-Key only the charging transaction decides. */
function refuseExhausted(principal: Principal, idempotencyKey: string | undefined): void {
  if (principal.kind !== 'key' || idempotencyKey !== undefined) return
  const { quotaRemaining } = principal.key
  if (quotaRemaining !== null && quotaRemaining <= 0) throw problems.quotaExhausted()
}

async function refuseFullDisk({ config, store }: Context): Promise<void> {
  const disk = await statfs(store.folder)
  const freeMegabytes = (disk.bavail * disk.bsize) / 1_000_000
  if (freeMegabytes < config.MIN_FREE_DISK_MB) throw problems.diskFull()
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

/** What a plugin may look at before acceptance: records of the same owner. */
function lookOf({ store }: Context, principal: Principal): Look {
  return {
    async record(id) {
      const record = await store.findRecord(id)
      if (!record || !maySee(principal, record)) return undefined
      const { workflow, status } = record
      return { id, workflow, status, artifacts: await store.listArtifacts(id) }
    },
  }
}
