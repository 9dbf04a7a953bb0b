import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem, problems } from '../errors'
import type { BodyFile, FileKind } from '../forms/body-files'
import { newId } from '../store/ids'
import { readBody, saveBody } from './body'
import type { Context } from './context'
import { parseJson } from './json'

/** A body that has arrived. */
export interface Intake {
  /** Of the raw body. */
  sha256: string
  /** The body's value, files taken out. @throws Problem 422 */
  open(): Promise<Opened>
  /** Removes what nobody has taken over. */
  discard(): Promise<void>
}

export interface Opened {
  /** A short word stands in the place of each file. */
  value: unknown
  files: Record<string, BodyFile | { refused: string }>
}

/**
 * Takes in a body of at most `limit` bytes. One that may carry files goes to disk while it is hashed, and is taken
 * apart in a process of its own: this one never holds it.
 * @throws Problem 413
 */
export async function takeIn(
  ctx: Context,
  request: Request,
  limit: number,
  kinds: Readonly<Record<string, FileKind>>,
): Promise<Intake> {
  if (Object.keys(kinds).length > 0) return takeInFiles(ctx, request, limit, kinds)
  const bytes = await readBody(request, limit)
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: async () => ({ value: parseJson(bytes), files: {} }),
    discard: async () => {},
  }
}

async function takeInFiles(
  ctx: Context,
  request: Request,
  limit: number,
  kinds: Readonly<Record<string, FileKind>>,
): Promise<Intake> {
  const target = join(await ctx.store.files.incoming(), newId())
  const paths = [
    target,
    ...Object.entries(kinds).map(([field, kind]) => `${target}.${field}.${kind}`),
  ]
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
  try {
    const sha256 = await saveBody(request, limit, target)
    return { sha256, open: () => takeApart(ctx, target, kinds), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

async function takeApart(
  ctx: Context,
  target: string,
  kinds: Readonly<Record<string, FileKind>>,
): Promise<Opened> {
  const parts = await ctx.probe({ name: 'body', file: target, kinds, target })
  // Splitting a body is plain work on bytes: when it fails, the fault is ours.
  if (!parts) throw new Problem(503, 'The body could not be examined; try again later.')
  const { MAX_JSON_BYTES } = ctx.config
  if (parts.rest.byteLength > MAX_JSON_BYTES) throw problems.bodyTooLargeBesideFiles(MAX_JSON_BYTES)
  return { value: parseJson(parts.rest), files: parts.files }
}
