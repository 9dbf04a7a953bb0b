import { parseJson } from '../intake/json'
import { providerView } from '../providers/catalogue'
import { submitter } from './auth'
import type { Context } from './context'
import { readSmall, requireJson } from './receive'

/** Answers a submission. `ignored`: one sentence for each wish that was left out on the way here. */
export type Submit = (request: Request, ignored?: string[]) => Promise<Response>

/** Keys and addresses of the caller's own providers, and a switch of a step that is not here. */
const LEFT_OUT = [
  'api_key',
  'base_url',
  'image_api_key',
  'image_base_url',
  'sam_api_key',
  'enable_upscale',
]

type Body = Record<string, unknown>

/**
 * `COMPAT=autofigure-edit`: takes the body that AutoFigure-Edit's own pages send to `/api/run`. What they say of keys and
 * addresses is dropped unread: it is stored nowhere and sent nowhere. Identifiers that this deployment does not know
 * fall back to its defaults, and the report says so. A body that names a finished picture is one of `/api/image-to-svg`.
 */
export function autofigureEdit(
  ctx: Context,
  { run, imageToSvg }: { run: Submit; imageToSvg: Submit },
): Submit {
  return async (request) => {
    await submitter(ctx, request)
    requireJson(request)
    const body = parseJson(await readSmall(request, ctx.config.MAX_JSON_BYTES))
    // What is no object is refused by the route itself, in its own words.
    if (!isBody(body)) return run(repeated(request, body))
    const { ours, ignored } = translated(ctx, body)
    const { input_figure_path, ...rest } = ours
    return input_figure_path === undefined
      ? run(repeated(request, rest), ignored)
      : imageToSvg(repeated(request, pictureBody(rest, input_figure_path)), ignored)
  }
}

function translated({ catalogue }: Context, body: Body): { ours: Body; ignored: string[] } {
  const known = providerView(catalogue)
  const choices: Record<string, readonly string[]> = {
    provider: known.main,
    image_provider: known.image,
    svg_provider: known.svg,
    sam_backend: known.segmentation,
    image_model: known.image_models,
  }
  const ignored: string[] = []
  const ours = Object.entries(body).filter(([name, value]) => {
    if (value === null || LEFT_OUT.includes(name)) return false
    const accepted = choices[name]
    if (accepted === undefined || accepted.includes(String(value))) return true
    ignored.push(`${name}: ${String(value)} is not known here; the default decides`)
    return false
  })
  return { ours: Object.fromEntries(ours), ignored }
}

/** Of a finished picture only what its reading takes. */
function pictureBody({ method_text: _, ...body }: Body, path: unknown): Body {
  const own = Object.entries(body).filter(
    ([name]) => !/^(?:image_(?:provider|model|size|aspect_ratio)|reference_image_)/.test(name),
  )
  return { ...Object.fromEntries(own), image_path: path }
}

function repeated({ url, headers }: Request, body: unknown): Request {
  const own = new Headers(headers)
  own.delete('content-length')
  return new Request(url, { method: 'POST', headers: own, body: JSON.stringify(body) })
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
