import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Config, Health, Pictures, ServiceHealth } from '../forms/answers'
import { RATIOS, SIZES } from '../forms/look'
import { pictureSamples } from '../host/editing'
import { providerView } from '../providers/catalogue'
import { takesAnonymous } from './auth'
import type { Context } from './context'
import { editorPath } from './docs'
import { ANYBODY, operation } from './operation'

/** They change with the program alone. */
const KEPT = { 'cache-control': 'public, max-age=3600' }

export function serviceRoutes(ctx: Context) {
  return new Elysia({ detail: { tags: ['Server'], security: [] } })
    .get(
      '/healthz',
      () =>
        ctx.draining()
          ? Response.json({ status: 'draining' }, { status: 503 })
          : Response.json({ status: 'ok' }),
      operation('getHealthz', 'Whether the server takes work', {
        answers: { 200: Health, 503: Health },
        refused: [...ANYBODY],
      }),
    )
    .get(
      '/api/health',
      () => Response.json({ status: 'ok', version: ctx.config.version }),
      operation('getHealth', 'Health of the task service, with the version of the program', {
        answer: ServiceHealth,
        refused: [...ANYBODY],
      }),
    )
    .get(
      '/api/config',
      () => Response.json(configView(ctx)),
      operation('getConfig', 'What runs here: workflows, providers, limits and the SVG editor', {
        answer: Config,
        refused: [...ANYBODY],
      }),
    )
    .get(
      '/api/pictures',
      async () => Response.json(await pictureSamples(ctx.pictures), { headers: KEPT }),
      operation('getPictures', 'The glyphs and icons that boxes may bear, with small pictures', {
        answer: Pictures,
        refused: [...ANYBODY],
      }),
    )
}

/** What a front end needs to know before its first request; never a secret. */
function configView({ config, registry, catalogue, pictures }: Context): Static<typeof Config> {
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
    own_pictures: { glyphs: Object.keys(pictures.glyphs), icons: Object.keys(pictures.icons) },
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
