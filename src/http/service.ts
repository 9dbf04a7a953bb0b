import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems } from '../errors'
import { Config, Health, ServiceHealth } from '../forms/answers'
import { RATIOS, SIZES } from '../forms/look'
import { providerView } from '../providers/catalogue'
import { takesAnonymous } from './auth'
import type { Context } from './context'
import { editorPath } from './docs'
import { ODD_METHOD, refusals, told } from './told'

export function serviceRoutes(ctx: Context) {
  return new Elysia({ detail: { tags: ['Server'], security: [] } })
    .get(
      '/healthz',
      () => getHealthz(ctx),
      told({
        response: { 200: Health, 503: Health, ...refusals(ODD_METHOD) },
        detail: { operationId: 'getHealthz', summary: 'Whether the server takes work' },
      }),
    )
    .get(
      '/api/health',
      () => Response.json({ status: 'ok', version: ctx.config.version }),
      told({
        response: { 200: ServiceHealth, ...refusals(ODD_METHOD) },
        detail: {
          operationId: 'getHealth',
          summary: 'Health of the task service, with the version of the program',
        },
      }),
    )
    .get(
      '/api/config',
      () => Response.json(configView(ctx)),
      told({
        response: { 200: Config, ...refusals(ODD_METHOD) },
        detail: {
          operationId: 'getConfig',
          summary: 'What runs here: workflows, providers, limits and the SVG editor',
        },
      }),
    )
}

function getHealthz(ctx: Context): Response {
  return ctx.draining()
    ? Response.json({ status: 'draining' }, { status: 503 })
    : Response.json({ status: 'ok' })
}

/** What a front end needs to know before its first request; never a secret. */
function configView({ config, registry, catalogue }: Context): Static<typeof Config> {
  return {
    svgEditAvailable: editorPath() !== null,
    svgEditPath: editorPath(),
    version: config.version,
    workflows: registry.list().map(({ id, summary, service, path }) => ({
      id,
      summary,
      service,
      path,
    })),
    providers: {
      ...providerView(catalogue),
      image_sizes: SIZES,
      aspect_ratios: RATIOS,
    },
    limits: {
      json_bytes: config.MAX_JSON_BYTES,
      pdf_bytes: config.MAX_PDF_BYTES,
      pdf_pages: config.MAX_PDF_PAGES,
      upload_bytes: config.MAX_UPLOAD_BYTES,
      image_megapixels: config.MAX_IMAGE_MEGAPIXELS,
      text_characters: config.MAX_TEXT_CHARACTERS,
      job_seconds: config.JOB_DEADLINE_SECONDS,
      pending: config.MAX_PENDING,
      retention_days: config.RETENTION_DAYS,
    },
    anonymous_jobs: takesAnonymous(config),
  }
}

/** Methods that a path takes, with a slash behind it too, from the table of routes; empty when nothing answers there. */
export function methodsOf(
  routes: readonly { method: string; path: string }[],
  pathname: string,
): string[] {
  const plain = pathname.replace(/(?<=.)\/$/, '')
  const found = routes
    .filter(({ path }) => matches(path, pathname) || matches(path, plain))
    .map(({ method }) => method)
  return [...new Set(found.includes('GET') ? [...found, 'HEAD'] : found)].sort()
}

/** @throws Problem 405 with `Allow`, or 404 */
export function refuseRoute(
  routes: readonly { method: string; path: string }[],
  pathname: string,
): never {
  const methods = methodsOf(routes, pathname)
  throw methods.length > 0 ? problems.methodNotAllowed(methods) : problems.routeNotFound()
}

function matches(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  if (wanted.at(-1) === '*') {
    if (given.length < wanted.length) return false
    wanted.pop()
    given.length = wanted.length
  }
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith(':') ? given[index] !== '' : part === given[index],
    )
  )
}
