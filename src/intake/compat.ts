import type { Plugin, ProviderSets } from '../plugin'

/** A body as the plugin takes it that it is for. `ignored`: one sentence for each wish that was left out on the way. */
export interface Rewritten {
  plugin: Plugin
  body: unknown
  ignored: string[]
}

/** Keys and addresses of the caller's own providers, and a switch of a step that is not here. */
const LEFT_OUT = [
  'api_key',
  'base_url',
  'image_api_key',
  'image_base_url',
  'sam_api_key',
  'enable_upscale',
]
/** Of a word that is repeated in a sentence. */
const WORD_CHARACTERS = 100

type Body = Record<string, unknown>

/**
 * `COMPAT=autofigure-edit`: takes the body that AutoFigure-Edit's own pages send to `/api/run`. What they say of keys and
 * addresses is dropped unread: it is stored nowhere and sent nowhere. Identifiers that this deployment does not know
 * fall back to its defaults, and the report says so. A body that names a finished picture is one of `/api/image-to-svg`.
 *
 * Undefined: the bodies of this plugin are taken as they are.
 */
export function otherForm(
  plugin: Plugin,
  parts: { compat: string; reader: Plugin | undefined; known: ProviderSets },
): ((body: unknown) => Rewritten) | undefined {
  const { compat, reader, known } = parts
  if (compat !== 'autofigure-edit' || plugin.id !== 'run' || !reader) return undefined
  return (given) => {
    // What is no object is refused by the schema, in its own words.
    if (!isBody(given)) return { plugin, body: given, ignored: [] }
    const { ours, ignored } = translated(known, given)
    const { input_figure_path, ...body } = ours
    return input_figure_path === undefined
      ? { plugin, body, ignored }
      : { plugin: reader, body: pictureBody(body, input_figure_path), ignored }
  }
}

function translated(known: ProviderSets, body: Body): { ours: Body; ignored: string[] } {
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
    const accepted = Object.hasOwn(choices, name) ? choices[name] : undefined
    if (accepted === undefined || accepted.includes(String(value))) return true
    const word = String(value).slice(0, WORD_CHARACTERS).toWellFormed()
    ignored.push(`${name}: ${word} is not known here; the default decides`)
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

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
